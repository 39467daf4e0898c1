/**
 * Deciding a dispute about held money: an administrator proposes how it is divided, both answer within three
 * days, it is decided, and may be appealed once, to another administrator. Nothing moves before the end.
 */
import { and, eq, lte, ne } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { audit } from "#app/platform/audit.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import type { DisputeAnswerForm, DisputeAppealForm, DisputeDecisionForm } from "../forms.ts"
import {
  DISPUTE_DAYS,
  DISPUTE_TRANSITIONS,
  type DisputeRole,
  type DisputeTransition,
} from "../payment-rules.ts"
import { orderDisputes } from "../schema.server.ts"
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

type DisputeRow = typeof orderDisputes.$inferSelect
type Decision = z.output<typeof DisputeDecisionForm>

/** Opens the dispute of a locked order that is paid safely; what is held stays where it is. */
export async function createDispute(
  tx: Transaction,
  orderId: string,
  openedBy: "customer" | "expert",
): Promise<void> {
  await tx.insert(orderDisputes).values({
    id: newId(),
    orderId,
    openedBy,
    state: "opened",
    heldWon: await sumHeldWon(tx, orderId),
    createdAt: now(),
  })
}

async function loadOpenDispute(tx: Transaction, orderId: string): Promise<DisputeRow | undefined> {
  const [dispute] = await tx
    .select()
    .from(orderDisputes)
    .where(and(eq(orderDisputes.orderId, orderId), ne(orderDisputes.state, "closed")))
  return dispute
}

const canMove = (dispute: DisputeRow, move: DisputeTransition, role: DisputeRole) =>
  findTransition(DISPUTE_TRANSITIONS, { move, from: dispute.state, role })

async function moveDispute(
  tx: Transaction,
  dispute: DisputeRow,
  { move, role }: { move: DisputeTransition; role: DisputeRole },
  changes: Partial<DisputeRow>,
): Promise<DisputeRow> {
  const transition = canMove(dispute, move, role)
  if (!transition) throw new Error(`The dispute ${dispute.id} cannot ${move} from ${dispute.state}`)
  const columns = { ...changes, state: transition.to }
  await tx.update(orderDisputes).set(columns).where(eq(orderDisputes.id, dispute.id))
  return { ...dispute, ...columns }
}

function toDisputeEvent(order: OrderRow, dispute: DisputeRow) {
  if (order.expertId === null) throw new Error(`The order ${order.id} has no expert`)
  return {
    orderId: order.id,
    disputeId: dispute.id,
    customerId: order.customerId,
    expertId: order.expertId,
    at: now().toISOString(),
  }
}

/** Until when what is proposed is answered, or what is decided is appealed. */
const getDisputeEnd = (dispute: Pick<DisputeRow, "state" | "proposedAt" | "decidedAt">): Date | null =>
  dispute.state === "proposed" && dispute.proposedAt
    ? addDays(dispute.proposedAt, DISPUTE_DAYS)
    : dispute.state === "decided" && dispute.decidedAt
      ? addDays(dispute.decidedAt, DISPUTE_DAYS)
      : null

/** Divides what is held as the dispute says, and ends the order with it. */
async function carryOut(
  tx: Transaction,
  order: OrderRow,
  dispute: DisputeRow,
  actorId: string | null,
  refundIds: string[],
): Promise<void> {
  const role = "admin" as const
  await closeUnselectedProposals(tx, [order])
  await rejectPendingChangeOrders(tx, [order])
  const settlement = { expertWon: dispute.expertWon ?? 0, reason: "분쟁 조정 결과", role }
  await settleParts(tx, order, settlement, refundIds)
  const isCancelled = dispute.outcome === "cancel"
  const moved = await transitionOrder(
    tx,
    order,
    { move: isCancelled ? "resolve_cancel" : "resolve_complete", role, actorId, note: dispute.reason },
    isCancelled ? { cancelReason: dispute.reason, cancelledBy: actorId } : {},
  )
  if (!moved.ok) throw new Error(`The order ${order.id} is not disputed`)
}

