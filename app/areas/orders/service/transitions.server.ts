/**
 * The one way in which an order changes its state: locked, looked up in the transition table, recorded,
 * announced.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { ORDER_TRANSITIONS, type OrderTransition, type OrderRole, type OrderState } from "../rules.ts"
import { changeOrders, orderEvents, orders, proposals } from "../schema.server.ts"
import type { OrderEvent } from "./events.server.ts"
import { appendEvidence } from "./evidence.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

export type OrderRow = typeof orders.$inferSelect
export type ProposalRow = typeof proposals.$inferSelect

/**
 * The order, locked until the end of the transaction. Every change of an order or of its proposals takes this
 * lock first, so that rivals queue.
 */
export async function lockOrder(tx: Transaction, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("update")
  return order
}

/** The order of a proposal, locked, and the proposal as it is once the lock is held. */
export async function lockOrderOfProposal(
  tx: Transaction,
  proposalId: string,
): Promise<{ order: OrderRow; proposal: ProposalRow } | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(
      sql`${orders.id} = (select ${proposals.orderId} from ${proposals}
        where ${proposals.id} = ${proposalId})`,
    )
    .for("update")
  if (!order) return undefined
  const [proposal] = await tx.select().from(proposals).where(eq(proposals.id, proposalId)).for("update")
  return proposal && { order, proposal }
}

/**
 * The frame of every use case of one order: locks it and finds the actor's role in it before `operation`.
 * Refunds that it adds to `refundIds` are paid after the commit. Refusal `not_found` for whom the order does
 * not concern, so that its existence shows to nobody else.
 */
export async function withLockedOrder<Result>(
  actor: Actor,
  orderId: string,
  operation: (
    tx: Transaction,
    order: OrderRow,
    performer: { role: Exclude<OrderRole, "system">; actorId: string },
    refundIds: string[],
  ) => Promise<Result>,
): Promise<Result | Refusal<"not_found">> {
  const refundIds: string[] = []
  const result = await inTransaction(async (tx) => {
    refundIds.length = 0
    const order = await lockOrder(tx, orderId)
    const role = order && getRoleInOrder(actor, order)
    if (!order || !role || actor.kind !== "member") return refuse("not_found")
    if (role === "admin" && !hasRight(actor, "trade")) return refuse("not_found")
    return operation(tx, order, { role, actorId: actor.userId }, refundIds)
  })
  await executeRefunds(refundIds)
  return result
}

/**
 * What the actor is in this order, or undefined for somebody whom it does not concern. An admin who ordered
 * something is its customer.
 */
export function getRoleInOrder(
  actor: Actor,
  order: { customerId: string; expertId: string | null },
): Exclude<OrderRole, "system"> | undefined {
  if (actor.kind !== "member") return undefined
  if (order.customerId === actor.userId) return "customer"
  if (order.expertId === actor.userId) return "expert"
  return isAdmin(actor) ? "admin" : undefined
}

/**
 * True where the table has `move` for `role` from the order's state: asked before anything is looked at that
 * a second sending has used up.
 */
export const canTransitionOrder = (order: OrderRow, move: OrderTransition, role: OrderRole): boolean =>
  findTransition(ORDER_TRANSITIONS, { move, from: order.state, role }) !== undefined

const toOrderEvent = (order: OrderRow): OrderEvent => ({
  orderId: order.id,
  customerId: order.customerId,
  expertId: order.expertId,
})

const EVENT_BY_TRANSITION = {
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
  reopen: undefined,
  continue: undefined,
  split: "order.cancelled",
} as const satisfies Record<OrderTransition, string | undefined>

const TIMESTAMP_COLUMN_BY_STATE: Partial<
  Record<OrderState, "openedAt" | "matchedAt" | "startedAt" | "deliveredAt" | "completedAt" | "cancelledAt">
> = {
  open: "openedAt",
  matched: "matchedAt",
  delivered: "deliveredAt",
  completed: "completedAt",
  cancelled: "cancelledAt",
}

/**
 * Makes `move` on an order that the caller has locked: writes the state, the moment, a line of history and
 * the event. The refusal `not_now` is the transition table's: this role has no such move from this state.
 */
export async function transitionOrder(
  tx: Transaction,
  order: OrderRow,
  performer: {
    move: OrderTransition
    role: OrderRole
    actorId: string | null
    note?: string
    /** What the evidence of the order says of the move besides. */ details?: Record<string, unknown>
  },
  changes: Partial<
    Pick<
      OrderRow,
      | "acceptedProposalId"
      | "expertId"
      | "agreedWon"
      | "address"
      | "contactPhone"
      | "thirdPartyConsentAt"
      | "payment"
      | "feePayer"
      | "feeBps"
      | "expiresAt"
      | "cancelReason"
      | "cancelledBy"
    >
  > = {},
): Promise<Outcome<"not_now", { order: OrderRow }>> {
  const transition = findTransition(ORDER_TRANSITIONS, {
    move: performer.move,
    from: order.state,
    role: performer.role,
  })
  if (!transition) return refuse("not_now")
  const at = now()
  const timestampColumn = performer.move === "start" ? "startedAt" : TIMESTAMP_COLUMN_BY_STATE[transition.to]
  const columnValues = {
    ...changes,
    ...(timestampColumn ? { [timestampColumn]: at } : {}),
    state: transition.to,
    updatedAt: at,
  }
  await tx.update(orders).set(columnValues).where(eq(orders.id, order.id))
  await recordOrderHistory(tx, order, { ...performer, toState: transition.to })
  const after: OrderRow = { ...order, ...columnValues }
  if (performer.role === "admin" && performer.actorId) {
    await audit(
      tx,
      { userId: performer.actorId },
      {
        action: `order.${performer.move}`,
        subject: { kind: "order", id: order.id, title: order.title },
        note: performer.note ?? "",
        before: { state: order.state },
        after: { state: transition.to },
      },
    )
  }
  const type = EVENT_BY_TRANSITION[performer.move]
  if (type) await emit(tx, type, toOrderEvent(after))
  return ok({ order: after })
}

