/** The words, limits and transition table of experts, and how ratings are weighed. */
import type { Distance, NearView } from "../../basics/distance.ts"
import { hasTooFewReviews } from "../../basics/rank.ts"
import { addDays } from "../../basics/time.ts"
import type { Transition } from "../../basics/transitions.ts"
import type { ExpertState } from "../accounts/rules.ts"
import type { PriceUnit } from "./prices.ts"
import type { Category } from "../orders/rules.ts"
import type { PictureView } from "./views.ts"

export type { ExpertState }
export const EXPERT_STATES = [
  "applied",
  "reviewing",
  "needs_info",
  "approved",
  "rejected",
  "suspended",
  "terminated",
] as const satisfies readonly ExpertState[]
export const EXPERT_STATE_LABELS: Record<ExpertState, string> = {
  applied: "심사 대기",
  reviewing: "심사 중",
  needs_info: "보완 필요",
  approved: "승인 완료",
  rejected: "반려",
  suspended: "활동 정지",
  terminated: "활동 종료",
}
export type ExpertTransition =
  | "review"
  | "approve"
  | "ask_info"
  | "reject"
  | "resubmit"
  | "suspend"
  | "restore"
  | "terminate"

/** marketplace.md, Experts. An application that was rejected starts anew as a new application. */
export const EXPERT_TRANSITIONS: readonly Transition<ExpertState, ExpertTransition, "expert" | "admin">[] = [
  { move: "review", from: ["applied"], to: "reviewing", by: ["admin"] },
  { move: "approve", from: ["reviewing"], to: "approved", by: ["admin"] },
  { move: "ask_info", from: ["reviewing"], to: "needs_info", by: ["admin"] },
  { move: "reject", from: ["reviewing"], to: "rejected", by: ["admin"] },
  { move: "resubmit", from: ["needs_info"], to: "reviewing", by: ["expert"] },
  { move: "suspend", from: ["approved"], to: "suspended", by: ["admin"] },
  { move: "restore", from: ["suspended"], to: "approved", by: ["admin"] },
  { move: "terminate", from: ["suspended"], to: "terminated", by: ["admin"] },
]

/** Moves that tell the applicant why. */
export const TRANSITIONS_WITH_REASON: readonly ExpertTransition[] = [
  "ask_info",
  "reject",
  "suspend",
  "terminate",
]
/** States in which a new application takes the place of the old one. */
export const canReapply = (state: ExpertState | null) => state === null || state === "rejected"
/** States in which the applicant may still change what was sent in. */
export const canEditApplication = (state: ExpertState) => state === "applied" || state === "needs_info"

/** The questions of the application, one a screen, in their order. */
export const APPLICATION_STEPS = [
  "categories",
  "regions",
  "identity",
  "introduction",
  "career",
  "business",
  "prices",
  "certificates",
  "portfolio",
] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]
export const isApplicationStep = (value: unknown): value is ApplicationStep =>
  APPLICATION_STEPS.includes(value as ApplicationStep)
export const APPLICATION_LIMITS = {
  regions: 20,
  certificates: 10,
  portfolio: 12,
  prices: 10,
  careerYears: 60,
  introduction: 2_000,
} as const

type ProfileContents = {
  introduction: string
  workHours: string
  warranty: string
  hasAvatar: boolean
  hasCover: boolean
  prices: number
  certificates: number
  portfolio: number
}
export type MissingPart = { key: string; label: string; points: number }

/** What a profile gains beyond the application itself, in points that add up to 100 with it. */
const PROFILE_SECTIONS: readonly (MissingPart & { isPresent: (profile: ProfileContents) => boolean })[] = [
  {
    key: "avatar",
    label: "프로필 사진을 올려 주세요",
    points: 10,
    isPresent: (profile) => profile.hasAvatar,
  },
  { key: "cover", label: "대표 사진을 올려 주세요", points: 5, isPresent: (profile) => profile.hasCover },
  {
    key: "introduction",
    label: "소개를 100자 이상 써 주세요",
    points: 10,
    isPresent: (profile) => [...profile.introduction].length >= 100,
  },
  {
    key: "prices",
    label: "작업별 시작 금액을 적어 주세요",
    points: 10,
    isPresent: (profile) => profile.prices > 0,
  },
  {
    key: "portfolio",
    label: "포트폴리오를 3개 이상 올려 주세요",
    points: 15,
    isPresent: (profile) => profile.portfolio >= 3,
  },
  {
    key: "certificates",
    label: "자격증을 등록해 주세요",
    points: 5,
    isPresent: (profile) => profile.certificates > 0,
  },
  {
    key: "workHours",
    label: "일하는 시간을 알려 주세요",
    points: 5,
    isPresent: (profile) => profile.workHours !== "",
  },
  {
    key: "warranty",
    label: "하자보수 약속을 적어 주세요",
    points: 5,
    isPresent: (profile) => profile.warranty !== "",
  },
]

