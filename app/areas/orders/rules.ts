/** The words, limits and transition tables of requests, proposals and change orders. */
import { addDays, endOfKstDay, HOUR_MS } from "#app/basics/time.ts"
import type { Transition } from "#app/basics/transitions.ts"

export { CATEGORIES, CATEGORY_LABELS, isCategory, type Category } from "./category-rules.ts"

export const ORDER_STATES = [
  "draft",
  "open",
  "matched",
  "in_progress",
  "delivered",
  "changes_requested",
  "completed",
  "disputed",
  "cancelled",
  "expired",
] as const
export type OrderState = (typeof ORDER_STATES)[number]
/** States that the office looks at together. */
export const ORDER_PHASES = {
  working: ["matched", "in_progress", "delivered", "changes_requested"],
  ended: ["cancelled", "expired"],
} as const satisfies Record<string, readonly OrderState[]>
export const ORDER_STATE_LABELS: Record<OrderState, string> = {
  draft: "작성 중",
  open: "견적 모집 중",
  matched: "전문가 선택 완료",
  in_progress: "작업 중",
  delivered: "작업 확인 대기",
  changes_requested: "보완 요청",
  completed: "작업 완료",
  disputed: "분쟁 조정 중",
  cancelled: "요청 취소",
  expired: "모집 마감",
}
/** Of a dispute that is decided and waits for an appeal alone. */
export const DECIDED_DISPUTE_LABEL = "분쟁 결정함"
export type OrderTransition =
  | "publish"
  | "accept"
  | "cancel"
  | "expire"
  | "start"
  | "deliver"
  | "request_changes"
  | "redeliver"
  | "complete"
  | "dispute"
  | "resolve_complete"
  | "resolve_cancel"
  | "reopen"
  | "continue"
  | "split"
/** "expert" is the chosen expert of the order; "customer" its own customer. */
export type OrderRole = "customer" | "expert" | "admin" | "system"

/**
 * marketplace.md, Service orders, and with safe payment (safe-payment.md): `reopen` where the first part is
 * not paid, `continue` after a part that is not the last, `split` where both agree how the held money is
 * divided. Complete: what is not here is refused.
 */
export const ORDER_TRANSITIONS: readonly Transition<OrderState, OrderTransition, OrderRole>[] = [
  { move: "publish", from: ["draft"], to: "open", by: ["customer"] },
  { move: "accept", from: ["open"], to: "matched", by: ["customer"] },
  { move: "cancel", from: ["open"], to: "cancelled", by: ["customer", "admin"] },
  { move: "expire", from: ["open"], to: "expired", by: ["system"] },
  { move: "start", from: ["matched"], to: "in_progress", by: ["expert"] },
  { move: "cancel", from: ["matched", "in_progress"], to: "cancelled", by: ["customer", "expert", "admin"] },
  { move: "deliver", from: ["in_progress"], to: "delivered", by: ["expert"] },
  { move: "request_changes", from: ["delivered"], to: "changes_requested", by: ["customer"] },
  { move: "redeliver", from: ["changes_requested"], to: "delivered", by: ["expert"] },
  { move: "complete", from: ["delivered"], to: "completed", by: ["customer", "system"] },
  {
    move: "dispute",
    from: ["in_progress", "delivered", "changes_requested"],
    to: "disputed",
    by: ["customer", "expert"],
  },
  { move: "resolve_complete", from: ["disputed"], to: "completed", by: ["admin"] },
  { move: "resolve_cancel", from: ["disputed"], to: "cancelled", by: ["admin"] },
  { move: "reopen", from: ["matched"], to: "open", by: ["customer", "system"] },
  { move: "continue", from: ["delivered"], to: "in_progress", by: ["customer", "system"] },
  {
    move: "split",
    from: ["in_progress", "delivered", "changes_requested"],
    to: "cancelled",
    by: ["customer", "expert"],
  },
]

