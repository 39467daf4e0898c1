/** Owns the one way in which an order changes its state: locked, looked up in the transition table, recorded, announced. */
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { emit, emitEach } from "#app/platform/events.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { ORDER_TRANSITIONS, type OrderMove, type OrderRole, type OrderState } from "../rules.ts"
import { changeOrders, orderEvents, orders, proposals } from "../schema.server.ts"
import type { OrderEvent } from "./events.server.ts"

export type OrderRow = typeof orders.$inferSelect
export type ProposalRow = typeof proposals.$inferSelect
export type Refused<Reason extends string> = { ok: false; reason: Reason }

/** The refusal `reason`, typed as itself. */
export const refuse = <const Reason extends string>(reason: Reason): Refused<Reason> => ({ ok: false, reason })

/** The order, locked until the end of the transaction. Every change of an order or of its proposals takes this lock first, so that rivals queue. */
export async function lockOrder(tx: Transaction, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update")
  return order
}

/** The order of a proposal, locked, and the proposal as it is once the lock is held. */
export async function lockOrderOfProposal(tx: Transaction, proposalId: string): Promise<{ order: OrderRow; proposal: ProposalRow } | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(sql`${orders.id} = (select ${proposals.orderId} from ${proposals} where ${proposals.id} = ${proposalId})`)
    .for("update")
  if (!order) return undefined
  const [proposal] = await tx.select().from(proposals).where(eq(proposals.id, proposalId)).for("update")
  return proposal && { order, proposal }
}

/** What the actor is in this order, or undefined for somebody whom it does not concern. An admin who ordered something is its customer. */
export function roleIn(actor: Actor, order: { customerId: string; expertId: string | null }): Exclude<OrderRole, "system"> | undefined {
  if (actor.kind !== "member") return undefined
  if (order.customerId === actor.userId) return "customer"
  if (order.expertId === actor.userId) return "expert"
  return isAdmin(actor) ? "admin" : undefined
}

export const eventOf = (order: OrderRow): OrderEvent => ({ orderId: order.id, customerId: order.customerId, expertId: order.expertId })

const ANNOUNCED = {
  publish: undefined,
  accept: "order.matched",
  cancel: "order.cancelled",
  expire: "order.expired",
  start: "order.started",
  deliver: "order.delivered",
  redeliver: "order.delivered",
  request_changes: "order.changes_requested",
  complete: "order.completed",
  dispute: "order.disputed",
  resolve_complete: "order.completed",
  resolve_cancel: "order.cancelled",
} as const satisfies Record<OrderMove, string | undefined>

const STAMPED: Partial<Record<OrderState, "openedAt" | "matchedAt" | "startedAt" | "deliveredAt" | "completedAt" | "cancelledAt">> = {
  open: "openedAt", matched: "matchedAt", delivered: "deliveredAt", completed: "completedAt", cancelled: "cancelledAt",
}

/**
 * Makes `move` on an order that the caller has locked: writes the state, the moment, a line of history and the event. The refusal
 * `not_now` is the transition table's: this role has no such move from this state.
 */
export async function moveOrder(
  tx: Transaction,
  order: OrderRow,
  by: { move: OrderMove; role: OrderRole; actorId: string | null; note?: string },
  changes: Partial<Pick<OrderRow, "acceptedProposalId" | "expertId" | "agreedWon" | "address" | "contactPhone" | "thirdPartyConsentAt" | "cancelReason" | "cancelledBy">> = {},
): Promise<{ ok: true; order: OrderRow } | Refused<"not_now">> {
  const transition = findTransition(ORDER_TRANSITIONS, { move: by.move, from: order.state, role: by.role })
  if (!transition) return refuse("not_now")
  const at = now()
  const stamp = by.move === "start" ? "startedAt" : STAMPED[transition.to]
  const written = { ...changes, ...(stamp ? { [stamp]: at } : {}), state: transition.to, updatedAt: at }
  await tx.update(orders).set(written).where(eq(orders.id, order.id))
  await recordEvent(tx, order, { ...by, toState: transition.to })
  const after: OrderRow = { ...order, ...written }
  const type = ANNOUNCED[by.move]
  if (type) await emit(tx, type, eventOf(after))
  return { ok: true, order: after }
}

/** Writes a line into the order's history; without `toState` the state stays. */
export async function recordEvent(
  tx: Transaction,
  order: OrderRow,
  event: { move: string; role: OrderRole; actorId: string | null; note?: string; toState?: OrderState },
): Promise<void> {
  await tx.insert(orderEvents).values({
    id: newId(), orderId: order.id, move: event.move, fromState: order.state, toState: event.toState ?? order.state,
    actorId: event.actorId, actorRole: event.role, note: event.note ?? "", at: now(),
  })
}

/** Closes the proposals that can no longer be chosen (pass_over by the system), and tells their experts. The order is locked. */
export async function passOverProposals(tx: Transaction, order: OrderRow): Promise<void> {
  const at = now()
  const passed = await tx
    .update(proposals)
    .set({ state: "not_selected", decidedAt: at, updatedAt: at })
    .where(sql`${proposals.orderId} = ${order.id} and ${proposals.state} in ('sent', 'viewed')`)
    .returning({ proposalId: proposals.id, expertId: proposals.expertId })
  await emitEach(tx, "proposal.not_selected", passed.map((proposal) => ({ ...proposal, orderId: order.id, customerId: order.customerId })))
}

/** Rejects, for the system, what nobody answered before the order ended. The order is locked. */
export async function lapseChangeOrders(tx: Transaction, order: OrderRow): Promise<void> {
  const lapsed = await tx
    .update(changeOrders)
    .set({ state: "rejected", decidedAt: now() })
    .where(sql`${changeOrders.orderId} = ${order.id} and ${changeOrders.state} = 'proposed'`)
    .returning({ changeOrderId: changeOrders.id, expertId: changeOrders.expertId })
  await emitEach(tx, "change_order.rejected", lapsed.map((change) => ({ ...change, orderId: order.id, customerId: order.customerId })))
}
