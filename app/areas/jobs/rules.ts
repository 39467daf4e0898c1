/**
 * The words, limits and transition tables of hire posts, seek posts, applications, offers and appeals.
 */
import type { Transition } from "#app/basics/transitions.ts"

// ── Words

export const JOB_KINDS = [
  "carpentry",
  "painting",
  "wallpaper",
  "tiling",
  "site",
  "demolition",
  "moving",
  "cleaning",
  "packing",
  "delivery",
  "cafe",
  "kitchen",
  "event",
  "installation",
  "office",
  "filming",
  "editing",
  "sound",
  "design",
  "other",
] as const
export type JobKind = (typeof JOB_KINDS)[number]
export const JOB_KIND_LABELS: Record<JobKind, string> = {
  carpentry: "목공",
  painting: "도장·페인트",
  wallpaper: "도배·장판",
  tiling: "타일·미장",
  site: "현장 보조",
  demolition: "철거",
  moving: "이사·운반",
  cleaning: "청소",
  packing: "포장·분류",
  delivery: "배송·상하차",
  cafe: "카페·매장",
  kitchen: "음식점·주방",
  event: "행사·전시",
  installation: "설치·조립",
  office: "사무 보조",
  filming: "촬영·카메라",
  editing: "영상편집",
  sound: "조명·음향",
  design: "디자인·포스터",
  other: "그 밖의 일",
}
/** By which words beside its label a kind is found. */
export const JOB_KIND_SEARCH_WORDS: Record<JobKind, readonly string[]> = {
  carpentry: ["목수", "가구 제작", "인테리어"],
  painting: ["페인트", "도색", "칠"],
  wallpaper: ["벽지", "장판"],
  tiling: ["타일", "줄눈", "미장", "방수"],
  site: ["노가다", "건설", "자재 운반", "일용직"],
  demolition: ["폐기물", "철거"],
  moving: ["이삿짐", "포장이사", "용달"],
  cleaning: ["입주청소", "미화"],
  packing: ["물류", "검수", "피킹"],
  delivery: ["택배", "상하차", "배달", "운전"],
  cafe: ["바리스타", "매장", "판매"],
  kitchen: ["식당", "주방", "홀서빙", "조리"],
  event: ["스태프", "부스", "안내", "축제"],
  installation: ["에어컨", "가구 조립", "설치 기사"],
  office: ["데이터 입력", "사무직", "전화"],
  filming: ["카메라맨", "스튜디오", "사진", "촬영"],
  editing: ["편집", "유튜브", "프리미어"],
  sound: ["조명", "음향", "무대"],
  design: ["포스터", "일러스트", "배너"],
  other: [],
}

export const PAY_TYPES = ["hour", "day", "month", "piece"] as const
export type PayType = (typeof PAY_TYPES)[number]
export const PAY_TYPE_LABELS: Record<PayType, string> = {
  hour: "시급",
  day: "일급",
  month: "월급",
  piece: "건당",
}

export const PAY_DATES = ["same_day", "next_day", "weekly", "monthly"] as const
export type PayDate = (typeof PAY_DATES)[number]
export const PAY_DATE_LABELS: Record<PayDate, string> = {
  same_day: "당일 지급",
  next_day: "다음 날 지급",
  weekly: "매주 지급",
  monthly: "매월 지급",
}

/** Parts of the day in which a shift may lie; one that runs over midnight touches several. */
export const DAY_TIMES = ["morning", "afternoon", "evening", "night"] as const
export type DayTime = (typeof DAY_TIMES)[number]
export const DAY_TIME_LABELS: Record<DayTime, string> = {
  morning: "오전",
  afternoon: "오후",
  evening: "저녁",
  night: "밤·새벽",
}
export const DAY_TIME_HOURS: Record<DayTime, string> = {
  morning: "06~12시",
  afternoon: "12~18시",
  evening: "18~22시",
  night: "22~06시",
}

/** As JavaScript counts: 0 is Sunday. */
export const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "0"] as const
export type Weekday = (typeof WEEKDAYS)[number]
export const WEEKDAY_LABELS: Record<Weekday, string> = {
  "0": "일",
  "1": "월",
  "2": "화",
  "3": "수",
  "4": "목",
  "5": "금",
  "6": "토",
}

