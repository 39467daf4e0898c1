/** The list of transactions of a payment provider: GET /v1/transactions of Toss, as far as it is read. */
import { isRecord } from "../../basics/record.ts"
import { parseProviderTime, UNREADABLE_CODE } from "./payment.ts"

/**
 * A payment or a cancellation, each by itself: those of a payment share its key. Waiting for a deposit is one
 * as well.
 */
export type ProviderTransaction = {
  transactionKey: string
  paymentKey: string
  orderId: string
  status: "WAITING_FOR_DEPOSIT" | "DONE" | "CANCELED" | "PARTIAL_CANCELED"
  /** In won, above 0; of a cancellation what went back. */
  amountWon: number
  transactionAt: Date
}

export type TransactionList =
  | {
      kind: "transactions"
      transactions: ProviderTransaction[]
      /** What the next page goes on after; null at the end. */
      next: string | null
    }
  | { kind: "refused"; code: string }
  | { kind: "unknown"; code: string }

export const TRANSACTIONS_PER_PAGE = 1_000

const STATUSES = ["WAITING_FOR_DEPOSIT", "DONE", "CANCELED", "PARTIAL_CANCELED"] as const

/** Null for what moves no money (a payment that was refused), undefined for what cannot be read. */
function parseTransaction(value: unknown): ProviderTransaction | null | undefined {
  if (!isRecord(value)) return undefined
  const { transactionKey, paymentKey, orderId, amount, transactionAt } = value
  const status = STATUSES.find((each) => each === value.status)
  if (status === undefined) return typeof value.status === "string" ? null : undefined
  if (
    typeof transactionKey !== "string" ||
    typeof paymentKey !== "string" ||
    typeof orderId !== "string" ||
    typeof amount !== "number" ||
    !Number.isSafeInteger(amount) ||
    typeof transactionAt !== "string"
  )
    return undefined
  const at = parseProviderTime(transactionAt)
  if (Number.isNaN(at.getTime())) return undefined
  // The guides write a cancellation with its amount and with a minus before it: the status says which it is.
  return { transactionKey, paymentKey, orderId, status, amountWon: Math.abs(amount), transactionAt: at }
}

/** Reads a page by its status and body. A line that cannot be read makes the whole page unknown. */
export function parseTransactionList(status: number, body: unknown): TransactionList {
  if (status !== 200) {
    const code = isRecord(body) && typeof body.code === "string" ? body.code : UNREADABLE_CODE
    return { kind: status >= 500 || status === 429 || code === UNREADABLE_CODE ? "unknown" : "refused", code }
  }
  if (!Array.isArray(body)) return { kind: "unknown", code: UNREADABLE_CODE }
  const read = body.map(parseTransaction)
  if (read.includes(undefined)) return { kind: "unknown", code: UNREADABLE_CODE }
  const last: unknown = body.at(-1)
  const lastKey = isRecord(last) && typeof last.transactionKey === "string" ? last.transactionKey : null
  return {
    kind: "transactions",
    transactions: read.filter((each) => each !== null && each !== undefined),
    next: body.length < TRANSACTIONS_PER_PAGE ? null : lastKey,
  }
}
