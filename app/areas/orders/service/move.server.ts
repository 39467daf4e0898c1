/**
 * Owns the one way in which an order changes its state: locked, looked up in the transition table, recorded,
 * announced.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { emit, emitEach } from "#app/platform/events.server.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { ORDER_TRANSITIONS, type OrderMove, type OrderRole, type OrderState } from "../rules.ts"
import { changeOrders, orderEvents, orders, proposals } from "../schema.server.ts"
import type { OrderEvent } from "./events.server.ts"
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
 * The frame of every use case of one order: locks it and finds the actor's role in it before `work`. Refusal
 * `not_found` for whom the order does not concern, so that its existence shows to nobody else.
 */
export async function withOrder<Result>(
  actor: Actor,
  orderId: string,
  work: (
    tx: Transaction,
    order: OrderRow,
    by: { role: Exclude<OrderRole, "system">; actorId: string },
  ) => Promise<Result>,
): Promise<Result | Refusal<"not_found">> {
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const role = order && roleIn(actor, order)
    if (!order || !role || actor.kind !== "member") return refuse("not_found")
    return work(tx, order, { role, actorId: actor.userId })
  })
}

/**
 * What the actor is in this order, or undefined for somebody whom it does not concern. An admin who ordered
 * something is its customer.
 */
export function roleIn(
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
export const mayMove = (order: OrderRow, move: OrderMove, role: OrderRole): boolean =>
  findTransition(ORDER_TRANSITIONS, { move, from: order.state, role }) !== undefined

const eventOf = (order: OrderRow): OrderEvent => ({
  orderId: order.id,
  customerId: order.customerId,
  expertId: order.expertId,
})

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

const STAMPED: Partial<
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
export async function moveOrder(
  tx: Transaction,
  order: OrderRow,
  by: { move: OrderMove; role: OrderRole; actorId: string | null; note?: string },
  changes: Partial<
    Pick<
      OrderRow,
      | "acceptedProposalId"
      | "expertId"
      | "agreedWon"
      | "address"
      | "contactPhone"
      | "thirdPartyConsentAt"
      | "cancelReason"
      | "cancelledBy"
    >
  > = {},
): Promise<Outcome<"not_now", { order: OrderRow }>> {
  const transition = findTransition(ORDER_TRANSITIONS, { move: by.move, from: order.state, role: by.role })
  if (!transition) return refuse("not_now")
  const at = now()
  const stamp = by.move === "start" ? "startedAt" : STAMPED[transition.to]
  const written = { ...changes, ...(stamp ? { [stamp]: at } : {}), state: transition.to, updatedAt: at }
  await tx.update(orders).set(written).where(eq(orders.id, order.id))
  await recordEvent(tx, order, { ...by, toState: transition.to })
  const after: OrderRow = { ...order, ...written }
  if (by.role === "admin" && by.actorId) {
    await audit(
      tx,
      { userId: by.actorId },
      {
        action: `order.${by.move}`,
        subject: { kind: "order", id: order.id, title: order.title },
        note: by.note ?? "",
        before: { state: order.state },
        after: { state: transition.to },
      },
    )
  }
  const type = ANNOUNCED[by.move]
  if (type) await emit(tx, type, eventOf(after))
  return ok({ order: after })
}

/** Writes a line into the order's history; without `toState` the state stays. */
export async function recordEvent(
  tx: Transaction,
  order: OrderRow,
  event: { move: string; role: OrderRole; actorId: string | null; note?: string; toState?: OrderState },
): Promise<void> {
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
export async function moveByTime(
  tx: Transaction,
  rows: readonly OrderRow[],
  move: OrderMove,
  changes: Partial<Pick<OrderRow, "completedAt">> = {},
): Promise<OrderRow[]> {
  const transitions = rows.map((order) => ({
    order,
    to: findTransition(ORDER_TRANSITIONS, { move, from: order.state, role: "system" })?.to,
  }))
  const moving = transitions.filter((row): row is { order: OrderRow; to: OrderState } => row.to !== undefined)
  const [first] = moving
  if (!first) return []
  const at = now()
  const moved = moving.map((row) => row.order)
  await tx
    .update(orders)
    .set({ ...changes, state: first.to, updatedAt: at })
    .where(
      inArray(
        orders.id,
        moved.map((order) => order.id),
      ),
    )
  await tx.insert(orderEvents).values(
    moving.map(({ order, to }) => ({
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
  const type = ANNOUNCED[move]
  if (type) await emitEach(tx, type, moved.map(eventOf))
  return moved
}

type Concerned = Pick<OrderRow, "id" | "customerId">

/**
 * Closes the proposals that can no longer be chosen (pass_over by the system), and tells their experts. The
 * orders are locked.
 */
export async function passOverProposals(tx: Transaction, concerned: readonly Concerned[]): Promise<void> {
  if (concerned.length === 0) return
  const at = now()
  const passed = await tx
    .update(proposals)
    .set({ state: "not_selected", decidedAt: at, updatedAt: at })
    .where(
      and(
        inArray(
          proposals.orderId,
          concerned.map((order) => order.id),
        ),
        inArray(proposals.state, ["sent", "viewed"]),
      ),
    )
    .returning({ proposalId: proposals.id, orderId: proposals.orderId, expertId: proposals.expertId })
  await emitEach(
    tx,
    "proposal.not_selected",
    passed.flatMap((proposal) => withCustomer(concerned, proposal)),
  )
}

/** Rejects, for the system, what nobody answered before the orders ended. The orders are locked. */
export async function lapseChangeOrders(tx: Transaction, concerned: readonly Concerned[]): Promise<void> {
  if (concerned.length === 0) return
  const lapsed = await tx
    .update(changeOrders)
    .set({ state: "rejected", decidedAt: now() })
    .where(
      and(
        inArray(
          changeOrders.orderId,
          concerned.map((order) => order.id),
        ),
        eq(changeOrders.state, "proposed"),
      ),
    )
    .returning({
      changeOrderId: changeOrders.id,
      orderId: changeOrders.orderId,
      expertId: changeOrders.expertId,
    })
  await emitEach(
    tx,
    "change_order.rejected",
    lapsed.flatMap((change) => withCustomer(concerned, change)),
  )
}

/** Adds to each row the customer of its order. */
export function withCustomer<Row extends { orderId: string }>(
  concerned: readonly Concerned[],
  row: Row,
): (Row & { customerId: string })[] {
  const order = concerned.find((candidate) => candidate.id === row.orderId)
  return order ? [{ ...row, customerId: order.customerId }] : []
}
