/**
 * Defines the words and rules of cash receipts (현금영수증): for whom they are, when one is issued without
 * being asked for, and what is called of the provider next. Pure.
 */
import { parseBusinessNumber } from "#app/basics/business-number.ts"
import { maskPhone, parsePhone } from "#app/basics/phone.ts"
import { DAY_MS } from "#app/basics/time.ts"
import type { PaymentMethod } from "./rules.ts"

/** What a payer can ask for: against income tax (소득공제) or as proof of an expense (지출증빙). */
export const ASKED_CASH_RECEIPT_KINDS = ["deduction", "expense"] as const
export type AskedCashReceiptKind = (typeof ASKED_CASH_RECEIPT_KINDS)[number]
/** `voluntary`: nobody asked, and the law demands one (자진발급). */
export const CASH_RECEIPT_KINDS = [...ASKED_CASH_RECEIPT_KINDS, "voluntary"] as const
export type CashReceiptKind = (typeof CASH_RECEIPT_KINDS)[number]

export const CASH_RECEIPT_KIND_LABELS: Record<CashReceiptKind, string> = {
  deduction: "소득공제용",
  expense: "지출증빙용",
  voluntary: "자진발급",
}

export const CASH_RECEIPT_STATES = ["requested", "issued", "cancelled", "failed"] as const
export type CashReceiptState = (typeof CASH_RECEIPT_STATES)[number]

export const CASH_RECEIPT_STATE_LABELS: Record<CashReceiptState, string> = {
  requested: "발급 중",
  issued: "발급 완료",
  cancelled: "발급 취소",
  failed: "발급하지 못했어요",
}

/** What administrators look through: what the provider refused, and what is not known yet. */
export const CASH_RECEIPT_QUEUES = ["refused", "open"] as const
export type CashReceiptQueue = (typeof CASH_RECEIPT_QUEUES)[number]

/** From this amount of a seller's sale one is issued also to who did not ask (소득세법 §162-3 ④). */
export const VOLUNTARY_FROM_WON = 100_000
/** The number of the tax service for receipts of which nobody told for whom they are: 010-000-1234. */
const VOLUNTARY_NUMBER = "0100001234"
/** How long after the payment one can be asked for, in days: as long as the law gives to issue it. */
const CASH_RECEIPT_DAYS = 5

/** Why a receipt that was issued by hand is not cancelled by a call: the provider does not know it. */
export const ISSUED_BY_HAND_CODE = "ISSUED_BY_HAND"

/** What is paid in cash; cards and easy payments have slips of their own. */
const CASH_METHODS: readonly PaymentMethod[] = ["transfer", "virtual_account"]
export const isCashMethod = (method: PaymentMethod): boolean => CASH_METHODS.includes(method)

/** For whom a payer wants the receipts of a payment; the number is bare digits. */
export type CashReceiptWish = { kind: AskedCashReceiptKind; identityNumber: string }

/** What was typed as bare digits, by kind; null where it is no such number. */
export function parseIdentityNumber(kind: AskedCashReceiptKind, typed: string): string | null {
  if (kind === "expense") return parseBusinessNumber(typed)
  const phone = parsePhone(typed)
  return phone === null ? null : `0${phone.slice(3)}`
}

/** The number as it is shown: enough to know one's own by, never whole. */
export function maskIdentityNumber(kind: CashReceiptKind, digits: string): string {
  if (kind === "voluntary" || digits === "") return ""
  return kind === "expense" ? `***-**-${digits.slice(-5)}` : maskPhone(digits)
}

/** 소득공제용 010-****-1234. */
export const describeCashReceipt = (receipt: { kind: CashReceiptKind; maskedNumber: string }): string =>
  [CASH_RECEIPT_KIND_LABELS[receipt.kind], receipt.maskedNumber].filter(Boolean).join(" ")

/** What a receipt of `amountWon` is issued as: as was asked, by law, or not at all (null). */
export function chooseCashReceipt(
  wish: CashReceiptWish | null,
  amountWon: number,
): { kind: CashReceiptKind; identityNumber: string } | null {
  if (amountWon <= 0) return null
  if (wish) return wish
  return amountWon >= VOLUNTARY_FROM_WON ? { kind: "voluntary", identityNumber: VOLUNTARY_NUMBER } : null
}

/** True while a receipt can be asked for that was not asked for at the payment. */
export const isCashReceiptAskable = (
  payment: { method: PaymentMethod; approvedAt: Date | null },
  at: Date,
): boolean =>
  isCashMethod(payment.method) &&
  payment.approvedAt !== null &&
  at.getTime() < payment.approvedAt.getTime() + CASH_RECEIPT_DAYS * DAY_MS

type Sums = { amountWon: number; refundedWon: number; issuedWon: number; cancelledWon: number }

/**
 * The next call about a receipt: to issue what has not gone back of it, or to cancel what went back since;
 * null where provider and refunds agree, and `withdraw` where all went back before it was issued.
 */
export function planCashReceiptCall(
  receipt: Sums & { state: CashReceiptState },
): { call: "issue" | "cancel"; amountWon: number } | "withdraw" | null {
  const leftWon = receipt.amountWon - receipt.refundedWon
  if (receipt.state === "requested") return leftWon === 0 ? "withdraw" : { call: "issue", amountWon: leftWon }
  if (receipt.state !== "issued") return null
  const overWon = receipt.issuedWon - receipt.cancelledWon - leftWon
  return overWon > 0 ? { call: "cancel", amountWon: overWon } : null
}
