/** The customer's side of proposals: looking at them, declining one, choosing one. */
import { and, asc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isBlank } from "#app/basics/initials.ts"
import { parsePhone } from "#app/basics/phone.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { selectOwnPhone } from "../../accounts/service/own-phone.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import type { AcceptProposalForm, DeclineProposalForm } from "../forms.ts"
import { PROPOSAL_TRANSITIONS } from "../rules.ts"
import { getOrderFee } from "./fees.server.ts"
import { appendChoiceEvidence } from "./evidence.server.ts"
import { createPlanParts } from "./parts.server.ts"
import { orders, proposals } from "../schema.server.ts"
import type { OrderDetails, ProposalView } from "../views.ts"
import {
  transitionOrder,
  closeUnselectedProposals,
  withLockedOrder,
  type OrderRow,
  type ProposalRow,
} from "./transitions.server.ts"
import { toOrderDetails, toProposalView } from "./view-mappers.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type ReceivedProposals = {
  order: OrderDetails
  acceptedProposalId: string | null
  /** What the customer wrote down already, with their own phone, to fill the form of choosing. */
  contact: { address: string; phone: string }
  /** Oldest first. Those the customer had not seen still say "sent" here. */
  proposals: ProposalView[]
}

/**
 * The proposals of the actor's own request; an admin sees those of every request. Null for all others. The
 * customer's look turns what was sent into viewed, exactly in the version that is returned.
 */
export async function viewProposals(actor: Actor, orderId: string): Promise<ReceivedProposals | null> {
  if (actor.kind !== "member") return null
  const [found] = await db()
    .select({ order: orders, ownPhone: selectOwnPhone(actor.userId) })
    .from(orders)
    .where(eq(orders.id, orderId))
  const isOwnOrder = found?.order.customerId === actor.userId
  if (!found || (!isOwnOrder && !isAdmin(actor))) return null
  const { order, ownPhone } = found
  const rows = await db()
    .select()
    .from(proposals)
    .where(eq(proposals.orderId, orderId))
    .orderBy(asc(proposals.createdAt), asc(proposals.id))
  if (isOwnOrder)
    await markProposalsViewed(
      order,
      rows.filter((row) => row.state === "sent"),
    )
  return {
    order: toOrderDetails(order),
    acceptedProposalId: order.acceptedProposalId,
    contact: isOwnOrder
      ? { address: order.address, phone: order.contactPhone || (ownPhone ?? "") }
      : { address: "", phone: "" },
    proposals: rows.map(toProposalView),
  }
}

async function markProposalsViewed(order: OrderRow, sent: readonly ProposalRow[]): Promise<void> {
  if (sent.length === 0) return
  await inTransaction(async (tx) => {
    const at = now()
    // One statement that takes the order's lock first, like everybody who changes a proposal; a version sent
    // meanwhile stays unseen.
    const seenVersions = sql.join(
      sent.map((row) => sql`(${row.id}::uuid, ${row.version}::integer)`),
      sql`, `,
    )
    const viewed = await tx
      .update(proposals)
      .set({ state: "viewed", viewedAt: at, updatedAt: at })
      .where(
        sql`${proposals.orderId} = (select ${orders.id} from ${orders}
          where ${orders.id} = ${order.id} for update)
          and ${proposals.state} = 'sent' and (${proposals.id}, ${proposals.version}) in (${seenVersions})`,
      )
      .returning({ proposalId: proposals.id, expertId: proposals.expertId })
    await emitMany(
      tx,
      "proposal.viewed",
      viewed.map((row) => ({ ...row, orderId: order.id, customerId: order.customerId })),
    )
  })
}

/**
 * Declines one proposal of the actor's own request. Refusals: `not_found` (not theirs, no such proposal),
 * `not_now` (already decided or taken back).
 */
export async function declineProposal(
  actor: Actor,
  orderId: string,
  input: z.output<typeof DeclineProposalForm>,
): Promise<Outcome<"not_found" | "not_now">> {
  return withLockedOrder(actor, orderId, async (tx, order, { role }) => {
    if (role !== "customer") return refuse("not_found")
    const [proposal] = await tx
      .select()
      .from(proposals)
      .where(and(eq(proposals.id, input.proposalId), eq(proposals.orderId, orderId)))
      .for("update")
    if (!proposal) return refuse("not_found")
    if (!findTransition(PROPOSAL_TRANSITIONS, { move: "decline", from: proposal.state, role: "customer" }))
      return refuse("not_now")
    const at = now()
    await tx
      .update(proposals)
      .set({ state: "declined", declineReason: input.reason, decidedAt: at, updatedAt: at })
      .where(eq(proposals.id, proposal.id))
    await emit(tx, "proposal.declined", {
      orderId,
      proposalId: proposal.id,
      customerId: order.customerId,
      expertId: proposal.expertId,
    })
    return ok()
  })
}