/**
 * An administrator proposes how what is held is divided; a later proposal takes the place of an earlier one,
 * and is answered anew. Refusals: `not_found`, `not_now` (nothing is disputed here, or it is decided),
 * `too_much` (more than is held).
 */
export function proposeDecision(
  actor: Actor,
  orderId: string,
  input: Decision,
): Promise<Outcome<"not_found" | "not_now" | "too_much">> {
  return withLockedOrder(actor, orderId, async (tx, order, { role, actorId }) => {
    if (role !== "admin") return refuse("not_found")
    const dispute = await loadOpenDispute(tx, orderId)
    if (!dispute || !canMove(dispute, "propose", "admin")) return refuse("not_now")
    if (input.expertWon > dispute.heldWon) return refuse("too_much")
    const proposed = await moveDispute(
      tx,
      dispute,
      { move: "propose", role: "admin" },
      {
        ...input,
        proposedBy: actorId,
        proposedAt: now(),
        customerAnswer: null,
        customerNote: "",
        expertAnswer: null,
        expertNote: "",
      },
    )
    await recordOrderHistory(tx, order, { move: "dispute_proposed", role, actorId, note: input.reason })
    await audit(tx, { userId: actorId }, toAuditEntry(order, "propose_decision", proposed))
    await emit(tx, "dispute.proposed", toDisputeEvent(order, proposed))
    return ok()
  })
}

const toAuditEntry = (
  order: OrderRow,
  action: "propose_decision" | "decide_dispute",
  dispute: DisputeRow,
) => ({
  action: `order.${action}` as const,
  subject: { kind: "order", id: order.id, title: order.title },
  note: dispute.reason,
  after: { held: dispute.heldWon, expert: dispute.expertWon, outcome: dispute.outcome },
})

/**
 * One of the two answers what is proposed; when both accept, it is carried out at once. Refusals:
 * `not_found`, `not_now` (nothing is proposed, or the time is over), `answered` (before; a new proposal may
 * be answered anew).
 */
export function answerDecision(
  actor: Actor,
  orderId: string,
  { answer, note }: z.output<typeof DisputeAnswerForm>,
): Promise<Outcome<"not_found" | "not_now" | "answered">> {
  return withLockedOrder(actor, orderId, async (tx, order, { role, actorId }, refundIds) => {
    if (role === "admin") return refuse("not_found")
    const dispute = await loadOpenDispute(tx, orderId)
    if (dispute?.state !== "proposed" || (getDisputeEnd(dispute) ?? now()) <= now()) return refuse("not_now")
    if ((role === "customer" ? dispute.customerAnswer : dispute.expertAnswer) !== null)
      return refuse("answered")
    const own =
      role === "customer"
        ? { customerAnswer: answer, customerNote: note }
        : { expertAnswer: answer, expertNote: note }
    const answered: DisputeRow = { ...dispute, ...own }
    await recordOrderHistory(tx, order, { move: `dispute_${answer}`, role, actorId, note })
    if (answered.customerAnswer === "accept" && answered.expertAnswer === "accept") {
      await moveDispute(tx, dispute, { move: "agree", role: "party" }, { ...own, closedAt: now() })
      await carryOut(tx, order, answered, dispute.proposedBy, refundIds)
      return ok()
    }
    await tx.update(orderDisputes).set(own).where(eq(orderDisputes.id, dispute.id))
    await emit(tx, "dispute.answered", { ...toDisputeEvent(order, dispute), answeredBy: role })
    return ok()
  })
}

/**
 * An administrator decides, as proposed or otherwise, once both have answered or three days have passed.
 * Refusals: `not_found`, `not_now` (nothing is proposed), `unanswered` (somebody may still answer),
 * `too_much`.
 */
