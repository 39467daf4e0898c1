/** Defines the words and limits of the door for programs. Pure. */
import { DAY_MS, MINUTE_MS } from "#app/basics/time.ts"
import { isApprovedExpert, type Member } from "../accounts/rules.ts"
import { hasSellerDashboard } from "../selling/rules.ts"

/** What a key may be made for, by whose things it is about: each to read or to write. */
export const ROLE_SCOPES = {
  seller: [
    "products:read",
    "products:write",
    "stock:read",
    "stock:write",
    "orders:read",
    "orders:write",
    "claims:read",
    "claims:write",
    "questions:read",
    "questions:write",
  ],
  expert: ["requests:read", "proposals:read", "proposals:write", "work:read"],
} as const
export type ApiRole = keyof typeof ROLE_SCOPES
export const API_SCOPES = [...ROLE_SCOPES.seller, ...ROLE_SCOPES.expert] as const
export type ApiScope = (typeof API_SCOPES)[number]

export const getScopeRole = (scope: ApiScope): ApiRole =>
  ROLE_SCOPES.expert.some((each) => each === scope) ? "expert" : "seller"

/** Whether a member may have programs for what is of `role`. */
export const hasApiRole = (member: Member, role: ApiRole): boolean =>
  role === "expert" ? isApprovedExpert(member) : hasSellerDashboard(member.sellerState)

export const API_SCOPE_LABELS: Record<ApiScope, string> = {
  "products:read": "상품 보기",
  "products:write": "상품 올리기·고치기",
  "stock:read": "재고 보기",
  "stock:write": "가격·재고 바꾸기",
  "orders:read": "주문 보기",
  "orders:write": "발송 처리",
  "claims:read": "취소·반품·교환 보기",
  "claims:write": "취소·반품·교환 처리",
  "questions:read": "문의 보기",
  "questions:write": "문의 답변",
  "requests:read": "견적 요청 보기",
  "proposals:read": "내 견적서 보기",
  "proposals:write": "견적서 보내기·고치기·철회",
  "work:read": "맡은 일과 일정 보기",
}

/** What the address of a program can be told of, by whose things it is about. */
export const ROLE_WEBHOOK_EVENTS = {
  seller: ["order.paid", "line.moved", "claim.moved", "question.asked", "product.decided"],
  expert: ["request.opened", "proposal.moved", "work.moved", "payment.moved", "payout.moved"],
} as const
export const WEBHOOK_EVENTS = [...ROLE_WEBHOOK_EVENTS.seller, ...ROLE_WEBHOOK_EVENTS.expert] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const getWebhookEventRole = (event: WebhookEvent): ApiRole =>
  ROLE_WEBHOOK_EVENTS.expert.some((each) => each === event) ? "expert" : "seller"

export const WEBHOOK_EVENT_LABELS: Record<WebhookEvent, string> = {
  "order.paid": "새 주문",
  "line.moved": "주문 상태 변경",
  "claim.moved": "취소·반품·교환",
  "question.asked": "새 문의",
  "product.decided": "상품 심사 결과",
  "request.opened": "나에게 맞는 새 견적 요청",
  "proposal.moved": "견적서 확인·선택·거절",
  "work.moved": "맡은 일의 상태 변경",
  "payment.moved": "안전결제 보관·지급",
  "payout.moved": "정산금 이체",
}
export const WEBHOOK_STATES = ["waiting", "sent", "failed"] as const
export const WEBHOOK_STATE_LABELS: Record<(typeof WEBHOOK_STATES)[number], string> = {
  waiting: "보낼 예정",
  sent: "보냄",
  failed: "실패",
}

export const API_LIMITS = {
  /** Keys of one owner that are not revoked. */
  keys: 10,
  /** Addresses of one owner that are told what happened. */
  webhooks: 5,
  /** Requests of one key. */
  requests: 600,
  windowMs: MINUTE_MS,
  /** Requests of one address whose key was none. */
  wrongKeys: 60,
  /** How long an answer is given again. */
  answerTtlMs: DAY_MS,
  /** After so long without an answer the process that was at work is gone. */
  maxWorkMs: MINUTE_MS,
  /** The last use of a key is noted once in so long. */
  lastUseMs: MINUTE_MS,
} as const

export const API_PATH = "/api/v1"
/** Whether `path` is answered to programs: without cookies, and with problems instead of pages. */
export const isApiPath = (path: string): boolean => path === API_PATH || path.startsWith(`${API_PATH}/`)

/** Each key begins with this, so that one that leaked is found by those who look for such. */
export const API_KEY_PREFIX = "brd_"
