/** Owns giving back what was reserved and not paid: goods to the shelf, the coupon to its owner. */
import { and, eq, exists, inArray, lte, notExists, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitEach } from "#app/platform/events.server.ts"
import { couponUses, orderGroups, orderLines, payments, shopOrders } from "../schema.server.ts"
import { moveLines, restock } from "./lines.server.ts"

type Group = { id: string; buyerId: string }
const groupColumns = { id: orderGroups.id, buyerId: orderGroups.buyerId }

// A payment whose end is not known keeps its goods until the provider has been asked again.
const notBeingPaid = (tx: Transaction) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(payments)
      .where(and(eq(payments.groupId, orderGroups.id), eq(payments.state, "IN_PROGRESS"))),
  )

/** Ends locked groups that nobody paid; `byBuyer` where the buyer called it off. */
export async function endGroups(tx: Transaction, groups: readonly Group[], byBuyer = false): Promise<void> {
  if (groups.length === 0) return
  const ids = groups.map((group) => group.id)
  const orders = await tx
    .select()
    .from(shopOrders)
    .where(inArray(shopOrders.groupId, ids))
    .orderBy(shopOrders.id)
    .for("update")
  const lines = await tx
    .select()
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        orders.map((order) => order.id),
      ),
    )
    .orderBy(orderLines.id)
    .for("update")
  for (const order of orders)
    await moveLines(
      tx,
      order,
      lines.filter((line) => line.orderId === order.id),
      { move: "expire", role: "system", actorId: null },
      { endedAt: now() },
    )
  await restock(tx, lines)
  await tx.delete(couponUses).where(inArray(couponUses.groupId, ids))
  await tx
    .update(payments)
    .set({ state: "EXPIRED", updatedAt: now() })
    .where(and(inArray(payments.groupId, ids), inArray(payments.state, ["READY", "WAITING_FOR_DEPOSIT"])))
  await tx.update(orderGroups).set({ state: "expired" }).where(inArray(orderGroups.id, ids))
  await emitEach(
    tx,
    "shop.expired",
    groups.map((group) => ({ groupId: group.id, buyerId: group.buyerId, byBuyer })),
  )
}

/** Gives back what the buyer had reserved before and is not paying at this moment: one checkout at a time. */
export async function endOtherCheckouts(tx: Transaction, buyerId: string): Promise<void> {
  const own = await tx
    .select(groupColumns)
    .from(orderGroups)
    .where(and(eq(orderGroups.buyerId, buyerId), eq(orderGroups.state, "pending"), notBeingPaid(tx)))
    .orderBy(orderGroups.id)
    .for("update")
  await endGroups(tx, own)
}

/**
 * Ends up to `limit` groups whose time is over; with `variantIds` only those that hold pieces of them. Those
 * locked by somebody are left. Returns how many.
 */
export async function endOverdue(
  tx: Transaction,
  limit: number,
  variantIds?: readonly string[],
): Promise<number> {
  const holding = variantIds
    ? exists(
        tx
          .select({ one: sql`1` })
          .from(orderLines)
          .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
          .where(and(eq(shopOrders.groupId, orderGroups.id), inArray(orderLines.variantId, [...variantIds]))),
      )
    : undefined
  const due = await tx
    .select(groupColumns)
    .from(orderGroups)
    .where(
      and(
        inArray(orderGroups.state, ["pending", "waiting_deposit"]),
        lte(orderGroups.expiresAt, now()),
        notBeingPaid(tx),
        holding,
      ),
    )
    .orderBy(orderGroups.id)
    .limit(limit)
    .for("update", { skipLocked: true })
  await endGroups(tx, due)
  return due.length
}
