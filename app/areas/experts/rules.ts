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

/** Moves that tell the applicant why. */
export const MOVES_WITH_REASON: readonly ExpertMove[] = ["ask_info", "reject", "suspend", "terminate"]
/** States in which a new application takes the place of the old one. */
export const canApplyAnew = (state: ExpertState | null) => state === null || state === "rejected"
/** States in which the applicant may still change what was sent in. */
export const canEditApplication = (state: ExpertState) => state === "applied" || state === "needs_info"

/** The questions of the application, one a screen, in their order. */
export const APPLICATION_STEPS = ["categories", "regions", "identity", "introduction", "career", "business", "prices", "certificates", "portfolio"] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]
export const isApplicationStep = (value: unknown): value is ApplicationStep => APPLICATION_STEPS.includes(value as ApplicationStep)
export const APPLICATION_LIMITS = { regions: 20, certificates: 10, portfolio: 12, prices: 10, careerYears: 60, introduction: 2_000 } as const

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

type ProfileFacts = {
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
const PROFILE_PARTS: readonly (MissingPart & { isThere: (profile: ProfileFacts) => boolean })[] = [
  { key: "avatar", label: "프로필 사진을 올려 주세요", points: 10, isThere: (profile) => profile.hasAvatar },
  { key: "cover", label: "대표 사진을 올려 주세요", points: 5, isThere: (profile) => profile.hasCover },
  { key: "introduction", label: "소개를 100자 이상 써 주세요", points: 10, isThere: (profile) => [...profile.introduction].length >= 100 },
  { key: "prices", label: "작업별 시작 금액을 적어 주세요", points: 10, isThere: (profile) => profile.prices > 0 },
  { key: "portfolio", label: "포트폴리오를 3개 이상 올려 주세요", points: 15, isThere: (profile) => profile.portfolio >= 3 },
  { key: "certificates", label: "자격증을 등록해 주세요", points: 5, isThere: (profile) => profile.certificates > 0 },
  { key: "workHours", label: "일하는 시간을 알려 주세요", points: 5, isThere: (profile) => profile.workHours !== "" },
  { key: "warranty", label: "하자보수 약속을 적어 주세요", points: 5, isThere: (profile) => profile.warranty !== "" },
]

/** How complete a profile is, 35 (the application alone) to 100 percent, and what is missing, the most valuable first. */
export function profileCompleteness(profile: ProfileFacts): { percent: number; missing: MissingPart[] } {
  const missing = PROFILE_PARTS.filter((part) => !part.isThere(profile))
    .map(({ key, label, points }) => ({ key, label, points }))
    .sort((a, b) => b.points - a.points)
  return { percent: 100 - missing.reduce((sum, part) => sum + part.points, 0), missing }
}
