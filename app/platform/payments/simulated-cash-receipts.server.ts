/** Cash receipts as the payment simulator issues and cancels them. */
import { randomBytes } from "node:crypto"
import { and, asc, eq, gte, lt } from "drizzle-orm"
import { isBusinessNumber } from "../../basics/business-number.ts"
import { now } from "../../basics/clock.ts"
import { addDays, DAY_MS, startOfKstDay } from "../../basics/time.ts"
import { db, type Transaction } from "../db.server.ts"
import type { ProviderCashReceipt } from "./cash-receipt.ts"
import { formatProviderMoment } from "./payment.ts"
import { simulatedCashReceipts } from "./schema.server.ts"
import type { SimulatedResponse } from "./simulated-answers.server.ts"

const refuse = (status: number, code: string, message: string): SimulatedResponse => ({
  status,
  body: { code, message },
})
const asText = (value: unknown) => (typeof value === "string" ? value : "")
const newIssueNumber = () => String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, "0")

/** A number that the tax service takes: a mobile number or its own 010-000-1234, or that of a business. */
const isIdentityNumber = (type: string, digits: string) =>
  type === "소득공제" ? /^01[016789]\d{7,8}$/.test(digits) : isBusinessNumber(digits)

/** Receipts for these numbers are decided a day later, as by the tax service: one taken, one refused. */
const DECIDED_LATER_NUMBERS = ["01000000002", "01000000003"] as const
const REFUSED_LATER_NUMBER = DECIDED_LATER_NUMBERS[1]
const isDecidedLater = (digits: string) => DECIDED_LATER_NUMBERS.some((number) => number === digits)

/** Answers POST /v1/cash-receipts. */
export async function issueSimulatedCashReceipt(
  tx: Transaction,
  requestBody: Record<string, unknown>,
): Promise<SimulatedResponse> {
  const { amount } = requestBody
  const type = asText(requestBody.type)
  const identityNumber = asText(requestBody.customerIdentityNumber)
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 1)
    return refuse(400, "INVALID_REQUEST", "잘못된 요청입니다.")
  if (type !== "소득공제" && type !== "지출증빙")
    return refuse(400, "INVALID_TYPE", "현금영수증 타입이 올바르지 않습니다.")
  if (!isIdentityNumber(type, identityNumber))
    return refuse(400, "INVALID_CUSTOMER_IDENTITY_NUMBER", "소비자 인증수단이 올바르지 않습니다.")
  const receiptKey = `csim_${randomBytes(16).toString("hex")}`
  const receipt: ProviderCashReceipt = {
    receiptKey,
    orderId: asText(requestBody.orderId),
    orderName: asText(requestBody.orderName),
    type,
    issueNumber: newIssueNumber(),
    receiptUrl: "",
    businessNumber: asText(requestBody.businessNumber),
    transactionType: "CONFIRM",
    amount,
    taxFreeAmount: 0,
    issueStatus: isDecidedLater(identityNumber) ? "IN_PROGRESS" : "COMPLETED",
    failure: null,
    customerIdentityNumber: identityNumber,
    requestedAt: formatProviderMoment(now()),
  }
  await tx.insert(simulatedCashReceipts).values({ receiptKey, receipt, createdAt: now() })
  return { status: 200, body: receipt }
}

/** Answers POST /v1/cash-receipts/{receiptKey}/cancel: `amount` of it, or all that is left. */
export async function cancelSimulatedCashReceipt(
  tx: Transaction,
  receiptKey: string,
  requestBody: Record<string, unknown>,
): Promise<SimulatedResponse> {
  const [row] = await tx
    .select()
    .from(simulatedCashReceipts)
    .where(eq(simulatedCashReceipts.receiptKey, receiptKey))
    .for("update")
  if (!row) return refuse(404, "NOT_FOUND_CASH_RECEIPT", "존재하지 않는 현금영수증 입니다.")
  const leftWon = row.receipt.amount - row.cancelledWon
  if (leftWon === 0) return refuse(400, "ALREADY_CANCELED_CASH_RECEIPT", "이미 취소된 현금영수증 입니다.")
  const amount = requestBody.amount ?? leftWon
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 1 || amount > leftWon)
    return refuse(400, "INVALID_CANCEL_AMOUNT", "취소 금액이 올바르지 않습니다.")
  const cancelledWon = row.cancelledWon + amount
  await tx
    .update(simulatedCashReceipts)
    .set({ cancelledWon })
    .where(eq(simulatedCashReceipts.receiptKey, receiptKey))
  const cancelled: ProviderCashReceipt = {
    ...toDecidedReceipt(row.receipt, row.createdAt),
    transactionType: "CANCEL",
    issueNumber: newIssueNumber(),
    amount,
    requestedAt: formatProviderMoment(now()),
  }
  // The list of its day has it, too: under the key of the receipt, in a row of its own.
  await tx.insert(simulatedCashReceipts).values({
    receiptKey: `${receiptKey}/${cancelledWon}`,
    receipt: cancelled,
    createdAt: now(),
  })
  return { status: 200, body: cancelled }
}

/** A receipt as the tax service has decided by now. */
function toDecidedReceipt(receipt: ProviderCashReceipt, issuedAt: Date): ProviderCashReceipt {
  if (receipt.issueStatus !== "IN_PROGRESS" || now().getTime() < issuedAt.getTime() + DAY_MS) return receipt
  return receipt.customerIdentityNumber === REFUSED_LATER_NUMBER
    ? {
        ...receipt,
        issueStatus: "FAILED",
        failure: { code: "NTS_REFUSED", message: "국세청에서 발급을 거절했습니다." },
      }
    : { ...receipt, issueStatus: "COMPLETED" }
}

const MAX_LISTED = 10_000

/**
 * Answers GET /v1/cash-receipts: what was issued and cancelled on `requestDate`, up to `limit` (100) of it
 * after `cursor`, the `lastCursor` of the page before.
 */
export async function listSimulatedCashReceipts(query: URLSearchParams): Promise<SimulatedResponse> {
  const day = query.get("requestDate") ?? ""
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return refuse(400, "INVALID_DATE", "날짜 데이터가 잘못 되었습니다.")
  const [limit, skipped] = [Number(query.get("limit") ?? 100), Number(query.get("cursor") ?? 0)]
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_LISTED || !Number.isSafeInteger(skipped))
    return refuse(400, "INVALID_REQUEST", "잘못된 요청입니다.")
  const rows = await db()
    .select()
    .from(simulatedCashReceipts)
    .where(
      and(
        gte(simulatedCashReceipts.createdAt, startOfKstDay(day)),
        lt(simulatedCashReceipts.createdAt, startOfKstDay(addDays(day, 1))),
      ),
    )
    .orderBy(asc(simulatedCashReceipts.createdAt), asc(simulatedCashReceipts.receiptKey))
    .limit(limit + 1)
    .offset(skipped)
  return {
    status: 200,
    body: {
      hasNext: rows.length > limit,
      lastCursor: skipped + Math.min(rows.length, limit),
      data: rows.slice(0, limit).map((row) => toDecidedReceipt(row.receipt, row.createdAt)),
    },
  }
}
