/** The words, states and transitions of content: articles of four kinds, and tickets. */
import type { Transition } from "#app/basics/transitions.ts"

export const ARTICLE_KINDS = ["notice", "career", "faq", "page"] as const
export type ArticleKind = (typeof ARTICLE_KINDS)[number]
export const ARTICLE_KIND_LABELS: Record<ArticleKind, string> = {
  notice: "공지사항",
  career: "채용",
  faq: "자주 묻는 질문",
  page: "안내 문서",
}

/** How admins sort articles: by their last change, or by title. */
export const ARTICLE_SORTS = ["changed", "oldest", "title"] as const
export type ArticleSort = (typeof ARTICLE_SORTS)[number]

export const ARTICLE_STATES = ["draft", "scheduled", "published", "archived"] as const
export type ArticleState = (typeof ARTICLE_STATES)[number]
export const ARTICLE_STATE_LABELS: Record<ArticleState, string> = {
  draft: "작성 중",
  scheduled: "게시 예약",
  published: "게시 중",
  archived: "보관",
}
export type ArticleTransition = "schedule" | "publish" | "unschedule" | "archive" | "restore"

/** Issue "The back office and the content": draft → scheduled → published → archived. */
export const ARTICLE_TRANSITIONS: readonly Transition<ArticleState, ArticleTransition, "admin" | "system">[] =
  [
    { move: "schedule", from: ["draft", "scheduled"], to: "scheduled", by: ["admin"] },
    { move: "publish", from: ["draft", "scheduled"], to: "published", by: ["admin"] },
    { move: "publish", from: ["scheduled"], to: "published", by: ["system"] },
    { move: "unschedule", from: ["scheduled"], to: "draft", by: ["admin"] },
    { move: "archive", from: ["published"], to: "archived", by: ["admin"] },
    { move: "restore", from: ["archived"], to: "draft", by: ["admin"] },
  ]

/** What only some kinds have. */
export type ArticleDetails = {
  /** Of a job at our company. */
  place?: string
  employment?: string
  closesOn?: string
  /** Of a page: its readers have to agree again to this version. */
  consentVersion?: string
}

export const NOTICE_CATEGORIES = ["service", "update", "event", "safety"] as const
export const FAQ_CATEGORIES = [
  "start",
  "orders",
  "experts",
  "jobs",
  "market",
  "shop",
  "payment",
  "account",
] as const
export const CAREER_TEAMS = ["product", "design", "operations", "business"] as const
export const CATEGORIES_BY_KIND: Record<ArticleKind, readonly string[]> = {
  notice: NOTICE_CATEGORIES,
  faq: FAQ_CATEGORIES,
  career: CAREER_TEAMS,
  page: [],
}
const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  service: "서비스",
  update: "새 기능",
  event: "이벤트",
  safety: "안전",
  start: "이용 안내",
  orders: "견적·작업",
  experts: "전문가",
  jobs: "구인·구직",
  market: "중고거래",
  shop: "쇼핑·배송",
  payment: "결제·환불",
  account: "계정·보안",
  product: "제품·개발",
  design: "디자인",
  operations: "운영·고객지원",
  business: "사업",
}
export const getCategoryLabel = (category: string): string => CATEGORY_LABELS[category] ?? category

export const EMPLOYMENTS = ["정규직", "계약직", "인턴", "파트타임"] as const

/** Pages with an address of their own; each has a first version in texts/. */
export const PAGE_SLUGS = [
  "about",
  "terms",
  "privacy",
  "safety",
  "support",
  "expert-guide",
  "expert-support",
  "expert-insurance",
  "expert-tools",
] as const
export type PageSlug = (typeof PAGE_SLUGS)[number]
/** Pages whose readers can be asked to agree again. */
export const CONSENT_PAGES: readonly PageSlug[] = ["terms", "privacy"]

export const TICKET_STATES = ["open", "answered", "closed"] as const
export type TicketState = (typeof TICKET_STATES)[number]
export const TICKET_STATE_LABELS: Record<TicketState, string> = {
  open: "답변 대기",
  answered: "답변 완료",
  closed: "종료",
}
export type TicketTransition = "answer" | "ask_again" | "close" | "reopen"
/** An answered ticket that nobody takes up again is closed after this many days. */
export const TICKET_CLOSES_AFTER_DAYS = 14

export const TICKET_TRANSITIONS: readonly Transition<
  TicketState,
  TicketTransition,
  "asker" | "admin" | "system"
>[] = [
  { move: "answer", from: ["open", "answered"], to: "answered", by: ["admin"] },
  { move: "ask_again", from: ["open", "answered"], to: "open", by: ["asker"] },
  { move: "close", from: ["open", "answered"], to: "closed", by: ["asker", "admin"] },
  { move: "close", from: ["answered"], to: "closed", by: ["system"] },
  { move: "reopen", from: ["closed"], to: "open", by: ["admin"] },
]

export const TICKET_PRIORITIES = ["high", "normal", "low"] as const
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]
export const TICKET_PRIORITY_LABELS: Record<TicketPriority, string> = {
  high: "급함",
  normal: "보통",
  low: "천천히",
}

/** What stands in a macro for something of the ticket. */
export const MACRO_NAME = "{이름}"
/** The text of a macro as an answer to `name`. */
export const fillMacro = (body: string, name: string): string => body.replaceAll(MACRO_NAME, name)

export const TICKET_TOPICS = [
  "use",
  "dispute",
  "account",
  "payment",
  "partnership",
  "press",
  "other",
] as const
export type TicketTopic = (typeof TICKET_TOPICS)[number]
export const TICKET_TOPIC_LABELS: Record<TicketTopic, string> = {
  use: "이용 방법",
  dispute: "거래·분쟁",
  account: "계정·로그인",
  payment: "결제·환불",
  partnership: "제휴 문의",
  press: "언론·홍보",
  other: "그 밖의 문의",
}

export const LIMITS = {
  title: 120,
  body: 60_000,
  ticketTitle: 80,
  ticketBody: 3_000,
  ticketNote: 1_000,
  macros: 60,
} as const

/** What colleagues know of a ticket among themselves. Times are ISO. */
export type OfficeTicket = {
  priority: TicketPriority
  notes: { id: string; author: string; body: string; createdAt: string }[]
  /** What the same person asked besides, the newest first. */
  others: { id: string; title: string; state: TicketState; createdAt: string }[]
  macros: Macro[]
}
export type Macro = { id: string; title: string; body: string }
