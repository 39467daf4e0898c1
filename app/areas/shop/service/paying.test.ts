/** Taking the payment: once, whoever brings the news and however often; what is unknown is asked again. */
import { and, eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositSimulated, openSimulated } from "#app/platform/payments/simulator.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createShop,
  createVariant,
  groupOf,
  linesOf,
  moveTime,
  pay,
  placed,
  placeInput,
  stockOf,
} from "../fixtures.ts"
import { ledger, payments } from "../schema.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { checkLedger } from "./ledger.server.ts"
import { askAgain, cancelDeposit, confirmPayment, receiveWebhook } from "./pay.server.ts"
import { placeOrder } from "./place.server.ts"
import { expireCheckouts } from "./time.server.ts"

withDatabase()
afterEach(resetClock)

const chargedWon = async () =>
  Number(
    (
      await db().execute<{ won: string }>(
        sql`select coalesce(sum((payment->>'totalAmount')::int), 0)::text as won from simulated_payments
          where payment->>'status' not in ('IN_PROGRESS', 'ABORTED', 'WAITING_FOR_DEPOSIT')`,
      )
    )[0]?.won,
  )

test(
  "paid once: 100 requests with one key make one order, one charge and one answer; the same key with another body is refused",
  { timeout: 60_000 },
  async () => {
    const shop = await createShop()
    const variantId = await createVariant(shop.sellerId, 10_000, 500)
    const buyer = await createPerson()
    const key = newId()
    const starts = await Promise.all(
      Array.from({ length: 100 }, () =>
        startCheckout(buyer.actor, {
          source: "direct",
          lines: [{ variantId, quantity: 1 }],
          submissionKey: key,
        }),
      ),
    )
    const groups = new Set(starts.map((start) => (start.ok ? start.groupId : start.reason)))
    expect(groups.size).toBe(1)
    expect(
      await startCheckout(buyer.actor, {
        source: "direct",
        lines: [{ variantId, quantity: 2 }],
        submissionKey: key,
      }),
    ).toMatchObject({ ok: false, reason: "key_reused" })
    const [groupId = ""] = groups
    const input = placeInput()
    const places = await Promise.all(
      Array.from({ length: 100 }, () => placeOrder(buyer.actor, groupId, input)),
    )
    const attempts = new Set(places.map((place) => (place.ok ? place.paymentId : place.reason)))
    expect(attempts.size).toBe(1)
    expect(await placeOrder(buyer.actor, groupId, { ...input, method: "easy_pay" })).toEqual({
      ok: false,
      reason: "key_reused",
    })
    const [paymentId = ""] = attempts
    const before = await chargedWon()
    const { paymentKey } = await openSimulated({
      orderId: paymentId,
      amountWon: 13_000,
      orderName: "주문",
      method: "카드",
      customerName: "김하늘",
      script: "pay",
    })
    const paid = await Promise.all(
      Array.from({ length: 100 }, () =>
        confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 13_000 }),
      ),
    )
    expect(paid.every((result) => result.ok || result.reason === "unknown")).toBe(true)
    expect(paid.filter((result) => result.ok).length).toBeGreaterThan(0)
    expect((await chargedWon()) - before).toBe(13_000)
    expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
    expect(await stockOf(variantId)).toBe(499)
    expect(await checkLedger()).toEqual([])
  },
)

test("webhooks seven times, shuffled, have one effect; a wrong secret has none", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  expect(await pay(buyer, paymentId, 40_000, { method: "virtual_account" })).toMatchObject({
    ok: true,
    state: "WAITING_FOR_DEPOSIT",
  })
  expect((await groupOf(groupId))?.state).toBe("waiting_deposit")
  expect(
    await receiveWebhook({
      createdAt: "",
      secret: "guessed",
      status: "DONE",
      transactionKey: "x",
      orderId: paymentId,
    }),
  ).toBe(false)
  expect(
    await receiveWebhook({
      eventType: "PAYMENT_STATUS_CHANGED",
      createdAt: "",
      data: { orderId: paymentId, status: "DONE", totalAmount: 40_000 },
    }),
  ).toBe(true)
  expect((await groupOf(groupId))?.state).toBe("waiting_deposit")
  const hooks = await depositSimulated(paymentId, 7)
  await Promise.all(hooks.toReversed().map((hook) => receiveWebhook(hook)))
  expect((await groupOf(groupId))?.state).toBe("paid")
  expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
  expect((await linesOf(groupId)).map((line) => line.state)).toEqual(["paid"])
})