export const PROPOSAL_STATES = [
  "sent",
  "viewed",
  "accepted",
  "declined",
  "withdrawn",
  "expired",
  "not_selected",
] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]
export const PROPOSAL_STATE_LABELS: Record<ProposalState, string> = {
  sent: "제안함",
  viewed: "확인함",
  accepted: "선택됨",
  declined: "거절됨",
  withdrawn: "제안 철회",
  expired: "유효기간 만료",
  not_selected: "미선택",
}
/** What a customer may tell the expert whose proposal they decline. */
export const DECLINE_REASONS = [
  "금액이 예산과 달라요",
  "일정이 맞지 않아요",
  "작업 범위가 달라요",
  "다른 방법으로 해결했어요",
  "그 밖의 이유예요",
] as const
export type ProposalTransition =
  | "view"
  | "revise"
  | "accept"
  | "decline"
  | "withdraw"
  | "expire"
  | "pass_over"
  | "reopen"
export type ProposalRole = "customer" | "expert" | "system"

/** marketplace.md, Proposals. */
export const PROPOSAL_TRANSITIONS: readonly Transition<ProposalState, ProposalTransition, ProposalRole>[] = [
  { move: "view", from: ["sent"], to: "viewed", by: ["customer"] },
  { move: "revise", from: ["sent", "viewed"], to: "sent", by: ["expert"] },
  { move: "accept", from: ["sent", "viewed"], to: "accepted", by: ["customer"] },
  { move: "decline", from: ["sent", "viewed"], to: "declined", by: ["customer"] },
  { move: "withdraw", from: ["sent", "viewed"], to: "withdrawn", by: ["expert"] },
  { move: "expire", from: ["sent", "viewed"], to: "expired", by: ["system"] },
  { move: "pass_over", from: ["sent", "viewed"], to: "not_selected", by: ["system"] },
  { move: "reopen", from: ["accepted", "not_selected"], to: "viewed", by: ["system"] },
]

export const CHANGE_ORDER_STATES = ["proposed", "accepted", "rejected"] as const
export type ChangeOrderState = (typeof CHANGE_ORDER_STATES)[number]
export const CHANGE_ORDER_STATE_LABELS: Record<ChangeOrderState, string> = {
  proposed: "답변 대기",
  accepted: "수락함",
  rejected: "거절함",
}
export type ChangeOrderTransition = "accept" | "reject"

/**
 * marketplace.md, Change order. The system rejects what nobody answered before the order ended: what was not
 * accepted is not owed.
 */
export const CHANGE_ORDER_TRANSITIONS: readonly Transition<
  ChangeOrderState,
  ChangeOrderTransition,
  "customer" | "system"
>[] = [
  { move: "accept", from: ["proposed"], to: "accepted", by: ["customer"] },
  { move: "reject", from: ["proposed"], to: "rejected", by: ["customer", "system"] },
]

/** The states in which an expert is chosen and the order is not over. */
export const ACTIVE_ORDER_STATES = [
  "matched",
  "in_progress",
  "delivered",
  "changes_requested",
  "disputed",
] as const satisfies readonly OrderState[]
/** The tabs of 내 견적 요청. */
export const ORDER_TABS = ["all", "open", "working", "completed", "ended"] as const
export type OrderTab = (typeof ORDER_TABS)[number]
export const ORDER_TAB_LABELS: Record<OrderTab, string> = {
  all: "전체",
  open: "모집 중",
  working: "진행 중",
  completed: "완료",
  ended: "취소·마감",
}
export const ORDER_TAB_STATES: Record<OrderTab, readonly OrderState[]> = {
  all: ORDER_STATES.filter((state) => state !== "draft"),
  open: ["open"],
  working: ACTIVE_ORDER_STATES,
  completed: ["completed"],
  ended: ["cancelled", "expired"],
}

/** Sorts of the experts' board (marketplace.md, Service orders). */
export const BOARD_SORTS = ["newest", "soonest", "fewest", "region"] as const
export type BoardSort = (typeof BOARD_SORTS)[number]
export const BOARD_SORT_LABELS: Record<BoardSort, string> = {
  newest: "최신순",
  soonest: "희망일 빠른순",
  fewest: "견적 적은순",
  region: "가까운 지역순",
}

/** Tabs of an expert's own proposals. */
export const PROPOSAL_TABS = ["all", "waiting", "accepted", "closed"] as const
export type ProposalTab = (typeof PROPOSAL_TABS)[number]
export const PROPOSAL_TAB_LABELS: Record<ProposalTab, string> = {
  all: "전체",
  waiting: "답변 대기",
  accepted: "선택됨",
  closed: "종료",
}
export const PROPOSAL_TAB_STATES: Record<ProposalTab, readonly ProposalState[]> = {
  all: PROPOSAL_STATES,
  waiting: ["sent", "viewed"],
  accepted: ["accepted"],
  closed: ["declined", "withdrawn", "expired", "not_selected"],
}

