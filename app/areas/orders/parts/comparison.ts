/** Owns comparing proposals: their order, the best of each row, and the words of a cell. */
import { formatManwon, formatWon } from "#app/basics/won.ts"
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
export type Compared = ProposalView & { expert: Proposer }

export const COMPARE_SORTS = ["total", "rating", "response", "start"] as const
export type CompareSort = (typeof COMPARE_SORTS)[number]
export const COMPARE_SORT_LABELS: Record<CompareSort, string> = {
  total: "낮은 금액순",
  rating: "평점 높은순",
  response: "응답 빠른순",
  start: "시작 빠른순",
}

const late = Number.MAX_SAFE_INTEGER
const sorters: Record<CompareSort, (a: Compared, b: Compared) => number> = {
  total: (a, b) => a.totalWon - b.totalWon,
  rating: (a, b) => (b.expert.rating ?? 0) - (a.expert.rating ?? 0),
  response: (a, b) => (a.expert.responseMinutes ?? late) - (b.expert.responseMinutes ?? late),
  start: (a, b) => a.earliestStart.localeCompare(b.earliestStart),
}

/** In the order of `sort`; what is equal there stays in the order in which it came. */
export const sortProposals = (list: readonly Compared[], sort: CompareSort): Compared[] =>
  list.toSorted(sorters[sort])

export type MarkedRow = "total" | "start" | "days" | "included" | "warranty" | "rating"
export const MARK_LABELS: Record<MarkedRow, string> = {
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
export function bestOfRows(list: readonly Compared[]): Partial<Record<MarkedRow, string>> {
  const rows: Record<MarkedRow, (proposal: Compared) => number | null> = {
    total: (proposal) => -proposal.totalWon,
    start: (proposal) => -Date.parse(proposal.earliestStart),
    days: (proposal) => -proposal.days,
    included: (proposal) => proposal.included.length,
    warranty: (proposal) => proposal.warrantyMonths,
    rating: (proposal) => proposal.expert.rating,
  }
  const best: Partial<Record<MarkedRow, string>> = {}
  if (list.length < 2) return best
  for (const row of Object.keys(rows) as MarkedRow[]) {
    const values = list.map((proposal) => rows[row](proposal) ?? Number.NEGATIVE_INFINITY)
    const highest = Math.max(...values)
    const [first, second] = list.filter((_, place) => values[place] === highest)
    if (first && !second && highest > Number.NEGATIVE_INFINITY) best[row] = first.id
  }
  return best
}

/** 필요 없음, 무료 or the fee. */
export const visitText = (proposal: ProposalView): string =>
  !proposal.siteVisitNeeded
    ? "필요 없음"
    : proposal.siteVisitFeeWon === 0
      ? "무료"
      : formatWon(proposal.siteVisitFeeWon)
export const visitTextShort = (proposal: ProposalView): string =>
  !proposal.siteVisitNeeded
    ? "없음"
    : proposal.siteVisitFeeWon === 0
      ? "무료"
      : formatManwon(proposal.siteVisitFeeWon)
export const warrantyText = (proposal: ProposalView): string =>
  proposal.warrantyMonths === 0 ? "없음" : `${proposal.warrantyMonths}개월`
