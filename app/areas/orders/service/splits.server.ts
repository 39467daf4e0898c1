/** Ending an order that has begun, by agreement: who gets how much of what is held. */
import { and, eq, lte } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { AcceptSplitForm, ProposeSplitForm } from "../forms.ts"
import { canProposeSplit, PAYMENT_LIMITS, SPLIT_TRANSITIONS, type SplitTransition } from "../payment-rules.ts"
import { orderSplits } from "../schema.server.ts"
import "./events.server.ts"
import { settleParts, sumHeldWon } from "./parts.server.ts"
import {
  closeUnselectedProposals,
  lockOrder,
  recordOrderHistory,
  rejectPendingChangeOrders,
  transitionOrder,
  withLockedOrder,
  type OrderRow,
} from "./transitions.server.ts"

type SplitRow = typeof orderSplits.$inferSelect

async function loadOpenSplit(tx: Transaction, orderId: string): Promise<SplitRow | undefined> {
  const [split] = await tx
    .select()
    .from(orderSplits)
    .where(and(eq(orderSplits.orderId, orderId), eq(orderSplits.state, "proposed")))
  return split
}

async function transitionSplit(
  tx: Transaction,
  split: SplitRow,
  move: SplitTransition,
  role: "party" | "system",
): Promise<void> {
  const transition = findTransition(SPLIT_TRANSITIONS, { move, from: split.state, role })
  if (!transition) throw new Error(`The split ${split.id} cannot ${move} from ${split.state}`)
  await tx
    .update(orderSplits)
    .set({ state: transition.to, decidedAt: now() })
    .where(eq(orderSplits.id, split.id))
}

/** Closes what was proposed for a locked order whose work goes on, or that is disputed or over. */
export async function closeOpenSplit(tx: Transaction, orderId: string): Promise<void> {
  const split = await loadOpenSplit(tx, orderId)
  if (split) await transitionSplit(tx, split, "close", "system")
}

/**
 * One of the two proposes how what is held is divided, `expertWon` to the expert; it takes the place of what
 * the other had proposed, and is to be answered within 3 days. Refusals: `not_found`, `not_now` (the order is
 * not paid safely, not begun, disputed or over; or nothing is held), `waiting` (one's own is unanswered),
 * `too_much` (more than is held).
 */
export function proposeSplit(
  actor: Actor,
  orderId: string,
  input: z.output<typeof ProposeSplitForm>,
): Promise<Outcome<"not_found" | "not_now" | "waiting" | "too_much", { splitId: string }>> {
  return withLockedOrder(actor, orderId, async (tx, order, { role, actorId }) => {
    if (role === "admin" || order.expertId === null || !canProposeSplit(order.state)) return refuse("not_now")
    const heldWon = await sumHeldWon(tx, orderId)
    if (heldWon === 0) return refuse("not_now")
    if (input.expertWon > heldWon) return refuse("too_much")
    const earlier = await loadOpenSplit(tx, orderId)
    if (earlier?.proposedBy === role) return refuse("waiting")
    if (earlier) await transitionSplit(tx, earlier, "counter", "party")
    const at = now()
    const splitId = newId()
    await tx.insert(orderSplits).values({
      id: splitId,
      orderId,
      proposedBy: role,
      heldWon,
      expertWon: input.expertWon,
      reason: input.reason,
      state: "proposed",
      expiresAt: addDays(at, PAYMENT_LIMITS.splitDays),
      createdAt: at,
    })
    await recordOrderHistory(tx, order, { move: "split_proposed", role, actorId, note: input.reason })
    await emit(tx, "split.proposed", toSplitEvent(order, order.expertId, splitId, role))
    return ok({ splitId })
  })
}

const toSplitEvent = (
  order: OrderRow,
  expertId: string,
  splitId: string,
  proposedBy: "customer" | "expert",
) => ({ orderId: order.id, splitId, customerId: order.customerId, expertId, proposedBy })

/**
 * The other one accepts what was proposed: the money is divided and the order is over. Refusals: `not_found`,
 * `not_now` (nothing is proposed, or by oneself), `changed` (another proposal, or another sum is held, than
 * the one that was before their eyes).
 */
export function acceptSplit(
  actor: Actor,
  orderId: string,
  input: z.output<typeof AcceptSplitForm>,
): Promise<Outcome<"not_found" | "not_now" | "changed">> {
  return withLockedOrder(actor, orderId, async (tx, order, performer, refundIds) => {
    const { role } = performer
    const split = await loadOpenSplit(tx, orderId)
    if (role === "admin" || order.expertId === null || !split || split.proposedBy === role)
      return refuse("not_now")
    if (split.expiresAt <= now() || !canProposeSplit(order.state)) return refuse("not_now")
    if (split.id !== input.splitId || split.heldWon !== (await sumHeldWon(tx, orderId)))
      return refuse("changed")
    await transitionSplit(tx, split, "accept", "party")
    await settleParts(tx, order, { expertWon: split.expertWon, reason: "합의한 나눔 정산", role }, refundIds)
    await closeUnselectedProposals(tx, [order])
    await rejectPendingChangeOrders(tx, [order])
    const moved = await transitionOrder(
      tx,
      order,
      { ...performer, move: "split", note: split.reason },
      { cancelReason: split.reason, cancelledBy: performer.actorId },
    )
    if (!moved.ok) return moved
    await emit(tx, "split.accepted", toSplitEvent(order, order.expertId, split.id, split.proposedBy))
    return ok()
  })
}

/** Ends the proposals that nobody answered for 3 days; a job calls it. Returns how many were due. */
export async function expireSplits(): Promise<number> {
  const dueSplits = await db()
    .select({ id: orderSplits.id, orderId: orderSplits.orderId })
    .from(orderSplits)
    .where(and(eq(orderSplits.state, "proposed"), lte(orderSplits.expiresAt, now())))
    .orderBy(orderSplits.expiresAt)
    .limit(100)
  await forEachIsolated(dueSplits, { what: "split", id: ({ id }) => id }, ({ id, orderId }) =>
    inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const split = await loadOpenSplit(tx, orderId)
      if (!order?.expertId || split?.id !== id || split.expiresAt > now()) return
      await transitionSplit(tx, split, "expire", "system")
      await emit(tx, "split.expired", {
        orderId,
        splitId: id,
        customerId: order.customerId,
        expertId: order.expertId,
      })
    }),
  )
  return dueSplits.length
}
