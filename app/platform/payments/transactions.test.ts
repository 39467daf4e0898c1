/** The provider's list of transactions: as the double serves it, page by page, and what cannot be read. */
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "../../basics/clock.ts"
import { withDatabase } from "../../../tests/setup/database.ts"
import { getPaymentPort } from "./port.server.ts"
import {
  answerAsPaymentProvider,
  createSimulatedPayment,
  depositToSimulatedAccount,
} from "./simulator.server.ts"
import { createTossPort } from "./toss.server.ts"
import { parseTransactionList, TRANSACTIONS_PER_PAGE } from "./transactions.ts"

withDatabase()
afterEach(resetClock)

const at = (moment: string) => setClock(() => new Date(`${moment}+09:00`))
const DAY = [new Date("2026-03-02T00:00:00+09:00"), new Date("2026-03-02T23:59:59.999+09:00")] as const

async function pay(orderId: string, method: "카드" | "가상계좌" = "카드"): Promise<string> {
  const { paymentKey } = await createSimulatedPayment({
    orderId,
    amountWon: 10_000,
    orderName: "주문",
    method,
    customerName: "김하늘",
    script: "pay",
  })
  const port = getPaymentPort("simulator")
  await port.confirm({ paymentKey, orderId, amountWon: 10_000, idempotencyKey: `confirm-${orderId}` })
  return paymentKey
}
const cancel = (paymentKey: string, amountWon: number, idempotencyKey: string) =>
  getPaymentPort("simulator").cancel({ paymentKey, amountWon, reason: "취소", idempotencyKey, account: null })

async function ask(query: Record<string, string>) {
  const answer = await answerAsPaymentProvider(
    new Request(`http://simulator.invalid/v1/transactions?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Basic ${Buffer.from("test_sk_simulator:").toString("base64")}` },
    }),
  )
  return {
    status: answer.status,
    body: (await answer.json()) as { transactionKey: string }[] & { code?: string },
  }
}

test("each payment and cancellation of a day is a transaction of its own, in the order of time", async () => {
  at("2026-03-01T23:59:59")
  await pay("order-before")
  at("2026-03-02T10:00:00")
  const paymentKey = await pay("order-card")
  at("2026-03-02T11:00:00")
  await pay("order-deposit", "가상계좌")
  at("2026-03-02T12:00:00")
  await depositToSimulatedAccount("order-deposit", 1)
  at("2026-03-02T13:00:00")
  await cancel(paymentKey, 4_000, "first")
  at("2026-03-02T23:59:59")
  await cancel(paymentKey, 6_000, "second")
  at("2026-03-03T00:00:00")
  await pay("order-after")
  const list = await getPaymentPort("simulator").listTransactions(...DAY, null)
  expect(list).toMatchObject({
    kind: "transactions",
    next: null,
    transactions: [
      { orderId: "order-card", status: "DONE", amountWon: 10_000 },
      { orderId: "order-deposit", status: "WAITING_FOR_DEPOSIT", amountWon: 10_000 },
      { orderId: "order-deposit", status: "DONE", amountWon: 10_000 },
      { orderId: "order-card", status: "PARTIAL_CANCELED", amountWon: 4_000, paymentKey },
      { orderId: "order-card", status: "CANCELED", amountWon: 6_000, paymentKey },
    ],
  })
  const query = { startDate: "2026-03-02T00:00:00.000", endDate: "2026-03-02T23:59:59.999" }
  const first = await ask({ ...query, limit: "3" })
  const second = await ask({ ...query, limit: "3", startingAfter: first.body[2]?.transactionKey ?? "" })
  expect([first.body.length, second.body.length]).toEqual([3, 2])
  const keys = [...first.body, ...second.body].map((each) => each.transactionKey)
  expect(new Set(keys).size).toBe(5)
  for (const [wrong, code] of [
    [{ ...query, startingAfter: "unknown" }, "INVALID_TRANSACTION_KEY"],
    [{ ...query, startDate: "yesterday" }, "INVALID_DATE"],
    [{ ...query, limit: "5001" }, "INVALID_REQUEST"],
  ] as const)
    expect(await ask(wrong)).toMatchObject({ status: 400, body: { code } })
})

test("a full page leads to the next by its last key, and the moments are sent as Korea's", async () => {
  const asked: URL[] = []
  const port = createTossPort({
    name: "toss",
    base: "http://toss.invalid",
    secretKey: "test_sk",
    transport: async (request) => {
      asked.push(new URL(request.url))
      const rows = Array.from({ length: asked.length === 1 ? TRANSACTIONS_PER_PAGE : 1 }, (_, index) => ({
        transactionKey: `key-${asked.length}-${index}`,
        paymentKey: "pay",
        orderId: "order",
        status: index === 0 ? "ABORTED" : "CANCELED",
        amount: -100,
        transactionAt: "2026-03-02T10:00:00",
      }))
      return Response.json(rows)
    },
  })
  const first = await port.listTransactions(...DAY, null)
  if (first.kind !== "transactions") throw new Error(first.code)
  expect(first.next).toBe(`key-1-${TRANSACTIONS_PER_PAGE - 1}`)
  // What moved no money is left out; a cancellation is an amount that went back.
  expect(first.transactions).toHaveLength(TRANSACTIONS_PER_PAGE - 1)
  expect(first.transactions[0]).toMatchObject({
    amountWon: 100,
    transactionAt: new Date("2026-03-02T01:00:00Z"),
  })
  expect(await port.listTransactions(...DAY, first.next)).toEqual({
    kind: "transactions",
    transactions: [],
    next: null,
  })
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toMatchObject([
    { startDate: "2026-03-02T00:00:00.000", endDate: "2026-03-02T23:59:59.999" },
    { startingAfter: first.next },
  ])
})

test("a page of which a line cannot be read is unknown as a whole, and so is no answer", async () => {
  const line = {
    transactionKey: "key",
    paymentKey: "pay",
    orderId: "order",
    status: "DONE",
    amount: 100,
    transactionAt: "2026-03-02T10:00:00",
  }
  expect(parseTransactionList(200, [line])).toMatchObject({ kind: "transactions" })
  for (const broken of [
    null,
    { ...line, amount: "100" },
    { ...line, amount: 0.5 },
    { ...line, transactionAt: "gestern" },
    { ...line, transactionKey: undefined },
    { ...line, status: 7 },
  ])
    expect(parseTransactionList(200, [line, broken])).toEqual({ kind: "unknown", code: "UNREADABLE" })
  expect(parseTransactionList(200, { code: "ODD" })).toEqual({ kind: "unknown", code: "UNREADABLE" })
  expect(parseTransactionList(500, { code: "FAILED" })).toEqual({ kind: "unknown", code: "FAILED" })
  expect(parseTransactionList(401, { code: "UNAUTHORIZED_KEY" })).toEqual({
    kind: "refused",
    code: "UNAUTHORIZED_KEY",
  })
  const silent = createTossPort({
    name: "toss",
    base: "http://toss.invalid",
    secretKey: "test_sk",
    transport: () => Promise.reject(new Error("no way")),
  })
  expect(await silent.listTransactions(...DAY, null)).toEqual({ kind: "unknown", code: "NO_ANSWER" })
})
