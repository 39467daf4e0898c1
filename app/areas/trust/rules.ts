/**
 * The words, limits and moves of trust: why a thing is reported, what becomes of a report, who decides.
 */
import type { SubjectKind } from "../../basics/subject.ts"
import type { Transition } from "../../basics/transitions.ts"

export const TRUST_LIMITS = {
  details: 1_000,
  pictures: 5,
  reportsPerDay: 20,
  maxBlocks: 500,
  note: 1_000,
  /** Days in which the person concerned may appeal. */
  appealDays: 14,
} as const

// ── Reasons

export const REPORT_REASONS = [
  "scam",
  "outside_deal",
  "false_info",
  "counterfeit",
  "illegal",
  "wage",
  "discrimination",
  "no_show",
  "bad_work",
  "fake_review",
  "abuse",
  "sexual",
  "privacy",
  "spam",
  "other",
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REASON_LABELS: Record<ReportReason, string> = {
  scam: "사기가 의심돼요",
  outside_deal: "밖에서 거래하자고 해요",
  false_info: "사실과 달라요",
  counterfeit: "가짜 상품이에요",
  illegal: "팔거나 맡길 수 없는 것이에요",
  wage: "임금이나 근로 조건이 법에 어긋나요",
  discrimination: "나이·성별·출신으로 차별해요",
  no_show: "약속을 지키지 않았어요",
  bad_work: "작업에 문제가 있어요",
  fake_review: "거짓 후기예요",
  abuse: "욕설·비하·협박이 있어요",
  sexual: "성적인 내용이 있어요",
  privacy: "개인정보가 드러나 있어요",
  spam: "광고나 도배예요",
  other: "다른 이유예요",
}

const COMMON_REASONS = [
  "abuse",
  "sexual",
  "privacy",
  "spam",
  "other",
] as const satisfies readonly ReportReason[]

const SPECIFIC_REASONS: Record<SubjectKind, readonly ReportReason[]> = {
  order: ["scam", "outside_deal", "false_info", "illegal"],
  proposal: ["scam", "outside_deal", "false_info"],
  expert: ["scam", "outside_deal", "false_info", "no_show", "bad_work"],
  hire: ["scam", "false_info", "wage", "discrimination", "illegal"],
  seek: ["scam", "false_info", "outside_deal"],
  item: ["scam", "outside_deal", "false_info", "counterfeit", "illegal", "no_show"],
  product: ["false_info", "counterfeit", "illegal", "scam"],
  review: ["fake_review", "false_info"],
  message: ["scam", "outside_deal"],
  person: ["scam", "outside_deal", "no_show"],
}

/** Why a thing of this kind may be reported, the likeliest first. */
export const listReportReasons = (kind: SubjectKind): ReportReason[] => [
  ...SPECIFIC_REASONS[kind],
  ...COMMON_REASONS,
]

export const KIND_LABELS: Record<SubjectKind, string> = {
  order: "견적 요청",
  proposal: "견적서",
  expert: "전문가",
  hire: "구인 글",
  seek: "구직 글",
  item: "중고 물건",
  product: "상품",
  review: "후기",
  message: "채팅 메시지",
  person: "회원",
}

/** Kinds that only those concerned can see: who reports one must be somebody it concerns. */
export const PRIVATE_KINDS: readonly SubjectKind[] = ["message", "proposal"]

// ── States

export const REPORT_STATES = [
  "filed",
  "triaged",
  "actioned",
  "dismissed",
  "appealed",
  "upheld",
  "reversed",
] as const
export type ReportState = (typeof REPORT_STATES)[number]
export type ReportTransition = "triage" | "act" | "dismiss" | "appeal" | "uphold" | "reverse"
/**
 * `decider` is the admin who acted; `admin` any other one. Who reported, or is concerned, is no admin here.
 */
export type ReportRole = "reporter" | "accused" | "admin" | "decider"

export const REPORT_TRANSITIONS: readonly Transition<ReportState, ReportTransition, ReportRole>[] = [
  { move: "triage", from: ["filed"], to: "triaged", by: ["admin"] },
  { move: "act", from: ["triaged"], to: "actioned", by: ["admin"] },
  { move: "dismiss", from: ["triaged"], to: "dismissed", by: ["admin"] },
  { move: "appeal", from: ["actioned"], to: "appealed", by: ["accused"] },
  { move: "uphold", from: ["appealed"], to: "upheld", by: ["admin"] },
  { move: "reverse", from: ["appealed"], to: "reversed", by: ["admin"] },
]

type Tone = "open" | "progress" | "done" | "warn" | "refused" | "ok"
export const STATE_LABELS: Record<ReportState, { label: string; tone: Tone }> = {
  filed: { label: "접수됨", tone: "open" },
  triaged: { label: "확인 중", tone: "progress" },
  actioned: { label: "조치함", tone: "refused" },
  dismissed: { label: "조치 없음", tone: "done" },
  appealed: { label: "이의 검토 중", tone: "warn" },
  upheld: { label: "조치 유지", tone: "refused" },
  reversed: { label: "조치 취소", tone: "ok" },
}

/** What the reporter reads of each state. */
export const STATE_DESCRIPTIONS: Record<ReportState, string> = {
  filed: "신고를 받았어요. 곧 살펴볼게요.",
  triaged: "담당자가 내용을 확인하고 있어요.",
  actioned: "운영 정책에 어긋나는 점을 확인하고 조치했어요.",
  dismissed: "운영 정책에 어긋나는 점을 찾지 못했어요.",
  appealed: "상대방이 이의를 제기해 다른 담당자가 다시 보고 있어요.",
  upheld: "다시 살펴본 결과 조치를 그대로 유지해요.",
  reversed: "다시 살펴본 결과 조치를 취소했어요.",
}

export const TRANSITION_LABELS: Record<ReportTransition | "file", string> = {
  file: "신고",
  triage: "확인 시작",
  act: "조치",
  dismiss: "조치 없음",
  appeal: "이의 제기",
  uphold: "조치 유지",
  reverse: "조치 취소",
}

// ── Sanctions

export type SanctionKind = "warned" | "hidden" | "banned"

/** One sanction as the back office shows it; `inForce` while it is neither lifted nor over. */
export type SanctionView = {
  id: string
  kind: SanctionKind
  reason: string
  reportId: string | null
  decidedByName: string
  createdAt: string
  endsAt: string | null
  liftedAt: string | null
  inForce: boolean
}

export const SANCTION_LABELS: Record<SanctionKind, string> = {
  warned: "주의",
  hidden: "숨김",
  banned: "이용 정지",
}

export const BAN_LENGTHS = ["none", "3", "7", "30", "365", "forever"] as const
export type BanLength = (typeof BAN_LENGTHS)[number]
export const BAN_LABELS: Record<BanLength, string> = {
  none: "정지하지 않기",
  "3": "3일",
  "7": "7일",
  "30": "30일",
  "365": "1년",
  forever: "계속",
}
/**
 * The end of a ban without an end: further off than anybody waits, so that one column says when every ban
 * ends.
 */
const PERMANENT_BAN_END = new Date("2999-12-31T14:59:59.000Z")
export const isPermanentBan = (end: Date | string): boolean =>
  new Date(end).getTime() >= PERMANENT_BAN_END.getTime()

/** When a ban that begins at `from` ends; null for none. */
export function getBanEnd(ban: BanLength, from: Date): Date | null {
  if (ban === "none") return null
  return ban === "forever" ? PERMANENT_BAN_END : new Date(from.getTime() + Number(ban) * 86_400_000)
}

/** Until when a decision of `at` can be appealed. */
export const getAppealDeadline = (at: Date): Date =>
  new Date(at.getTime() + TRUST_LIMITS.appealDays * 86_400_000)

// ── Queues of the back office

export const REPORT_QUEUES = ["waiting", "appealed", "actioned", "dismissed", "settled"] as const
export type ReportQueue = (typeof REPORT_QUEUES)[number]
export const REPORT_QUEUE_LABELS: Record<ReportQueue, string> = {
  waiting: "볼 신고",
  appealed: "이의 제기",
  actioned: "조치함",
  dismissed: "조치 없음",
  settled: "이의 끝남",
}
/**
 * Where nothing else is asked for: what waits is oldest first; what is decided, or found by a `term`, newest
 * first.
 */
export const getDefaultSort = (term: string, queue: ReportQueue) =>
  term === "" && (queue === "waiting" || queue === "appealed") ? "oldest" : "newest"
export const REPORT_QUEUE_STATES: Record<ReportQueue, readonly ReportState[]> = {
  waiting: ["filed", "triaged"],
  appealed: ["appealed"],
  actioned: ["actioned"],
  dismissed: ["dismissed"],
  settled: ["upheld", "reversed"],
}
