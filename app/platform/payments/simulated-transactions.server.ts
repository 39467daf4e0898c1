/** The list of transactions as the payment simulator answers it, made of the payments that it keeps. */
import { and, gte, lt } from "drizzle-orm"
import { db } from "../db.server.ts"
import { parseProviderTime, type ProviderPayment } from "./payment.ts"
import { simulatedPayments } from "./schema.server.ts"
import type { SimulatedResponse } from "./simulated-answers.server.ts"

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 5_000

type Line = { transactionKey: string; status: string; amount: number; transactionAt: string }

/** What happened to a payment, each with a key of its own. */
function listLines(payment: ProviderPayment): Line[] {
  const lines: Line[] = []
  const name = payment.paymentKey.slice(-24)
  const line = (key: string, status: string, amount: number, transactionAt: string) =>
    lines.push({ transactionKey: key, status, amount, transactionAt })
  const isAgreed = payment.approvedAt !== null || ["WAITING_FOR_DEPOSIT", "CANCELED"].includes(payment.status)
  if (payment.virtualAccount && isAgreed)
    line(`txw_${name}`, "WAITING_FOR_DEPOSIT", payment.totalAmount, payment.requestedAt)
  if (payment.approvedAt !== null) line(`txd_${name}`, "DONE", payment.totalAmount, payment.approvedAt)
  let balance = payment.totalAmount
  for (const { transactionKey, cancelAmount, canceledAt } of payment.cancels ?? []) {
    balance -= cancelAmount
    line(transactionKey, balance === 0 ? "CANCELED" : "PARTIAL_CANCELED", cancelAmount, canceledAt)
  }
  return lines
}

const compareLines = (a: Line, b: Line) =>
  a.transactionAt.localeCompare(b.transactionAt) || a.transactionKey.localeCompare(b.transactionKey)

const refuse = (code: string, message: string): SimulatedResponse => ({
  status: 400,
  body: { code, message },
})

/** Answers GET /v1/transactions: `startDate`, `endDate`, `startingAfter` and `limit` of its query. */
export async function listSimulatedTransactions(query: URLSearchParams): Promise<SimulatedResponse> {
  const [from, to] = [query.get("startDate"), query.get("endDate")].map((text) =>
    parseProviderTime(text ?? ""),
  )
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
    return refuse("INVALID_DATE", "날짜 데이터가 잘못 되었습니다.")
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    return refuse("INVALID_REQUEST", "잘못된 요청입니다.")
  const rows = await db()
    .select({ payment: simulatedPayments.payment })
    .from(simulatedPayments)
    // What was last changed before has no transaction of these days.
    .where(and(gte(simulatedPayments.updatedAt, from), lt(simulatedPayments.createdAt, to)))
  const found = rows
    .flatMap(({ payment }) =>
      listLines(payment).map((line) => ({
        ...line,
        mId: "simulator",
        customerKey: null,
        useEscrow: false,
        currency: payment.currency,
        method: payment.method,
        paymentKey: payment.paymentKey,
        orderId: payment.orderId,
      })),
    )
    .filter(({ transactionAt }) => {
      const at = parseProviderTime(transactionAt)
      return at >= from && at <= to
    })
    .sort(compareLines)
  const after = query.get("startingAfter")
  const index = after === null ? -1 : found.findIndex((line) => line.transactionKey === after)
  if (after !== null && index < 0) return refuse("INVALID_TRANSACTION_KEY", "잘못된 페이징 키 입니다.")
  return { status: 200, body: found.slice(index + 1, index + 1 + limit) }
}
