/** Owns what a payment provider says of a payment: the object of Toss Payments, version 2022-11-16, as far as the product reads it. */

type ProviderStatus = "READY" | "IN_PROGRESS" | "WAITING_FOR_DEPOSIT" | "DONE" | "CANCELED" | "PARTIAL_CANCELED" | "ABORTED" | "EXPIRED"

export type ProviderPayment = {
  version: string
  paymentKey: string
  orderId: string
  orderName: string
  status: ProviderStatus
  currency: "KRW"
  /** 카드, 가상계좌, 간편결제 … */
  method: string | null
  /** Never changes; `balanceAmount` is what has not gone back. */
  totalAmount: number
  balanceAmount: number
  requestedAt: string
  approvedAt: string | null
  secret: string | null
  isPartialCancelable: boolean
  cancels: { cancelAmount: number; cancelReason: string; canceledAt: string; transactionKey: string }[] | null
  card: { issuerCode: string; number: string; installmentPlanMonths: number; approveNo: string } | null
  virtualAccount: { accountNumber: string; bankCode: string; customerName: string; dueDate: string; expired: boolean } | null
  easyPay: { provider: string; amount: number; discountAmount: number } | null
  receipt: { url: string } | null
  failure: { code: string; message: string } | null
}

const STATUSES: readonly string[] = ["READY", "IN_PROGRESS", "WAITING_FOR_DEPOSIT", "DONE", "CANCELED", "PARTIAL_CANCELED", "ABORTED", "EXPIRED"]
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** True for what can be read as a payment. A provider adds fields as it likes; those that decide about money are checked. */
function isProviderPayment(value: unknown): value is ProviderPayment {
  if (!isRecord(value)) return false
  const { paymentKey, orderId, status, totalAmount, balanceAmount, cancels } = value
  return (
    typeof paymentKey === "string" && typeof orderId === "string" && typeof status === "string" && STATUSES.includes(status) &&
    Number.isSafeInteger(totalAmount) && Number.isSafeInteger(balanceAmount) && (cancels === null || cancels === undefined || Array.isArray(cancels))
  )
}

/** What a call to the provider came to. "unknown": it may or may not have happened, and must be asked again, never guessed. */
export type Outcome = { kind: "payment"; payment: ProviderPayment } | { kind: "refused"; code: string; message: string } | { kind: "unknown"; code: string }

// korea.md §1: these tell nothing about how the payment ended.
const UNKNOWN = new Set(["ALREADY_PROCESSED_PAYMENT", "PROVIDER_ERROR", "FORBIDDEN_CONSECUTIVE_REQUEST", "IDEMPOTENT_REQUEST_PROCESSING", "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING", "UNKNOWN_PAYMENT_ERROR", "FAILED_REFUND_PROCESS"])

/** Reads an answer by its status and body. */
export function readOutcome(status: number, body: unknown): Outcome {
  if (status === 200) return isProviderPayment(body) ? { kind: "payment", payment: body } : { kind: "unknown", code: "UNREADABLE" }
  const code = isRecord(body) && typeof body.code === "string" ? body.code : "UNREADABLE"
  const message = isRecord(body) && typeof body.message === "string" ? body.message : ""
  if (status >= 500 || status === 409 || status === 429 || code === "UNREADABLE" || UNKNOWN.has(code)) return { kind: "unknown", code }
  return { kind: "refused", code, message }
}

/** The bank of a code of the provider, as people call it. */
const BANKS: Readonly<Record<string, string>> = { "04": "KB국민은행", "06": "KB국민은행", "20": "우리은행", "88": "신한은행", "81": "하나은행", "11": "NH농협은행", "03": "IBK기업은행", "90": "카카오뱅크", "92": "토스뱅크", "71": "우체국" }
export const bankName = (code: string): string => BANKS[code] ?? code
