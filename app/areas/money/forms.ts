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
  alwaysRun,
  parsedField,
  requiredString,
} from "#app/basics/form-fields.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { MAX_RECONCILED_DAYS_BACK } from "./office-rules.ts"
import { OFFERED_PAYMENT_METHODS, type PaymentMethod } from "./rules.ts"
import {
  ASKED_CASH_RECEIPT_KINDS,
  isCashMethod,
  parseIdentityNumber,
  type AskedCashReceiptKind,
  type CashReceiptWish,
} from "./cash-receipt-rules.ts"
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

/**
 * For whom cash receipts are issued, where it is paid in cash. The numbers are judged by
 * {@link checkCashReceipt}: what was typed for another choice does not count.
 */
export const cashReceiptFields = {
  cashReceipt: optional(choice(ASKED_CASH_RECEIPT_KINDS, "현금영수증")),
  receiptPhone: optionalText({ label: "휴대폰 번호", max: 20 }),
  receiptBusinessNumber: optionalText({ label: "사업자등록번호", max: 20 }),
}

type CashReceiptInput = {
  cashReceipt: AskedCashReceiptKind | null
  receiptPhone: string | null
  receiptBusinessNumber: string | null
}

const getTypedNumber = (typed: CashReceiptInput): string =>
  (typed.cashReceipt === "expense" ? typed.receiptBusinessNumber : typed.receiptPhone) ?? ""

/** What was chosen as the services take it; null for none, and where nothing is paid in cash. */
export function toCashReceiptWish(
  typed: Partial<CashReceiptInput> & { method?: PaymentMethod },
): CashReceiptWish | null {
  const { cashReceipt = null, receiptPhone = null, receiptBusinessNumber = null, method } = typed
  if (cashReceipt === null || (method !== undefined && !isCashMethod(method))) return null
  const identityNumber = parseIdentityNumber(
    cashReceipt,
    getTypedNumber({ cashReceipt, receiptPhone, receiptBusinessNumber }),
  )
  return identityNumber === null ? null : { kind: cashReceipt, identityNumber }
}

const CASH_RECEIPT_PROBLEMS: Record<AskedCashReceiptKind, { field: string; empty: string; wrong: string }> = {
  deduction: {
    field: "receiptPhone",
    empty: "현금영수증을 받을 휴대폰 번호를 입력해 주세요.",
    wrong: "휴대폰 번호는 010-1234-5678처럼 써요. 다시 확인해 주세요.",
  },
  expense: {
    field: "receiptBusinessNumber",
    empty: "현금영수증을 받을 사업자등록번호를 입력해 주세요.",
    wrong: "사업자등록번호가 맞지 않아요. 숫자 10자리를 다시 확인해 주세요.",
  },
}

/** For `.superRefine`: the number of the kind that was chosen, where it is paid in cash. */
export function checkCashReceipt(
  typed: Partial<CashReceiptInput> & { method?: PaymentMethod },
  context: z.RefinementCtx,
): void {
  const { cashReceipt = null, receiptPhone = null, receiptBusinessNumber = null, method } = typed
  if (cashReceipt === null || (method !== undefined && !isCashMethod(method))) return
  // What is no kind has an error of its own.
  if (!ASKED_CASH_RECEIPT_KINDS.includes(cashReceipt)) return
  const number = getTypedNumber({ cashReceipt, receiptPhone, receiptBusinessNumber })
  if (parseIdentityNumber(cashReceipt, number) !== null) return
  const { field, empty, wrong } = CASH_RECEIPT_PROBLEMS[cashReceipt]
  context.addIssue({ code: "custom", path: [field], message: number === "" ? empty : wrong })
}

/** Asks for the cash receipts of what was paid. */
export const CashReceiptForm = z
  .object({ ...cashReceiptFields, cashReceipt: choice(ASKED_CASH_RECEIPT_KINDS, "현금영수증") })
  .superRefine(checkCashReceipt, alwaysRun)

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
export const RetryCashReceiptForm = z.object({ receiptId: idField({ label: "현금영수증" }) })

/** What an administrator did about a refused cash receipt at the tax service, outside. */
export const CloseCashReceiptForm = z.object({
  receiptId: idField({ label: "현금영수증" }),
  approvalNumber: parsedField<string>(requiredString("승인번호"), (typed) => {
    const value = typed.replace(/[\s-]/g, "")
    return /^\d{9}$/.test(value)
      ? { value }
      : { problem: "승인번호는 숫자 9자리예요. 홈택스에서 받은 번호를 다시 확인해 주세요." }
  }),
  note: text({ label: "처리한 내용", min: 5, max: 500 }),
})

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