/**
 * How complete a profile is, 35 (the application alone) to 100 percent, and what is missing, the most
 * valuable first.
 */
export function getProfileCompleteness(profile: ProfileContents): {
  percent: number
  missing: MissingPart[]
} {
  const missing = PROFILE_SECTIONS.filter((part) => !part.isPresent(profile))
    .map(({ key, label, points }) => ({ key, label, points }))
    .sort((a, b) => b.points - a.points)
  return { percent: 100 - missing.reduce((sum, part) => sum + part.points, 0), missing }
}

/** How admins sort reviews; `worst`: the fewest stars first. */
export const ADMIN_REVIEW_SORTS = ["newest", "oldest", "worst"] as const
export type AdminReviewSort = (typeof ADMIN_REVIEW_SORTS)[number]

/** How admins sort applications: who waits longest, who came last, by name. */
export const APPLICATION_SORTS = ["oldest", "newest", "name"] as const
export type ApplicationSort = (typeof APPLICATION_SORTS)[number]

export const BADGE_KINDS = ["business", "identity", "certificate", "insurance"] as const
export type BadgeKind = (typeof BADGE_KINDS)[number]
export const BADGE_LABELS: Record<BadgeKind, string> = {
  business: "사업자 인증",
  identity: "본인인증",
  certificate: "자격증",
  insurance: "보험 가입",
}
/** A badge tells where it comes from and since when; dates are YYYY-MM-DD. */
export type ExpertBadge = {
  kind: BadgeKind
  label: string
  source: string
  grantedOn: string
  expiresOn: string | null
}
export type Vacation = { from: string; to: string }

/** marketplace.md, Experts: the sub-scores of a rating. */
export const SUB_SCORES = ["finish", "priceMatch", "punctuality", "kindness"] as const
export type SubScore = (typeof SUB_SCORES)[number]
export const SUB_SCORE_LABELS: Record<SubScore, string> = {
  finish: "마감",
  priceMatch: "가격 일치",
  punctuality: "시간 약속",
  kindness: "친절",
}

/** A review is published when both sides have written, or after 7 days (marketplace.md, Experts). */
export const REVIEW_PUBLISH_AFTER_DAYS = 7

/**
 * The Bayesian mean by which experts are ranked counts in five imagined reviews of 4.5, about what a good
 * expert gets: a single 5 does not lead, and a newcomer stands in the middle rather than at the end.
 */
export const RATING_PRIOR = { mean: 4.5, weight: 5 } as const

/** marketplace.md, Experts: the orders in which the directory can be read. */
export const EXPERT_SORTS = [
  "recommended",
  "near",
  "rating",
  "reviews",
  "hires",
  "response",
  "price",
] as const
export type ExpertSort = (typeof EXPERT_SORTS)[number]
export const EXPERT_SORT_LABELS: Record<ExpertSort, string> = {
  recommended: "추천순",
  near: "거리순",
  rating: "평점순",
  reviews: "후기 많은순",
  hires: "고용 많은순",
  response: "응답 빠른순",
  price: "낮은 가격순",
}

/** The lowest ratings one can ask the directory for. */
export const MIN_RATINGS = ["4", "4.5", "4.8"] as const

export type ExpertFilters = {
  category: Category | null
  /** A 시·군·구 or a 시·도. */
  region: string | null
  /** All of them. */
  badges: readonly BadgeKind[]
  /** Lowest rating, 1 to 5. Experts who are still "신규" have no rating and are left out. */
  minRating: number | null
  maxPriceWon: number | null
  /** The unit of the price that an expert's list begins with. */
  unit: PriceUnit | null
  q: string
  near: NearView | null
}
export const NO_FILTERS: ExpertFilters = {
  category: null,
  region: null,
  badges: [],
  minRating: null,
  maxPriceWon: null,
  unit: null,
  q: "",
  near: null,
}

/** Whether an expert has the heart of whoever looks; null for oneself. */
export type ExpertHeart = boolean | null

/** What a list shows of an expert. */
export type ExpertCardView = {
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
  distance?: Distance
}