test("a deposit that does not come gives the goods back, and one called off does so at once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 3)
  const buyer = await createPerson()
  const late = await placed(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  await pay(buyer, late.paymentId, 40_000, { method: "virtual_account" })
  const off = await placed(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  await pay(buyer, off.paymentId, 40_000, { method: "virtual_account" })
  expect(await cancelDeposit((await createPerson()).actor, off.groupId)).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await cancelDeposit(buyer.actor, off.groupId)).toEqual({ ok: true })
  expect(await stockOf(variantId)).toBe(2)
  moveTime(25 * 60)
  await expireCheckouts()
  expect([await stockOf(variantId), (await groupOf(late.groupId))?.state]).toEqual([3, "expired"])
})

test("a payment that failed can be tried again while the goods are reserved; an outcome that is unknown is asked again, never guessed", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  expect(await pay(buyer, paymentId, 40_000, { script: "reject" })).toMatchObject({
    ok: false,
    reason: "failed",
  })
  const again = await placeOrder(buyer.actor, groupId, placeInput())
  if (!again.ok) throw new Error(again.reason)
  expect(await pay(buyer, again.paymentId, 40_000, { script: "unknown" })).toMatchObject({
    ok: true,
    state: "DONE",
  })
  expect((await groupOf(groupId))?.state).toBe("paid")
})

test("a confirmation that never reached the provider is sent again, and charges once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  const { paymentKey } = await openSimulated({
    orderId: paymentId,
    amountWon: 40_000,
    orderName: "주문",
    method: "카드",
    customerName: "김하늘",
    script: "pay",
  })
  await db().update(payments).set({ state: "IN_PROGRESS", paymentKey }).where(eq(payments.id, paymentId))
  moveTime(16)
  await expireCheckouts()
  expect((await groupOf(groupId))?.state).toBe("pending")
  await askAgain()
  expect((await groupOf(groupId))?.state).toBe("paid")
})

test("who waits for the answer of the provider hears of a refusal, once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  const { paymentKey } = await openSimulated({
    orderId: paymentId,
    amountWon: 40_000,
    orderName: "주문",
    method: "카드",
    customerName: "김하늘",
    script: "reject",
  })
  await db()
    .update(payments)
    .set({ state: "IN_PROGRESS", paymentKey, unknownAt: new Date() })
    .where(eq(payments.id, paymentId))
  const told = async () =>
    (
      await db()
        .select({ payload: outbox.payload })
        .from(outbox)
        .where(and(eq(outbox.type, "shop.payment_failed"), sql`${outbox.payload}->>'groupId' = ${groupId}`))
    ).map((row) => row.payload)
  expect(await told()).toEqual([])
  moveTime(2)
  await askAgain()
  expect((await groupOf(groupId))?.state).toBe("pending")
  expect(await told()).toEqual([{ groupId, buyerId: buyer.actor.userId }])
  // Asked once more, by the buyer or by a webhook that comes late, it says the same and tells nobody again.
  expect(await confirmPayment(buyer.actor, paymentId, { paymentKey, amountWon: 40_000 })).toMatchObject({
    reason: "failed",
    groupId,
  })
  expect(await told()).toHaveLength(1)
})

test("the amount is computed here: what comes back with another amount is not charged", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { paymentId } = await placed(buyer, [{ variantId, quantity: 1 }])
  expect(await pay(buyer, paymentId, 400)).toMatchObject({ ok: false, reason: "amount" })
  const [row] = await db().select().from(simulatedPayments).where(eq(simulatedPayments.orderId, paymentId))
  expect(row?.payment.status).toBe("IN_PROGRESS")
})
