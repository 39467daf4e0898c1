/** The expert's side of proposals: sending, revising, withdrawing. */
import { and, eq } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, endOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { isApprovedExpert, type Actor } from "../../accounts/rules.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import type { ProposalForm, ReviseProposalForm } from "../forms.ts"
import { findPlanProblem, suggestPlan, type PlanProblem } from "../payment-rules.ts"
import { findContactFields, toReadValues } from "../proposal-contacts.ts"
import { LIMITS, PROPOSAL_TRANSITIONS, getProposalTotalWon } from "../rules.ts"
import { orders, proposals, proposalVersions } from "../schema.server.ts"
import { lockOrder, lockOrderOfProposal, type OrderRow, type ProposalRow } from "./transitions.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

export type ProposalInput = z.output<typeof ProposalForm>
type ProposalProblem = "nothing_to_pay" | "too_much" | "valid_until" | "earliest_start" | PlanProblem
/** `fields` hold a way around the market, named as the form names them. */
type ContactRefusal = Refusal<"contact", { fields: string[] }>

/**
 * Sends the actor's proposal for an open request. Refusals: `not_expert` (only approved experts propose),
 * `not_found` (no such request, or hidden), `own_order`, `blocked` (one of the two has blocked the other),
 * `not_open` (chosen, over or past its time), `already_sent` (one per expert, also after a withdrawal),
 * `full` (10 proposals), and of the content `nothing_to_pay`, `too_much` (over 10억), `valid_until` (past, or
 * over 60 days off), `earliest_start` (past), `plan_sum` (the parts do not come to the total), `plan_first`
 * (over 30 % before anything is done), `contact` (`fields` that the customer reads hold a phone number, an
 * account or the like).
 */
export async function sendProposal(
  actor: Actor,
  orderId: string,
  sent: ProposalInput,
): Promise<
  | Outcome<
      | "not_expert"
      | "not_found"
      | "own_order"
      | "blocked"
      | "not_open"
      | "already_sent"
      | "full"
      | ProposalProblem,
      { proposalId: string }
    >
  | ContactRefusal
> {
  if (!isApprovedExpert(actor)) return refuse("not_expert")
  const input = withPlan(sent)
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.hiddenAt) return refuse("not_found")
    if (order.customerId === actor.userId) return refuse("own_order")
    if (await isBlockedBetween(actor.userId, order.customerId, tx)) return refuse("blocked")
    const [ownProposal] = await tx
      .select({ id: proposals.id })
      .from(proposals)
      .where(and(eq(proposals.orderId, orderId), eq(proposals.expertId, actor.userId)))
    if (ownProposal) return refuse("already_sent")
    if (!isTakingProposals(order)) return refuse("not_open")
    if (order.proposalCount >= LIMITS.proposals) return refuse("full")
    const refusal = refuseContent(input)
    if (refusal) return refusal

    const at = now()
    const proposalId = newId()
    const content = toProposalContent(input)
    await tx.insert(proposals).values({
      id: proposalId,
      orderId,
      expertId: actor.userId,
      state: "sent",
      version: 1,
      ...content,
      sentAt: at,
      createdAt: at,
      updatedAt: at,
    })
    await saveVersion(tx, proposalId, 1, content)
    await tx
      .update(orders)
      .set({ proposalCount: order.proposalCount + 1 })
      .where(eq(orders.id, orderId))
    await emit(tx, "proposal.sent", {
      orderId,
      proposalId,
      customerId: order.customerId,
      expertId: actor.userId,
    })
    return ok({ proposalId })
  })
}

/**
 * Replaces the content of the actor's proposal: version + 1, sent anew, every version kept. Refusals:
 * `not_expert`, `not_found` (not this expert's), `blocked` (one has blocked the other since), `not_open` (the
 * request takes none any more), `not_now` (decided or withdrawn), `changed` (another version than the one
 * before the expert's eyes), and of the content as {@link sendProposal}.
 */
export async function reviseProposal(
  actor: Actor,
  proposalId: string,
  sent: z.output<typeof ReviseProposalForm>,
): Promise<
  | Outcome<
      "not_expert" | "not_found" | "blocked" | "not_open" | "not_now" | "changed" | ProposalProblem,
      { version: number }
    >
  | ContactRefusal
