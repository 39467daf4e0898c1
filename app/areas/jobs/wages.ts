/**
 * Owns what work is paid by the hour: the minimum wage of the day, working time, and the pay that is refused.
 */
import { addDays, dayMs, minuteMs, startOfKstDay } from "#app/basics/time.ts"
import { settingOr } from "#app/basics/settings.ts"
import { DAY_TIMES, type DayTime, type PayType } from "./rules.ts"

export type MinimumWage = { from: string; year: number; hourWon: number }

declare module "#app/basics/settings.ts" {
  interface Settings {
    wages: readonly MinimumWage[]
  }
}

/**
 * Minimum wage by hour, in won, from a day on, as shipped (고용노동부 고시; korea.md §0.3). A later day without a
 * line of its own has the last one's.
 */
const SHIPPED: readonly [MinimumWage, ...MinimumWage[]] = [
  { from: "2025-01-01", year: 2025, hourWon: 10_030 },
  { from: "2026-01-01", year: 2026, hourWon: 10_320 },
  { from: "2027-01-01", year: 2027, hourWon: 10_700 },
]
/** The table in force, the earliest day first. */
export const minimumWages = (): readonly MinimumWage[] => settingOr("wages", SHIPPED)

/** Hours a month is paid for at 40 hours a week, the paid day of rest included (최저임금법 시행령 §5). */
export const MONTH_HOURS = 209
const WEEK_HOURS = 40
/** Weeks in a month: 365 ÷ 7 ÷ 12. */
const WEEKS = 365 / 84

/** The minimum wage of a day `YYYY-MM-DD`; before the first line of the table it is the first one's. */
export function minimumWageOn(day: string): MinimumWage {
  const table = minimumWages()
  return table.findLast((row) => row.from <= day) ?? table[0] ?? SHIPPED[0]
}

/**
 * One shift: its day, when it begins and ends (`HH:MM`; an end at or before the beginning is on the next
 * day), its unpaid break.
 */
export type Shift = { date: string; start: string; end: string; breakMinutes: number }

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
export const isClock = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
export const crossesMidnight = (shift: Pick<Shift, "start" | "end">): boolean =>
  minutesOf(shift.end) <= minutesOf(shift.start)

/** How long one is there, in minutes. */
export const presentMinutes = (shift: Pick<Shift, "start" | "end">): number =>
  minutesOf(shift.end) - minutesOf(shift.start) + (crossesMidnight(shift) ? 1_440 : 0)
/** How long one works, in minutes: without the break. */
export const workMinutes = (shift: Pick<Shift, "start" | "end" | "breakMinutes">): number =>
  presentMinutes(shift) - shift.breakMinutes

/** The first and the last instant of a shift. */
export function timesOf(shift: Pick<Shift, "date" | "start" | "end">): { startsAt: Date; endsAt: Date } {
  const startsAt = new Date(startOfKstDay(shift.date).getTime() + minutesOf(shift.start) * minuteMs)
  return { startsAt, endsAt: new Date(startsAt.getTime() + presentMinutes(shift) * minuteMs) }
}

/**
 * The highest of the minimum wages of the days a shift touches; one that ends at midnight sharp does not
 * touch the next day.
 */
export function strictestWage(shift: Pick<Shift, "date" | "start" | "end">): MinimumWage {
  const first = minimumWageOn(shift.date)
  const next =
    crossesMidnight(shift) && minutesOf(shift.end) > 0 ? minimumWageOn(addDays(shift.date, 1)) : first
  return next.hourWon > first.hourWon ? next : first
}

/** Parts of the day a shift touches, in their order. */
export function dayTimesOf(shift: Pick<Shift, "start" | "end">): DayTime[] {
  const from = minutesOf(shift.start)
  const to = from + presentMinutes(shift)
  const spans: Record<DayTime, [number, number]> = {
    morning: [360, 720],
    afternoon: [720, 1_080],
    evening: [1_080, 1_320],
    night: [1_320, 1_800],
  }
  const touches = ([a, b]: [number, number]) =>
    [-1_440, 0, 1_440].some((shiftBy) => from < b + shiftBy && to > a + shiftBy)
  return DAY_TIMES.filter((time) => touches(spans[time]))
}

/** True where a shift lies between 22:00 and 06:00, when nobody under 18 may work (근로기준법 §70). */
export const isAtNight = (shift: Pick<Shift, "start" | "end">): boolean => dayTimesOf(shift).includes("night")

export type Pay = {
  payType: PayType
  /** Won by the hour, for a shift (day), a month or a piece. */
  payWon: number
  /** How long one piece takes, in minutes; for pay by the piece alone. */
  minutesPerPiece: number | null
  /** How many days a week are worked; for pay by the month alone. */
  daysAWeek: number | null
}