export const EMPLOYER_KINDS = ["business", "person"] as const
export type EmployerKind = (typeof EMPLOYER_KINDS)[number]
export const EMPLOYER_KIND_LABELS: Record<EmployerKind, string> = { business: "사업자", person: "개인" }

// ── States

export const HIRE_STATES = ["draft", "open", "closed"] as const
export type HireState = (typeof HIRE_STATES)[number]
const CLOSE_REASONS = ["filled", "deadline", "owner"] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]
export const CLOSE_REASON_LABELS: Record<CloseReason, string> = {
  filled: "모집 완료",
  deadline: "마감",
  owner: "마감",
}
export type HireTransition = "publish" | "fill" | "lapse" | "close"
export type HireRole = "employer" | "admin" | "system"
/** marketplace.md, Jobs. A draft lives in the owner's drafts and has no row. Reposting makes a new post. */
export const HIRE_TRANSITIONS: readonly Transition<HireState, HireTransition, HireRole>[] = [
  { move: "publish", from: ["draft"], to: "open", by: ["employer"] },
  { move: "fill", from: ["open"], to: "closed", by: ["system"] },
  { move: "lapse", from: ["open"], to: "closed", by: ["system"] },
  { move: "close", from: ["open"], to: "closed", by: ["employer", "admin"] },
]
export const CLOSE_REASON_BY_TRANSITION = {
  fill: "filled",
  lapse: "deadline",
  close: "owner",
} as const satisfies Partial<Record<HireTransition, CloseReason>>

export const SEEK_STATES = ["open", "paused", "closed"] as const
export type SeekState = (typeof SEEK_STATES)[number]
export const SEEK_STATE_LABELS: Record<SeekState, string> = {
  open: "구직 중",
  paused: "쉬는 중",
  closed: "마감",
}
export type SeekTransition = "pause" | "resume" | "close"
export const SEEK_TRANSITIONS: readonly Transition<SeekState, SeekTransition, "worker" | "admin">[] = [
  { move: "pause", from: ["open"], to: "paused", by: ["worker"] },
  { move: "resume", from: ["paused"], to: "open", by: ["worker"] },
  { move: "close", from: ["open", "paused"], to: "closed", by: ["worker", "admin"] },
]

export const APPLICATION_STATES = [
  "applied",
  "viewed",
  "shortlisted",
  "hired",
  "rejected",
  "withdrawn",
  "called_off",
  "checked_in",
  "worked",
  "wage_paid",
  "no_show",
  "wage_disputed",
] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]
export const APPLICATION_STATE_LABELS: Record<ApplicationState, string> = {
  applied: "지원 완료",
  viewed: "열람함",
  shortlisted: "관심 지원자",
  hired: "채용 확정",
  rejected: "불합격",
  withdrawn: "지원 취소",
  called_off: "채용 취소",
  checked_in: "근무 중",
  worked: "근무 완료",
  wage_paid: "임금 받음",
  no_show: "노쇼 신고",
  wage_disputed: "임금 분쟁",
}
/** What the worker reads where it differs: a shortlist is the employer's own. */
export const getStateLabelForWorker = (state: ApplicationState): string =>
  state === "shortlisted" ? APPLICATION_STATE_LABELS.viewed : APPLICATION_STATE_LABELS[state]
export type ApplicationTransition =
  | "view"
  | "shortlist"
  | "hire"
  | "reject"
  | "pass_over"
  | "withdraw"
  | "call_off"
  | "check_in"
  | "confirm_work"
  | "confirm_pay"
  | "dispute_wage"
  | "report_no_show"
  | "reverse_no_show"
export type ApplicationRole = "employer" | "worker" | "admin" | "system"

const UNDECIDED_STATES = ["applied", "viewed", "shortlisted"] as const
/**
 * marketplace.md, Jobs. `check_in` and `confirm_work` take place when the second of the two confirms, or by
 * time. An employer calls off a hire before it begins. The system passes over those who wait when the places
 * are gone or the days are over. An admin who grants an appeal takes a no-show back.
 */
