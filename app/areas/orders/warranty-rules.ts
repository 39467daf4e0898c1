/** The warranty of finished work: how long it lasts, and how a claim about a defect moves. Pure. */
import { addDays, toKstDateString, type Moment } from "#app/basics/time.ts"
import type { Transition } from "#app/basics/transitions.ts"

export type WarrantyState =
  | "opened"
  | "answered"
  | "visiting"
  | "repaired"
  | "closed"
  | "refused"
  | "escalated"
export const WARRANTY_STATE_LABELS: Record<WarrantyState, string> = {
  opened: "접수",
  answered: "방문 제안",
  visiting: "방문 예정",
  repaired: "보수 완료",
  closed: "끝남",
  refused: "거절",
  escalated: "운영팀 검토",
}
export const WARRANTY_STATE_TONES = {
  opened: "warn",
  answered: "open",
  visiting: "progress",
  repaired: "open",
  closed: "done",
  refused: "refused",
  escalated: "warn",
} as const satisfies Record<WarrantyState, string>

export type WarrantyMove =
  | "answer"
  | "agree"
  | "refuse"
  | "repair"
  | "confirm"
  | "complain"
  | "withdraw"
  | "escalate"
  | "order_repair"
  | "dismiss"
export type WarrantyRole = "customer" | "expert" | "admin" | "system"

/**
 * safe-payment.md, Warranty card. `answer` names a day to come, which the customer agrees to; `complain`: the
 * repair has not cured it; `escalate`: the customer asks an administrator, who orders the repair or dismisses
 * the claim. Silence confirms a repair.
 */
export const WARRANTY_TRANSITIONS: readonly Transition<WarrantyState, WarrantyMove, WarrantyRole>[] = [
  { move: "answer", from: ["opened", "answered", "visiting"], to: "answered", by: ["expert"] },
  { move: "agree", from: ["answered"], to: "visiting", by: ["customer"] },
  { move: "refuse", from: ["opened", "answered"], to: "refused", by: ["expert"] },
  { move: "repair", from: ["answered", "visiting"], to: "repaired", by: ["expert"] },
  { move: "confirm", from: ["repaired"], to: "closed", by: ["customer", "system"] },
  { move: "complain", from: ["repaired"], to: "opened", by: ["customer"] },
  { move: "withdraw", from: ["opened", "answered", "visiting"], to: "closed", by: ["customer"] },
  {
    move: "escalate",
    from: ["opened", "answered", "visiting", "refused"],
    to: "escalated",
    by: ["customer"],
  },
  { move: "order_repair", from: ["escalated"], to: "opened", by: ["admin"] },
  { move: "dismiss", from: ["escalated"], to: "closed", by: ["admin"] },
]

export const WARRANTY_LIMITS = {
  /** An expert answers within so many working days. */
  answerDays: 3,
  /** A repair that nobody answers counts as confirmed after so many days. */
  confirmDays: 7,
  /** What is refused may go to an administrator within so many days. */
  escalateDays: 30,
  photos: 6,
  /** Who names so many days to come, or names one and does not come, may be taken to an administrator. */
  namedDays: 3,
  /** Whose repair has not cured it so often may be taken to an administrator. */
  failedRepairs: 2,
} as const

export const isWarrantyClaimOver = (state: WarrantyState): boolean =>
  state === "closed" || state === "refused"

/**
 * The last day (YYYY-MM-DD in Korea) of a warranty of `months` months. The day of completion is not counted
 * (민법 §157); it ends before the day that has the number of the first one, and with the month where there
 * is no such day (민법 §160).
 */
export function getWarrantyEnd(completedAt: Moment, months: number): string {
  const [year = 0, month = 1, day = 1] = addDays(toKstDateString(completedAt), 1).split("-").map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  if (day > lastOfMonth.getUTCDate()) return lastOfMonth.toISOString().slice(0, 10)
  return addDays(new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10), -1)
}

/**
 * The count of days that an expert has named, when they name another one at `at`: one on which nobody came
 * counts as all that they may name.
 */
export const countNamedDay = (claim: { visitOn: string | null; namedDays: number }, at: Moment): number =>
  claim.visitOn !== null && claim.visitOn < toKstDateString(at)
    ? WARRANTY_LIMITS.namedDays
    : claim.namedDays + 1

/**
 * Whether a customer may ask an administrator: nobody answered in time, nobody came on the day that was
 * named, the days that were named are too many and the customer has not agreed to the last one, two repairs
 * have not cured it, or the claim was refused in the last 30 days.
 */
export function canEscalate(
  claim: {
    state: WarrantyState
    answerDueOn: string
    visitOn: string | null
    namedDays: number
    failedRepairs: number
    answeredAt: Moment | null
  },
  at: Moment,
): boolean {
  const today = toKstDateString(at)
  const isUnderWay = claim.state === "opened" || claim.state === "answered" || claim.state === "visiting"
  if (isUnderWay && claim.failedRepairs >= WARRANTY_LIMITS.failedRepairs) return true
  if (claim.state === "opened") return claim.answerDueOn < today
  if (claim.state === "answered" && claim.namedDays >= WARRANTY_LIMITS.namedDays) return true
  if (claim.state === "answered" || claim.state === "visiting")
    return claim.visitOn !== null && claim.visitOn < today
  if (claim.state !== "refused" || claim.answeredAt === null) return false
  return addDays(new Date(claim.answeredAt), WARRANTY_LIMITS.escalateDays) > new Date(at)
}
