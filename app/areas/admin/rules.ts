/** The forms and the queues of the back office. */
import { z } from "zod"
import { toKstDateString } from "#app/basics/time.ts"
import { chosenIds } from "#app/basics/chosen-ids.ts"
import { now } from "#app/basics/clock.ts"
import type { Transition } from "#app/basics/transitions.ts"
import { OFFICE_ROLES, type Right } from "../accounts/rules.ts"
import type { ExpertTransition, ExpertState } from "../experts/rules.ts"
import type { SellerState } from "../shop/rules.ts"
import { ORDER_PHASES, ORDER_STATES, type OrderState } from "../orders/rules.ts"
import { BAN_LENGTHS } from "../trust/rules.ts"
import { SNOOZES } from "./inbox-rules.ts"
import { text, multiline, optional, choice, dateString, idField } from "#app/basics/form-fields.ts"

/** The moves of EXPERT_TRANSITIONS that an admin makes. */
const ADMIN_MOVES = [
  "review",
  "approve",
  "ask_info",
  "reject",
  "suspend",
  "restore",
  "terminate",
] as const satisfies readonly ExpertTransition[]

export const ExpertDecisionForm = z.object({
  move: choice(ADMIN_MOVES, "결정"),
  reason: optional(multiline({ label: "이유", min: 0, max: 500 })).transform((reason) => reason ?? ""),
})

/** The certificate of an insurance that an admin has read, sends back, or takes the badge of away. */
export const INSURANCE_FORMS = {
  insure: z.object({
    insurer: text({ label: "보험사와 보험", min: 2, max: 40 }),
    expiresOn: dateString({ label: "보험이 끝나는 날", min: () => toKstDateString(now()) }),
    paperId: optional(idField({ label: "증권" })),
    note: optional(text({ label: "메모", min: 0, max: 200 })).transform((typed) => typed ?? ""),
  }),
  refuse_paper: z.object({
    paperId: idField({ label: "증권" }),
    reason: multiline({ label: "이유", min: 2, max: 500 }),
  }),
  uninsure: z.object({ reason: multiline({ label: "이유", min: 2, max: 500 }) }),
}

/** Why a review is taken down; kept with it, and told to who wrote it. */
export const RemoveReviewForm = z.object({ reason: multiline({ label: "이유", min: 2, max: 500 }) })

/**
 * Applications by state, and the certificates of insurance that wait; what an admin has to decide comes
 * first.
 */
export const EXPERT_QUEUES = [
  "waiting",
  "insurance",
  "needs_info",
  "approved",
  "rejected",
  "stopped",
] as const
export type ExpertQueue = (typeof EXPERT_QUEUES)[number]
export type ApplicationQueue = Exclude<ExpertQueue, "insurance">
export const EXPERT_QUEUE_LABELS: Record<ExpertQueue, string> = {
  waiting: "심사할 전문가",
  needs_info: "보완 중",
  approved: "승인",
  rejected: "반려",
  stopped: "정지·종료",
  insurance: "보험 증권",
}
export const EXPERT_QUEUE_STATES: Record<ApplicationQueue, readonly ExpertState[]> = {
  waiting: ["applied", "reviewing"],
  needs_info: ["needs_info"],
  approved: ["approved"],
  rejected: ["rejected"],
  stopped: ["suspended", "terminated"],
}

export const ORDER_QUEUES = ["all", "disputed", "decided", "open", "working", "completed", "ended"] as const
export type OrderQueue = (typeof ORDER_QUEUES)[number]
export const ORDER_QUEUE_LABELS: Record<OrderQueue, string> = {
  all: "전체",
  disputed: "조정할 분쟁",
  decided: "결정한 분쟁",
  open: "모집 중",
  working: "진행 중",
  completed: "완료",
  ended: "취소·마감",
}
/** A dispute that was decided waits for an appeal alone: it is no work of the office any more. */
export const ORDER_QUEUE_FILTERS: Record<
  OrderQueue,
  { states: readonly OrderState[]; isDisputeDecided?: boolean }