export function decideDispute(
  actor: Actor,
  orderId: string,
  input: Decision,
): Promise<Outcome<"not_found" | "not_now" | "unanswered" | "too_much">> {
  return withLockedOrder(actor, orderId, async (tx, order, { role, actorId }) => {
    if (role !== "admin") return refuse("not_found")
    const dispute = await loadOpenDispute(tx, orderId)
    if (!dispute || !canMove(dispute, "decide", "admin")) return refuse("not_now")
    const isAnswered = dispute.customerAnswer !== null && dispute.expertAnswer !== null
    if (!isAnswered && (getDisputeEnd(dispute) ?? now()) > now()) return refuse("unanswered")
    if (input.expertWon > dispute.heldWon) return refuse("too_much")
    const decided = await moveDispute(
      tx,
      dispute,
      { move: "decide", role: "admin" },
      { ...input, decidedBy: actorId, decidedAt: now() },
    )
    await recordOrderHistory(tx, order, { move: "dispute_decided", role, actorId, note: input.reason })
    await audit(tx, { userId: actorId }, toAuditEntry(order, "decide_dispute", decided))
    await emit(tx, "dispute.decided", toDisputeEvent(order, decided))
    return ok()
  })
}

/**
 * One of the two appeals what was decided, within three days and once: another administrator decides.
 * Refusals: `not_found`, `not_now` (nothing is decided, or the time is over).
 */
export function appealDecision(
  actor: Actor,
  orderId: string,
  { note }: z.output<typeof DisputeAppealForm>,
): Promise<Outcome<"not_found" | "not_now">> {
  return withLockedOrder(actor, orderId, async (tx, order, { role, actorId }) => {
    if (role === "admin") return refuse("not_found")
    const dispute = await loadOpenDispute(tx, orderId)
    if (dispute?.state !== "decided" || (getDisputeEnd(dispute) ?? now()) <= now()) return refuse("not_now")
    const appealed = await moveDispute(
      tx,
      dispute,
      { move: "appeal", role: "party" },
      { appealedBy: role, appealNote: note, appealedAt: now() },
    )
    await recordOrderHistory(tx, order, { move: "dispute_appealed", role, actorId, note })
    await emit(tx, "dispute.appealed", { ...toDisputeEvent(order, appealed), appealedBy: role })
    return ok()
  })
}

/**
 * Another administrator than those who proposed and decided has the last word, which is carried out at once.
 * Refusals: `not_found`, `not_now` (nothing is appealed), `same_person`, `too_much`.
 */
export function decideDisputeAppeal(
  actor: Actor,
  orderId: string,
  input: Decision,
): Promise<Outcome<"not_found" | "not_now" | "same_person" | "too_much">> {
  return withLockedOrder(actor, orderId, async (tx, order, { role, actorId }, refundIds) => {
    if (role !== "admin") return refuse("not_found")
    const dispute = await loadOpenDispute(tx, orderId)
    if (!dispute || !canMove(dispute, "decide_appeal", "colleague")) return refuse("not_now")
    if (dispute.decidedBy === actorId || dispute.proposedBy === actorId) return refuse("same_person")
    if (input.expertWon > dispute.heldWon) return refuse("too_much")
    const closed = await moveDispute(
      tx,
      dispute,
      { move: "decide_appeal", role: "colleague" },
      { ...input, closedBy: actorId, closedAt: now() },
    )
    await carryOut(tx, order, closed, actorId, refundIds)
    return ok()
  })
}

/** Carries out, as a job, what was decided and not appealed for three days. Returns how many were due. */
export async function closeDecidedDisputes(): Promise<number> {
  const due = await db()
    .select({ id: orderDisputes.id, orderId: orderDisputes.orderId })
    .from(orderDisputes)
    .where(
      and(eq(orderDisputes.state, "decided"), lte(orderDisputes.decidedAt, addDays(now(), -DISPUTE_DAYS))),
    )
    .orderBy(orderDisputes.decidedAt)
    .limit(100)
  await forEachIsolated(due, { what: "dispute", id: ({ id }) => id }, async ({ id, orderId }) => {
    const refundIds: string[] = []
    await inTransaction(async (tx) => {
      refundIds.length = 0
      const order = await lockOrder(tx, orderId)
      const dispute = await loadOpenDispute(tx, orderId)
      const end = dispute && getDisputeEnd(dispute)
      if (!order || dispute?.id !== id || dispute.state !== "decided" || !end || end > now()) return
      const closed = await moveDispute(tx, dispute, { move: "close", role: "system" }, { closedAt: now() })
      await carryOut(tx, order, closed, dispute.decidedBy, refundIds)
    })
    await executeRefunds(refundIds)
  })
  return due.length
}