/** Writes a line into the order's history and its evidence; without `toState` the state stays. */
export async function recordOrderHistory(
  tx: Transaction,
  order: OrderRow,
  event: {
    move: string
    role: OrderRole
    actorId: string | null
    note?: string
    toState?: OrderState
    details?: Record<string, unknown>
  },
): Promise<void> {
  const { move, role, note = "", toState = order.state } = event
  await appendEvidence(tx, [
    { order, kind: "step", role, content: { move, from: order.state, to: toState, note, ...event.details } },
  ])
  await tx.insert(orderEvents).values({
    id: newId(),
    orderId: order.id,
    move: event.move,
    fromState: order.state,
    toState: event.toState ?? order.state,
    actorId: event.actorId,
    actorRole: event.role,
    note: event.note ?? "",
    at: now(),
  })
}

/**
 * Makes `move` for the system on every order of `rows`, which the caller has locked, in three statements
 * however many they are. Orders from whose state the table has no such move are left alone; returns those
 * that moved.
 */
export async function transitionOrdersBySystem(
  tx: Transaction,
  rows: readonly OrderRow[],
  move: OrderTransition,
  changes: Partial<Pick<OrderRow, "completedAt">> = {},
): Promise<OrderRow[]> {
  const transitions = rows.map((order) => ({
    order,
    to: findTransition(ORDER_TRANSITIONS, { move, from: order.state, role: "system" })?.to,
  }))
  const transitioningRows = transitions.filter(
    (row): row is { order: OrderRow; to: OrderState } => row.to !== undefined,
  )
  const [first] = transitioningRows
  if (!first) return []
  const at = now()
  const transitionedOrders = transitioningRows.map((row) => row.order)
  await tx
    .update(orders)
    .set({ ...changes, state: first.to, updatedAt: at })
    .where(
      inArray(
        orders.id,
        transitionedOrders.map((order) => order.id),
      ),
    )
  await tx.insert(orderEvents).values(
    transitioningRows.map(({ order, to }) => ({
      id: newId(),
      orderId: order.id,
      move,
      fromState: order.state,
      toState: to,
      actorId: null,
      actorRole: "system" as const,
      at,
    })),
  )
  await appendEvidence(
    tx,
    transitioningRows.map(({ order, to }) => ({
      order,
      kind: "step" as const,
      role: "system" as const,
      content: { move, from: order.state, to, note: "" },
    })),
  )
  const type = EVENT_BY_TRANSITION[move]
  if (type) await emitMany(tx, type, transitionedOrders.map(toOrderEvent))
  return transitionedOrders
}

type AffectedOrder = Pick<OrderRow, "id" | "customerId">

/**
 * Closes the proposals that can no longer be chosen (pass_over by the system), and tells their experts. The
 * orders are locked.
 */
export async function closeUnselectedProposals(
  tx: Transaction,
  affectedOrders: readonly AffectedOrder[],
): Promise<void> {
  if (affectedOrders.length === 0) return
  const at = now()
  const closedProposals = await tx
    .update(proposals)
    .set({ state: "not_selected", decidedAt: at, updatedAt: at })
    .where(
      and(
        inArray(
          proposals.orderId,
          affectedOrders.map((order) => order.id),
        ),
        inArray(proposals.state, ["sent", "viewed"]),
      ),
    )
    .returning({ proposalId: proposals.id, orderId: proposals.orderId, expertId: proposals.expertId })
  await emitMany(
    tx,
    "proposal.not_selected",
    closedProposals.flatMap((proposal) => addCustomerId(affectedOrders, proposal)),
  )
}

/** Rejects, for the system, what nobody answered before the orders ended. The orders are locked. */
export async function rejectPendingChangeOrders(
  tx: Transaction,
  affectedOrders: readonly AffectedOrder[],
): Promise<void> {
  if (affectedOrders.length === 0) return
  const rejectedChangeOrders = await tx
    .update(changeOrders)
    .set({ state: "rejected", decidedAt: now() })
    .where(
      and(
        inArray(
          changeOrders.orderId,
          affectedOrders.map((order) => order.id),
        ),
        eq(changeOrders.state, "proposed"),
      ),
    )
    .returning({
      changeOrderId: changeOrders.id,
      orderId: changeOrders.orderId,
      expertId: changeOrders.expertId,
    })
  await emitMany(
    tx,
    "change_order.rejected",
    rejectedChangeOrders.flatMap((change) => addCustomerId(affectedOrders, change)),
  )
}

/** Adds to each row the customer of its order. */
export function addCustomerId<Row extends { orderId: string }>(
  affectedOrders: readonly AffectedOrder[],
  row: Row,
): (Row & { customerId: string })[] {
  const order = affectedOrders.find((candidate) => candidate.id === row.orderId)
  return order ? [{ ...row, customerId: order.customerId }] : []
}
