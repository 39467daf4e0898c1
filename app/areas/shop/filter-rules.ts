/** Names what the back office and the seller's desk sort and filter purchases and claims by. */
import type { LineState } from "./rules.ts"
import type { ClaimState } from "./claim-rules.ts"

export const SELLER_ORDER_TABS = ["to_send", "sent", "delivered", "confirmed", "ended", "all"] as const

export type SellerOrderTab = (typeof SELLER_ORDER_TABS)[number]

export const SELLER_ORDER_TAB_LABELS: Record<SellerOrderTab, string> = {
  to_send: "보낼 주문",
  sent: "배송 중",
  delivered: "배송완료",
  confirmed: "구매확정",
  ended: "취소·반품",
  all: "전체",
}

export const SELLER_ORDER_TAB_STATES: Record<SellerOrderTab, readonly LineState[]> = {
  to_send: ["paid", "preparing"],
  sent: ["shipped"],
  delivered: ["delivered"],
  confirmed: ["confirmed"],
  ended: ["cancelled", "returned"],
  all: ["paid", "preparing", "shipped", "delivered", "confirmed", "cancelled", "returned"],
}

/**
 * How far the money of a purchase is; `stuck` is a refund that the provider refused or that waits for an
 * account, or a payment whose end is not known.
 */
export const PURCHASE_PAYMENT_FILTERS = ["paid", "partly", "refunded", "waiting", "expired", "stuck"] as const

export type PurchasePaymentFilter = (typeof PURCHASE_PAYMENT_FILTERS)[number]

export const PURCHASE_PAYMENT_FILTER_LABELS: Record<PurchasePaymentFilter, string> = {
  paid: "결제완료",
  partly: "부분 취소",
  refunded: "환불 완료",
  waiting: "결제·입금 대기",
  expired: "결제 안 함",
  stuck: "확인할 돈",
}

/** Where the goods of a purchase are: one line of it at least. */
export const PURCHASE_FULFILMENT_FILTERS = [
  "to_send",
  "sent",
  "delivered",
  "confirmed",
  "ended",
  "claim",
] as const

export type PurchaseFulfilmentFilter = (typeof PURCHASE_FULFILMENT_FILTERS)[number]

export const PURCHASE_FULFILMENT_FILTER_LABELS: Record<PurchaseFulfilmentFilter, string> = {
  to_send: SELLER_ORDER_TAB_LABELS.to_send,
  sent: SELLER_ORDER_TAB_LABELS.sent,
  delivered: SELLER_ORDER_TAB_LABELS.delivered,
  confirmed: SELLER_ORDER_TAB_LABELS.confirmed,
  ended: SELLER_ORDER_TAB_LABELS.ended,
  claim: "신청 처리 중",
}

export const PURCHASE_SORTS = ["newest", "oldest", "amount"] as const

export type PurchaseSort = (typeof PURCHASE_SORTS)[number]

/** `late`: what sellers have not answered for days. */
export const CLAIM_QUEUES = ["late", "requested", "working", "rejected", "completed", "withdrawn"] as const

export type ClaimQueue = (typeof CLAIM_QUEUES)[number]

export const CLAIM_QUEUE_LABELS: Record<ClaimQueue, string> = {
  late: "3일 넘은 신청",
  requested: "답을 기다림",
  working: "처리 중",
  rejected: "거절",
  completed: "완료",
  withdrawn: "철회",
}

export const CLAIM_QUEUE_STATES: Record<ClaimQueue, readonly ClaimState[]> = {
  late: ["requested"],
  requested: ["requested"],
  working: ["approved", "collecting", "collected"],
  rejected: ["rejected"],
  completed: ["completed"],
  withdrawn: ["withdrawn"],
}

/** After these days without an answer an admin looks at a claim first. */
export const CLAIM_LATE_DAYS = 3
