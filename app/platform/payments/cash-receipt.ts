/**
 * What a payment provider says of a cash receipt (현금영수증): the object CashReceipt of Toss Payments, as far
 * as the product reads it.
 */
import { isRecord } from "../../basics/record.ts"
import { UNREADABLE_CODE } from "./payment.ts"

export type ProviderCashReceipt = {
  receiptKey: string
  orderId: string
  orderName: string
  type: "소득공제" | "지출증빙"
  /** The number of the National Tax Service for it. */
  issueNumber: string
  receiptUrl: string
  businessNumber: string
  transactionType: "CONFIRM" | "CANCEL"
  amount: number
  taxFreeAmount: number
  issueStatus: "IN_PROGRESS" | "COMPLETED" | "FAILED"
  failure: { code: string; message: string } | null
  customerIdentityNumber: string
  requestedAt: string
}

/** What a call came to. "unknown": it may or may not have happened, and is sent again under its key. */
export type CashReceiptResult =
  | { kind: "receipt"; receipt: ProviderCashReceipt }
  | { kind: "refused"; code: string }
  | { kind: "unknown"; code: string }

/** A page of the receipts that were asked for on a day. */
export type CashReceiptList =
  | {
      kind: "receipts"
      receipts: ProviderCashReceipt[]
      /** What the next page goes on after; null at the end. */
      next: string | null
    }
  | { kind: "refused"; code: string }
  | { kind: "unknown"; code: string }

export const CASH_RECEIPTS_PER_PAGE = 1_000

function isCashReceipt(value: unknown): value is ProviderCashReceipt {
  if (!isRecord(value)) return false
  const { receiptKey, issueNumber, amount, issueStatus, transactionType } = value
  return (
    typeof receiptKey === "string" &&
    typeof issueNumber === "string" &&
    Number.isSafeInteger(amount) &&
    typeof issueStatus === "string" &&
    (transactionType === "CONFIRM" || transactionType === "CANCEL")
  )
}

/** Reads a page by its status and body: GET /v1/cash-receipts. What cannot be read makes it unknown. */
export function parseCashReceiptList(status: number, body: unknown): CashReceiptList {
  if (status !== 200) {
    const { kind, code } = parseRefusal(status, body)
    return { kind, code }
  }
  if (!isRecord(body) || !Array.isArray(body.data) || !body.data.every(isCashReceipt))
    return { kind: "unknown", code: UNREADABLE_CODE }
  const { hasNext, lastCursor } = body
  const isCursor = typeof lastCursor === "string" || typeof lastCursor === "number"
  if (hasNext === true && !isCursor) return { kind: "unknown", code: UNREADABLE_CODE }
  return { kind: "receipts", receipts: body.data, next: hasNext === true ? String(lastCursor) : null }
}

/** Reads an answer by its status and body. A receipt that the tax service did not take counts as refused. */
export function parseCashReceiptAnswer(status: number, body: unknown): CashReceiptResult {
  if (status === 200) {
    if (!isCashReceipt(body)) return { kind: "unknown", code: UNREADABLE_CODE }
    return body.issueStatus === "FAILED"
      ? { kind: "refused", code: body.failure?.code ?? "FAILED" }
      : { kind: "receipt", receipt: body }
  }
  return parseRefusal(status, body)
}

function parseRefusal(status: number, body: unknown): { kind: "unknown" | "refused"; code: string } {
  const code = isRecord(body) && typeof body.code === "string" ? body.code : UNREADABLE_CODE
  const isUnknown =
    status >= 500 || status === 409 || status === 429 || [UNREADABLE_CODE, "PROVIDER_ERROR"].includes(code)
  return { kind: isUnknown ? "unknown" : "refused", code }
}