/** A pay as a post says it. */
export type Paid = Pick<Pay, "payType" | "payWon" | "minutesPerPiece"> & { weekdays: readonly string[] }
export const payOf = (post: Paid): Pay => ({
  payType: post.payType,
  payWon: post.payWon,
  minutesPerPiece: post.payType === "piece" ? post.minutesPerPiece : null,
  daysAWeek: post.payType === "month" ? post.weekdays.length : null,
})

/**
 * The hours for which a month is paid: 209, or more where the week is longer than 40 hours. A shorter week is
 * not counted as less, so part-time work is posted by the hour or the day.
 */
export function monthHours(
  shift: Pick<Shift, "start" | "end" | "breakMinutes"> | undefined,
  daysAWeek: number | null,
): number {
  if (!shift || !daysAWeek) return MONTH_HOURS
  const week = (workMinutes(shift) / 60) * daysAWeek
  return week <= WEEK_HOURS ? MONTH_HOURS : Math.max(MONTH_HOURS, Math.round((week + WEEK_HOURS / 5) * WEEKS))
}

/**
 * What one shift costs and how long it is worked for that, both for the comparison; null where the pay is by
 * the hour or something is missing.
 */
function rateOf(pay: Pay, shift: Shift): { won: number; minutes: number } | null {
  switch (pay.payType) {
    case "hour":
      return { won: pay.payWon, minutes: 60 }
    case "day":
      return { won: pay.payWon, minutes: workMinutes(shift) }
    case "month":
      return { won: pay.payWon, minutes: monthHours(shift, pay.daysAWeek) * 60 }
    case "piece":
      return pay.minutesPerPiece ? { won: pay.payWon, minutes: pay.minutesPerPiece } : null
  }
}

export type Judged =
  | {
      ok: true
      /** Effective hourly wage in whole won, rounded down: that of the worst-paid shift. */ hourlyWon: number
      minimum: MinimumWage
    }
  | { ok: false; reason: "below_minimum"; hourlyWon: number; minimum: MinimumWage }
  | { ok: false; reason: "incomplete" }

/**
 * The effective hourly wage of a pay over its shifts, and whether it is at least the minimum wage of the day
 * of each: the strictest shift decides. Compared without rounding: pay × 60 against wage × minutes.
 */
export function judgePay(pay: Pay, shifts: readonly Shift[]): Judged {
  let worst: { hourlyWon: number; minimum: MinimumWage } | undefined
  let below: { hourlyWon: number; minimum: MinimumWage } | undefined
  for (const shift of shifts) {
    const rate = rateOf(pay, shift)
    // What is typed may be beyond counting.
    if (!rate || rate.minutes <= 0 || !Number.isFinite(rate.minutes) || !Number.isSafeInteger(rate.won * 60))
      return { ok: false, reason: "incomplete" }
    const minimum = strictestWage(shift)
    const found = { hourlyWon: Math.floor((rate.won * 60) / rate.minutes), minimum }
    if (
      !worst ||
      found.hourlyWon < worst.hourlyWon ||
      (found.hourlyWon === worst.hourlyWon && minimum.hourWon > worst.minimum.hourWon)
    )
      worst = found
    if (rate.won * 60 < minimum.hourWon * rate.minutes && (!below || minimum.hourWon > below.minimum.hourWon))
      below = found
  }
  if (!worst) return { ok: false, reason: "incomplete" }
  return below ? { ok: false, reason: "below_minimum", ...below } : { ok: true, ...worst }
}

/** The least pay, in won, that `judgePay` takes; null where something is missing. */
export function leastPay(pay: Omit<Pay, "payWon">, shifts: readonly Shift[]): number | null {
  let least = 0
  for (const shift of shifts) {
    const rate = rateOf({ ...pay, payWon: 0 }, shift)
    if (!rate || rate.minutes <= 0) return null
    least = Math.max(least, Math.ceil((strictestWage(shift).hourWon * rate.minutes) / 60))
  }
  return shifts.length > 0 ? least : null
}

/** korea.md §4: "2026년 최저임금은 시간당 10,320원이에요." */
export const minimumWageText = (minimum: MinimumWage): string =>
  `${minimum.year}년 최저임금은 시간당 ${minimum.hourWon.toLocaleString("en-US")}원이에요.`

/** Breaks the law asks for, in minutes: 30 from four hours of work, 60 from eight (근로기준법 §54). */
export function lawfulBreak(present: number): number {
  return present >= 8 * 60 + 60 ? 60 : present >= 4 * 60 + 30 ? 30 : 0
}

/** Work of a few days: everything within a week, and not by the month. */
export function isShortTerm(payType: PayType, shifts: readonly Pick<Shift, "date">[]): boolean {
  const days = shifts.map((shift) => shift.date).sort()
  const [first, last] = [days[0], days.at(-1)]
  return (
    payType !== "month" &&
    first !== undefined &&
    last !== undefined &&
    startOfKstDay(last).getTime() - startOfKstDay(first).getTime() < 7 * dayMs
  )
}
