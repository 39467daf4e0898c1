/** Undoing a choice that nobody paid for: the request is open again, and so are its proposals. */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { LIMITS, PROPOSAL_TRANSITIONS } from "../rules.ts"
import { proposals } from "../schema.server.ts"
import { isPartHeld } from "../payment-rules.ts"
import { loadParts, removeUnpaidParts } from "./parts.server.ts"
import { canTransitionOrder, transitionOrder, withLockedOrder, type OrderRow } from "./transitions.server.ts"

/** Proposals that the choice had ended, by the table. */
const REOPENABLE = PROPOSAL_TRANSITIONS.find(({ move }) => move === "reopen")?.from ?? []

/**
 * Opens a locked, matched order of which nothing is held again: the proposals that the choice ended may be
 * chosen, for three days at least.
 */
export async function reopenOrder(
  tx: Transaction,
  order: OrderRow,
  performer: { role: "customer" | "system"; actorId: string | null },
): Promise<void> {
  const { expertId } = order
  if (expertId === null) throw new Error(`The order ${order.id} was not matched`)
  const at = now()
  await removeUnpaidParts(tx, order)
  const reopened = await tx
    .update(proposals)
    .set({ state: "viewed", decidedAt: null, updatedAt: at })
    .where(
      and(
        eq(proposals.orderId, order.id),
        // In a matched order these are what its choice made of them.
        inArray(proposals.state, [...REOPENABLE]),
      ),
    )
    .returning({ id: proposals.id })
  const earliestEnd = addDays(at, LIMITS.reopenedDays)
  await transitionOrder(
    tx,
    order,
    { ...performer, move: "reopen" },
    {
      acceptedProposalId: null,
      expertId: null,
      agreedWon: null,
      payment: "direct",
      feePayer: null,
      feeBps: null,
      expiresAt: order.expiresAt && order.expiresAt > earliestEnd ? order.expiresAt : earliestEnd,
    },
  )
  await emit(tx, "order.reopened", {
    orderId: order.id,
    customerId: order.customerId,
    expertId,
    byCustomer: performer.role === "customer",
    reopenedProposalIds: reopened.map(({ id }) => id),
  })
}

/**
 * The customer takes back a choice that they have not paid for, to choose another. Refusals: `not_found`,
 * `not_now` (not their unpaid choice: something is held, or the order is not paid safely).
 */
export const undoChoice = (actor: Actor, orderId: string): Promise<Outcome<"not_found" | "not_now">> =>
  withLockedOrder(actor, orderId, async (tx, order, { role, actorId }) => {
    if (role !== "customer" || order.payment !== "safe" || !canTransitionOrder(order, "reopen", role))
      return refuse("not_now")
    if ((await loadParts(tx, orderId)).some(({ state }) => isPartHeld(state))) return refuse("not_now")
    await reopenOrder(tx, order, { role, actorId })
    return ok()
  })
