/**
 * What time alone does in the shop: reservations and deposits that run out, parcels that must have
 * arrived, silence that confirms.
 */
import { and, eq, inArray, lte } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inBatches, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { LIMITS } from "../rules.ts"
import { orderLines } from "../schema.server.ts"
import { confirmLockedLines } from "./after-sale.server.ts"
import { findLinesWithOpenClaims } from "./claims.server.ts"
import { expireOverduePurchases } from "./expiry.server.ts"
import { lockSellerOrder, transitionLines, type LineRow, type SellerOrderRow } from "./transitions.server.ts"

const BATCH_SIZE = 100

/**
 * Gives back what was reserved for 15 minutes, or until a deposit, and not paid; a job calls it. Returns how
 * many purchases.
 */
export const expireCheckouts = (): Promise<number> =>
  inBatches(BATCH_SIZE, (tx) => expireOverduePurchases(tx, BATCH_SIZE))

/** Parcels that were sent three days ago have arrived; a job calls it. */
export const autoDeliverLines = (): Promise<number> =>
  transitionDueLines(
    and(eq(orderLines.state, "shipped"), lte(orderLines.shippedAt, addDays(now(), -LIMITS.autoDeliverDays))),
    (line, at) => line.state === "shipped" && isBefore(line.shippedAt, at, LIMITS.autoDeliverDays),
    (tx, sellerOrder, lines) =>
      transitionLines(
        tx,
        sellerOrder,
        lines,
        { move: "deliver", role: "system", actorId: null },
        { deliveredAt: now() },
      ),
  )

/** Eight days after it arrived a purchase is confirmed, unless a claim is open; a job calls it. */
export const autoConfirmLines = (): Promise<number> =>
  transitionDueLines(
    and(
      eq(orderLines.state, "delivered"),
      lte(orderLines.deliveredAt, addDays(now(), -LIMITS.autoConfirmDays)),
    ),
    (line, at) => line.state === "delivered" && isBefore(line.deliveredAt, at, LIMITS.autoConfirmDays),
    async (tx, sellerOrder, lines) => {
      const claimedLineIds = await findLinesWithOpenClaims(
        tx,
        lines.map((line) => line.id),
      )
      const unclaimedLines = lines.filter((line) => !claimedLineIds.has(line.id))
      return unclaimedLines.length > 0 && confirmLockedLines(tx, sellerOrder, unclaimedLines, "system", null)
    },
  )

const isBefore = (moment: Date | null, at: Date, days: number) =>
  moment !== null && moment <= addDays(at, -days)

// One transaction an order, so that a broken one does not hold up the others.
async function transitionDueLines(
  condition: ReturnType<typeof and>,
  isDue: (line: LineRow, at: Date) => boolean,
  handle: (tx: Transaction, sellerOrder: SellerOrderRow, lines: LineRow[]) => Promise<boolean>,
): Promise<number> {
  const dueSellerOrders = await db()
    .selectDistinct({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(and(condition, inArray(orderLines.state, ["shipped", "delivered"])))
    .limit(1_000)
  let transitionedCount = 0
  await forEachIsolated(
    dueSellerOrders,
    { what: "order_line", id: (row) => row.orderId },
    async ({ orderId }) => {
      transitionedCount += await inTransaction(async (tx) => {
        const locked = await lockSellerOrder(tx, orderId)
        const lines = locked?.lines.filter((line) => isDue(line, now())) ?? []
        return locked && lines.length > 0 && (await handle(tx, locked.sellerOrder, lines)) ? lines.length : 0
      })
    },
  )
  return transitionedCount
}
