/**
 * The work after the choice, from its start to its end: starting, handing over, confirming, cancelling,
 * disputing.
 */
import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import { isBlank } from "#app/basics/initials.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { DeliverForm, ResolveDisputeForm } from "../forms.ts"
import { needsCancelReason, type OrderTransition } from "../rules.ts"
import { changeOrders } from "../schema.server.ts"
import {
  rejectPendingChangeOrders,
  canTransitionOrder,
  transitionOrder,
  closeUnselectedProposals,
  withLockedOrder,
  type OrderRow,
} from "./transitions.server.ts"
import { addAfterPhotos } from "./photos.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * `not_found`: the order does not concern the actor. `not_now`: this role has no such move from the order's
 * state.
 */
type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>

/** The chosen expert begins. */
export const startWork = (actor: Actor, orderId: string): Done =>
  transitionWithoutInput(actor, orderId, "start")

/**
 * The chosen expert hands the work over, with at least one picture of it. Also `pictures_needed`, and
 * `pictures_missing` (not the expert's loose after-pictures).
 */
export function deliverWork(
  actor: Actor,
  orderId: string,
  input: z.output<typeof DeliverForm>,
): Done<"pictures_needed" | "pictures_missing"> {
  return submitWork(actor, orderId, "deliver", input)
}

/**
 * The chosen expert hands over again what was to be improved; pictures are added to those of before. Refusals
 * as {@link deliverWork}.
 */
export function redeliverWork(
  actor: Actor,
  orderId: string,
  input: z.output<typeof DeliverForm>,
): Done<"pictures_needed" | "pictures_missing"> {
  return submitWork(actor, orderId, "redeliver", input)
}

function submitWork(
  actor: Actor,
  orderId: string,
  move: "deliver" | "redeliver",
  input: z.output<typeof DeliverForm>,
): Done<"pictures_needed" | "pictures_missing"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (!canTransitionOrder(order, move, performer.role)) return refuse("not_now")
    if (input.pictureIds.length === 0) return refuse("pictures_needed")
    if (!(await addAfterPhotos(tx, orderId, performer.actorId, input.pictureIds)))
      return refuse("pictures_missing")
    return withoutOrder(await transitionOrder(tx, order, { ...performer, move, note: input.note }))
  })
}

/** The customer asks for improvements. Also `note_needed`. */
export const requestChanges = (actor: Actor, orderId: string, note: string): Done<"note_needed"> =>
  transitionWithNote(actor, orderId, "request_changes", note)

/** The customer or the chosen expert calls for an admin. Also `note_needed`. */
export const openDispute = (actor: Actor, orderId: string, note: string): Done<"note_needed"> =>
  transitionWithNote(actor, orderId, "dispute", note)

/** The customer confirms the work. Also `change_undecided`: a change order waits for the answer first. */
export function completeWork(actor: Actor, orderId: string): Done<"change_undecided"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (!canTransitionOrder(order, "complete", performer.role)) return refuse("not_now")
    const [pendingChange] = await tx
      .select({ id: changeOrders.id })
      .from(changeOrders)
      .where(and(eq(changeOrders.orderId, orderId), eq(changeOrders.state, "proposed")))
    if (pendingChange) return refuse("change_undecided")
    return withoutOrder(await transitionOrder(tx, order, { ...performer, move: "complete" }))
  })
}

/**
 * Cancels: an open request by its customer, a matched one by either side, both also by an admin. Also
 * `reason_needed`, once an expert is chosen.
 */
export function cancelOrder(actor: Actor, orderId: string, reason: string): Done<"reason_needed"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (!canTransitionOrder(order, "cancel", performer.role)) return refuse("not_now")
    if (needsCancelReason(order.state) && isBlank(reason)) return refuse("reason_needed")
    await closePendingProposalsAndChanges(tx, order)
    return withoutOrder(
      await transitionOrder(
        tx,
        order,
        { ...performer, move: "cancel", note: reason },
        { cancelReason: reason, cancelledBy: performer.actorId },
      ),
    )
  })
}

/** An admin ends a dispute, one way or the other. Also `note_needed`. */
export function resolveDispute(
  actor: Actor,
  orderId: string,
  input: z.output<typeof ResolveDisputeForm>,
): Done<"note_needed"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    const move = input.outcome === "complete" ? "resolve_complete" : "resolve_cancel"
    if (!canTransitionOrder(order, move, performer.role)) return refuse("not_now")
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

const transitionWithoutInput = (actor: Actor, orderId: string, move: OrderTransition): Done =>
  withLockedOrder(actor, orderId, async (tx, order, performer) =>
    withoutOrder(await transitionOrder(tx, order, { ...performer, move })),
  )

function transitionWithNote(
  actor: Actor,
  orderId: string,
  move: OrderTransition,
  note: string,
): Done<"note_needed"> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (!canTransitionOrder(order, move, performer.role)) return refuse("not_now")
    if (isBlank(note)) return refuse("note_needed")
    return withoutOrder(await transitionOrder(tx, order, { ...performer, move, note }))
  })
}
