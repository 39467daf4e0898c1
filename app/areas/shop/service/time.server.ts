/**
 * Owns what time alone does in the shop: reservations and deposits that run out, parcels that must have
 * arrived, silence that confirms.
 */
import { and, eq, inArray, lte } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inBatches, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachAlone } from "#app/platform/each-alone.server.ts"
import { log } from "#app/platform/log.server.ts"
import { LIMITS } from "../rules.ts"
import { orderLines } from "../schema.server.ts"
import { confirmLocked } from "./after-sale.server.ts"
import { openClaims } from "./claims.server.ts"
import { endOverdue } from "./expire.server.ts"
import { checkLedger } from "./ledger.server.ts"
import { lockShopOrder, moveLines, type LineRow, type OrderRow } from "./lines.server.ts"

const BATCH = 100

/**
 * Gives back what was reserved for 15 minutes, or until a deposit, and not paid; a job calls it. Returns how
 * many purchases.
 */
export const expireCheckouts = (): Promise<number> => inBatches(BATCH, (tx) => endOverdue(tx, BATCH))

/** Parcels that were sent three days ago have arrived; a job calls it. */
export const deliverSilently = (): Promise<number> =>
  overOrders(
    and(eq(orderLines.state, "shipped"), lte(orderLines.shippedAt, addDays(now(), -LIMITS.autoDeliverDays))),
    (line, at) => line.state === "shipped" && isBefore(line.shippedAt, at, LIMITS.autoDeliverDays),
    (tx, order, lines) =>
      moveLines(tx, order, lines, { move: "deliver", role: "system", actorId: null }, { deliveredAt: now() }),
  )

/** Eight days after it arrived a purchase is confirmed, unless a claim is open; a job calls it. */
export const confirmSilently = (): Promise<number> =>
  overOrders(
    and(
      eq(orderLines.state, "delivered"),
      lte(orderLines.deliveredAt, addDays(now(), -LIMITS.autoConfirmDays)),
    ),
    (line, at) => line.state === "delivered" && isBefore(line.deliveredAt, at, LIMITS.autoConfirmDays),
    async (tx, order, lines) => {
      const claimed = await openClaims(
        tx,
        lines.map((line) => line.id),
      )
      const free = lines.filter((line) => !claimed.has(line.id))
      return free.length > 0 && confirmLocked(tx, order, free, "system", null)
    },
  )

const isBefore = (moment: Date | null, at: Date, days: number) =>
  moment !== null && moment <= addDays(at, -days)

// One transaction an order, so that a broken one does not hold up the others.
async function overOrders(
  which: ReturnType<typeof and>,
  isDue: (line: LineRow, at: Date) => boolean,
  work: (tx: Transaction, order: OrderRow, lines: LineRow[]) => Promise<boolean>,
): Promise<number> {
  const due = await db()
    .selectDistinct({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(and(which, inArray(orderLines.state, ["shipped", "delivered"])))
    .limit(1_000)
  let moved = 0
  await forEachAlone(due, { what: "order_line", id: (row) => row.orderId }, async ({ orderId }) => {
    moved += await inTransaction(async (tx) => {
      const found = await lockShopOrder(tx, orderId)
      const lines = found?.lines.filter((line) => isDue(line, now())) ?? []
      return found && lines.length > 0 && (await work(tx, found.order, lines)) ? lines.length : 0
    })
  })
  return moved
}

/** Says loudly where the ledger does not agree; a job calls it. */
export async function watchLedger(): Promise<void> {
  const breaks = await checkLedger()
  if (breaks.length > 0) log().error({ breaks }, "the ledger does not agree")
}