export const APPLICATION_TRANSITIONS: readonly Transition<
  ApplicationState,
  ApplicationTransition,
  ApplicationRole
>[] = [
  { move: "view", from: ["applied"], to: "viewed", by: ["employer"] },
  { move: "shortlist", from: ["applied", "viewed"], to: "shortlisted", by: ["employer"] },
  { move: "hire", from: UNDECIDED_STATES, to: "hired", by: ["employer"] },
  { move: "reject", from: UNDECIDED_STATES, to: "rejected", by: ["employer"] },
  { move: "pass_over", from: UNDECIDED_STATES, to: "rejected", by: ["system"] },
  { move: "withdraw", from: UNDECIDED_STATES, to: "withdrawn", by: ["worker"] },
  { move: "call_off", from: ["hired"], to: "called_off", by: ["employer"] },
  { move: "check_in", from: ["hired"], to: "checked_in", by: ["worker", "employer", "system"] },
  { move: "report_no_show", from: ["hired"], to: "no_show", by: ["worker", "employer"] },
  { move: "reverse_no_show", from: ["no_show"], to: "hired", by: ["admin"] },
  { move: "confirm_work", from: ["checked_in"], to: "worked", by: ["worker", "employer", "system"] },
  { move: "confirm_pay", from: ["worked", "wage_disputed"], to: "wage_paid", by: ["worker"] },
  { move: "dispute_wage", from: ["worked"], to: "wage_disputed", by: ["worker"] },
]
export const WAITING_APPLICATION_STATES: readonly ApplicationState[] = UNDECIDED_STATES
/** The states in which a place of the post is taken. A no-show keeps its place: the day is over by then. */
export const HIRED_APPLICATION_STATES: readonly ApplicationState[] = [
  "hired",
  "checked_in",
  "worked",
  "wage_paid",
  "wage_disputed",
  "no_show",
]
/** Both may rate each other once the work is done. */
export const canReview = (state: ApplicationState): boolean =>
  state === "worked" || state === "wage_paid" || state === "wage_disputed"
/** Address, contact and contract are for those who were hired, also where the hire was called off. */
export const canSeeContact = (state: ApplicationState): boolean =>
  state === "called_off" || HIRED_APPLICATION_STATES.includes(state)

export const OFFER_STATES = ["sent", "accepted", "declined", "expired"] as const
export type OfferState = (typeof OFFER_STATES)[number]
export const OFFER_STATE_LABELS: Record<OfferState, string> = {
  sent: "답변 대기",
  accepted: "수락함",
  declined: "거절함",
  expired: "기간 지남",
}
export type OfferTransition = "accept" | "decline" | "expire"
export const OFFER_TRANSITIONS: readonly Transition<OfferState, OfferTransition, "worker" | "system">[] = [
  { move: "accept", from: ["sent"], to: "accepted", by: ["worker"] },
  { move: "decline", from: ["sent"], to: "declined", by: ["worker"] },
  { move: "expire", from: ["sent"], to: "expired", by: ["system"] },
]

export const APPEAL_STATES = ["filed", "upheld", "reversed"] as const
export type AppealState = (typeof APPEAL_STATES)[number]
export const APPEAL_STATE_LABELS: Record<AppealState, string> = {
  filed: "검토 중",
  upheld: "노쇼 유지",
  reversed: "노쇼 취소",
}
export const APPEAL_TONES: Record<AppealState, Tone> = { filed: "warn", upheld: "refused", reversed: "ok" }
export const APPEAL_QUEUES = ["waiting", "decided"] as const
export type AppealQueue = (typeof APPEAL_QUEUES)[number]
export const APPEAL_QUEUE_LABELS: Record<AppealQueue, string> = { waiting: "결정할 이의", decided: "결정함" }
export const APPEAL_QUEUE_STATES: Record<AppealQueue, readonly AppealState[]> = {
  waiting: ["filed"],
  decided: ["upheld", "reversed"],
}
export const APPEAL_TRANSITIONS: readonly Transition<AppealState, "uphold" | "reverse", "admin">[] = [
  { move: "uphold", from: ["filed"], to: "upheld", by: ["admin"] },
  { move: "reverse", from: ["filed"], to: "reversed", by: ["admin"] },
]

