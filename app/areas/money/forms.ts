import { BANK_NAMES } from "#app/platform/payments/payment.ts"
import { z } from "zod"
import {
  text,
  optionalText,
  optional,
  choice,
  dateString,
  idField,
  listCursor,
  requiredConsent,
} from "#app/basics/form-fields.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { MAX_RECONCILED_DAYS_BACK } from "./office-rules.ts"
import { OFFERED_PAYMENT_METHODS } from "./rules.ts"
import { currentPasswordField } from "#app/basics/account-fields.ts"

const isAccountNumber = (typed: string) => /^\d[\d -]{4,}\d$/.test(typed)

const accountNumberError = { error: "계좌번호는 숫자로 써요. 다시 확인해 주세요." }

export const refundAccountFields = {
  bank: optional(choice(BANK_NAMES, "은행")),
  accountNumber: optionalText({ label: "계좌번호", max: 30 }).refine(
    (typed) => typed === null || isAccountNumber(typed),
    accountNumberError,
  ),
  accountHolder: optionalText({ label: "예금주", max: 30 }),
}

type RefundAccountInput = { bank: string | null; accountNumber: string | null; accountHolder: string | null }

/** The account as the services take it; null where it is not complete. */
export const toRefundAccount = (typed: RefundAccountInput) =>
  typed.bank && typed.accountNumber && typed.accountHolder
    ? {
        bank: typed.bank,
        accountNumber: typed.accountNumber.replace(/[^\d-]/g, ""),
        holder: typed.accountHolder,
      }
    : null

/** Where the buyer of a deposit wants it back. */
export const RefundAccountForm = z.object({
  bank: choice(BANK_NAMES, "은행"),
  accountNumber: text({ label: "계좌번호", min: 6, max: 30 }).refine(isAccountNumber, accountNumberError),
  accountHolder: text({ label: "예금주", min: 2, max: 30 }),
  password: currentPasswordField(),
})

/** How a held charge is paid; what is paid is never asked. */
export const PayChargeForm = z.object({
  method: choice(OFFERED_PAYMENT_METHODS, "결제수단"),
  consent: requiredConsent("결제 내용"),
})

/** What an administrator found out about money that a payer's bank took back, and did. */
export const CloseChargebackForm = z.object({
  chargebackId: idField({ label: "카드사 취소" }),
  note: text({ label: "확인한 내용", min: 5, max: 1_000 }),
})

/** A day that is compared now: it is over. */
export const ReconcileDayForm = z.object({
  day: dateString({
    label: "날짜",
    min: () => addDays(toKstDateString(now()), -MAX_RECONCILED_DAYS_BACK),
    max: () => addDays(toKstDateString(now()), -1),
  }),
})

/** Why the provider knows something otherwise. */
export const SettleDifferenceForm = z.object({
  differenceId: idField({ label: "차이" }),
  note: text({ label: "확인한 내용", min: 5, max: 1_000 }),
})

export const RetryRefundForm = z.object({ refundId: idField({ label: "환불" }), ...refundAccountFields })

export const payoutAccountFields = {
  bank: text({ label: "정산 은행", min: 2, max: 20 }),
  accountNumber: text({ label: "정산 계좌번호", min: 6, max: 30 }).refine((typed) => /^[\d-]+$/.test(typed), {
    error: "계좌번호는 숫자로 써요. 다시 확인해 주세요.",
  }),
  accountHolder: text({ label: "예금주", min: 2, max: 30 }),
}

export const SellerLedgerQuery = z.object({ after: listCursor })

export const PayoutMoveForm = z.object({
  payoutId: idField({ label: "지급" }),
  move: choice(["start", "pay", "fail"], "처리"),
  reason: optionalText({ label: "이유", max: 200 }),
})

export const PayoutRetryForm = z.object({ payoutId: idField({ label: "지급" }) })

/** The account that somebody wants to be paid to; the check by one won follows. */
export const AccountCheckForm = z.object({
  bank: choice(BANK_NAMES, "은행"),
  accountNumber: text({ label: "계좌번호", min: 6, max: 30 })
    .refine(isAccountNumber, accountNumberError)
    .transform((typed) => typed.replaceAll(" ", "")),
  accountHolder: text({ label: "예금주", min: 2, max: 30 }),
  password: currentPasswordField(),
})

export const AccountWordForm = z.object({
  word: text({ label: "숫자", max: 10 }).refine((typed) => /^\d{3,4}$/.test(typed), {
    error: "입금자 이름 뒤의 숫자 3자리를 입력해 주세요.",
  }),
})

export const PersonMoneyQuery = z.object({ after: listCursor })
