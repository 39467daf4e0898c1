/**
 * The real provider's way, against its double over HTTP: what is sent, field by field, and that money goes
 * and comes by it.
 */
import { createServer, type Server } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { bankCode, bankName, BANK_NAMES, parseProviderTime } from "#app/platform/payments/payment.ts"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"
import {
  answerAsPaymentProvider,
  depositToSimulatedAccount,
  createSimulatedPayment,
} from "#app/platform/payments/simulator.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createShop, createVariant, findPurchaseLines, createPlacedPurchase } from "../fixtures.ts"
import { orderGroups } from "../schema.server.ts"
import { cancelLine } from "./after-sale.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { confirmPayment, receiveWebhook } from "../../money/service/payments.server.ts"
import { payments } from "../../money/schema.server.ts"
import { cancelDeposit } from "../../money/service/deposits.server.ts"

withDatabase()

type Call = {
  method: string
  path: string
  authorization: string | undefined
  idempotencyKey: string | undefined
  body: unknown
}
const calls: Call[] = []
/**
 * What the double answers next instead of the provider's own answer; "cut": it does it, and the line breaks.
 */
let next: { status: number; body: unknown } | "cut" | null = null
let server: Server
beforeAll(async () => {
  server = createServer((asked, answer) => {
    void (async () => {
      const pieces: Buffer[] = []
      for await (const piece of asked) pieces.push(piece as Buffer)
      const text = Buffer.concat(pieces).toString()
      const header = (name: string) => [asked.headers[name] ?? []].flat()[0]
      calls.push({
        method: asked.method ?? "",
        path: asked.url ?? "",
        authorization: header("authorization"),
        idempotencyKey: header("idempotency-key"),
        body: text === "" ? null : JSON.parse(text),
      })
      const planned = next
      next = null
      if (planned && planned !== "cut") {
        answer
          .writeHead(planned.status, { "Content-Type": "application/json" })
          .end(JSON.stringify(planned.body))
        return
      }
      const done = await answerAsPaymentProvider(
        new Request(`http://double.invalid${asked.url}`, {
          method: asked.method ?? "GET",
          headers: Object.entries(asked.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
          ...(text === "" ? {} : { body: text }),
        }),
      )
      if (planned === "cut") return void asked.socket.destroy()
      answer.writeHead(done.status, { "Content-Type": "application/json" }).end(await done.text())
    })()
  })
  const port = await new Promise<number>((opened) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      opened(typeof address === "object" && address ? address.port : 0)
    })
  })
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      SECRET: "a secret that only tests know, 32+",
      TOSS_CLIENT_KEY: "test_ck_double",
      TOSS_SECRET_KEY: "test_sk_double",
      TOSS_API_URL: `http://127.0.0.1:${port}`,
    }),
  )
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const begin = async (method: "card" | "virtual_account" = "card") => {
  calls.length = 0
  const shop = await createShop()
  const buyer = await createPerson()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], { method })
  // The buyer agrees in the provider's window.
  const { paymentKey } = await createSimulatedPayment({
    orderId: paymentId,
    amountWon: 40_000,
    orderName: "주문",
    method: method === "card" ? "카드" : "가상계좌",
    customerName: "김하늘",
    script: "pay",
  })
  return { buyer, groupId, paymentId, paymentKey }
}
const stateOf = async (groupId: string) =>
  (await db().select().from(orderGroups).where(eq(orderGroups.id, groupId)))[0]?.state
const BASIC = `Basic ${Buffer.from("test_sk_double:").toString("base64")}`

test("a card is confirmed and given back with exactly the fields that the provider knows", async () => {
  const { buyer, groupId, paymentId, paymentKey } = await begin()
  expect((await db().select().from(payments).where(eq(payments.id, paymentId)))[0]?.provider).toBe("toss")
  expect(await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })).toMatchObject({
    ok: true,
    state: "DONE",
  })
  expect(calls).toEqual([
    {
      method: "POST",
      path: "/v1/payments/confirm",
      authorization: BASIC,
      idempotencyKey: expect.stringMatching(/^confirm-.{1,290}$/),
      body: { paymentKey, orderId: paymentId, amount: 40_000 },
    },
  ])
  expect(paymentId).toMatch(/^[A-Za-z0-9\-_=]{6,64}$/)
  calls.length = 0
  const [line] = await findPurchaseLines(groupId)
  expect(
    await cancelLine(buyer.actor, line?.id ?? "", { reason: "마음이 바뀌었어요", account: null }),
  ).toEqual({ ok: true })
  expect(calls[0]).toMatchObject({
    method: "POST",
    path: `/v1/payments/${paymentKey}/cancel`,
    authorization: BASIC,
    body: { cancelReason: expect.stringContaining("마음이 바뀌었어요"), cancelAmount: 40_000 },
  })
  expect(Object.keys(calls[0]?.body as object)).toEqual(["cancelReason", "cancelAmount"])
  expect((await db().select().from(payments).where(eq(payments.id, paymentId)))[0]?.state).toBe("CANCELED")
  expect(await checkLedger()).toEqual([])
})

