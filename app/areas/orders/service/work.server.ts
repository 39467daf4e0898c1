/**
 * The work after the choice, from its start to its end: starting, handing over, confirming, cancelling,
 * disputing.
 */
import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import { isBlank } from "#app/basics/initials.ts"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { sumRefunds } from "../../money/service/refunds.server.ts"
import type { DeliverForm, ResolveDisputeForm, StartWorkForm } from "../forms.ts"
import { getStartDay, needsCancelReason, type OrderRole, type OrderTransition } from "../rules.ts"
import { findCurrentPart, isPartOver, PAYMENT_LIMITS } from "../payment-rules.ts"
import { changeOrders, proposals } from "../schema.server.ts"
import {
  rejectPendingChangeOrders,
  canTransitionOrder,
  transitionOrder,
  closeUnselectedProposals,
  recordOrderHistory,
  getRoleInOrder,
  lockOrder,
  withLockedOrder,
  type OrderRow,
} from "./transitions.server.ts"
import {
  askForPart,
  disputeParts,
  loadParts,
  releasePart,
  settleParts,
  sumHeldWon,
  transitionPart,
  type PartRow,
} from "./parts.server.ts"
import { createDispute } from "./disputes.server.ts"
import { closeOpenSplit } from "./splits.server.ts"
import { addAfterPhotos } from "./photos.server.ts"
import { hashPictures } from "#app/platform/picture-hashes.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

/**
 * `not_found`: the order does not concern the actor. `not_now`: this role has no such move from the order's
 * state.
 */
type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>

/**
 * The chosen expert begins. Also `not_held` (paid safely, the first part is not paid yet), and
 * `reason_needed`: it is before the day that was wanted or named.
 */
export const startWork = (
  actor: Actor,
  orderId: string,
  { reason }: z.output<typeof StartWorkForm> = { reason: "" },
): Done<"not_held" | "reason_needed"> =>
  withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (!canTransitionOrder(order, "start", performer.role)) return refuse("not_now")
    if (order.payment === "safe" && (await loadCurrentPart(tx, orderId))?.state !== "held")
      return refuse("not_held")
    if (isBlank(reason) && (await isBeforeStartDay(tx, order))) return refuse("reason_needed")
    return withoutOrder(await transitionOrder(tx, order, { ...performer, move: "start", note: reason }))
  })

async function isBeforeStartDay(tx: Transaction, order: OrderRow): Promise<boolean> {
  const [proposal] = await tx
    .select({ earliestStart: proposals.earliestStart })
    .from(proposals)
    .where(eq(proposals.id, order.acceptedProposalId ?? order.id))
  return (getStartDay(order, proposal ?? null) ?? "") > toKstDateString(now())
}

/**
 * The chosen expert begins with the next part of an order that is paid safely: its customer is asked for it.
 * `not_now` also where another part is under way.
 */
export const startNextPart = (actor: Actor, orderId: string): Done =>
  withLockedOrder(actor, orderId, async (tx, order, { role, actorId }) => {
    const part = await loadCurrentPart(tx, orderId)
    if (role !== "expert" || order.state !== "in_progress" || part?.state !== "planned")
      return refuse("not_now")
    await askForPart(tx, order, part, { role, hours: PAYMENT_LIMITS.dueHours })
    await recordOrderHistory(tx, order, { move: "part_asked", role, actorId, note: part.name })
    return ok()
  })

const loadCurrentPart = async (tx: Transaction, orderId: string): Promise<PartRow | undefined> =>
  findCurrentPart(await loadParts(tx, orderId))

/**
 * The chosen expert hands the work over, or the part that is under way, with at least one picture of it. Also
 * `pictures_needed`, `pictures_missing` (not the expert's loose after-pictures), and `not_held` (the part is
 * not paid yet).
 */
export function deliverWork(
  actor: Actor,
  orderId: string,
  input: z.output<typeof DeliverForm>,
): Done<"pictures_needed" | "pictures_missing" | "not_held"> {
  return submitWork(actor, orderId, "deliver", input, (order, part) =>
    order.payment === "safe" && part?.state !== "held" ? refuse("not_held") : undefined,
  )
}

/**
 * The chosen expert hands over again what was to be improved; pictures are added to those of before. Refusals
 * as {@link deliverWork}, but for `not_held`.
 */
