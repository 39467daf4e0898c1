/**
 * The way to a provider that speaks the API of Toss Payments v2: confirm, look, cancel, list. What cannot
 * be known is said so.
 */
import { HOUR_MS } from "../../basics/time.ts"
import { log } from "../log.server.ts"
import {
  CASH_RECEIPTS_PER_PAGE,
  parseCashReceiptAnswer,
  parseCashReceiptList,
  type CashReceiptList,
  type CashReceiptResult,
} from "./cash-receipt.ts"
import { bankCode, parseProviderAnswer, type ProviderResult } from "./payment.ts"
import { parseTransactionList, TRANSACTIONS_PER_PAGE, type TransactionList } from "./transactions.ts"

const REQUEST_TIMEOUT_MS = 12_000
const NO_ANSWER = { kind: "unknown", code: "NO_ANSWER" } as const

/** Sends one call; the real one over the network, the simulator's within the process. */
export type Transport = (request: Request) => Promise<Response>

export type PaymentPort = {
  name: "toss" | "simulator"
  /**
   * Charges what the buyer agreed to. The key must be another for another amount or payment: the provider
   * compares neither.
   */
  confirm(input: {
    paymentKey: string
    orderId: string
    amountWon: number
    idempotencyKey: string
  }): Promise<ProviderResult>
  find(paymentKey: string): Promise<ProviderResult>
  findByOrder(orderId: string): Promise<ProviderResult>
  /**
   * Gives back `amountWon`, null: everything, as it must be before a deposit came. `account` is where a
   * deposit goes back to; its bank by name.
   */
  cancel(input: {
    paymentKey: string
    amountWon: number | null
    reason: string
    idempotencyKey: string
    account: { bank: string; accountNumber: string; holderName: string } | null
  }): Promise<ProviderResult>
  /**
   * Lists a page of what happened between two moments, both included, in the order of time: `cursor` is the
   * `next` of the page before.
   */
  listTransactions(from: Date, to: Date, cursor: string | null): Promise<TransactionList>
  /**
   * Issues a cash receipt of `amountWon` in the name of the business `businessNumber`, for a mobile number or
   * that of a business; both numbers are bare digits.
   */
  issueCashReceipt(input: {
    orderId: string
    orderName: string
    amountWon: number
    type: "소득공제" | "지출증빙"
    identityNumber: string
    businessNumber: string
    idempotencyKey: string
  }): Promise<CashReceiptResult>
  /** Cancels `amountWon` of a cash receipt. */
  cancelCashReceipt(input: {
    receiptKey: string
    amountWon: number
    idempotencyKey: string
  }): Promise<CashReceiptResult>
  /** A page of what was issued and cancelled on `day` (YYYY-MM-DD in Korea), as it stands now. */
  listCashReceipts(day: string, cursor: string | null): Promise<CashReceiptList>
}

/** The port over `transport` at `base`, with the secret key of the merchant. */
export function createTossPort(options: {
  name: PaymentPort["name"]
  base: string
  secretKey: string
  transport: Transport
}): PaymentPort {
  const authorization = `Basic ${Buffer.from(`${options.secretKey}:`).toString("base64")}`
  /** Sends a call; null where no answer came. */
  async function send(
    path: string,
    requestBody?: { body: unknown; idempotencyKey: string },
  ): Promise<{ status: number; body: unknown } | null> {
    const headers: Record<string, string> = { Authorization: authorization }
    if (requestBody)
      Object.assign(headers, {
        "Content-Type": "application/json",
        "Idempotency-Key": requestBody.idempotencyKey,
      })
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      const request = new Request(
        options.base + path,
        requestBody
          ? { method: "POST", headers, body: JSON.stringify(requestBody.body), signal }
          : { headers, signal },
      )
      const answer = await options.transport(request)
      return { status: answer.status, body: parseJson(await answer.text()) }
    } catch (error) {
      log().warn({ err: error, path }, "the payment provider did not answer")
      return null
    }
  }
  async function call(...request: Parameters<typeof send>): Promise<ProviderResult> {
    const answer = await send(...request)
    return answer ? parseProviderAnswer(answer.status, answer.body) : NO_ANSWER
  }
  return {
    name: options.name,
    confirm: ({ paymentKey, orderId, amountWon, idempotencyKey }) =>
      call("/v1/payments/confirm", { body: { paymentKey, orderId, amount: amountWon }, idempotencyKey }),
    find: (paymentKey) => call(`/v1/payments/${encodeURIComponent(paymentKey)}`),
    findByOrder: (orderId) => call(`/v1/payments/orders/${encodeURIComponent(orderId)}`),
    cancel: ({ paymentKey, amountWon, reason, idempotencyKey, account }) =>
      call(`/v1/payments/${encodeURIComponent(paymentKey)}/cancel`, {
        body: {
          cancelReason: reason.slice(0, 200),
          ...(amountWon === null ? {} : { cancelAmount: amountWon }),
          ...(account
            ? {
                refundReceiveAccount: {
                  bank: bankCode(account.bank),
                  accountNumber: account.accountNumber.replace(/\D/g, ""),
                  holderName: account.holderName,
                },
              }
            : {}),
        },
        idempotencyKey,
      }),
    async listTransactions(from, to, cursor) {
      const query = new URLSearchParams({
        startDate: formatProviderTime(from),
        endDate: formatProviderTime(to),
        limit: String(TRANSACTIONS_PER_PAGE),
        ...(cursor === null ? {} : { startingAfter: cursor }),
      })
      const answer = await send(`/v1/transactions?${query}`)
      return answer ? parseTransactionList(answer.status, answer.body) : NO_ANSWER
    },
    ...createCashReceiptCalls(send),
  }
}

type Send = (
  path: string,
  requestBody?: { body: unknown; idempotencyKey: string },
) => Promise<{ status: number; body: unknown } | null>

/** The calls about cash receipts, over `send`. */
function createCashReceiptCalls(
  send: Send,
): Pick<PaymentPort, "issueCashReceipt" | "cancelCashReceipt" | "listCashReceipts"> {
  const call = async (...request: Parameters<Send>): Promise<CashReceiptResult> => {
    const answer = await send(...request)
    return answer ? parseCashReceiptAnswer(answer.status, answer.body) : NO_ANSWER
  }
  return {
    issueCashReceipt: ({ amountWon, identityNumber, idempotencyKey, orderName, ...body }) =>
      call("/v1/cash-receipts", {
        body: {
          ...body,
          orderName: orderName.slice(0, 100),
          amount: amountWon,
          customerIdentityNumber: identityNumber,
        },
        idempotencyKey,
      }),
    cancelCashReceipt: ({ receiptKey, amountWon, idempotencyKey }) =>
      call(`/v1/cash-receipts/${encodeURIComponent(receiptKey)}/cancel`, {
        body: { amount: amountWon },
        idempotencyKey,
      }),
    async listCashReceipts(day, cursor) {
      const query = new URLSearchParams({
        requestDate: day,
        limit: String(CASH_RECEIPTS_PER_PAGE),
        ...(cursor === null ? {} : { cursor }),
      })
      const answer = await send(`/v1/cash-receipts?${query}`)
      return answer ? parseCashReceiptList(answer.status, answer.body) : NO_ANSWER
    },
  }
}

/** A moment as queries of the provider take it: Korea's time, to the millisecond. */
const formatProviderTime = (moment: Date): string =>
  new Date(moment.getTime() + 9 * HOUR_MS).toISOString().slice(0, 23)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
