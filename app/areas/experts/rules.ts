/** Owns the words, limits and transition table of experts, and how ratings are weighed. */
import { isNew } from "../../basics/rank.ts"
import type { Transition } from "../../basics/transitions.ts"
import type { Category } from "../orders/rules.ts"

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
export const BADGE_KINDS = ["business", "identity", "certificate", "insurance"] as const
export type BadgeKind = (typeof BADGE_KINDS)[number]
export const BADGE_LABELS: Record<BadgeKind, string> = { business: "사업자 인증", identity: "본인인증", certificate: "자격증", insurance: "보험 가입" }
/** A badge tells where it comes from and since when; dates are YYYY-MM-DD. */
export type ExpertBadge = { kind: BadgeKind; label: string; source: string; grantedOn: string; expiresOn: string | null }
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

/** marketplace.md, Experts: the orders in which the directory can be read. */
export const EXPERT_SORTS = ["recommended", "rating", "reviews", "hires", "response", "price"] as const
export type ExpertSort = (typeof EXPERT_SORTS)[number]
export const EXPERT_SORT_LABELS: Record<ExpertSort, string> = {
  recommended: "추천순", rating: "평점순", reviews: "후기 많은순", hires: "고용 많은순", response: "응답 빠른순", price: "낮은 가격순",
}

export type ExpertFilters = {
  category: Category | null
  /** A 시·군·구 or a 시·도. */
  region: string | null
  badge: BadgeKind | null
  /** Lowest rating, 1 to 5. Experts who are still "신규" have no rating and are left out. */
  minRating: number | null
  maxPriceWon: number | null
  q: string
  /** Only the actor's favourites. */
  favoritesOf: string | null
}
export const NO_FILTERS: ExpertFilters = { category: null, region: null, badge: null, minRating: null, maxPriceWon: null, q: "", favoritesOf: null }

/** What a list shows of an expert. */
export type ExpertCard = {
  id: string
  name: string
  avatarId: string | null
  oneLine: string
  careerYears: number
  /** Mean of the reviews, to one decimal; null while there are fewer than three. */
  rating: number | null
  reviewCount: number
  isNew: boolean
  hires: number
  /** Median minutes from a request to this expert's proposal; null until there are proposals. */
  responseMinutes: number | null
  /** Business or identity has been checked. */
  verified: boolean
  categories: Category[]
  /** Labels of at most three valid badges. */
  tags: string[]
  priceFromWon: number | null
  priceFromUnit: string
}

/** The rating as shown, to one decimal; null while the reviews are too few to mean anything ("신규"). */
export const shownRating = (ratingSum: number, reviewCount: number): number | null =>
  isNew(reviewCount) ? null : Math.floor((ratingSum * 20 + reviewCount) / (reviewCount * 2)) / 10

/** The badges that hold on the day `today` (YYYY-MM-DD). */
export const validBadges = (badges: readonly ExpertBadge[], today: string) => badges.filter((badge) => badge.expiresOn === null || badge.expiresOn >= today)

/** Who may be seen by everybody. */
export const isPublic = (expert: { state: ExpertState; hiddenAt: Date | null }) => expert.state === "approved" && expert.hiddenAt === null
