/** Cash receipts as the payment simulator issues and cancels them. */
import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import { isBusinessNumber } from "../../basics/business-number.ts"
import { now } from "../../basics/clock.ts"
import type { Transaction } from "../db.server.ts"
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
    issueStatus: "COMPLETED",
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
  await tx
    .update(simulatedCashReceipts)
    .set({ cancelledWon: row.cancelledWon + amount })
    .where(eq(simulatedCashReceipts.receiptKey, receiptKey))
  const cancelled: ProviderCashReceipt = {
    ...row.receipt,
    transactionType: "CANCEL",
    issueNumber: newIssueNumber(),
    amount,
    requestedAt: formatProviderMoment(now()),
  }
  return { status: 200, body: cancelled }
}
