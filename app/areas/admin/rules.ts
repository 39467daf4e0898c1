/** Owns the forms and the queues of the back office. */
import { z } from "zod"
import { choice, multiline, optional } from "#app/basics/form.ts"
import type { ExpertMove, ExpertState } from "../experts/rules.ts"
import type { SellerState } from "../shop/rules.ts"
import { ORDER_STATES, type OrderState } from "../orders/rules.ts"

/** The moves of EXPERT_TRANSITIONS that an admin makes. */
const ADMIN_MOVES = ["review", "approve", "ask_info", "reject", "suspend", "restore", "terminate"] as const satisfies readonly ExpertMove[]

export const DecisionForm = z.object({
  move: choice(ADMIN_MOVES, "결정"),
  reason: optional(multiline({ label: "이유", min: 0, max: 500 })).transform((reason) => reason ?? ""),
})

/** Why a review is taken down; kept with it, and told to who wrote it. */
export const RemoveReviewForm = z.object({ reason: multiline({ label: "이유", min: 2, max: 500 }) })

export const EXPERT_QUEUES = ["waiting", "needs_info", "approved", "rejected", "stopped"] as const
export type ExpertQueue = (typeof EXPERT_QUEUES)[number]
export const EXPERT_QUEUE_LABELS: Record<ExpertQueue, string> = { waiting: "심사할 전문가", needs_info: "보완 중", approved: "승인", rejected: "반려", stopped: "정지·종료" }
export const EXPERT_QUEUE_STATES: Record<ExpertQueue, readonly ExpertState[]> = {
  waiting: ["applied", "reviewing"],
  needs_info: ["needs_info"],
  approved: ["approved"],
  rejected: ["rejected"],
  stopped: ["suspended", "terminated"],
}

export const ORDER_QUEUES = ["all", "disputed", "open", "working", "completed", "ended"] as const
export type OrderQueue = (typeof ORDER_QUEUES)[number]
export const ORDER_QUEUE_LABELS: Record<OrderQueue, string> = { all: "전체", disputed: "분쟁", open: "모집 중", working: "진행 중", completed: "완료", ended: "취소·마감" }
export const ORDER_QUEUE_STATES: Record<OrderQueue, readonly OrderState[]> = {
  all: ORDER_STATES.filter((state) => state !== "draft"),
  disputed: ["disputed"],
  open: ["open"],
  working: ["matched", "in_progress", "delivered", "changes_requested"],
  completed: ["completed"],
  ended: ["cancelled", "expired"],
}

export const SELLER_QUEUES = ["waiting", "needs_info", "approved", "rejected", "stopped"] as const
export type SellerQueue = (typeof SELLER_QUEUES)[number]
export const SELLER_QUEUE_LABELS: Record<SellerQueue, string> = { waiting: "심사할 판매자", needs_info: "보완 중", approved: "승인", rejected: "반려", stopped: "정지·종료" }
export const SELLER_QUEUE_STATES: Record<SellerQueue, readonly SellerState[]> = { waiting: ["applied"], needs_info: ["needs_info"], approved: ["approved"], rejected: ["rejected"], stopped: ["suspended", "terminated"] }

/** The states of products that an admin looks through; drafts are their writers' own. */
export const PRODUCT_QUEUES = ["proposed", "published", "rejected", "hidden"] as const
export type ProductQueue = (typeof PRODUCT_QUEUES)[number]
