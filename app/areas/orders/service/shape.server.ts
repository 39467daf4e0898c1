/** Owns turning rows of orders into what is shown of them. */
import { now } from "#app/basics/clock.ts"
import { isLiveProposal } from "../rules.ts"
import type { OrderFacts, ProposalView } from "../views.ts"
import type { OrderRow, ProposalRow } from "./move.server.ts"

/** A moment as ISO text. */
export const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** What everybody who may see the order sees of it. */
export function factsOf(order: OrderRow): OrderFacts {
  const {
    id,
    category,
    service,
    title,
    description,
    answers,
    regionCode,
    schedule,
    wantedOn,
    budgetMinWon,
    budgetMaxWon,
    state,
    proposalCount,
  } = order
  return {
    id,
    category,
    service,
    title,
    description,
    answers,
    regionCode,
    schedule,
    wantedOn,
    budgetMinWon,
    budgetMaxWon,
    state,
    proposalCount,
    openedAt: isoOf(order.openedAt),
    expiresAt: isoOf(order.expiresAt),
  }
}

/** A proposal for its customer, its expert or an admin. */
export function proposalView(row: ProposalRow): ProposalView {
  const {
    id,
    orderId,
    expertId,
    state,
    version,
    lines,
    included,
    excluded,
    extraChargeRule,
    totalWon,
    earliestStart,
    days,
    warrantyMonths,
    siteVisitNeeded,
    siteVisitFeeWon,
    message,
    declineReason,
  } = row
  return {
    id,
    orderId,
    expertId,
    state,
    version,
    lines,
    included,
    excluded,
    extraChargeRule,
    totalWon,
    earliestStart,
    days,
    warrantyMonths,
    siteVisitNeeded,
    siteVisitFeeWon,
    message,
    declineReason,
    validUntil: row.validUntil.toISOString(),
    sentAt: row.sentAt.toISOString(),
    viewedAt: isoOf(row.viewedAt),
    live: isLiveProposal(state) && row.validUntil > now(),
  }
}
