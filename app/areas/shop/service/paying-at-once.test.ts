/** A purchase that is being paid while something else would end it: what began first counts. */
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { payments, refunds } from "../../money/schema.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import {
  createPlacedPurchase,
  createShop,
  createVariant,
  findPurchaseRow,
  findVariantStock,
  payPurchase,
  setClockMinutesAhead,
} from "../fixtures.ts"
import { orderGroups } from "../schema.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { expireCheckouts } from "./scheduled.server.ts"

withDatabase()
afterEach(resetClock)

const PRICE_WON = 40_000

async function createPlaced() {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, PRICE_WON, 5)
  const buyer = await createPerson()
  return { buyer, variantId, ...(await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])) }
}

/** Waits until `count` statements of this database wait for a lock. */
async function waitForLockWaits(count: number): Promise<void> {
  for (;;) {
    const [row] = await db().execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((row?.waiting ?? 0) >= count) return
  }
}

/** Starts both while somebody else holds the purchase: they wait for it in this order. */
async function runInTurn<First, Second>(
  groupId: string,
  startFirst: () => Promise<First>,
  startSecond: () => Promise<Second>,
): Promise<[First, Second]> {
  const started = await inTransaction(async (tx) => {
    await tx.select({ id: orderGroups.id }).from(orderGroups).where(eq(orderGroups.id, groupId)).for("update")
    const first = startFirst()
    await waitForLockWaits(1)
    const second = startSecond()
    await waitForLockWaits(2)
    return { first, second }
  })
  return Promise.all([started.first, started.second])
}

const startAnother = ({ buyer, variantId }: Awaited<ReturnType<typeof createPlaced>>) =>
  startCheckout(buyer.actor, {
    source: "direct",
    lines: [{ variantId, quantity: 1 }],
    submissionKey: newId(),
  })

test("a purchase whose payment begins first is paid, whatever its buyer begins beside it", async () => {
  const placed = await createPlaced()
  const [paid, another] = await runInTurn(
    placed.groupId,
    () => payPurchase(placed.buyer, placed.paymentId, PRICE_WON),
    () => startAnother(placed),
  )
  expect(paid).toMatchObject({ ok: true, state: "DONE" })
  expect(another.ok).toBe(true)
  expect(await findPurchaseRow(placed.groupId)).toMatchObject({ state: "paid" })
  expect(await db().select().from(refunds).where(eq(refunds.groupId, placed.groupId))).toEqual([])
  expect(await findVariantStock(placed.variantId)).toBe(3)
  expect(await checkLedger()).toEqual([])
})

test("a purchase that its buyer left for another one first is not paid, and nothing is charged", async () => {
  const placed = await createPlaced()
  const [another, paid] = await runInTurn(
    placed.groupId,
    () => startAnother(placed),
    () => payPurchase(placed.buyer, placed.paymentId, PRICE_WON),
  )
  expect(another.ok).toBe(true)
  expect(paid).toMatchObject({ ok: false, reason: "expired" })
  expect(await findPurchaseRow(placed.groupId)).toMatchObject({ state: "expired" })
  const [attempt] = await db().select().from(payments).where(eq(payments.id, placed.paymentId))
  expect(attempt).toMatchObject({ state: "EXPIRED", approvedAt: null })
  expect(await findVariantStock(placed.variantId)).toBe(4)
  expect(await checkLedger()).toEqual([])
})

test("what is over by its time stays while nobody knows how its payment ended", async () => {
  const placed = await createPlaced()
  // The payment was claimed, and nobody has heard of its end.
  await db()
    .update(payments)
    .set({ state: "IN_PROGRESS", paymentKey: newId() })
    .where(eq(payments.id, placed.paymentId))
  setClockMinutesAhead(60)
  await expireCheckouts()
  expect(await findPurchaseRow(placed.groupId)).toMatchObject({ state: "pending" })
  await db().update(payments).set({ state: "ABORTED" }).where(eq(payments.id, placed.paymentId))
  await expireCheckouts()
  expect(await findPurchaseRow(placed.groupId)).toMatchObject({ state: "expired" })
})