test("a deposit goes back to an account whose bank is a code and whose number is digits", async () => {
  const { buyer, groupId, paymentId, paymentKey } = await begin("virtual_account")
  expect(await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })).toMatchObject({
    ok: true,
    state: "WAITING_FOR_DEPOSIT",
  })
  for (const hook of await depositToSimulatedAccount(paymentId, 2))
    expect(await receiveWebhook(hook)).toBe(true)
  expect(await stateOf(groupId)).toBe("paid")
  expect(
    calls.slice(1).every((call) => call.method === "GET" && call.path === `/v1/payments/${paymentKey}`),
  ).toBe(true)
  calls.length = 0
  const [line] = await findPurchaseLines(groupId)
  expect(
    await cancelLine(buyer.actor, line?.id ?? "", {
      reason: "마음이 바뀌었어요",
      account: { bank: "우리은행", accountNumber: "1002-123-456789", holder: "김하늘" },
    }),
  ).toEqual({ ok: true })
  expect(calls[0]?.body).toMatchObject({
    cancelAmount: 40_000,
    refundReceiveAccount: { bank: "20", accountNumber: "1002123456789", holderName: "김하늘" },
  })
  expect(await checkLedger()).toEqual([])
})

test("before the deposit came everything is called off, without an amount or an account", async () => {
  const { buyer, groupId, paymentId, paymentKey } = await begin("virtual_account")
  await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })
  calls.length = 0
  expect(await cancelDeposit(buyer.actor, groupId)).toEqual({ ok: true })
  expect(calls.map((call) => call.body)).toEqual([{ cancelReason: "입금 전 주문 취소" }])
})

test.each([
  ["the line breaks after it was done", "cut" as const],
  [
    "the provider answers 500",
    {
      status: 500,
      body: { code: "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING", message: "결제가 완료되지 않았어요." },
    },
  ],
  [
    "it is done already",
    { status: 400, body: { code: "ALREADY_PROCESSED_PAYMENT", message: "이미 처리된 결제 입니다." } },
  ],
  [
    "the same key is under way",
    {
      status: 409,
      body: { code: "IDEMPOTENT_REQUEST_PROCESSING", message: "이전 멱등 요청이 처리중입니다." },
    },
  ],
  ["nobody can read the answer", { status: 200, body: "<html>" }],
])("an outcome that cannot be known is asked again, never guessed: %s", async (_, planned) => {
  const { buyer, groupId, paymentId, paymentKey } = await begin()
  next = planned
  const first = await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })
  expect(calls.map((call) => call.path)).toEqual(["/v1/payments/confirm", `/v1/payments/${paymentKey}`])
  expect(first.ok || first.reason === "unknown").toBe(true)
  const again = await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })
  expect([again, await stateOf(groupId)]).toMatchObject([{ ok: true, state: "DONE" }, "paid"])
  expect(await checkLedger()).toEqual([])
})

test("a refusal that is clear is said in the provider's words, and charges nothing", async () => {
  const { buyer, groupId, paymentId, paymentKey } = await begin()
  next = {
    status: 403,
    body: { code: "REJECT_CARD_PAYMENT", message: "한도초과 혹은 잔액부족으로 결제에 실패했습니다." },
  }
  expect(await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })).toMatchObject({
    ok: false,
    reason: "failed",
    message: "한도초과 혹은 잔액부족으로 결제에 실패했습니다.",
  })
  expect(await stateOf(groupId)).toBe("pending")
})

test("what the provider does not know is a refusal", async () => {
  expect(await getPaymentPort("toss").find("no-such-payment")).toMatchObject({
    kind: "refused",
    code: "NOT_FOUND_PAYMENT",
  })
})

test("every bank has a code of two digits and its name back; a moment without a zone is Korea's", () => {
  for (const name of BANK_NAMES)
    expect([name, bankCode(name), bankName(bankCode(name))]).toEqual([
      name,
      expect.stringMatching(/^\d\d$/),
      name,
    ])
  expect(parseProviderTime("2026-11-22T18:00:00").toISOString()).toBe("2026-11-22T09:00:00.000Z")
  expect(parseProviderTime("2026-11-22T18:00:00+09:00").toISOString()).toBe("2026-11-22T09:00:00.000Z")
})

