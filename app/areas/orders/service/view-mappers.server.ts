/** Turning rows of orders into what is shown of them. */
import { now } from "#app/basics/clock.ts"
import { isChoosableProposal } from "../rules.ts"
import type { OrderDetails, ProposalView } from "../views.ts"
import type { OrderRow, ProposalRow } from "./transitions.server.ts"

/** A moment as ISO text. */
export const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/** What everybody who may see the order sees of it. */
export function toOrderDetails(order: OrderRow): OrderDetails {
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
    openedAt: toIsoOrNull(order.openedAt),
    expiresAt: toIsoOrNull(order.expiresAt),
  }
}

/** A proposal for its customer, its expert or an admin. */
export function toProposalView(row: ProposalRow): ProposalView {
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
    plan,
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
    plan,
    validUntil: row.validUntil.toISOString(),
    sentAt: row.sentAt.toISOString(),
    viewedAt: toIsoOrNull(row.viewedAt),
    isChoosable: isChoosableProposal(state) && row.validUntil > now(),
  }
}