export function redeliverWork(
  actor: Actor,
  orderId: string,
  input: z.output<typeof DeliverForm>,
): Done<"pictures_needed" | "pictures_missing"> {
  return submitWork(actor, orderId, "redeliver", input, () => undefined)
}

function submitWork<More extends string = never>(
  actor: Actor,
  orderId: string,
  move: "deliver" | "redeliver",
  input: z.output<typeof DeliverForm>,
  checkPart: (order: OrderRow, part: PartRow | undefined) => Refusal<More> | undefined,
): Done<"pictures_needed" | "pictures_missing" | More> {
  return withLockedOrder<Outcome<"not_now" | "pictures_needed" | "pictures_missing" | More>>(
    actor,
    orderId,
    async (tx, order, performer) => {
      if (!canTransitionOrder(order, move, performer.role)) return refuse("not_now")
      if (input.pictureIds.length === 0) return refuse("pictures_needed")
      const part = order.payment === "safe" ? await loadCurrentPart(tx, orderId) : undefined
      const refusal = checkPart(order, part)
      if (refusal) return refusal
      if (!(await addAfterPhotos(tx, orderId, performer.actorId, input.pictureIds, part?.id ?? null)))
        return refuse("pictures_missing")
      if (part) await transitionPart(tx, part, move, "expert", { note: input.note, deliveredAt: now() })
      const details = { part: part?.name ?? null, pictures: await hashPictures(tx, input.pictureIds) }
      return withoutOrder(await transitionOrder(tx, order, { ...performer, move, note: input.note, details }))
    },
  )
}

/** The customer asks for improvements. Also `note_needed`. */
export const requestChanges = (actor: Actor, orderId: string, note: string): Done<"note_needed"> =>
  transitionWithNote(actor, orderId, "request_changes", note, async (tx) => {
    const part = await loadCurrentPart(tx, orderId)
    if (part) await transitionPart(tx, part, "request_changes", "customer")
  })

/** The customer or the chosen expert calls for an admin; nothing that is held moves. Also `note_needed`. */
export const openDispute = (actor: Actor, orderId: string, note: string): Done<"note_needed"> =>
  transitionWithNote(actor, orderId, "dispute", note, async (tx, role) => {
    await createDispute(tx, orderId, role)
    await disputeParts(tx, orderId, role)
    await closeOpenSplit(tx, orderId)
  })

/**
 * The customer confirms the work, or the part of it that is delivered: what is held for it goes to the
 * expert, and the work goes on where more is planned. Also `change_undecided`: a change order waits for the
 * answer first.
 */
export function completeWork(actor: Actor, orderId: string): Done<"change_undecided"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (!canTransitionOrder(order, "complete", performer.role)) return refuse("not_now")
    const [pendingChange] = await tx
      .select({ id: changeOrders.id })
      .from(changeOrders)
      .where(and(eq(changeOrders.orderId, orderId), eq(changeOrders.state, "proposed")))
    if (pendingChange) return refuse("change_undecided")
    return order.payment === "safe"
      ? confirmPart(tx, order, { role: "customer", actorId: performer.actorId })
      : withoutOrder(await transitionOrder(tx, order, { ...performer, move: "complete" }))
  })
}

/** Confirms the delivered part of a locked order; the last one completes it. */
export async function confirmPart(
  tx: Transaction,
  order: OrderRow,
  performer: { role: "customer" | "system"; actorId: string | null },
): Promise<Outcome<"not_now">> {
  const parts = await loadParts(tx, order.id)
  const part = findCurrentPart(parts)
  if (part?.state !== "delivered") return refuse("not_now")
  await releasePart(tx, order, part, performer.role)
  await closeOpenSplit(tx, order.id)
  const isLast = parts.every(({ id, state }) => id === part.id || isPartOver(state))
  return withoutOrder(
    await transitionOrder(tx, order, {
      ...performer,
      move: isLast ? "complete" : "continue",
      note: isLast ? "" : part.name,
    }),
  )
}

/**
 * Cancels: an open request by its customer, a matched one by either side. What is held before the start goes
 * back whole. Also `reason_needed`, once an expert is chosen, and `split_needed`: the
 * work has begun and money is held, which both agree to divide.
 */
export function cancelOrder(
  actor: Actor,
  orderId: string,
  reason: string,
): Done<"reason_needed" | "split_needed"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer, refundIds) =>
    // What the office gives back is asked for in the office, where a second person looks at it.
    performer.role === "admin"
      ? refuse("not_now")
      : cancelLockedOrder(tx, order, performer, { reason, refundIds }),
  )
}