export type Tone = "open" | "progress" | "done" | "warn" | "refused" | "ok"
export const APPLICATION_TONES: Record<ApplicationState, Tone> = {
  applied: "open",
  viewed: "open",
  shortlisted: "progress",
  hired: "progress",
  rejected: "done",
  withdrawn: "done",
  called_off: "refused",
  checked_in: "progress",
  worked: "warn",
  wage_paid: "ok",
  no_show: "refused",
  wage_disputed: "refused",
}
export const OFFER_TONES: Record<OfferState, Tone> = {
  sent: "open",
  accepted: "ok",
  declined: "done",
  expired: "done",
}
export const SEEK_TONES: Record<SeekState, Tone> = { open: "open", paused: "warn", closed: "done" }

// ── Lists

export const HIRE_SORTS = ["newest", "deadline", "wage", "region"] as const
export type HireSort = (typeof HIRE_SORTS)[number]
export const HIRE_SORT_LABELS: Record<HireSort, string> = {
  newest: "최신순",
  deadline: "마감임박순",
  wage: "시급 높은순",
  region: "거리순",
}
export const SEEK_SORTS = ["newest", "near", "wage", "career"] as const
export type SeekSort = (typeof SEEK_SORTS)[number]
export const SEEK_SORT_LABELS: Record<SeekSort, string> = {
  newest: "최신순",
  near: "거리순",
  wage: "희망 시급 낮은순",
  career: "경력 많은순",
}

export const WORK_TABS = ["all", "waiting", "working", "done", "ended"] as const
export type WorkTab = (typeof WORK_TABS)[number]
export const WORK_TAB_LABELS: Record<WorkTab, string> = {
  all: "전체",
  waiting: "결과 대기",
  working: "채용·근무",
  done: "근무 완료",
  ended: "종료",
}
export const WORK_TAB_STATES: Record<WorkTab, readonly ApplicationState[]> = {
  all: APPLICATION_STATES,
  waiting: UNDECIDED_STATES,
  working: ["hired", "checked_in"],
  done: ["worked", "wage_paid", "wage_disputed"],
  ended: ["rejected", "withdrawn", "called_off", "no_show"],
}

export const REVIEW_TAGS = {
  employer: ["임금을 제때 줘요", "설명과 일이 같아요", "친절해요", "쉬는 시간을 지켜요", "현장이 안전해요"],
  worker: ["시간을 잘 지켜요", "손이 빨라요", "꼼꼼해요", "인사를 잘해요", "다시 부르고 싶어요"],
} as const
export const ALL_REVIEW_TAGS: readonly string[] = [...REVIEW_TAGS.employer, ...REVIEW_TAGS.worker]

export const REJECT_REASONS = [
  "모집 인원이 찼어요",
  "일정이 맞지 않아요",
  "필요한 자격과 달라요",
  "다른 분과 하게 됐어요",
] as const

export const LIMITS = {
  title: 50,
  description: 2_000,
  slots: 14,
  headcount: 99,
  /** Largest pay of one post, in won. */
  payWon: 100_000_000,
  needs: 8,
  /** A post stays open at most so long. */
  openDays: 60,
  /** Days ahead for which work may be posted. */
  maxDaysAhead: 180,
  seekKinds: 3,
  seekRegions: 5,
  offerDays: 3,
  /** Work that nobody confirmed counts as done after so many days. */
  autoConfirmDays: 3,
  reviewDays: 7,
  appealDays: 7,
  /** Those who wait are told no so many days after the last working day. */
  rejectWaitingAfterDays: 1,
  /** Posts open at once, of one employer. */
  openPosts: 30,
  applicationsPerDay: 30,
  offersPerDay: 20,
  /** Alerts of new jobs, of one person. */
  alerts: 20,
} as const

/** From how long before a shift one may check in. */
export const CHECK_IN_LEAD_MS = 2 * 3_600_000

export type ReviewSide = "employer" | "worker"
