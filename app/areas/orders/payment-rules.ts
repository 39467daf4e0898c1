/** The words, limits and transition tables of what an order is paid by: plan, parts, splits. Pure. */
import type { Transition } from "#app/basics/transitions.ts"
import { distributeWon } from "../money/amounts.ts"
import type { Category } from "./rules.ts"

/** `safe`: the market holds the money until the work is confirmed; `direct`: the two settle it themselves. */
export const ORDER_PAYMENTS = ["safe", "direct"] as const
export type OrderPayment = (typeof ORDER_PAYMENTS)[number]

/** Who bears the fee of safe payment. */
export const ORDER_FEE_PAYERS = ["customer", "expert"] as const
export type OrderFeePayer = (typeof ORDER_FEE_PAYERS)[number]
/** `bps`: in hundredths of a percent. */
export type OrderFee = { payer: OrderFeePayer; bps: number }
/** The fees of all categories. */
export type OrderFees = { payer: OrderFeePayer; bps: Record<Category, number> }

/** One part of a plan: what must be done for which amount. */
export type PlanPart = {
  name: string
  task: string
  /** What is bought for it beforehand; empty where nothing is named. */
  materials: string
  amountWon: number
  days: number
}

/** safe-payment.md, Services. */
export const PAYMENT_LIMITS = {
  parts: 4,
  /** Up to this total in won a plan has one part by default. */
  onePartWon: 1_000_000,
  /** The first of several parts without named materials, at most, in percent of the total. */
  firstPartPercent: 30,
  /** The first part is due this long after the choice. */
  firstDueHours: 24,
  /** Later parts and change orders are due this long after they are asked for. */
  dueHours: 72,
  /** Reminders of the first part, in hours after the choice. */
  dueReminderHours: [1, 12],
  /** Silence confirms a delivered part after so many days; reminders on these. */
  confirmDays: 7,
  confirmReminderDays: [1, 4, 6],
  /** A split is to be answered within so many days. */
  splitDays: 3,
} as const

/** Shares of a plan by default above {@link PAYMENT_LIMITS.onePartWon}, in percent. */
const DEFAULT_PARTS = [
  { name: "계약금", task: "일정 확정과 자재 준비", percent: 10 },
  { name: "중도금", task: "주요 작업 절반 이상", percent: 40 },
  { name: "잔금", task: "마무리와 현장 정리", percent: 50 },
]

/**
 * The plan that is suggested for a total in won and `days` of work: one part at the end, or 10 / 40 / 50 in
 * whole 1,000 won.
 */
export function suggestPlan(totalWon: number, days: number): PlanPart[] {
  if (totalWon <= PAYMENT_LIMITS.onePartWon)
    return [{ name: "작업비", task: "모든 작업과 현장 정리", materials: "", amountWon: totalWon, days }]
  const earlierWon = DEFAULT_PARTS.slice(0, -1).map(
    ({ percent }) => Math.floor((totalWon * percent) / 100 / 1_000) * 1_000,
  )
  const amounts = [...earlierWon, totalWon - earlierWon.reduce((sum, won) => sum + won, 0)]
  const partDays = distributeWon(Math.max(days - DEFAULT_PARTS.length, 0), [10, 40, 50])
  return DEFAULT_PARTS.map(({ name, task }, index) => ({
    name,
    task,
    materials: "",
    amountWon: amounts[index] ?? 0,
    days: 1 + (partDays[index] ?? 0),
  }))
}

export type PlanProblem = "plan_sum" | "plan_first"

/** What is wrong with a plan for a total in won; undefined where it may be sent. */
export function findPlanProblem(plan: readonly PlanPart[], totalWon: number): PlanProblem | undefined {
  if (plan.reduce((sum, part) => sum + part.amountWon, 0) !== totalWon) return "plan_sum"
  const [first] = plan
  if (
    first &&
    plan.length > 1 &&
    first.materials === "" &&
    first.amountWon * 100 > totalWon * PAYMENT_LIMITS.firstPartPercent
  )
    return "plan_first"
  return undefined
}

export type PartState =
  | "planned"
  | "asked"
  | "held"
  | "delivered"
  | "changes_requested"
  | "released"
  | "disputed"
  | "settled"
  | "cancelled"
