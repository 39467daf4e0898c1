/**
 * The words, limits and transition tables of worked days, corrections and wages; which hours of a day count,
 * and until when they are paid.
 */
import { addDays, DAY_MS, endOfKstDay, getKstFields, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { toKstDateString } from "#app/basics/time.ts"
import type { Transition } from "#app/basics/transitions.ts"
import type { PayDate, PayType, ReviewSide, Tone } from "./rules.ts"

/** Work by the hour or the day is recorded day by day; by the month or the piece it is not. */
export const hasWorkDays = (payType: PayType): boolean => payType === "hour" || payType === "day"

// ── Days

export const WORK_DAY_STATES = ["planned", "working", "resting", "ended", "absent", "called_off"] as const
export type WorkDayState = (typeof WORK_DAY_STATES)[number]
export const WORK_DAY_STATE_LABELS: Record<WorkDayState, string> = {
  planned: "예정",
  working: "근무 중",
  resting: "쉬는 중",
  ended: "퇴근",
  absent: "기록 없음",
  called_off: "근무 취소",
}
export const WORK_DAY_TONES: Record<WorkDayState, Tone> = {
  planned: "open",
  working: "progress",
  resting: "warn",
  ended: "ok",
  absent: "done",
  called_off: "refused",
}
export type WorkDayMove = "check_in" | "rest" | "resume" | "check_out" | "miss" | "correct" | "call_off"
/** The system checks out, and marks as missed, what nobody did by the end of the day. */
export const WORK_DAY_TRANSITIONS: readonly Transition<WorkDayState, WorkDayMove, ReviewSide | "system">[] = [
  { move: "check_in", from: ["planned"], to: "working", by: ["worker", "system"] },
  { move: "rest", from: ["working"], to: "resting", by: ["worker"] },
  { move: "resume", from: ["resting"], to: "working", by: ["worker"] },
  { move: "check_out", from: ["working", "resting"], to: "ended", by: ["worker", "system"] },
  { move: "miss", from: ["planned"], to: "absent", by: ["system"] },
  { move: "call_off", from: ["planned"], to: "called_off", by: ["employer"] },
  {
    move: "correct",
    from: ["planned", "working", "resting", "ended", "absent"],
    to: "ended",
    by: ["worker", "employer"],
  },
]

const MARK_METHODS = ["code", "place", "button", "both", "contract"] as const
export type MarkMethod = (typeof MARK_METHODS)[number]
export const MARK_METHOD_LABELS: Record<MarkMethod, string> = {
  code: "현장 코드",
  place: "위치",
  button: "직접",
  both: "서로 확인",
  contract: "계약 시간",
}
export type MarkMove = "check_in" | "rest" | "resume" | "check_out"
export const MARK_MOVE_LABELS: Record<MarkMove, string> = {
  check_in: "출근",
  rest: "휴게 시작",
  resume: "휴게 끝",
  check_out: "퇴근",
}
/** recorded: on the spot · agreed: by both · contract: nobody checked out, so as agreed beforehand. */
export type HoursSource = "recorded" | "agreed" | "contract"
export const HOURS_SOURCE_LABELS: Record<HoursSource, string> = {
  recorded: "현장 기록",
  agreed: "서로 확인",
  contract: "계약 시간",
}

export type CorrectionState = "asked" | "accepted" | "refused" | "withdrawn"
export const CORRECTION_STATE_LABELS: Record<CorrectionState, string> = {
  asked: "답변 대기",
  accepted: "반영함",
  refused: "거절함",
  withdrawn: "거둠",
}
export const CORRECTION_TONES: Record<CorrectionState, Tone> = {
  asked: "warn",
  accepted: "ok",
  refused: "refused",
  withdrawn: "done",
}
export type CorrectionMove = "accept" | "refuse" | "withdraw"
/** `asker` is whoever asked for it, `other` the other one of the two. */
export const CORRECTION_TRANSITIONS: readonly Transition<
  CorrectionState,
  CorrectionMove,
  "asker" | "other"
>[] = [
  { move: "accept", from: ["asked"], to: "accepted", by: ["other"] },
  { move: "refuse", from: ["asked"], to: "refused", by: ["other"] },
  { move: "withdraw", from: ["asked"], to: "withdrawn", by: ["asker"] },
]

// ── Wages

export const WAGE_STATES = ["open", "due", "sent", "denied", "received", "void"] as const
export type WageState = (typeof WAGE_STATES)[number]
export const WAGE_STATE_LABELS: Record<WageState, string> = {
  open: "계산 전",
  due: "지급 전",
  sent: "지급 확인 대기",
  denied: "받지 못함",
  received: "받음",
  void: "지급할 임금 없음",
}
export const WAGE_TONES: Record<WageState, Tone> = {
  open: "open",
  due: "warn",
  sent: "progress",
  denied: "refused",
  received: "ok",
  void: "done",
}
export type WageMove = "issue" | "drop" | "send" | "deny" | "receive"
/** `issue` draws the payslip when the last day is over, `drop` closes what was never worked. */
export const WAGE_TRANSITIONS: readonly Transition<WageState, WageMove, ReviewSide | "system">[] = [
  { move: "issue", from: ["open", "void", "due", "denied"], to: "due", by: ["system"] },
  { move: "drop", from: ["open", "due", "denied"], to: "void", by: ["system"] },
  { move: "send", from: ["due", "denied"], to: "sent", by: ["employer"] },
  { move: "deny", from: ["sent"], to: "denied", by: ["worker"] },
  { move: "receive", from: ["due", "sent", "denied"], to: "received", by: ["worker"] },
]
/** Who has not been paid, as far as anybody says. */
export const UNPAID_WAGE_STATES: readonly WageState[] = ["due", "denied"]
/** Hours can be corrected until the employer has paid for them. */
export const isOpenToCorrection = (state: WageState): boolean => state !== "sent" && state !== "received"

export const PAY_METHODS = ["transfer", "cash", "other"] as const
export type PayMethod = (typeof PAY_METHODS)[number]
export const PAY_METHOD_LABELS: Record<PayMethod, string> = {
  transfer: "계좌이체",
  cash: "현금",
  other: "그 밖의 방법",
}

export const WAGE_QUEUES = ["waiting", "handled"] as const
export type WageQueue = (typeof WAGE_QUEUES)[number]
export const WAGE_QUEUE_LABELS: Record<WageQueue, string> = { waiting: "확인할 임금", handled: "확인함" }

export const WORK_LIMITS = {
  /** A code lives so long; the one before it is still taken. */
  codeSeconds: 30,
  codeTries: 5,
  codeTryWindowMs: 5 * MINUTE_MS,
  /** One may check in from so long before the day's beginning. */
  checkInLeadMs: 2 * HOUR_MS,
  /** As far from the workplace as one may be, in metres. */
  placeRadiusM: 200,
  /** A place that is known less exactly is not judged, in metres. */
  placeAccuracyM: 150,
  /** Who has not checked out so long after the end of the day is checked out as agreed. */
  forgottenAfterMs: 2 * HOUR_MS,
  /** Late wages go to the administrator after so many days. */
  escalateAfterDays: 3,
  correctionReason: 300,
} as const

// ── Hours

export type PlannedHours = { startsAt: Date; endsAt: Date; breakMinutes: number }
export type RecordedHours = {
  startedAt: Date
  endedAt: Date
  restMinutes: number | null
  source: HoursSource
}
export type CountedHours = {
  startsAt: Date
  endsAt: Date
  breakMinutes: number
  minutes: number
  nightMinutes: number
  overtimeMinutes: number
}

/** A day of work is 8 hours long (근로기준법 §50). */
const FULL_DAY_MINUTES = 8 * 60
const NIGHT_MINUTES: readonly [number, number] = [22 * 60, 30 * 60]

/** Minutes between 22:00 and 06:00 in Korea (근로기준법 §56 ③). */
function countNightMinutes(from: Date, to: Date): number {
  const { hour, minute } = getKstFields(from)
  const start = hour * 60 + minute
  const end = start + Math.round((to.getTime() - from.getTime()) / MINUTE_MS)
  let night = 0
  for (let day = -1; day * 1_440 < end; day += 1) {
    const [nightStart, nightEnd] = [NIGHT_MINUTES[0] + day * 1_440, NIGHT_MINUTES[1] + day * 1_440]
    night += Math.max(0, Math.min(end, nightEnd) - Math.max(start, nightStart))
  }
  return night
}

const floorToMinute = (at: Date) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
const ceilToMinute = (at: Date) => Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS

/**
 * The hours of a day that are paid. What was recorded on the spot counts within the agreed hours alone, to
 * the minute, in the worker's favour; what both agreed on counts as it is. Where no break was recorded the
 * agreed one is taken off, of a shorter day its share: who comes a minute later is never paid more.
 */
export function countHours(planned: PlannedHours, recorded: RecordedHours): CountedHours {
  const isAgreed = recorded.source === "agreed"
  const from = isAgreed
    ? recorded.startedAt.getTime()
    : Math.max(planned.startsAt.getTime(), floorToMinute(recorded.startedAt))
  const to = isAgreed
    ? recorded.endedAt.getTime()
    : Math.max(from, Math.min(planned.endsAt.getTime(), ceilToMinute(recorded.endedAt)))
  const presence = Math.round((to - from) / MINUTE_MS)
  const plannedPresence = Math.round((planned.endsAt.getTime() - planned.startsAt.getTime()) / MINUTE_MS)
  const usualBreak = Math.floor(planned.breakMinutes * Math.min(1, presence / plannedPresence))
  const breakMinutes = Math.min(presence, recorded.restMinutes ?? usualBreak)
  const minutes = presence - breakMinutes
  return {
    startsAt: new Date(from),
    endsAt: new Date(to),
    breakMinutes,
    minutes,
    nightMinutes: Math.min(minutes, countNightMinutes(new Date(from), new Date(to))),
    overtimeMinutes: Math.max(0, minutes - FULL_DAY_MINUTES),
  }
}

// ── Paydays

/** What is owed to who has left is paid within 14 days (근로기준법 §36). */
const FINAL_PAY_DAYS = 14
const MONTHLY_PAYDAY = 10

/**
 * The payday of a day that ends at `endsAt`: the same day, the next, the Monday after its week, or the 10th
 * of the month after; at the latest 14 days after the last day of the contract.
 */
export function getPayday(payDate: PayDate, endsAt: Date, lastEndsAt: Date): string {
  const day = toKstDateString(endsAt)
  switch (payDate) {
    case "same_day":
      return day
    case "next_day":
      return addDays(day, 1)
    case "weekly": {
      const { weekday } = getKstFields(endsAt)
      return addDays(day, weekday === 0 ? 1 : 8 - weekday)
    }
    case "monthly": {
      const { year, month } = getKstFields(endsAt)
      const [payYear, payMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
      const tenth = `${payYear}-${String(payMonth).padStart(2, "0")}-${MONTHLY_PAYDAY}`
      const last = addDays(toKstDateString(lastEndsAt), FINAL_PAY_DAYS)
      return tenth < last ? tenth : last
    }
  }
}
/** The last moment of a payday. */
export const getDueAt = (payday: string): Date => endOfKstDay(payday)

/** Whole days since a payday was over: 0 on the day after it. */
export const countLateDays = (dueAt: Date, at: Date): number =>
  Math.max(0, Math.floor((at.getTime() - dueAt.getTime()) / DAY_MS))

/** Metres between two places on the earth, by the haversine formula. */
export function getDistanceM(
  from: { latitude: number; longitude: number },
  to: { latitude: number; longitude: number },
): number {
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180
  const [latitude, longitude] = [
    toRadians(to.latitude - from.latitude),
    toRadians(to.longitude - from.longitude),
  ]
  const a =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude)) * Math.sin(longitude / 2) ** 2
  return Math.round(2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(a))))
}
