/** Reads what a buyer sends from the page of a purchase. */
import { href } from "react-router"
import { type DefineIntent, intents } from "#app/platform/intents.server.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { IDENTITY_PROBLEMS } from "../accounts/service/identity-problems.server.ts"
import type { Member } from "../accounts/rules.ts"
import { confirmIdentity } from "../accounts/service/confirm-identity.server.ts"
import { CashReceiptForm, RefundAccountForm, toCashReceiptWish, toRefundAccount } from "../money/forms.ts"
import { findMissingAccountFields } from "../money/rules.ts"
import { requestCashReceipt } from "../money/service/cash-receipts.server.ts"
import { cancelDeposit } from "../money/service/deposits.server.ts"
import { submitRefundAccount } from "../money/service/refunds.server.ts"
import { CancelLineForm, LineIdForm, WithdrawClaimForm } from "./forms.ts"
import { CART_PROBLEMS, CHECKOUT_PROBLEMS, LINE_PROBLEMS } from "./parts/problems.ts"
import { cancelLine, confirmLine, deliverLine } from "./service/after-sale.server.ts"
import { startCheckout } from "./service/checkout.server.ts"
import { buyAgain } from "./service/buy-again.server.ts"
import { reportMissing } from "./service/missing-parcels.server.ts"
import { withdrawClaim } from "./service/claims.server.ts"
import type { FormValues } from "#app/basics/form.ts"

const { not_now, claim_open } = LINE_PROBLEMS

/** Says beside each field of the account that is empty what is missing. */
export const askForAccount = (_refusal: unknown, typed: FormValues) => ({
  errors: findMissingAccountFields(typed),
  problem: LINE_PROBLEMS.account_missing,
  status: 409,
})

/** Where money goes back to is changed by the buyer alone, who shows that they are. */
export const confirmBuyer = async (actor: Member, changesAccount: boolean, password: string) =>
  changesAccount ? confirmIdentity(actor, password) : ok()

/** As `startCheckout`; a refusal comes with its sentence, and with 503 where nobody takes payments. */
export async function beginCheckout(...input: Parameters<typeof startCheckout>) {
  const started = await startCheckout(...input)
  if (started.ok) return started
  const { reason, what } = started
  return refuse("not_started", {
    answer: {
      sentence: what ? `${what}: ${CHECKOUT_PROBLEMS[reason]}` : CHECKOUT_PROBLEMS[reason],
      status: reason === "payments_off" ? 503 : 409,
    },
  })
}

type PurchaseContext = { actor: Member; groupId: string }

/** What is done about the money of a purchase: the refund account, cash receipts, a deposit called off. */
const paymentForms = (intent: DefineIntent<PurchaseContext>) => ({
  refund_account: intent({
    form: RefundAccountForm,
    run: async ({ actor, groupId }, { bank, accountNumber, accountHolder, password }) => {
      const identity = await confirmIdentity(actor, password)
      if (!identity.ok) return identity
      const submitted = await submitRefundAccount(actor, groupId, {
        bank,
        accountNumber: accountNumber.replace(/[^\d-]/g, ""),
        holder: accountHolder,
      })
      return submitted.ok && submitted.sent === "wrong_account" ? refuse("wrong_account") : submitted
    },
    done: ({ sent }) => (sent === "done" ? "환불했어요" : "계좌를 받았어요. 곧 환불해 드릴게요"),
    problems: {
      ...IDENTITY_PROBLEMS,
      not_now,
      wrong_account: {
        field: "accountNumber",
        sentence: "이 계좌로 보낼 수 없어요. 은행, 계좌번호, 예금주를 다시 확인해 주세요.",
        status: 409,
      },
    },
  }),
  cash_receipt: intent({
    form: CashReceiptForm,
    run: ({ actor, groupId }, typed) => {
      const wish = toCashReceiptWish(typed)
      return wish ? requestCashReceipt(actor, groupId, wish) : Promise.resolve(refuse("not_now"))
    },
    done: "현금영수증을 신청했어요",
    problems: { not_now: "지금은 현금영수증을 신청할 수 없어요. 발급 상태를 확인해 주세요." },
  }),
  cancel_deposit: intent({
    run: ({ actor, groupId }) => cancelDeposit(actor, groupId),
    done: "주문을 취소했어요",
    problems: { not_now },
  }),
})

export const answerPurchaseForm = intents<PurchaseContext>((intent) => ({
  ...paymentForms(intent),
  cancel: intent({
    form: CancelLineForm,
    hidden: ["lineId"],
    run: async ({ actor }, { lineId, reason, password, ...typed }) => {
      const account = toRefundAccount(typed)
      const identity = await confirmBuyer(actor, account !== null, password)
      return identity.ok ? cancelLine(actor, lineId, { reason, account }) : identity
    },
    done: "주문을 취소했어요",
    problems: { ...IDENTITY_PROBLEMS, not_now, account_missing: askForAccount },
  }),
  withdraw: intent({
    form: WithdrawClaimForm,
    hidden: ["claimId"],
    run: ({ actor }, { claimId }) => withdrawClaim(actor, claimId),
    done: "신청을 철회했어요",
    problems: { not_now },
  }),
  confirm: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => confirmLine(actor, lineId),
    done: "구매를 확정했어요",
    problems: { not_now, claim_open },
  }),
  deliver: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => deliverLine(actor, lineId, "buyer"),
    done: "받은 것으로 표시했어요",
    problems: { not_now },
  }),
  report_missing: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => reportMissing(actor, lineId),
    done: "판매자에게 알렸어요. 확인되는 대로 알려 드려요",
    problems: { not_now, claim_open },
  }),
  buy_again: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => buyAgain(actor, lineId),
    done: () => ({ to: href("/shopping/cart"), flash: "장바구니에 담았어요" }),
    problems: {
      ...CART_PROBLEMS,
      option_gone: "그때 고른 옵션은 이제 팔지 않아요. 상품을 눌러 다른 옵션을 골라 주세요.",
      sold_out: "그때 고른 옵션이 품절됐어요. 상품을 눌러 재입고 알림을 받거나 다른 옵션을 골라 주세요.",
    },
  }),
}))