/** The rating as shown, to one decimal; null while the reviews are too few to mean anything ("신규"). */
export const getDisplayRating = (ratingSum: number, reviewCount: number): number | null =>
  hasTooFewReviews(reviewCount) ? null : Math.floor((ratingSum * 20 + reviewCount) / (reviewCount * 2)) / 10

/** Whose profile can carry a badge of insurance: who works here, also while the work is stopped. */
export const canHoldInsuranceBadge = (state: ExpertState) => state === "approved" || state === "suspended"

/** Certificates of insurance: sent in by the expert, looked at by an admin. */
export type InsurancePaperState = "waiting" | "approved" | "refused"
export const INSURANCE_PAPER_STATE_LABELS: Record<InsurancePaperState, string> = {
  waiting: "확인 중",
  approved: "확인 완료",
  refused: "반려",
}
export const INSURANCE_PAPER_LIMITS = { insurer: 40, pictures: 3 } as const
/** A certificate of insurance that was sent in; dates of the insurance are YYYY-MM-DD. */
export type InsurancePaper = {
  id: string
  insurer: string
  expiresOn: string
  state: InsurancePaperState
  reason: string
  createdAt: string
  decidedAt: string | null
  pictures: PictureView[]
}

/** One that waits, with whose it is. */
export type WaitingInsurancePaper = {
  id: string
  expertId: string
  name: string
  avatarId: string | null
  businessName: string
  insurer: string
  expiresOn: string
  createdAt: string
}
/** So many days before its last day a new certificate is asked for. */
export const INSURANCE_RENEWAL_DAYS = 30

/** The badges that hold on the day `today` (YYYY-MM-DD). */
export const filterValidBadges = (badges: readonly ExpertBadge[], today: string) =>
  badges.filter((badge) => badge.expiresOn === null || badge.expiresOn >= today)

/** Who may be seen by everybody. */
export const isPubliclyVisible = (expert: { state: ExpertState; hiddenAt: Date | null }) =>
  expert.state === "approved" && expert.hiddenAt === null

// ── Reviews

/** What a customer may tick; shown as counts on the profile. */
export const REVIEW_TAGS = [
  "시간을 잘 지켜요",
  "마감이 꼼꼼해요",
  "설명이 자세해요",
  "뒷정리가 깔끔해요",
  "견적과 금액이 같아요",
  "연락이 빨라요",
  "친절해요",
  "다시 맡기고 싶어요",
] as const
export const REVIEW_LIMITS = {
  bodyMin: 10,
  bodyMax: 1_000,
  photos: 10,
  tags: 5,
  reply: 1_000,
  customerBody: 500,
  /** Long enough to see whether the work holds, short enough that nobody bargains over a review for ever. */
  editDays: 30,
} as const

/** Until when the customer may change a review written at `writtenAt`. */
export const getEditDeadline = (writtenAt: Date): Date => addDays(writtenAt, REVIEW_LIMITS.editDays)

/** When a review written at `writtenAt` is published at the latest. */
export const getPublishDeadline = (writtenAt: Date): Date => addDays(writtenAt, REVIEW_PUBLISH_AFTER_DAYS)

export const REVIEW_SORTS = ["recommended", "newest", "high", "low"] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
export const REVIEW_SORT_LABELS: Record<ReviewSort, string> = {
  recommended: "추천순",
  newest: "최신순",
  high: "평점 높은순",
  low: "평점 낮은순",
}

/** What an expert's own page may hold. */
export const PUBLIC_PAGE_LIMITS = {
  oneLine: 40,
  introduction: 2_000,
  workHours: 60,
  warranty: 80,
  prices: 20,
  portfolio: 60,
  /** Works that are shown before all are asked for. */ shownWorks: 6,
  vacations: 20,
  question: 300,
  answer: 1_000,
} as const

/** The vacations that are not over on the day `today` (YYYY-MM-DD), soonest first. */
export const filterUpcomingVacations = (vacations: readonly Vacation[], today: string): Vacation[] =>
  vacations.filter((vacation) => vacation.to >= today).toSorted((a, b) => (a.from < b.from ? -1 : 1))

/** The states in which an expert keeps up a page of their own. */
export const canEditPage = (state: ExpertState) => state !== "rejected" && state !== "terminated"

/**
 * Share of the hires by customers who came back, in percent; null under five hires, where it says nothing.
 */
export const getRepeatPercent = (hires: number, repeatHires: number): number | null =>
  hires < 5 ? null : Math.round((repeatHires / hires) * 100)

/** Where a review stands: not yet shown, shown, taken down. */
export type ReviewVisibility = "waiting" | "published" | "removed"