> = {
  all: { states: ORDER_STATES.filter((state) => state !== "draft") },
  disputed: { states: ["disputed"], isDisputeDecided: false },
  decided: { states: ["disputed"], isDisputeDecided: true },
  open: { states: ["open"] },
  working: { states: ORDER_PHASES.working },
  completed: { states: ["completed"] },
  ended: { states: ORDER_PHASES.ended },
}

export const SELLER_QUEUES = ["waiting", "needs_info", "approved", "rejected", "stopped"] as const
export type SellerQueue = (typeof SELLER_QUEUES)[number]
export const SELLER_QUEUE_LABELS: Record<SellerQueue, string> = {
  waiting: "심사할 판매자",
  needs_info: "보완 중",
  approved: "승인",
  rejected: "반려",
  stopped: "정지·종료",
}
export const SELLER_QUEUE_STATES: Record<SellerQueue, readonly SellerState[]> = {
  waiting: ["applied"],
  needs_info: ["needs_info"],
  approved: ["approved"],
  rejected: ["rejected"],
  stopped: ["suspended", "terminated"],
}

/** The states of products that an admin looks through; drafts are their writers' own. */
export const PRODUCT_QUEUES = ["proposed", "published", "rejected", "hidden"] as const
export type ProductQueue = (typeof PRODUCT_QUEUES)[number]
/** Lists that only time sorts. */
export const TIME_SORTS = ["oldest", "newest"] as const
export type TimeSort = (typeof TIME_SORTS)[number]

// ── People

export type AdminRequestState = "waiting" | "confirmed" | "refused" | "withdrawn"
export type AdminRequestMove = "confirm" | "refuse" | "withdraw"
/** Nobody makes an admin alone: `other` is any admin but the one who asked. */
export const ADMIN_REQUEST_TRANSITIONS: readonly Transition<
  AdminRequestState,
  AdminRequestMove,
  "asker" | "other"
>[] = [
  { move: "confirm", from: ["waiting"], to: "confirmed", by: ["other"] },
  { move: "refuse", from: ["waiting"], to: "refused", by: ["other"] },
  { move: "withdraw", from: ["waiting"], to: "withdrawn", by: ["asker"] },
]

const reason = multiline({ label: "이유", min: 2, max: 1_000 })

const request = z.object({ requestId: idField({ label: "요청" }) })

export const PERSON_LIMITS = { note: 1_000, labels: 6, label: 16 } as const

/** The labels of a member as they are typed, with commas between them. */
export const parseLabels = (typed: string): string[] =>
  [...new Set(typed.split(",").map((label) => label.trim().slice(0, PERSON_LIMITS.label)))]
    .filter((label) => label !== "")
    .slice(0, PERSON_LIMITS.labels)

/** Everything that is decided about one person. */
export const PERSON_FORMS = {
  reason: z.object({ reason }),
  ban: z.object({
    reason,
    ban: choice(
      BAN_LENGTHS.filter((ban) => ban !== "none"),
      "기간",
    ),
  }),
  lift: z.object({ reason, sanctionId: idField({ label: "제재" }) }),
  type: z.object({ reason, userType: choice(["customer", "expert"], "회원 유형") }),
  note: z.object({
    body: multiline({ label: "메모", max: PERSON_LIMITS.note }),
    key: idField({ label: "메모" }),
  }),
  labels: z.object({
    labels: optional(text({ label: "꼬리표", max: 120 })).transform((typed) => parseLabels(typed ?? "")),
  }),
  role: z.object({ reason, officeRole: choice(OFFICE_ROLES, "맡을 일") }),
  request,
}

const ids = chosenIds({ label: "회원" })

/** What is decided about several people at once. */
export const BULK_PEOPLE_FORMS = {
  reason: z.object({ ids, reason }),
  ban: z.object({ ids, reason, ban: PERSON_FORMS.ban.shape.ban.catch("7") }),
}

