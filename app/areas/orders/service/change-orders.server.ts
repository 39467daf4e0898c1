/** Change orders (추가금): what the expert asks for on top, and the customer's answer. */
import { eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { ChangeOrderForm, DecideChangeForm } from "../forms.ts"
import {
  canDecideChange,
  canProposeChange,
  CHANGE_ORDER_TRANSITIONS,
  LIMITS,
  getPayableWon,
} from "../rules.ts"
import { changeOrders, orders } from "../schema.server.ts"
import { addChangePart } from "./parts.server.ts"
import { selectAcceptedChangesWon } from "./order-sql.server.ts"
import { recordOrderHistory, getRoleInOrder, withLockedOrder, type OrderRow } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * The chosen expert asks for more money for more work. Refusals: `not_found`, `not_now` (not the expert, or
 * the work is not under way), `waiting` (an earlier one is unanswered), `too_much` (all together over 10억).
 */
export function proposeChange(
  actor: Actor,
  orderId: string,
  input: z.output<typeof ChangeOrderForm>,
): Promise<Outcome<"not_found" | "not_now" | "waiting" | "too_much", { changeOrderId: string }>> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (performer.role !== "expert" || !canProposeChange(order.state)) return refuse("not_now")
    const earlierChanges = await tx
      .select({ state: changeOrders.state, amountWon: changeOrders.amountWon })
      .from(changeOrders)
      .where(eq(changeOrders.orderId, orderId))
    if (earlierChanges.some((changeOrder) => changeOrder.state === "proposed")) return refuse("waiting")
    if (getPayableWon(order.agreedWon ?? 0, earlierChanges) + input.amountWon > LIMITS.totalWon)
      return refuse("too_much")
    const changeOrderId = newId()
    await tx.insert(changeOrders).values({
      id: changeOrderId,
      orderId,
      expertId: performer.actorId,
      state: "proposed",
      title: input.title,
      reason: input.reason,
      amountWon: input.amountWon,
      createdAt: now(),
    })
    await recordOrderHistory(tx, order, {
      ...performer,
      move: "change_proposed",
      note: input.title,
      details: input,
    })
    await emit(tx, "change_order.proposed", {
      orderId,
      changeOrderId,
      customerId: order.customerId,
      expertId: performer.actorId,
    })
    return ok({ changeOrderId })
  })
}

/**
 * The customer answers a change order; only an accepted one is owed. Paid safely, it is asked for now: its
 * work begins when it is held. Refusals: `not_found` (not this
 * customer's), `not_now` (answered before, or the order is over).
 */
export async function decideChange(
  actor: Actor,
  input: z.output<typeof DecideChangeForm>,
): Promise<Outcome<"not_found" | "not_now", { chargeId: string | null }>> {
  return inTransaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(
        sql`${orders.id} = (select ${changeOrders.orderId} from ${changeOrders}
          where ${changeOrders.id} = ${input.changeOrderId})`,
      )
      .for("update")
    if (!order || actor.kind !== "member" || getRoleInOrder(actor, order) !== "customer")
      return refuse("not_found")
    const [changeOrder] = await tx
      .select()
      .from(changeOrders)
      .where(eq(changeOrders.id, input.changeOrderId))
      .for("update")
    if (!changeOrder) return refuse("not_found")
    const transition = findTransition(CHANGE_ORDER_TRANSITIONS, {
      move: input.decision,
      from: changeOrder.state,
      role: "customer",
    })
    if (!transition || !canDecideChange(order.state)) return refuse("not_now")
    await tx
      .update(changeOrders)
      .set({ state: transition.to, decidedAt: now() })
      .where(eq(changeOrders.id, changeOrder.id))
    const isAccepted = transition.to === "accepted"
    const chargeId =
      isAccepted && order.payment === "safe" ? await addChangePart(tx, order, changeOrder) : null
    await recordOrderHistory(tx, order, {
      move: isAccepted ? "change_accepted" : "change_rejected",
      role: "customer",
      actorId: actor.userId,
      note: changeOrder.title,
      details: { amountWon: changeOrder.amountWon },
    })
    const event = {
      orderId: order.id,
      changeOrderId: changeOrder.id,
      customerId: order.customerId,
      expertId: changeOrder.expertId,
    }
    await emit(tx, isAccepted ? "change_order.accepted" : "change_order.rejected", event)
    return ok({ chargeId })
  })
}

/** Agreed plus accepted change orders, in won, as the order stands now; null where no price was agreed. */
export async function loadPayableWon(tx: Transaction, order: OrderRow): Promise<number | null> {
  if (order.agreedWon === null) return null
  const [changes] = await tx.execute<{ won: number }>(
    sql`select ${selectAcceptedChangesWon(sql`${order.id}::uuid`)} as won`,
  )
  return order.agreedWon + (changes?.won ?? 0)
}
