/** Of which requests experts are told, and how many were: who they are is found by the area of experts. */
import { and, asc, eq, isNull, lte } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { LIMITS } from "../rules.ts"
import { orders } from "../schema.server.ts"
import { lockOrder, type OrderRow } from "./transitions.server.ts"

/** Requests of one run of the job. */
const BATCH_SIZE = 200

export type RequestToAlert = { orderId: string } & Pick<
  OrderRow,
  "customerId" | "category" | "service" | "title" | "regionCode" | "invitedExpertId" | "alertedCount"
>

/** The requests of which more experts are to be told now, who waits longest first. */
export const findRequestsToAlert = (): Promise<{ orderId: string }[]> =>
  db()
    .select({ orderId: orders.id })
    .from(orders)
    .where(and(lte(orders.alertsAt, now()), isNull(orders.hiddenAt)))
    .orderBy(asc(orders.alertsAt))
    .limit(BATCH_SIZE)

/**
 * The request, locked, where more experts are to be told of it now; null where not. One that takes no
 * proposals any more, being closed, withdrawn, decided or full, is told to nobody again.
 */
export async function lockRequestToAlert(tx: Transaction, orderId: string): Promise<RequestToAlert | null> {
  const order = await lockOrder(tx, orderId)
  if (!order?.alertsAt || order.alertsAt > now() || order.hiddenAt) return null
  const isOver = order.expiresAt !== null && order.expiresAt <= now()
  if (order.state === "open" && !isOver && order.proposalCount < LIMITS.proposals)
    return { ...order, orderId }
  await recordAlerts(tx, orderId, { alerted: order.alertedCount, nextAt: null })
  return null
}

/** Notes how many experts have been told of a locked request, and when the next are. */
export async function recordAlerts(
  tx: Transaction,
  orderId: string,
  { alerted, nextAt }: { alerted: number; nextAt: Date | null },
): Promise<void> {
  await tx.update(orders).set({ alertedCount: alerted, alertsAt: nextAt }).where(eq(orders.id, orderId))
}