> {
  if (!isApprovedExpert(actor)) return refuse("not_expert")
  const input = { ...withPlan(sent), version: sent.version }
  return inTransaction(async (tx) => {
    const locked = await lockOwnProposal(tx, actor.userId, proposalId)
    if (!locked || locked.order.hiddenAt) return refuse("not_found")
    const { order, proposal } = locked
    if (await isBlockedBetween(actor.userId, order.customerId, tx)) return refuse("blocked")
    if (!findTransition(PROPOSAL_TRANSITIONS, { move: "revise", from: proposal.state, role: "expert" }))
      return refuse("not_now")
    if (!isTakingProposals(order)) return refuse("not_open")
    if (proposal.version !== input.version) return refuse("changed")
    const refusal = refuseContent(input)
    if (refusal) return refusal

    const at = now()
    const version = proposal.version + 1
    const content = toProposalContent(input)
    await tx
      .update(proposals)
      .set({ ...content, version, state: "sent", sentAt: at, viewedAt: null, updatedAt: at })
      .where(eq(proposals.id, proposalId))
    await saveVersion(tx, proposalId, version, content)
    await emit(tx, "proposal.revised", {
      orderId: order.id,
      proposalId,
      customerId: order.customerId,
      expertId: proposal.expertId,
    })
    return ok({ version })
  })
}

/**
 * Takes the actor's proposal back, which frees its place. Refusals: `not_found` (not this person's),
 * `not_now` (already decided).
 */
export async function withdrawProposal(
  actor: Actor,
  proposalId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const locked = await lockOwnProposal(tx, actor.userId, proposalId)
    if (!locked) return refuse("not_found")
    const { order, proposal } = locked
    if (!findTransition(PROPOSAL_TRANSITIONS, { move: "withdraw", from: proposal.state, role: "expert" }))
      return refuse("not_now")
    const at = now()
    await tx
      .update(proposals)
      .set({ state: "withdrawn", decidedAt: at, updatedAt: at })
      .where(eq(proposals.id, proposalId))
    await tx
      .update(orders)
      .set({ proposalCount: order.proposalCount - 1 })
      .where(eq(orders.id, order.id))
    await emit(tx, "proposal.withdrawn", {
      orderId: order.id,
      proposalId,
      customerId: order.customerId,
      expertId: proposal.expertId,
    })
    return ok()
  })
}

const isTakingProposals = (order: OrderRow) =>
  order.state === "open" && (order.expiresAt === null || order.expiresAt > now())

async function lockOwnProposal(
  tx: Transaction,
  expertId: string,
  proposalId: string,
): Promise<{ order: OrderRow; proposal: ProposalRow } | undefined> {
  const locked = await lockOrderOfProposal(tx, proposalId)
  return locked?.proposal.expertId === expertId ? locked : undefined
}

function refuseContent(input: ProposalInput): Refusal<ProposalProblem> | ContactRefusal | undefined {
  const problem = findProposalProblem(input)
  if (problem) return refuse(problem)
  const fields = findContactFields(toReadValues(input))
  return fields.length > 0 ? refuse("contact", { fields }) : undefined
}

function findProposalProblem(input: ProposalInput): ProposalProblem | undefined {
  const total = getProposalTotalWon(input.lines)
  if (total < 1) return "nothing_to_pay"
  if (total > LIMITS.totalWon) return "too_much"
  const today = toKstDateString(now())
  if (input.validUntil < today || input.validUntil > addDays(today, LIMITS.validDays)) return "valid_until"
  if (input.earliestStart < today) return "earliest_start"
  return findPlanProblem(input.plan, total)
}

/** The input with the suggested plan where none was sent. */
export const withPlan = (input: ProposalInput): ProposalInput =>
  input.plan.length > 0
    ? input
    : { ...input, plan: suggestPlan(getProposalTotalWon(input.lines), input.days) }

function toProposalContent(input: ProposalInput) {
  const {
    lines,
    included,
    excluded,
    extraChargeRule,
    earliestStart,
    days,
    warrantyMonths,
    siteVisitNeeded,
    message,
    plan,
  } = input
  return {
    lines,
    included,
    excluded,
    extraChargeRule,
    earliestStart,
    days,
    warrantyMonths,
    siteVisitNeeded,
    message,
    plan,
    totalWon: getProposalTotalWon(lines),
    validUntil: endOfKstDay(input.validUntil),
    siteVisitFeeWon: siteVisitNeeded ? input.siteVisitFeeWon : 0,
  }
}

async function saveVersion(
  tx: Transaction,
  proposalId: string,
  version: number,
  content: ReturnType<typeof toProposalContent>,
): Promise<void> {
  await tx.insert(proposalVersions).values({ proposalId, version, content, at: now() })
}