export const HISTORY_KINDS = [
  "order",
  "work",
  "item",
  "hire",
  "seek",
  "product",
  "purchase",
  "ticket",
  "reported",
  "filed",
  "paid",
  "payout",
  "sanction",
  "sign_in",
  "data",
  "left",
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

// ── What waits

export const QUEUES = [
  "disputes",
  "warranties",
  "deals",
  "reports",
  "appeals",
  "noshows",
  "late_wages",
  "experts",
  "papers",
  "sellers",
  "products",
  "claims",
  "tickets",
  "admins",
  "payouts",
  "transfers",
  "refunds",
  "chargebacks",
  "cash_receipts",
  "old_charges",
  "reconciliation",
  "events",
  "jobs",
  "access",
  "company",
] as const
export type Queue = (typeof QUEUES)[number]

/** Who may decide what waits in each queue. */
export const QUEUE_RIGHTS: Record<Queue, Right> = {
  disputes: "trade",
  warranties: "trade",
  deals: "trade",
  reports: "trust",
  appeals: "trust",
  noshows: "trust",
  late_wages: "trade",
  experts: "review",
  papers: "review",
  sellers: "review",
  products: "review",
  claims: "trade",
  tickets: "support",
  admins: "rights",
  payouts: "money",
  transfers: "money",
  refunds: "money",
  chargebacks: "money",
  cash_receipts: "money",
  old_charges: "money",
  reconciliation: "money",
  events: "settings",
  jobs: "settings",
  access: "rights",
  company: "settings",
}

// ── The inbox

const caseId = idField({ label: "일" })
/** Where one was, and goes on. */
const back = optional(text({ label: "돌아갈 곳", max: 500 }))
export const CASE_FORMS = {
  /** `seen` is who had it when the button was drawn. */
  take: z.object({ caseId, back, seen: optional(idField({ label: "맡은 사람" })) }),
  release: z.object({ caseId, back }),
  hand_on: z.object({ caseId, back, to: idField({ label: "동료" }) }),
  snooze: z.object({ caseId, back, until: choice(SNOOZES, "언제까지") }),
  note: z.object({
    caseId,
    back,
    note: optional(multiline({ label: "메모", min: 0, max: 500 })).transform((typed) => typed ?? ""),
  }),
  next: z.object({ after: optional(caseId) }),
}

// ── Work that failed

/** Events whose tries are used up, and jobs that the queue has given up. */
export const WORK_KINDS = ["events", "jobs"] as const
export type WorkKind = (typeof WORK_KINDS)[number]

// ── The audit log

/** Areas of the log, by how its actions begin. */
export const AUDIT_AREAS = [
  "person",
  "admin",
  "expert",
  "seller",
  "product",
  "purchase",
  "order",
  "deal",
  "application",
  "report",
  "review",
  "ticket",
  "macro",
  "article",
  "setting",
  "coupon",
  "banner",
  "campaign",
  "vocabulary",
  "payout",
  "chargeback",
  "cash_receipt",
  "reconciliation",
  "export",
  "chat",
  "work",
  "case",
  "access",
  "audit",
] as const
export type AuditArea = (typeof AUDIT_AREAS)[number]

// ── Exports

const EXPORT_KINDS = [
  "users",
  "orders",
  "purchases",
  "claims",
  "charges",
  "payouts",
  "transfers",
  "invoices",
  "reviews",
  "reports",
  "tickets",
  "audit",
  "access",
  "figures",
  "cohorts",
  "cash_receipts",
  "tax_months",
] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]
/** Who may save each table. */
export const EXPORT_RIGHTS: Record<ExportKind, Right> = {
  users: "people",
  orders: "people",
  purchases: "people",
  claims: "people",
  charges: "money",
  payouts: "money",
  transfers: "money",
  invoices: "money",
  reviews: "trust",
  reports: "trust",
  tickets: "support",
  audit: "rights",
  access: "rights",
  figures: "figures",
  cohorts: "figures",
  cash_receipts: "money",
  tax_months: "money",
}
export const isExportKind = (value: unknown): value is ExportKind =>
  EXPORT_KINDS.some((kind) => kind === value)

// ── Several at once

export const BulkReviewsForm = z.object({
  ids: chosenIds({ label: "후기" }),
  reason: multiline({ label: "이유", min: 2, max: 500 }),
})
