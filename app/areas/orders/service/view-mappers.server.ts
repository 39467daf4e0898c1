/** Turning rows of orders into what is shown of them. */
import { now } from "#app/basics/clock.ts"
import { hideContacts } from "#app/basics/contacts.ts"
import { isChoosableProposal, type QuestionAnswer } from "../rules.ts"
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

/** Replaces phone numbers, accounts and addresses of mail in what everybody reads before the choice. */
export function hideOrderContacts<
  Texts extends { title: string; description?: string; answers?: QuestionAnswer[] },
>(order: Texts): Texts {
  return {
    ...order,
    title: hideContacts(order.title),
    ...(order.description === undefined ? {} : { description: hideContacts(order.description) }),
    ...(order.answers && {
      answers: order.answers.map((answer) => ({ ...answer, answer: hideContacts(answer.answer) })),
    }),
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
