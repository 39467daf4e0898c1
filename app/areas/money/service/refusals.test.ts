/**
 * Which payments and payouts are refused. What the provider said of a payment stays written; that nothing
 * else was is watched in every test.
 */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { simulatedAnswers } from "#app/platform/payments/schema.server.ts"
import { createSimulatedPayment } from "#app/platform/payments/simulator.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createPlacedPurchase, createShop, createVariant } from "../../shop/fixtures.ts"
import { orderGroups } from "../../shop/schema.server.ts"
import { payments, payouts, refunds } from "../schema.server.ts"
import { confirmPayment, recheckOwnPayment } from "./payments.server.ts"
import { transitionPayout } from "./payouts.server.ts"
import { cancelDeposit } from "#app/areas/money/service/deposits.server.ts"

withDatabase()

/** A purchase of 13,000원 whose buyer agreed at the provider, which is being asked. */
async function createAskedPayment(options: { agreedWon?: number; script?: "pay" | "reject" } = {}) {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 10_000, 9)
  const { groupId, paymentId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  const { paymentKey } = await createSimulatedPayment({
    orderId: paymentId,
    amountWon: options.agreedWon ?? 13_000,
    orderName: "주문",
    method: "카드",
    customerName: "김하늘",
    script: options.script ?? "pay",
  })
  await db().update(payments).set({ state: "IN_PROGRESS", paymentKey }).where(eq(payments.id, paymentId))
  const findState = async () =>
    (await db().select({ state: payments.state }).from(payments).where(eq(payments.id, paymentId)))[0]?.state
  return { shop, buyer, variantId, groupId, paymentId, paymentKey, findState }
}

/** The provider still works on the first request to confirm, and says so to every later one. */
const keepProviderBusy = (payment: { paymentId: string; paymentKey: string }) =>
  db()
    .insert(simulatedAnswers)
    .values({
      key: `confirm-${payment.paymentId}-13000-${payment.paymentKey}`,
      call: "POST /v1/payments/confirm",
      status: 0,
      body: {},
      createdAt: now(),
    })

test("nobody asks again about the payment of somebody else, or about one that is over", async () => {
  const asked = await createAskedPayment()
  const { actor } = await createPerson()
  const before = await checksumAllTables()
  expect(await recheckOwnPayment(actor, asked.groupId)).toEqual({ ok: false, reason: "not_found" })
  expect(await checksumAllTables()).toEqual(before)
  expect(await recheckOwnPayment(asked.buyer.actor, asked.groupId)).toMatchObject({ ok: true })
  expect(await recheckOwnPayment(asked.buyer.actor, asked.groupId)).toEqual({
    ok: false,
    reason: "not_found",
  })
})

test("a buyer who asks again hears that the provider refused, and the refusal stays written", async () => {
  const { buyer, groupId, findState } = await createAskedPayment({ script: "reject" })
  expect(await recheckOwnPayment(buyer.actor, groupId)).toEqual({
    ok: false,
    reason: "failed",
    groupId,
    message: "결제 승인이 거절되었습니다.",
  })
  expect(await findState()).toBe("ABORTED")
})

test("nobody is said to have paid while the provider works on it, or of another amount", async () => {
  const slow = await createAskedPayment()
  await keepProviderBusy(slow)
  expect(await recheckOwnPayment(slow.buyer.actor, slow.groupId)).toEqual({
    ok: false,
    reason: "unknown",
    groupId: slow.groupId,
  })
  expect(await slow.findState()).toBe("IN_PROGRESS")
  const cheaper = await createAskedPayment({ agreedWon: 100 })
  await keepProviderBusy(cheaper)
  expect(await recheckOwnPayment(cheaper.buyer.actor, cheaper.groupId)).toEqual({
    ok: false,
    reason: "amount",
    groupId: cheaper.groupId,
  })
  expect(await cheaper.findState()).toBe("IN_PROGRESS")
})

test("money that comes once the goods went back to the shelf is refused, and goes back whole", async () => {
  const { buyer, groupId } = await createAskedPayment()
  await db().update(orderGroups).set({ state: "expired" }).where(eq(orderGroups.id, groupId))
  expect(await recheckOwnPayment(buyer.actor, groupId)).toEqual({ ok: false, reason: "expired", groupId })
  const rows = await db().select().from(refunds).where(eq(refunds.groupId, groupId))
  expect(rows.map((row) => [row.amountWon, row.state])).toEqual([[13_000, "done"]])
})

test("the key of one payment confirms no other", async () => {
  const first = await createAskedPayment()
  const buyer = await createPerson()
  const lines = [{ variantId: first.variantId, quantity: 1 }]
  const other = await createPlacedPurchase(buyer, lines)
  const before = await checksumAllTables()
  const returned = { paymentKey: first.paymentKey, amountWon: 13_000 }
  expect(await confirmPayment(buyer.actor, other.paymentId, returned)).toEqual({
    ok: false,
    reason: "foreign",
    groupId: other.groupId,
  })
  expect(await checksumAllTables()).toEqual(before)
})

test("what is paid is not called off as a deposit that has not come", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const variantId = await createVariant(shop.sellerId, 10_000, 9)
  const { groupId } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const before = await checksumAllTables()
  expect(await cancelDeposit(buyer.actor, groupId)).toEqual({ ok: false, reason: "not_now" })
  expect(await checksumAllTables()).toEqual(before)
})

test("a payout is moved by admins alone, one step after the other, and fails with a reason", async () => {
  const [shop, admin] = [await createShop(), await createPerson({ role: "admin" })]
  const payoutId = newId()
  await db().insert(payouts).values({
    id: payoutId,
    sellerId: shop.sellerId,
    amountWon: 9_000,
    state: "processing",
    bank: "우리은행",
    accountNumber: "1002-000",
    accountHolder: "이가게",
    createdAt: now(),
    updatedAt: now(),
  })
  const before = await checksumAllTables()
  const notFound = { ok: false, reason: "not_found" }
  expect(await transitionPayout(shop.actor, payoutId, "pay", "")).toEqual(notFound)
  expect(await transitionPayout(admin.actor, newId(), "pay", "")).toEqual(notFound)
  expect(await transitionPayout(admin.actor, payoutId, "start", "")).toEqual({ ok: false, reason: "not_now" })
  expect(await transitionPayout(admin.actor, payoutId, "fail", "")).toEqual({
    ok: false,
    reason: "reason_needed",
  })
  expect(await checksumAllTables()).toEqual(before)
})