/** Whether the market can hold the money of a proposal. */
const canPaySafely = (proposal: { plan: readonly unknown[] }): boolean =>
  proposal.plan.length > 0 && getPaymentProvider() !== null

type ChoiceProblem =
  | "already_chosen"
  | "not_open"
  | "withdrawn"
  | "not_now"
  | "expired"
  | "changed"
  | "consent_needed"
  | "payments_off"

/** What keeps a customer from choosing a proposal as they saw it; undefined where nothing does. */
function findChoiceProblem(
  order: OrderRow,
  proposal: ProposalRow,
  input: z.output<typeof AcceptProposalForm>,
): ChoiceProblem | undefined {
  const at = now()
  if (order.acceptedProposalId) return "already_chosen"
  if (order.hiddenAt || order.state !== "open" || (order.expiresAt && order.expiresAt <= at))
    return "not_open"
  if (proposal.state === "withdrawn") return "withdrawn"
  if (proposal.state === "expired" || proposal.validUntil <= at) return "expired"
  if (!findTransition(PROPOSAL_TRANSITIONS, { move: "accept", from: proposal.state, role: "customer" }))
    return "not_now"
  if (proposal.version !== input.version) return "changed"
  if (input.payment === "safe" && !canPaySafely(proposal)) return "payments_off"
  return !input.thirdPartyConsent || isBlank(input.address) || parsePhone(input.contactPhone) === null
    ? "consent_needed"
    : undefined
}

/**
 * Chooses one proposal: the request is matched with its expert at its total, which is read here and not sent,
 * all others become not_selected, and the contact goes to that expert with the customer's consent. `version`
 * is the one the customer saw. Refusals: `not_found` (not this customer's), `already_chosen`, `not_open`
 * (cancelled, over or hidden), `withdrawn`, `not_now` (declined before), `expired` (past its validity),
 * `changed` (revised meanwhile), `consent_needed` (address, phone or 제3자 제공 consent is missing),
 * `payments_off` (safe payment is not possible: payments are switched off, or the proposal is from before
 * there were plans).
 *
 * Paid safely, the first part of the plan is asked for at once (`chargeId`), and the fee of the day stays.
 */
export async function acceptProposal(
  actor: Actor,
  orderId: string,
  input: z.output<typeof AcceptProposalForm>,
): Promise<
  Outcome<"not_found" | ChoiceProblem, { expertId: string; agreedWon: number; chargeId: string | null }>
> {
  return withLockedOrder(actor, orderId, async (tx, order, performer) => {
    if (performer.role !== "customer") return refuse("not_found")
    const [proposal] = await tx
      .select()
      .from(proposals)
      .where(and(eq(proposals.id, input.proposalId), eq(proposals.orderId, orderId)))
      .for("update")
    if (!proposal) return refuse("not_found")
    const problem = findChoiceProblem(order, proposal, input)
    if (problem) return refuse(problem)

    const at = now()
    await tx
      .update(proposals)
      .set({ state: "accepted", viewedAt: proposal.viewedAt ?? at, decidedAt: at, updatedAt: at })
      .where(eq(proposals.id, proposal.id))
    await closeUnselectedProposals(tx, [order])
    const fee = input.payment === "safe" ? getOrderFee(order.category) : null
    const matched = await transitionOrder(
      tx,
      order,
      { ...performer, move: "accept" },
      {
        acceptedProposalId: proposal.id,
        expertId: proposal.expertId,
        agreedWon: proposal.totalWon,
        address: input.address,
        contactPhone: input.contactPhone,
        thirdPartyConsentAt: at,
        payment: input.payment,
        feePayer: fee?.payer ?? null,
        feeBps: fee?.bps ?? null,
      },
    )
    if (!matched.ok) throw new Error("An open order has no move to matched")
    await appendChoiceEvidence(tx, matched.order, proposal.id)
    const chargeId = fee && (await createPlanParts(tx, matched.order, proposal.plan))
    await emit(tx, "proposal.accepted", {
      orderId,
      proposalId: proposal.id,
      customerId: order.customerId,
      expertId: proposal.expertId,
    })
    return ok({ expertId: proposal.expertId, agreedWon: proposal.totalWon, chargeId })
  })
}