export const PART_STATE_LABELS: Record<PartState, string> = {
  planned: "예정",
  asked: "결제 기다림",
  held: "보관 중",
  delivered: "확인 기다림",
  changes_requested: "보완 중",
  released: "지급 확정",
  disputed: "분쟁 조정 중",
  settled: "나눠 정산함",
  cancelled: "결제 안 함",
}
export type PartTransition =
  | "ask"
  | "hold"
  | "lapse"
  | "deliver"
  | "request_changes"
  | "redeliver"
  | "release"
  | "dispute"
  | "settle"
  | "cancel"

/** Complete: what is not here is refused. `settle`: what was held is divided, or goes back whole. */
export const PART_TRANSITIONS: readonly Transition<
  PartState,
  PartTransition,
  "customer" | "expert" | "admin" | "system"
>[] = [
  { move: "ask", from: ["planned"], to: "asked", by: ["customer", "expert"] },
  { move: "hold", from: ["asked"], to: "held", by: ["system"] },
  { move: "lapse", from: ["asked"], to: "planned", by: ["system"] },
  { move: "deliver", from: ["held"], to: "delivered", by: ["expert"] },
  { move: "request_changes", from: ["delivered"], to: "changes_requested", by: ["customer"] },
  { move: "redeliver", from: ["changes_requested"], to: "delivered", by: ["expert"] },
  { move: "release", from: ["delivered"], to: "released", by: ["customer", "system"] },
  {
    move: "dispute",
    from: ["held", "delivered", "changes_requested"],
    to: "disputed",
    by: ["customer", "expert"],
  },
  {
    move: "settle",
    from: ["held", "delivered", "changes_requested", "disputed"],
    to: "settled",
    by: ["customer", "expert", "admin", "system"],
  },
  {
    move: "cancel",
    from: ["planned", "asked"],
    to: "cancelled",
    by: ["customer", "expert", "admin", "system"],
  },
]

/** A part that is over: released, divided or never paid. */
export const isPartOver = (state: PartState): boolean =>
  state === "released" || state === "settled" || state === "cancelled"
/** A part whose money the market holds. */
export const isPartHeld = (state: PartState): boolean =>
  state === "held" || state === "delivered" || state === "changes_requested" || state === "disputed"

/** The part that is worked on or comes next: the first that is not over. */
export const findCurrentPart = <Part extends { state: PartState; position: number }>(
  parts: readonly Part[],
): Part | undefined =>
  parts.filter(({ state }) => !isPartOver(state)).toSorted((a, b) => a.position - b.position)[0]

export type SplitState = "proposed" | "accepted" | "countered" | "expired" | "closed"
export type SplitTransition = "accept" | "counter" | "expire" | "close"

/** `close`: the work went on or a dispute began, so that nothing is to be agreed any more. */
export const SPLIT_TRANSITIONS: readonly Transition<SplitState, SplitTransition, "party" | "system">[] = [
  { move: "accept", from: ["proposed"], to: "accepted", by: ["party"] },
  { move: "counter", from: ["proposed"], to: "countered", by: ["party"] },
  { move: "expire", from: ["proposed"], to: "expired", by: ["system"] },
  { move: "close", from: ["proposed"], to: "closed", by: ["system", "party"] },
]

/** In these states of an order money may be held, and the two may agree how it is divided. */
export const canProposeSplit = (state: string): boolean =>
  state === "in_progress" || state === "delivered" || state === "changes_requested"

export type DisputeState = "opened" | "proposed" | "decided" | "appealed" | "closed"
export type DisputeTransition = "propose" | "agree" | "decide" | "appeal" | "close" | "decide_appeal"
/** `party`: the customer or the expert; `colleague`: an administrator who has not proposed or decided it. */
export type DisputeRole = "party" | "admin" | "colleague" | "system"

/**
 * safe-payment.md, Dispute. `agree`: both accepted what was proposed; `close`: nobody appealed in time. What
 * is closed is carried out.
 */
export const DISPUTE_TRANSITIONS: readonly Transition<DisputeState, DisputeTransition, DisputeRole>[] = [
  { move: "propose", from: ["opened", "proposed"], to: "proposed", by: ["admin"] },
  { move: "agree", from: ["proposed"], to: "closed", by: ["party"] },
  { move: "decide", from: ["proposed"], to: "decided", by: ["admin"] },
  { move: "appeal", from: ["decided"], to: "appealed", by: ["party"] },
  { move: "close", from: ["decided"], to: "closed", by: ["system"] },
  { move: "decide_appeal", from: ["appealed"], to: "closed", by: ["colleague"] },
]

/** Days to answer what is proposed, and to appeal what is decided. */
export const DISPUTE_DAYS = 3
