/** What silence means for a part that is paid safely: reminders, and its confirmation after seven days. */
import { and, eq, inArray, lt, lte, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays, HOUR_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { PAYMENT_LIMITS } from "../payment-rules.ts"
import { orderParts, orders } from "../schema.server.ts"
import "./events.server.ts"
import { lockOrder, rejectPendingChangeOrders } from "./transitions.server.ts"
import { confirmPart } from "./work.server.ts"

const BATCH_SIZE = 100

/**
 * Confirms the delivered parts that nobody answered for 7 days, and what is held goes to the expert; a job
 * calls it. Returns how many were due.
 */
export async function confirmSilentParts(): Promise<number> {
  const dueOrders = await db()
    .select({ id: orders.id })
    .from(orders)
    .where(isSilent(now()))
    .orderBy(orders.deliveredAt)
    .limit(BATCH_SIZE)
  await forEachIsolated(dueOrders, { what: "order", id: ({ id }) => id }, ({ id }) =>
    inTransaction(async (tx) => {
      const order = await lockOrder(tx, id)
      // Somebody answered meanwhile, or delivered anew.
      const isDue =
        order?.state === "delivered" &&
        order.deliveredAt !== null &&
        order.deliveredAt <= addDays(now(), -PAYMENT_LIMITS.confirmDays)
      if (!order || !isDue) return
      await rejectPendingChangeOrders(tx, [order])
      await confirmPart(tx, order, { role: "system", actorId: null })
    }),
  )
  return dueOrders.length
}

const isSilent = (at: Date) =>
  and(
    eq(orders.state, "delivered"),
    eq(orders.payment, "safe"),
    lte(orders.deliveredAt, addDays(at, -PAYMENT_LIMITS.confirmDays)),
  )

/**
 * Reminds the customer of a delivered part on days 1, 4 and 6, and of the first part of a choice after 1 and
 * 12 hours; a job calls it. Returns how many reminders there were.
 */
export async function remindOfParts(): Promise<number> {
  const at = now()
  const isConfirmDue = PAYMENT_LIMITS.confirmReminderDays.map((day, index) =>
    and(
      eq(orderParts.state, "delivered"),
      lt(orderParts.reminders, index + 1),
      lte(orderParts.deliveredAt, addDays(at, -day)),
    ),
  )
  const isPaymentDue = PAYMENT_LIMITS.dueReminderHours.map((hours, index) =>
    and(
      eq(orderParts.state, "asked"),
      eq(orderParts.position, 0),
      lt(orderParts.reminders, index + 1),
      lte(orderParts.askedAt, new Date(at.getTime() - hours * HOUR_MS)),
    ),
  )
  return inTransaction(async (tx) => {
    const due = await tx
      .select({ id: orderParts.id, orderId: orderParts.orderId })
      .from(orderParts)
      .where(or(...isConfirmDue, ...isPaymentDue))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    if (due.length === 0) return 0
    const reminded = await tx
      .update(orderParts)
      .set({
        // Those that were missed while nothing ran are not made up for.
        reminders: sql`case when ${orderParts.state} = 'delivered'
          then ${countPassed(orderParts.deliveredAt, at, PAYMENT_LIMITS.confirmReminderDays, 24)}
          else ${countPassed(orderParts.askedAt, at, PAYMENT_LIMITS.dueReminderHours, 1)} end`,
      })
      .from(orders)
      .where(
        and(
          inArray(
            orderParts.id,
            due.map(({ id }) => id),
          ),
          eq(orders.id, orderParts.orderId),
        ),
      )
      .returning({
        partId: orderParts.id,
        orderId: orderParts.orderId,
        customerId: orders.customerId,
        expertId: sql<string>`${orders.expertId}`,
        state: orderParts.state,
        number: orderParts.reminders,
      })
    await emitMany(
      tx,
      "part.reminder",
      reminded.map(({ state, ...part }) => ({
        ...part,
        of: state === "delivered" ? ("confirm" as const) : ("pay" as const),
      })),
    )
    return reminded.length
  })
}

/** How many of `steps`, of `hours` hours each, have passed since `moment`. */
const countPassed = (
  moment: typeof orderParts.deliveredAt | typeof orderParts.askedAt,
  at: Date,
  steps: readonly number[],
  hours: number,
) => sql`(select count(*)::int from unnest(${sql.param([...steps])}::int[]) as step
  where ${moment} + step * ${hours} * interval '1 hour' <= ${at.toISOString()}::timestamptz)`
