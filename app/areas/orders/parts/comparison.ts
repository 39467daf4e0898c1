/** Comparing proposals: their order, the best of each row, and the words of a cell. */
import { formatManwon, formatWon } from "#app/basics/won.ts"
import type { PlanPart } from "../payment-rules.ts"
import type { ProposalView } from "../views.ts"

/** What of the expert matters for a choice. */
export type Proposer = {
  id: string
  name: string
  avatarId: string | null
  careerYears: number
  rating: number | null
  reviewCount: number
  responseMinutes: number | null
  verified: boolean
  trades: string
}
export type ComparedProposal = ProposalView & { expert: Proposer }

export const COMPARE_SORTS = ["total", "rating", "response", "start"] as const
export type CompareSort = (typeof COMPARE_SORTS)[number]
export const COMPARE_SORT_LABELS: Record<CompareSort, string> = {
  total: "낮은 금액순",
  rating: "평점 높은순",
  response: "응답 빠른순",
  start: "시작 빠른순",
}

const UNKNOWN_RESPONSE_MINUTES = Number.MAX_SAFE_INTEGER
const COMPARATORS: Record<CompareSort, (a: ComparedProposal, b: ComparedProposal) => number> = {
  total: (a, b) => a.totalWon - b.totalWon,
  rating: (a, b) => (b.expert.rating ?? 0) - (a.expert.rating ?? 0),
  response: (a, b) =>
    (a.expert.responseMinutes ?? UNKNOWN_RESPONSE_MINUTES) -
    (b.expert.responseMinutes ?? UNKNOWN_RESPONSE_MINUTES),
  start: (a, b) => a.earliestStart.localeCompare(b.earliestStart),
}

/** In the order of `sort`; what is equal there stays in the order in which it came. */
export const sortProposals = (
  proposals: readonly ComparedProposal[],
  sort: CompareSort,
): ComparedProposal[] => proposals.toSorted(COMPARATORS[sort])

export type ComparisonRow = "total" | "start" | "days" | "included" | "warranty" | "rating"
export const BEST_VALUE_LABELS: Record<ComparisonRow, string> = {
  total: "가장 낮아요",
  start: "가장 빨라요",
  days: "가장 짧아요",
  included: "가장 많아요",
  warranty: "가장 길어요",
  rating: "가장 높아요",
}

/**
 * The id of the proposal that is best in each row. A tie gets no mark, and neither does one that is alone.
 */
export function findBestByRow(
  proposals: readonly ComparedProposal[],
): Partial<Record<ComparisonRow, string>> {
  const rows: Record<ComparisonRow, (proposal: ComparedProposal) => number | null> = {
    total: (proposal) => -proposal.totalWon,
    start: (proposal) => -Date.parse(proposal.earliestStart),
    days: (proposal) => -proposal.days,
    included: (proposal) => proposal.included.length,
    warranty: (proposal) => proposal.warrantyMonths,
    rating: (proposal) => proposal.expert.rating,
  }
  const bestByRow: Partial<Record<ComparisonRow, string>> = {}
  if (proposals.length < 2) return bestByRow
  for (const row of Object.keys(rows) as ComparisonRow[]) {
    const values = proposals.map((proposal) => rows[row](proposal) ?? Number.NEGATIVE_INFINITY)
    const highest = Math.max(...values)
    const [first, second] = proposals.filter((_, index) => values[index] === highest)
    if (first && !second && highest > Number.NEGATIVE_INFINITY) bestByRow[row] = first.id
  }
  return bestByRow
}

/** 필요 없음, 무료 or the fee. */
export const formatSiteVisit = (proposal: ProposalView): string =>
  !proposal.siteVisitNeeded
    ? "필요 없음"
    : proposal.siteVisitFeeWon === 0
      ? "무료"
      : formatWon(proposal.siteVisitFeeWon)
export const formatSiteVisitShort = (proposal: ProposalView): string =>
  !proposal.siteVisitNeeded
    ? "없음"
    : proposal.siteVisitFeeWon === 0
      ? "무료"
      : formatManwon(proposal.siteVisitFeeWon)
/** How many parts a plan has, and what the first of several costs: "3단계 · 먼저 178,000원". */
export const formatPlan = (plan: readonly PlanPart[]): string => {
  const [first] = plan
  return first && plan.length > 1 ? `${plan.length}단계 · 먼저 ${formatWon(first.amountWon)}` : "한 번에"
}
export const formatWarranty = (proposal: ProposalView): string =>
  proposal.warrantyMonths === 0 ? "없음" : `${proposal.warrantyMonths}개월`
