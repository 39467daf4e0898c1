/**
 * What a payment provider says of a payment: the object of Toss Payments, version 2022-11-16, as far as
 * the product reads it.
 */
import { isRecord } from "../../basics/record.ts"
import { HOUR_MS } from "../../basics/time.ts"

type ProviderStatus =
  | "READY"
  | "IN_PROGRESS"
  | "WAITING_FOR_DEPOSIT"
  | "DONE"
  | "CANCELED"
  | "PARTIAL_CANCELED"
  | "ABORTED"
  | "EXPIRED"

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
  virtualAccount: {
    accountNumber: string
    bankCode: string
    customerName: string
    dueDate: string
    expired: boolean
  } | null
  easyPay: { provider: string; amount: number; discountAmount: number } | null
  receipt: { url: string } | null
  failure: { code: string; message: string } | null
}

const STATUSES: readonly string[] = [
  "READY",
  "IN_PROGRESS",
  "WAITING_FOR_DEPOSIT",
  "DONE",
  "CANCELED",
  "PARTIAL_CANCELED",
  "ABORTED",
  "EXPIRED",
]
/** What is said of an answer that is not what the provider documents. */
export const UNREADABLE_CODE = "UNREADABLE"

/**
 * True for what can be read as a payment. A provider adds fields as it likes; those that decide about money
 * are checked.
 */
function isProviderPayment(value: unknown): value is ProviderPayment {
  if (!isRecord(value)) return false
  const { paymentKey, orderId, status, totalAmount, balanceAmount, cancels } = value
  return (
    typeof paymentKey === "string" &&
    typeof orderId === "string" &&
    typeof status === "string" &&
    STATUSES.includes(status) &&
    Number.isSafeInteger(totalAmount) &&
    Number.isSafeInteger(balanceAmount) &&
    (cancels === null || cancels === undefined || Array.isArray(cancels))
  )
}

/**
 * What a call to the provider came to. "unknown": it may or may not have happened, and must be asked again,
 * never guessed.
 */
export type ProviderResult =
  | { kind: "payment"; payment: ProviderPayment }
  | { kind: "refused"; code: string; message: string }
  | { kind: "unknown"; code: string }

// korea.md §1: these tell nothing about how the payment ended.
const UNKNOWN_RESULT_CODES = new Set([
  "ALREADY_PROCESSED_PAYMENT",
  "PROVIDER_ERROR",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "IDEMPOTENT_REQUEST_PROCESSING",
  "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING",
  "UNKNOWN_PAYMENT_ERROR",
  "FAILED_REFUND_PROCESS",
])

/** Reads an answer by its status and body. */
export function parseProviderAnswer(status: number, body: unknown): ProviderResult {
  if (status === 200)
    return isProviderPayment(body)
      ? { kind: "payment", payment: body }
      : { kind: "unknown", code: UNREADABLE_CODE }
  const code = isRecord(body) && typeof body.code === "string" ? body.code : UNREADABLE_CODE
  const message = isRecord(body) && typeof body.message === "string" ? body.message : ""
  if (
    status >= 500 ||
    status === 409 ||
    status === 429 ||
    code === UNREADABLE_CODE ||
    UNKNOWN_RESULT_CODES.has(code)
  )
    return { kind: "unknown", code }
  return { kind: "refused", code, message }
}

/** The banks of the provider by its codes, as people call them. */
const BANKS: Readonly<Record<string, string>> = {
  "06": "국민은행",
  "88": "신한은행",
  "20": "우리은행",
  "81": "하나은행",
  "11": "농협은행",
  "12": "지역농축협",
  "03": "기업은행",
  "90": "카카오뱅크",
  "89": "케이뱅크",
  "92": "토스뱅크",
  "45": "새마을금고",
  "48": "신협",
  "71": "우체국",
  "23": "SC제일은행",
  "27": "씨티은행",
  "32": "부산은행",
  "31": "iM뱅크(대구)",
  "34": "광주은행",
  "37": "전북은행",
  "39": "경남은행",
  "35": "제주은행",
  "07": "수협은행",
  "02": "산업은행",
  "50": "저축은행",
  "64": "산림조합",
}
export const bankName = (code: string): string => BANKS[code] ?? code
/** What people choose their bank from. */
export const BANK_NAMES: readonly string[] = [...new Set(Object.values(BANKS))]
/** The code of a bank that was chosen by its name; the name where there is none. */
export const bankCode = (name: string): string =>
  Object.keys(BANKS).find((code) => BANKS[code] === name) ?? name

/** A moment as the provider writes it: Korea's time where it says no other. */
export const parseProviderTime = (text: string): Date =>
  new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}+09:00`)

/** A moment as the provider writes it in its objects: Korea's time, to the second. */
export const formatProviderMoment = (moment: Date): string =>
  `${new Date(moment.getTime() + 9 * HOUR_MS).toISOString().slice(0, 19)}+09:00`

/**
 * What somebody chose on the simulator's page for the next call. "unknown": it is done, but the answer is
 * lost.
 */
export const SIMULATOR_SCENARIOS = ["pay", "reject", "slow", "unknown"] as const
export type SimulatorScenario = (typeof SIMULATOR_SCENARIOS)[number]
