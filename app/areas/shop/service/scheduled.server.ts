/**
 * What time alone does in the shop: reservations and deposits that run out, buyers who are asked whether
 * their parcels are there, silence that confirms.
 */
import { and, eq, inArray, isNull, lte, notInArray, or, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inBatches, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { type DeliverySource, LIMITS } from "../rules.ts"
import { orderLines } from "../schema.server.ts"
import { confirmLockedLines } from "./after-sale.server.ts"
import { findLinesWithOpenClaims } from "./claims.server.ts"
import { notifyArrivalAsked } from "./notifications.server.ts"
import { expireOverduePurchases } from "./expiry.server.ts"
import { lockSellerOrder, type LineRow, type SellerOrderRow } from "./transitions.server.ts"

const BATCH_SIZE = 100

/**
 * Gives back what was reserved for 15 minutes, or until a deposit, and not paid; a job calls it. Returns how
 * many purchases.
 */
export const expireCheckouts = (): Promise<number> =>
  inBatches(BATCH_SIZE, (tx) => expireOverduePurchases(tx, BATCH_SIZE))

/** Whose word of an arrival starts the days after which silence confirms. */
const CONFIRMING_SOURCES: readonly DeliverySource[] = ["carrier", "buyer"]

/**
 * Eight days after it arrived, by its carrier's or its buyer's word, a purchase is confirmed, unless a claim
 * is open; a job calls it. What only its seller calls delivered waits for its buyer.
 */
export const autoConfirmLines = (): Promise<number> =>
  transitionDueLines(
    and(
      eq(orderLines.state, "delivered"),
      inArray(orderLines.deliverySource, [...CONFIRMING_SOURCES]),
      lte(orderLines.deliveredAt, addDays(now(), -LIMITS.autoConfirmDays)),
    ),
    (line, at) =>
      line.state === "delivered" &&
      line.deliverySource !== null &&
      CONFIRMING_SOURCES.includes(line.deliverySource) &&
      isBefore(line.deliveredAt, at, LIMITS.autoConfirmDays),
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

/** How often a buyer was to be asked by now about what was sent at `since`: once for each day past. */
const countAskings = (since: SQL) =>
  sql<number>`${sql.join(
    LIMITS.askArrivalDays.map(
      (days) => sql`(${since} <= ${addDays(now(), -days).toISOString()}::timestamptz)::int`,
    ),
    sql` + `,
  )}`

/**
 * Asks buyers whether what was sent days ago has arrived, where neither its carrier nor they have said so: 3,
 * 8 and 15 days after it was sent, or after its seller alone called it delivered; a job calls it. Returns how
 * many were asked about.
 */
export async function askForArrivals(): Promise<number> {
  const since = sql`coalesce(${orderLines.deliveredAt}, ${orderLines.shippedAt})`
  const isDue = or(
    ...LIMITS.askArrivalDays.map((days, asked) =>
      and(eq(orderLines.arrivalAsked, asked), lte(since, addDays(now(), -days).toISOString())),
    ),
  )
  return inBatches(BATCH_SIZE, async (tx) => {
    const due = await tx
      .select({ id: orderLines.id, title: orderLines.title, asked: orderLines.arrivalAsked })
      .from(orderLines)
      .where(
        and(
          or(
            and(eq(orderLines.state, "shipped"), isNull(orderLines.missingAt)),
            and(
              eq(orderLines.state, "delivered"),
              or(
                isNull(orderLines.deliverySource),
                notInArray(orderLines.deliverySource, [...CONFIRMING_SOURCES]),
              ),
            ),
          ),
          isDue,
        ),
      )
      .orderBy(orderLines.id)
      .limit(BATCH_SIZE)
      .for("no key update", { skipLocked: true })
    if (due.length === 0) return 0
    const ids = due.map((line) => line.id)
    await tx
      .update(orderLines)
      .set({ arrivalAsked: countAskings(since) })
      .where(inArray(orderLines.id, ids))
    await notifyArrivalAsked(tx, due)
    return due.length
  })
}