test("a day's cash receipts are listed in pages, what was cancelled among them", async () => {
  const { paymentId } = await begin()
  const port = getPaymentPort("toss")
  const issued = await port.issueCashReceipt({
    orderId: paymentId,
    orderName: "주문 1",
    amountWon: 40_000,
    type: "소득공제",
    identityNumber: "01023456789",
    businessNumber: "2208162517",
    idempotencyKey: "issue-listed",
  })
  if (issued.kind !== "receipt") throw new Error(`not issued: ${JSON.stringify(issued)}`)
  const { receiptKey } = issued.receipt
  await port.cancelCashReceipt({ receiptKey, amountWon: 15_000, idempotencyKey: "cancel-listed" })
  const day = toKstDateString(now())
  const list = await port.listCashReceipts(day, null)
  if (list.kind !== "receipts") throw new Error(`no list: ${JSON.stringify(list)}`)
  expect(list.next).toBeNull()
  expect(
    list.receipts
      .filter((receipt) => receipt.receiptKey === receiptKey)
      .map(({ transactionType, amount }) => [transactionType, amount]),
  ).toEqual([
    ["CONFIRM", 40_000],
    ["CANCEL", 15_000],
  ])
  expect(calls.at(-1)).toMatchObject({
    method: "GET",
    path: `/v1/cash-receipts?requestDate=${day}&limit=1000`,
  })
  // What the guide says of the answer: a number for the cursor, which is sent as it came.
  next = { status: 200, body: { hasNext: true, lastCursor: 1_000, data: [issued.receipt] } }
  expect(await port.listCashReceipts(day, null)).toMatchObject({ kind: "receipts", next: "1000" })
  await port.listCashReceipts(day, "1000")
  expect(calls.at(-1)?.path).toBe(`/v1/cash-receipts?requestDate=${day}&limit=1000&cursor=1000`)
})

test("a cash receipt is issued in the seller's name and cancelled, with the provider's fields", async () => {
  const { paymentId } = await begin()
  const port = getPaymentPort("toss")
  const issued = await port.issueCashReceipt({
    orderId: paymentId,
    orderName: "주문 1",
    amountWon: 40_000,
    type: "소득공제",
    identityNumber: "01023456789",
    businessNumber: "2208162517",
    idempotencyKey: "issue-1",
  })
  if (issued.kind !== "receipt") throw new Error(`not issued: ${JSON.stringify(issued)}`)
  const { receiptKey } = issued.receipt
  const cancel = { receiptKey, amountWon: 15_000, idempotencyKey: "cancel-1" }
  expect(await port.cancelCashReceipt(cancel)).toMatchObject({
    kind: "receipt",
    receipt: { transactionType: "CANCEL", amount: 15_000 },
  })
  expect(calls.slice(-2)).toEqual([
    {
      method: "POST",
      path: "/v1/cash-receipts",
      authorization: BASIC,
      idempotencyKey: "issue-1",
      body: {
        orderId: paymentId,
        orderName: "주문 1",
        amount: 40_000,
        type: "소득공제",
        customerIdentityNumber: "01023456789",
        businessNumber: "2208162517",
      },
    },
    {
      method: "POST",
      path: `/v1/cash-receipts/${receiptKey}/cancel`,
      authorization: BASIC,
      idempotencyKey: "cancel-1",
      body: { amount: 15_000 },
    },
  ])
  // The line breaks after the provider has done it: the same call again answers as it did then.
  next = "cut"
  const rest = { receiptKey, amountWon: 25_000, idempotencyKey: "cancel-2" }
  expect(await port.cancelCashReceipt(rest)).toEqual({ kind: "unknown", code: "NO_ANSWER" })
  expect(await port.cancelCashReceipt(rest)).toMatchObject({ kind: "receipt", receipt: { amount: 25_000 } })
  expect(await port.cancelCashReceipt({ ...rest, idempotencyKey: "cancel-3" })).toEqual({
    kind: "refused",
    code: "ALREADY_CANCELED_CASH_RECEIPT",
  })
  next = {
    status: 200,
    body: { ...issued.receipt, issueStatus: "FAILED", failure: { code: "INVALID", message: "" } },
  }
  expect(await port.cancelCashReceipt(rest)).toEqual({ kind: "refused", code: "INVALID" })
})
