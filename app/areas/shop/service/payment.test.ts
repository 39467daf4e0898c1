/** Taking the payment: once, whoever brings the news and however often; what is unknown is asked again. */
import { and, eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { depositToSimulatedAccount, createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { renderMetrics } from "#app/platform/metrics.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createShop,
  createVariant,
  findPurchaseRow,
  findPurchaseLines,
  setClockMinutesAhead,
  payPurchase,
  createPlacedPurchase,
  createPlacePurchaseInput,
  findVariantStock,
} from "../fixtures.ts"
import { startCheckout } from "./checkout.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { recheckOpenPayments, confirmPayment, receiveWebhook } from "../../money/service/payments.server.ts"
import { placePurchase } from "./place-purchase.server.ts"
import { expireCheckouts } from "./scheduled.server.ts"
import { payments, ledger, refunds } from "../../money/schema.server.ts"
import { chargeBack } from "../../money/fixtures.ts"
import { cancelLine } from "./after-sale.server.ts"
import { cancelDeposit } from "../../money/service/deposits.server.ts"

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
  "paid once: 100 requests with one key make one order, one charge and one answer",
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
    const input = createPlacePurchaseInput()
    const places = await Promise.all(
      Array.from({ length: 100 }, () => placePurchase(buyer.actor, groupId, input)),
    )
    const attempts = new Set(places.map((place) => (place.ok ? place.paymentId : place.reason)))
    expect(attempts.size).toBe(1)
    expect(await placePurchase(buyer.actor, groupId, { ...input, method: "kakao_pay" })).toEqual({
      ok: false,
      reason: "key_reused",
    })
    const [paymentId = ""] = attempts
    const before = await chargedWon()
    const { paymentKey } = await createSimulatedPayment({
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
    expect(await findVariantStock(variantId)).toBe(499)
    expect(await checkLedger()).toEqual([])
  },
)

test("webhooks seven times, shuffled, have one effect; a wrong secret has none", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], {
    method: "virtual_account",
  })
  expect(await payPurchase(buyer, paymentId, 40_000, { method: "virtual_account" })).toMatchObject({
    ok: true,
    state: "WAITING_FOR_DEPOSIT",
  })
  expect((await findPurchaseRow(groupId))?.state).toBe("waiting_deposit")
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
  expect((await findPurchaseRow(groupId))?.state).toBe("waiting_deposit")
  const webhooks = await depositToSimulatedAccount(paymentId, 7)
  await Promise.all(webhooks.toReversed().map((webhook) => receiveWebhook(webhook)))
  expect((await findPurchaseRow(groupId))?.state).toBe("paid")
  expect(await db().select().from(ledger).where(eq(ledger.groupId, groupId))).toHaveLength(2)
  expect((await findPurchaseLines(groupId)).map((line) => line.state)).toEqual(["paid"])
})

test("a deposit that does not come gives the goods back, and one called off does so at once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 3)
  const buyer = await createPerson()
  const late = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  await payPurchase(buyer, late.paymentId, 40_000, { method: "virtual_account" })
  const off = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }], { method: "virtual_account" })
  await payPurchase(buyer, off.paymentId, 40_000, { method: "virtual_account" })
  expect(await cancelDeposit((await createPerson()).actor, off.groupId)).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await cancelDeposit(buyer.actor, off.groupId)).toEqual({ ok: true })
  expect(await findVariantStock(variantId)).toBe(2)
  setClockMinutesAhead(25 * 60)
  await expireCheckouts()
  expect([await findVariantStock(variantId), (await findPurchaseRow(late.groupId))?.state]).toEqual([
    3,
    "expired",
  ])
})

test("a failed payment can be tried again; an unknown outcome is asked for, never guessed", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  expect(await payPurchase(buyer, paymentId, 40_000, { script: "reject" })).toMatchObject({
    ok: false,
    reason: "failed",
  })
  const again = await placePurchase(buyer.actor, groupId, createPlacePurchaseInput())
  if (!again.ok) throw new Error(again.reason)
  expect(await payPurchase(buyer, again.paymentId, 40_000, { script: "unknown" })).toMatchObject({
    ok: true,
    state: "DONE",
  })
  expect((await findPurchaseRow(groupId))?.state).toBe("paid")
})

