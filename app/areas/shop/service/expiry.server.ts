/** Giving back what was reserved and not paid: goods to the shelf, the coupon to its owner. */
import { and, eq, exists, inArray, lte, notExists, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { couponUses } from "../coupon-schema.server.ts"
import { orderGroups, orderLines, shopOrders } from "../schema.server.ts"
import { transitionLines, restockLines } from "./transitions.server.ts"
import { payments } from "../../money/schema.server.ts"
import { expirePaymentAttempts } from "../../money/service/payment-attempts.server.ts"

type PurchaseRef = { id: string; buyerId: string }
const purchaseColumns = { id: orderGroups.id, buyerId: orderGroups.buyerId }

// A payment whose end is not known keeps its goods until the provider has been asked again. Seen before the
// lock was there: what is locked is asked again, by `withoutThoseBeingPaid`.
const notBeingPaidCondition = (tx: Transaction) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(payments)
      .where(and(eq(payments.groupId, orderGroups.id), eq(payments.state, "IN_PROGRESS"))),
  )

/**
 * Those of locked purchases that nobody is paying. Asked by a statement of its own: a payment may have begun
 * while the lock was waited for, and none begins while it is held.
 */
async function withoutThoseBeingPaid(
  tx: Transaction,
  purchases: readonly PurchaseRef[],
): Promise<PurchaseRef[]> {
  if (purchases.length === 0) return []
  const beingPaid = await tx
    .select({ id: payments.groupId })
    .from(payments)
    .where(
      and(
        inArray(
          payments.groupId,
          purchases.map((purchase) => purchase.id),
        ),
        eq(payments.state, "IN_PROGRESS"),
      ),
    )
  return purchases.filter((purchase) => !beingPaid.some(({ id }) => id === purchase.id))
}

/** Ends locked groups that nobody paid; `byBuyer` where the buyer called it off. */
export async function expirePurchases(
  tx: Transaction,
  purchases: readonly PurchaseRef[],
  byBuyer = false,
): Promise<void> {
  if (purchases.length === 0) return
  const ids = purchases.map((purchase) => purchase.id)
  const sellerOrders = await tx
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
        sellerOrders.map((sellerOrder) => sellerOrder.id),
      ),
    )
    .orderBy(orderLines.id)
    .for("update")
  for (const sellerOrder of sellerOrders)
    await transitionLines(
      tx,
      sellerOrder,
      lines.filter((line) => line.orderId === sellerOrder.id),
      { move: "expire", role: "system", actorId: null },
      { endedAt: now() },
    )
  await restockLines(tx, lines)
  await tx.delete(couponUses).where(inArray(couponUses.groupId, ids))
  await expirePaymentAttempts(tx, ids, ["READY", "WAITING_FOR_DEPOSIT"])
  await tx.update(orderGroups).set({ state: "expired" }).where(inArray(orderGroups.id, ids))
  await emitMany(
    tx,
    "shop.expired",
    purchases.map((purchase) => ({ groupId: purchase.id, buyerId: purchase.buyerId, byBuyer })),
  )
}

/** Gives back what the buyer had reserved before and is not paying at this moment: one checkout at a time. */
export async function expireOtherCheckouts(tx: Transaction, buyerId: string): Promise<void> {
  const otherCheckouts = await tx
    .select(purchaseColumns)
    .from(orderGroups)
    .where(and(eq(orderGroups.buyerId, buyerId), eq(orderGroups.state, "pending"), notBeingPaidCondition(tx)))
    .orderBy(orderGroups.id)
    .for("update")
  await expirePurchases(tx, await withoutThoseBeingPaid(tx, otherCheckouts))
}

/**
 * Ends up to `limit` groups whose time is over; with `variantIds` only those that hold pieces of them. Those
 * locked by somebody, or being paid, are left. Returns how many were found.
 */
export async function expireOverduePurchases(
  tx: Transaction,
  limit: number,
  variantIds?: readonly string[],
): Promise<number> {
  const holdsVariantsCondition = variantIds
    ? exists(
        tx
          .select({ one: sql`1` })
          .from(orderLines)
          .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
          .where(and(eq(shopOrders.groupId, orderGroups.id), inArray(orderLines.variantId, [...variantIds]))),
      )
    : undefined
  const overduePurchases = await tx
    .select(purchaseColumns)
    .from(orderGroups)
    .where(
      and(
        inArray(orderGroups.state, ["pending", "waiting_deposit"]),
        lte(orderGroups.expiresAt, now()),
        notBeingPaidCondition(tx),
        holdsVariantsCondition,
      ),
    )
    .orderBy(orderGroups.id)
    .limit(limit)
    .for("update", { skipLocked: true })
  await expirePurchases(tx, await withoutThoseBeingPaid(tx, overduePurchases))
  return overduePurchases.length
}