/** While the expert works, more work may be proposed. */
export const canProposeChange = (state: OrderState) =>
  state === "matched" || state === "in_progress" || state === "changes_requested"
/** What was proposed may also be answered while the work is being looked at. */
export const canDecideChange = (state: OrderState) => canProposeChange(state) || state === "delivered"
/**
 * The contact goes to the chosen expert, and stays with them while the work or its warranty runs; a cancelled
 * order takes it back.
 */
export const canSeeContact = (state: OrderState) =>
  state === "completed" || ACTIVE_ORDER_STATES.some((working) => working === state)
/** A request may be rewritten until an expert is chosen. */
export const canEditOrder = (state: OrderState) => state === "draft" || state === "open"
/** Cancelling needs a reason once somebody counts on the work. */
export const needsCancelReason = (state: OrderState) => state !== "draft" && state !== "open"
/** A proposal the customer may still choose. */
export const isChoosableProposal = (state: ProposalState) => state === "sent" || state === "viewed"

/** When the work is wanted: on a date, as soon as possible, or to be agreed. */
export const SCHEDULES = ["date", "soon", "flexible"] as const
export type Schedule = (typeof SCHEDULES)[number]
export const SCHEDULE_LABELS: Record<Schedule, string> = {
  date: "날짜 지정",
  soon: "가능한 빨리",
  flexible: "날짜 협의",
}

export type QuestionAnswer = { question: string; label: string; answer: string }
/**
 * The day (YYYY-MM-DD) from which work may begin without a reason: the one that its customer wanted, or else
 * the one that its expert named.
 */
export const getStartDay = (
  order: { wantedOn: string | null },
  proposal: { earliestStart: string } | null,
): string | null => order.wantedOn ?? proposal?.earliestStart ?? null

/**
 * Until when a request that was opened at `openedAt` takes proposals: 14 days, and no longer than the day
 * before the one on which the work is wanted; always some hours from `at`.
 */
export function getOrderExpiry(openedAt: Date, wantedOn: string | null, at: Date): Date {
  const end = addDays(openedAt, LIMITS.openDays)
  const wanted = wantedOn === null ? end : endOfKstDay(addDays(wantedOn, -1))
  const earliest = new Date(at.getTime() + LIMITS.openHours * HOUR_MS)
  return new Date(Math.max(earliest.getTime(), Math.min(end.getTime(), wanted.getTime())))
}

export type ProposalLine = { name: string; quantity: number; unit: string; unitPriceWon: number }

/** marketplace.md, Service orders and Proposals. */
export const LIMITS = {
  photos: 10,
  /** Proposals one request takes. */
  proposals: 10,
  openDays: 14,
  /** A request for today or tomorrow takes proposals for so long. */
  openHours: 6,
  /** A request whose choice was undone is open for at least so long again. */
  reopenedDays: 3,
  autoCompleteDays: 7,
  /** A relay number leads on for so long after the work is completed. */
  relayDays: 90,
  lines: 30,
  /** Included or excluded items of one proposal. */
  items: 20,
  /** A proposal may be valid this long, in days. */
  validDays: 60,
  /** Accepted prices under this number say nothing about a price. */
  minPricesForGuide: 5,
  /** Largest amount of one proposal, in won. */
  totalWon: 1_000_000_000,
} as const

/** One line's amount in won. */
export const getLineTotalWon = (line: ProposalLine) => line.quantity * line.unitPriceWon
/** A proposal's total in won: the sum of its lines, computed here and never taken from a form. */
export const getProposalTotalWon = (lines: readonly ProposalLine[]) =>
  lines.reduce((sum, line) => sum + getLineTotalWon(line), 0)

/** What the customer has to pay, in won: never more than the accepted total plus accepted change orders. */
export const getPayableWon = (
  agreedWon: number,
  changes: readonly { state: ChangeOrderState; amountWon: number }[],
) =>
  agreedWon + changes.reduce((sum, change) => (change.state === "accepted" ? sum + change.amountWon : sum), 0)