async function cancelLockedOrder(
  tx: Transaction,
  order: OrderRow,
  performer: { role: Exclude<OrderRole, "system">; actorId: string },
  { reason, refundIds }: { reason: string; refundIds: string[] },
): Promise<Outcome<"not_now" | "reason_needed" | "split_needed">> {
  if (!canTransitionOrder(order, "cancel", performer.role)) return refuse("not_now")
  if (needsCancelReason(order.state) && isBlank(reason)) return refuse("reason_needed")
  if (order.payment === "safe") {
    if (order.state === "in_progress" && (await sumHeldWon(tx, order.id)) > 0) return refuse("split_needed")
    const settlement = { expertWon: 0, reason: "작업 전 취소", role: performer.role }
    await settleParts(tx, order, settlement, refundIds)
  }
  await closePendingProposalsAndChanges(tx, order)
  return withoutOrder(
    await transitionOrder(
      tx,
      order,
      { ...performer, move: "cancel", note: reason },
      { cancelReason: reason, cancelledBy: performer.actorId },
    ),
  )
}

/**
 * An admin cancels an order in the transaction of what asks for it; what is held goes back whole. Returns the
 * refunds to pay after the commit and their sum in won. Refusals: `not_found` (no right, an order of one's
 * own), `not_now`, `reason_needed`, `split_needed` (the work has begun and money is held).
 */
export async function cancelOrderByOffice(
  tx: Transaction,
  actor: Actor,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<
  Outcome<
    "not_found" | "not_now" | "reason_needed" | "split_needed",
    { title: string; amountWon: number; refundIds: string[] }
  >
> {
  const order = await lockOrder(tx, orderId)
  const isOffice = isAdmin(actor) && (hasRight(actor, "trade") || hasRight(actor, "money"))
  if (!order || !isOffice || getRoleInOrder(actor, order) !== "admin") return refuse("not_found")
  const refundIds: string[] = []
  const cancelled = await cancelLockedOrder(
    tx,
    order,
    { role: "admin", actorId: actor.userId },
    { reason, refundIds },
  )
  if (!cancelled.ok) return cancelled
  return ok({ title: order.title, amountWon: await sumRefunds(tx, refundIds), refundIds })
}

/**
 * An admin ends a dispute of an order that the two settle themselves, one way or the other; one about held
 * money is decided step by step (disputes.server.ts). Also `note_needed`.
 */
export function resolveDispute(
  actor: Actor,
  orderId: string,
  input: z.output<typeof ResolveDisputeForm>,
): Done<"note_needed"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    const move = input.outcome === "complete" ? "resolve_complete" : "resolve_cancel"
    if (order.payment === "safe" || !canTransitionOrder(order, move, performer.role)) return refuse("not_now")
    if (isBlank(input.note)) return refuse("note_needed")
    await closePendingProposalsAndChanges(tx, order)
    const cancellation =
      move === "resolve_cancel" ? { cancelReason: input.note, cancelledBy: performer.actorId } : {}
    return withoutOrder(
      await transitionOrder(tx, order, { ...performer, move, note: input.note }, cancellation),
    )
  })
}

/** What can be chosen or answered no more once the order is over. */
async function closePendingProposalsAndChanges(tx: Transaction, order: OrderRow): Promise<void> {
  await closeUnselectedProposals(tx, [order])
  await rejectPendingChangeOrders(tx, [order])
}

const withoutOrder = (transitionOutcome: Outcome<"not_now">): Outcome<"not_now"> =>
  transitionOutcome.ok ? ok() : transitionOutcome

/** `moveParts` does to the parts of an order that is paid safely what the move does to the order. */
function transitionWithNote(
  actor: Actor,
  orderId: string,
  move: OrderTransition,
  note: string,
  moveParts: (tx: Transaction, role: "customer" | "expert") => Promise<void>,
): Done<"note_needed"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    const { role } = performer
    if (role === "admin" || !canTransitionOrder(order, move, role)) return refuse("not_now")
    if (isBlank(note)) return refuse("note_needed")
    if (order.payment === "safe") await moveParts(tx, role)
    return withoutOrder(await transitionOrder(tx, order, { ...performer, move, note }))
  })
}
