/**
 * The payment simulator: speaks the provider's API, and does on its pages what a buyer does at the
 * provider's.
 */
import { asRecord } from "../../basics/record.ts"
import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import { now } from "../../basics/clock.ts"
import { HOUR_MS } from "../../basics/time.ts"
import { db, inTransaction, type Transaction } from "../db.server.ts"
import { formatProviderMoment, type ProviderPayment, type SimulatorScenario } from "./payment.ts"
import { simulatedPayments } from "./schema.server.ts"
import {
  cancelSimulatedCashReceipt,
  issueSimulatedCashReceipt,
  listSimulatedCashReceipts,
} from "./simulated-cash-receipts.server.ts"
import { answerOnce, type SimulatedCall, type SimulatedResponse } from "./simulated-answers.server.ts"
import { listSimulatedTransactions } from "./simulated-transactions.server.ts"
import { truncateText } from "../../basics/truncate-text.ts"
import { writeTogether } from "../write-together.server.ts"

export const SIMULATOR_KEY = "test_sk_simulator"
const DEPOSIT_HOURS = 24
const SLOW_ANSWER_DELAY_MS = 2_500

const key = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`

/**
 * The buyer agreed in the provider's window: a payment under way, to be confirmed by the shop. The same order
 * gets the same payment, with the newest method and script.
 */
export async function createSimulatedPayment(input: {
  orderId: string
  amountWon: number
  orderName: string
  method: "카드" | "계좌이체" | "가상계좌" | "간편결제"
  /** Whose easy payment it is. */
  easyPay?: string
  customerName: string
  script: SimulatorScenario
}): Promise<{ paymentKey: string }> {
  const at = now()
  const paymentKey = key("sim")
  const payment: ProviderPayment = {
    version: "2022-11-16",
    paymentKey,
    orderId: input.orderId,
    orderName: truncateText(input.orderName, 100),
    status: "IN_PROGRESS",
    currency: "KRW",
    method: input.method,
    totalAmount: input.amountWon,
    balanceAmount: input.amountWon,
    requestedAt: formatProviderMoment(at),
    approvedAt: null,
    secret: key("ps"),
    isPartialCancelable: true,
    cancels: null,
    card:
      input.method === "카드"
        ? { issuerCode: "11", number: "9430**********89", installmentPlanMonths: 0, approveNo: "00000000" }
        : null,
    virtualAccount:
      input.method === "가상계좌"
        ? {
            accountNumber: `X${randomBytes(6).readUIntBE(0, 6).toString().padStart(13, "6").slice(0, 13)}`,
            bankCode: "20",
            customerName: input.customerName,
            dueDate: formatProviderMoment(new Date(at.getTime() + DEPOSIT_HOURS * HOUR_MS)),
            expired: false,
          }
        : null,
    easyPay:
      input.method === "간편결제"
        ? { provider: input.easyPay ?? "바로페이", amount: input.amountWon, discountAmount: 0 }
        : null,
    receipt: null,
    failure: null,
  }
  const [row] = await db()
    .insert(simulatedPayments)
    .values({
      paymentKey,
      orderId: input.orderId,
      payment,
      script: input.script,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ paymentKey: simulatedPayments.paymentKey })
  if (row) return row
  const [known] = await db()
    .update(simulatedPayments)
    .set({ script: input.script, updatedAt: at })
    .where(eq(simulatedPayments.orderId, input.orderId))
    .returning({ paymentKey: simulatedPayments.paymentKey })
  if (!known) throw new Error("A simulated payment vanished")
  return known
}

/**
 * Somebody paid into the virtual account. The bodies of the webhooks that follow, `times` each, in the order
 * in which they happen to arrive.
 */
export async function depositToSimulatedAccount(orderId: string, times: number): Promise<unknown[]> {
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(simulatedPayments)
      .where(eq(simulatedPayments.orderId, orderId))
      .for("update")
    if (!row || row.payment.status !== "WAITING_FOR_DEPOSIT") return []
    const payment: ProviderPayment = {
      ...row.payment,
      status: "DONE",
      approvedAt: formatProviderMoment(now()),
    }
    await tx
      .update(simulatedPayments)
      .set({ payment, updatedAt: now() })
      .where(eq(simulatedPayments.orderId, orderId))
    const deposit = {
      createdAt: formatProviderMoment(now()),
      secret: payment.secret,
      status: "DONE",
      transactionKey: key("tx"),
      orderId,
    }
    const changed = {
      eventType: "PAYMENT_STATUS_CHANGED",
      createdAt: formatProviderMoment(now()),
      data: payment,
    }
    return Array.from({ length: times }, (_, time) =>
      time % 2 === 0 ? [deposit, changed] : [changed, deposit],
    ).flat()
  })
}

const refuse = (status: number, code: string, message: string): SimulatedResponse => ({
  status,
  body: { code, message },
})
const asText = (value: unknown) => (typeof value === "string" ? value : "")

/**
 * Answers one call as the provider would; the transport of the port, and the double that tests serve over
 * HTTP.
 */
export async function answerAsPaymentProvider(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  const { status, body } = await answerCall(request, path)
  return Response.json(body, { status })
}

async function answerCall(request: Request, path: string): Promise<SimulatedResponse> {
  const credentials = Buffer.from(
    (request.headers.get("Authorization") ?? "").replace(/^Basic /, ""),
    "base64",
  ).toString()
  if (!credentials.endsWith(":") || credentials.length < 5)
    return refuse(401, "UNAUTHORIZED_KEY", "인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.")
  const forcedErrorCode = request.headers.get("TossPayments-Test-Code")
  if (forcedErrorCode) return refuse(400, forcedErrorCode, "강제로 일으킨 오류예요.")
  if (request.method === "GET") {
    if (path === "/v1/transactions") return listSimulatedTransactions(new URL(request.url).searchParams)
    if (path === "/v1/cash-receipts") return listSimulatedCashReceipts(new URL(request.url).searchParams)
    const found = /^\/v1\/payments\/(orders\/)?([^/]+)$/.exec(path)
    if (!found) return refuse(404, "NOT_FOUND", "존재하지 않는 정보 입니다.")
    const name = decodeURIComponent(found[2] ?? "")
    const [row] = await db()
      .select({ payment: simulatedPayments.payment })
      .from(simulatedPayments)
      .where(found[1] ? eq(simulatedPayments.orderId, name) : eq(simulatedPayments.paymentKey, name))
    return row
      ? { status: 200, body: row.payment }
      : refuse(404, "NOT_FOUND_PAYMENT", "존재하지 않는 결제 정보 입니다.")
  }
  const requestBody = asRecord(await request.json().catch(() => null))
  const idempotencyKey = request.headers.get("Idempotency-Key")
  if (!idempotencyKey)
    return inTransaction(async (tx) => {
      const { write = null, ...response } = await runCall(tx, path, requestBody)
      await writeTogether(tx, [write])
      return response
    })
  return answerOnce(
    idempotencyKey,
    `${request.method} ${path}`,
    (tx) => runCall(tx, path, requestBody),
    rememberLostAnswer,
  )
}

/** A lost answer is remembered as what it was: repeating the call brings it to light. */
const rememberLostAnswer = (response: SimulatedResponse): SimulatedResponse =>
  response.status >= 500 ? { status: 200, body: asRecord(response.body).lost } : response

async function runCall(
  tx: Transaction,
  path: string,
  requestBody: Record<string, unknown>,
): Promise<SimulatedCall> {
  if (path === "/v1/payments/confirm")
    return confirm(tx, asText(requestBody.paymentKey), asText(requestBody.orderId), requestBody.amount)
  const cancelPath = /^\/v1\/payments\/([^/]+)\/cancel$/.exec(path)
  if (cancelPath) return cancel(tx, decodeURIComponent(cancelPath[1] ?? ""), requestBody)
  if (path === "/v1/cash-receipts") return issueSimulatedCashReceipt(tx, requestBody)
  const receiptPath = /^\/v1\/cash-receipts\/([^/]+)\/cancel$/.exec(path)
  if (receiptPath)
    return cancelSimulatedCashReceipt(tx, decodeURIComponent(receiptPath[1] ?? ""), requestBody)
  return refuse(404, "NOT_FOUND", "존재하지 않는 정보 입니다.")
}

async function confirm(
  tx: Transaction,
  paymentKey: string,
  orderId: string,
  amount: unknown,
): Promise<SimulatedCall> {
  const [row] = await tx
    .select()
    .from(simulatedPayments)
    .where(eq(simulatedPayments.paymentKey, paymentKey))
    .for("update")
  if (row?.script === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_ANSWER_DELAY_MS))
  if (!row || row.orderId !== orderId)
    return refuse(
      404,
      "NOT_FOUND_PAYMENT_SESSION",
      "결제 시간이 만료되어 결제 진행 데이터가 존재하지 않습니다.",
    )
  if (row.payment.status !== "IN_PROGRESS")
    return refuse(400, "ALREADY_PROCESSED_PAYMENT", "이미 처리된 결제 입니다.")
  if (amount !== row.payment.totalAmount) return refuse(400, "INVALID_REQUEST", "잘못된 요청입니다.")
  const isVirtualAccount = row.payment.virtualAccount !== null
  const isRejected = row.script === "reject"
  const payment: ProviderPayment = isRejected
    ? {
        ...row.payment,
        status: "ABORTED",
        failure: { code: "REJECT_CARD_COMPANY", message: "결제 승인이 거절되었습니다." },
      }
    : {
        ...row.payment,
        status: isVirtualAccount ? "WAITING_FOR_DEPOSIT" : "DONE",
        approvedAt: isVirtualAccount ? null : formatProviderMoment(now()),
        receipt: { url: `/shopping/pay/receipt` },
      }
  const write = savePayment(tx, payment)
  if (isRejected) return { ...refuse(403, "REJECT_CARD_COMPANY", "결제 승인이 거절되었습니다."), write }
  if (row.script === "unknown")
    return {
      write,
      status: 500,
      body: {
        code: "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING",
        message: "결제가 완료되지 않았어요.",
        lost: payment,
      },
    }
  return { status: 200, body: payment, write }
}

const savePayment = (tx: Transaction, payment: ProviderPayment) =>
  tx
    .update(simulatedPayments)
    .set({ payment, updatedAt: now() })
    .where(eq(simulatedPayments.paymentKey, payment.paymentKey))

async function cancel(
  tx: Transaction,
  paymentKey: string,
  requestBody: Record<string, unknown>,
): Promise<SimulatedCall> {
  const [row] = await tx
    .select()
    .from(simulatedPayments)
    .where(eq(simulatedPayments.paymentKey, paymentKey))
    .for("update")
  if (!row) return refuse(404, "NOT_FOUND_PAYMENT", "존재하지 않는 결제 정보 입니다.")
  const { payment } = row
  if (payment.status === "CANCELED")
    return refuse(400, "ALREADY_CANCELED_PAYMENT", "이미 취소된 결제 입니다.")
  if (!["DONE", "PARTIAL_CANCELED", "WAITING_FOR_DEPOSIT"].includes(payment.status))
    return refuse(403, "NOT_CANCELABLE_PAYMENT", "취소 할 수 없는 결제 입니다.")
  const reason = asText(requestBody.cancelReason)
  if (reason === "") return refuse(400, "INVALID_REQUEST", "취소 사유는 필수입니다.")
  const amount = requestBody.cancelAmount ?? payment.balanceAmount
  if (
    typeof amount !== "number" ||
    !Number.isSafeInteger(amount) ||
    amount <= 0 ||
    amount > payment.balanceAmount
  )
    return refuse(403, "NOT_CANCELABLE_AMOUNT", "취소 할 수 없는 금액 입니다.")
  if (
    payment.virtualAccount &&
    payment.status !== "WAITING_FOR_DEPOSIT" &&
    asText(asRecord(requestBody.refundReceiveAccount).accountNumber) === ""
  ) {
    return refuse(400, "INVALID_REFUND_ACCOUNT_INFO", "환불 계좌번호와 예금주명이 일치하지 않습니다.")
  }
  const balanceAmount = payment.balanceAmount - amount
  const cancels = [
    ...(payment.cancels ?? []),
    {
      cancelAmount: amount,
      cancelReason: reason,
      canceledAt: formatProviderMoment(now()),
      transactionKey: key("tx"),
    },
  ]
  const updatedPayment: ProviderPayment = {
    ...payment,
    balanceAmount,
    cancels,
    status: balanceAmount === 0 ? "CANCELED" : "PARTIAL_CANCELED",
  }
  return { status: 200, body: updatedPayment, write: savePayment(tx, updatedPayment) }
}
