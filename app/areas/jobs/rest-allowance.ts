/**
 * 주휴수당, the pay for a weekly day of rest (근로기준법 §55 ①, §18 ③, 시행령 §30 ①): who is to work 15 hours
 * a week or more, and came on every agreed day of it, is paid hours ÷ 40 × 8 on top, at most 8 hours.
 */
import { addDays, MINUTE_MS, toKstDateString } from "#app/basics/time.ts"
import type { PayType } from "./rules.ts"
import { getWorkMinutes, type Shift } from "./wages.ts"
import { hasWorkDays, type WorkDayState } from "./work-rules.ts"

const LEAST_WEEK_MINUTES = 15 * 60
const FULL_WEEK_MINUTES = 40 * 60
/** Agreed hours beyond 8 a day are overtime, for which no rest is earned (§50 ②). */
const FULL_DAY_MINUTES = 8 * 60

/** earned, or why not: `short` of 15 hours, a day `missed`, or not yet over (`open`). */
export type RestState = "earned" | "short" | "missed" | "open"
export type RestWeek = {
  /** Its Monday, `YYYY-MM-DD`. */ monday: string
  /** Agreed minutes that count. */ minutes: number
  state: RestState
  /** In won; 0 where it is not earned. Of an open week what it would be. */ won: number
}

/** The Monday of the week in which a day `YYYY-MM-DD` lies. */
export function getMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 0 ? -6 : 1 - weekday)
}

type PlannedDay = { date: string; minutes: number; state: WorkDayState }

function judgeWeek(minutes: number, days: readonly PlannedDay[]): RestState {
  if (minutes < LEAST_WEEK_MINUTES) return "short"
  // A day that the employer called off is none on which one had to come.
  const agreed = days.filter((day) => day.state !== "called_off")
  if (agreed.length === 0 || agreed.some((day) => day.state === "absent")) return "missed"
  return agreed.every((day) => day.state === "ended") ? "earned" : "open"
}

/** The weeks of agreed days with what each earns; none for work by the month or the piece. */
export function listRestWeeks(
  pay: { payType: PayType; payWon: number },
  days: readonly PlannedDay[],
): RestWeek[] {
  if (!hasWorkDays(pay.payType)) return []
  return [...Map.groupBy(days, (day) => getMonday(day.date))].map(([monday, own]) => {
    const worked = own.reduce((sum, day) => sum + day.minutes, 0)
    const minutes = own.reduce((sum, day) => sum + Math.min(day.minutes, FULL_DAY_MINUTES), 0)
    const state = judgeWeek(minutes, own)
    const isPaid = state === "earned" || state === "open"
    // Whole numbers above and below, so that no part of a won comes from the arithmetic alone.
    const paid = Math.min(minutes, FULL_WEEK_MINUTES) * FULL_DAY_MINUTES
    const [above, below] =
      pay.payType === "hour"
        ? [pay.payWon * paid, 60 * FULL_WEEK_MINUTES]
        : [pay.payWon * own.length * paid, worked * FULL_WEEK_MINUTES]
    return { monday, minutes, state, won: isPaid ? Math.ceil(above / below) : 0 }
  })
}

/** The same of a post's shifts, before anybody has worked. */
export const listPlannedRestWeeks = (
  pay: { payType: PayType; payWon: number },
  shifts: readonly Shift[],
): RestWeek[] =>
  listRestWeeks(
    pay,
    shifts.map((shift) => ({ date: shift.date, minutes: getWorkMinutes(shift), state: "planned" })),
  )

/** The same of recorded days. */
export const listRecordedRestWeeks = (
  pay: { payType: PayType; payWon: number },
  days: readonly { startsAt: Date; endsAt: Date; breakMinutes: number; state: WorkDayState }[],
): RestWeek[] =>
  listRestWeeks(
    pay,
    days.map(({ startsAt, endsAt, breakMinutes, state }) => ({
      date: toKstDateString(startsAt),
      minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS) - breakMinutes,
      state,
    })),
  )