test("a confirmation that never reached the provider is sent again, and charges once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  const { paymentKey } = await createSimulatedPayment({
    orderId: paymentId,
    amountWon: 40_000,
    orderName: "주문",
    method: "카드",
    customerName: "김하늘",
    script: "pay",
  })
  await db().update(payments).set({ state: "IN_PROGRESS", paymentKey }).where(eq(payments.id, paymentId))
  setClockMinutesAhead(16)
  await expireCheckouts()
  expect((await findPurchaseRow(groupId))?.state).toBe("pending")
  await recheckOpenPayments()
  expect((await findPurchaseRow(groupId))?.state).toBe("paid")
})

test("who waits for the answer of the provider hears of a refusal, once", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  const { paymentKey } = await createSimulatedPayment({
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
  setClockMinutesAhead(2)
  await recheckOpenPayments()
  expect((await findPurchaseRow(groupId))?.state).toBe("pending")
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
  const { paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  expect(await payPurchase(buyer, paymentId, 400)).toMatchObject({ ok: false, reason: "amount" })
  const [row] = await db().select().from(simulatedPayments).where(eq(simulatedPayments.orderId, paymentId))
  expect(row?.payment.status).toBe("IN_PROGRESS")
})

/** The provider cancels a payment by itself, and tells us. */
async function cancelAtProvider(paymentId: string, leftWon: number): Promise<void> {
  await db().execute(sql`update simulated_payments set payment = payment || jsonb_build_object(
    'status', case when ${leftWon}::int = 0 then 'CANCELED' else 'PARTIAL_CANCELED' end,
    'balanceAmount', ${leftWon}::int) where order_id = ${paymentId}`)
  await sendChangeWebhook(paymentId)
}

async function sendChangeWebhook(paymentId: string): Promise<void> {
  const [row] = await db().select().from(simulatedPayments).where(eq(simulatedPayments.orderId, paymentId))
  await receiveWebhook({ eventType: "PAYMENT_STATUS_CHANGED", data: row?.payment })
}

const postingsOf = (groupId: string) => db().select().from(ledger).where(eq(ledger.groupId, groupId))

test("a deposit that was called off, and that the provider says so of, has brought no money", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const buyer = await createPerson()
  const lines = [{ variantId, quantity: 1 }]
  const placed = await createPlacedPurchase(buyer, lines, { method: "virtual_account" })
  await payPurchase(buyer, placed.paymentId, 13_000, { method: "virtual_account" })
  expect(await cancelDeposit(buyer.actor, placed.groupId)).toEqual({ ok: true })
  await sendChangeWebhook(placed.paymentId)
  expect(await postingsOf(placed.groupId)).toEqual([])
  expect((await findPurchaseRow(placed.groupId))?.state).toBe("expired")
  expect(await checkLedger()).toEqual([])
})

test("a card payment whose first news is that it was cancelled holds nothing", async () => {
  const shop = await createShop()
  const buyer = await createPerson()
  for (const leftWon of [0, 5_000]) {
    const lines = [{ variantId: await createVariant(shop.sellerId, 10_000, 5), quantity: 1 }]
    const placed = await createPlacedPurchase(buyer, lines)
    await createSimulatedPayment({
      orderId: placed.paymentId,
      amountWon: 13_000,
      orderName: "주문",
      method: "카드",
      customerName: "김하늘",
      script: "pay",
    })
    await cancelAtProvider(placed.paymentId, leftWon)
    expect(await postingsOf(placed.groupId)).toEqual([])
    expect((await findPurchaseRow(placed.groupId))?.state).not.toBe("paid")
  }
  expect(await checkLedger()).toEqual([])
})

test("a purchase that was charged back goes on; its refund is set off, and the rest is paid", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  const buyer = await createPerson()
  const placed = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  await payPurchase(buyer, placed.paymentId, 13_000)
  await chargeBack(placed.groupId, 9_000)
  await sendChangeWebhook(placed.paymentId)
  expect(await renderMetrics()).toMatch(/^work_failures_total\{what="chargeback"\} [1-9]/m)
  expect((await findPurchaseRow(placed.groupId))?.state).toBe("paid")
  const borne = (await postingsOf(placed.groupId)).filter(({ account }) => account === "guarantee")
  expect(borne.map(({ amountWon }) => amountWon)).toEqual([-9_000])
  for (const line of await findPurchaseLines(placed.groupId))
    expect(await cancelLine(buyer.actor, line.id, { reason: "싫어요", account: null })).toMatchObject({
      ok: true,
    })
  const [refund] = await db().select().from(refunds).where(eq(refunds.groupId, placed.groupId))
  expect(refund).toMatchObject({ state: "done", amountWon: 13_000, setOffWon: 9_000 })
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, placed.groupId))
  expect(payment?.state).toBe("CANCELED")
  expect(await checkLedger()).toEqual([])
})
