/** Owns the words, limits and transition table of experts, and how ratings are weighed. */
import type { Transition } from "#app/basics/transitions.ts"

export const EXPERT_STATES = ["applied", "reviewing", "needs_info", "approved", "rejected", "suspended", "terminated"] as const
export type ExpertState = (typeof EXPERT_STATES)[number]
export const EXPERT_STATE_LABELS: Record<ExpertState, string> = {
  applied: "심사 대기",
  reviewing: "심사 중",
  needs_info: "보완 필요",
  approved: "승인 완료",
  rejected: "반려",
  suspended: "활동 정지",
  terminated: "활동 종료",
}
export type ExpertMove = "review" | "approve" | "ask_info" | "reject" | "resubmit" | "suspend" | "restore" | "terminate"

/** marketplace.md, Experts. An application that was rejected starts anew as a new application. */
export const EXPERT_TRANSITIONS: readonly Transition<ExpertState, ExpertMove, "expert" | "admin">[] = [
  { move: "review", from: ["applied"], to: "reviewing", by: ["admin"] },
  { move: "approve", from: ["reviewing"], to: "approved", by: ["admin"] },
  { move: "ask_info", from: ["reviewing"], to: "needs_info", by: ["admin"] },
  { move: "reject", from: ["reviewing"], to: "rejected", by: ["admin"] },
  { move: "resubmit", from: ["needs_info"], to: "reviewing", by: ["expert"] },
  { move: "suspend", from: ["approved"], to: "suspended", by: ["admin"] },
  { move: "restore", from: ["suspended"], to: "approved", by: ["admin"] },
  { move: "terminate", from: ["suspended"], to: "terminated", by: ["admin"] },
]

export type ExpertPrice = { name: string; unit: string; priceWon: number }
/** A badge tells where it comes from and since when; dates are YYYY-MM-DD. */
export type ExpertBadge = { kind: "business" | "identity" | "certificate" | "insurance"; label: string; source: string; grantedOn: string; expiresOn: string | null }
export type Vacation = { from: string; to: string }

/** marketplace.md, Experts: the sub-scores of a rating. */
export const SUB_SCORES = ["finish", "priceMatch", "punctuality", "kindness"] as const
export type SubScore = (typeof SUB_SCORES)[number]
export const SUB_SCORE_LABELS: Record<SubScore, string> = { finish: "마감", priceMatch: "가격 일치", punctuality: "시간 약속", kindness: "친절" }

/** A review is published when both sides have written, or after 7 days (marketplace.md, Experts). */
export const PUBLISH_AFTER_DAYS = 7

/**
 * The Bayesian mean by which experts are ranked counts in five imagined reviews of 4.5, about what a good expert gets: a single
 * 5 does not lead, and a newcomer stands in the middle rather than at the end.
 */
export const RATING_PRIOR = { mean: 4.5, weight: 5 } as const
