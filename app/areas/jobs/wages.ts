/**
 * What work is paid by the hour: the minimum wage of the day, working time, and the pay that is refused.
 */
import { addDays, DAY_MS, MINUTE_MS, startOfKstDay } from "#app/basics/time.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { getSettingOr } from "#app/basics/settings.ts"
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
const DEFAULT_MINIMUM_WAGES: readonly [MinimumWage, ...MinimumWage[]] = [
  { from: "2025-01-01", year: 2025, hourWon: 10_030 },
  { from: "2026-01-01", year: 2026, hourWon: 10_320 },
  { from: "2027-01-01", year: 2027, hourWon: 10_700 },
]
/** The table in force, the earliest day first. */
export const getMinimumWages = (): readonly MinimumWage[] => getSettingOr("wages", DEFAULT_MINIMUM_WAGES)

/** Hours a month is paid for at 40 hours a week, the paid day of rest included (최저임금법 시행령 §5). */
export const PAID_HOURS_PER_MONTH = 209
const FULL_TIME_HOURS_PER_WEEK = 40
/** Weeks in a month: 365 ÷ 7 ÷ 12. */
const WEEKS_PER_MONTH = 365 / 84

/** The minimum wage of a day `YYYY-MM-DD`; before the first line of the table it is the first one's. */
export function getMinimumWageOn(day: string): MinimumWage {
  const table = getMinimumWages()
  return table.findLast((row) => row.from <= day) ?? table[0] ?? DEFAULT_MINIMUM_WAGES[0]
}

/**
 * One shift: its day, when it begins and ends (`HH:MM`; an end at or before the beginning is on the next
 * day), its unpaid break.
 */
export type Shift = { date: string; start: string; end: string; breakMinutes: number }

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
export const isClock = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
export const crossesMidnight = (shift: Pick<Shift, "start" | "end">): boolean =>
  toMinutes(shift.end) <= toMinutes(shift.start)

/** How long one is there, in minutes. */
export const getPresenceMinutes = (shift: Pick<Shift, "start" | "end">): number =>
  toMinutes(shift.end) - toMinutes(shift.start) + (crossesMidnight(shift) ? 1_440 : 0)
/** How long one works, in minutes: without the break. */
export const getWorkMinutes = (shift: Pick<Shift, "start" | "end" | "breakMinutes">): number =>
  getPresenceMinutes(shift) - shift.breakMinutes

/** The first and the last instant of a shift. */
export function getShiftTimes(shift: Pick<Shift, "date" | "start" | "end">): {
  startsAt: Date
  endsAt: Date
} {
  const startsAt = new Date(startOfKstDay(shift.date).getTime() + toMinutes(shift.start) * MINUTE_MS)
  return { startsAt, endsAt: new Date(startsAt.getTime() + getPresenceMinutes(shift) * MINUTE_MS) }
}

/**
 * The highest of the minimum wages of the days a shift touches; one that ends at midnight sharp does not
 * touch the next day.
 */
export function getStrictestMinimumWage(shift: Pick<Shift, "date" | "start" | "end">): MinimumWage {
  const first = getMinimumWageOn(shift.date)
  const next =
    crossesMidnight(shift) && toMinutes(shift.end) > 0 ? getMinimumWageOn(addDays(shift.date, 1)) : first
  return next.hourWon > first.hourWon ? next : first
}

/** Parts of the day a shift touches, in their order. */
export function listDayTimes(shift: Pick<Shift, "start" | "end">): DayTime[] {
  const from = toMinutes(shift.start)
  const to = from + getPresenceMinutes(shift)
  const DAY_TIME_MINUTES: Record<DayTime, [number, number]> = {
    morning: [360, 720],
    afternoon: [720, 1_080],
    evening: [1_080, 1_320],
    night: [1_320, 1_800],
  }
  const overlaps = ([a, b]: [number, number]) =>
    [-1_440, 0, 1_440].some((shiftBy) => from < b + shiftBy && to > a + shiftBy)
  return DAY_TIMES.filter((time) => overlaps(DAY_TIME_MINUTES[time]))
}

/** True where a shift lies between 22:00 and 06:00, when nobody under 18 may work (근로기준법 §70). */
export const isAtNight = (shift: Pick<Shift, "start" | "end">): boolean =>
  listDayTimes(shift).includes("night")

export type Pay = {
  payType: PayType
  /** Won by the hour, for a shift (day), a month or a piece. */
  payWon: number
  /** How long one piece takes, in minutes; for pay by the piece alone. */
  minutesPerPiece: number | null
  /** How many days a week are worked; for pay by the month alone. */
  daysPerWeek: number | null
}

/** A pay as a post says it. */
export type PostedPay = Pick<Pay, "payType" | "payWon" | "minutesPerPiece"> & { weekdays: readonly string[] }
export const toPay = (post: PostedPay): Pay => ({
  payType: post.payType,
  payWon: post.payWon,
  minutesPerPiece: post.payType === "piece" ? post.minutesPerPiece : null,
  daysPerWeek: post.payType === "month" ? post.weekdays.length : null,
})

/**
 * The hours for which a month is paid: 209, or more where the week is longer than 40 hours. A shorter week is
 * not counted as less, so part-time work is posted by the hour or the day.
 */
export function getPaidHoursPerMonth(
  shift: Pick<Shift, "start" | "end" | "breakMinutes"> | undefined,
  daysPerWeek: number | null,
): number {
  if (!shift || !daysPerWeek) return PAID_HOURS_PER_MONTH
  const week = (getWorkMinutes(shift) / 60) * daysPerWeek
  return week <= FULL_TIME_HOURS_PER_WEEK
    ? PAID_HOURS_PER_MONTH
    : Math.max(PAID_HOURS_PER_MONTH, Math.round((week + FULL_TIME_HOURS_PER_WEEK / 5) * WEEKS_PER_MONTH))
}

/**
 * What one shift costs and how long it is worked for that, both for the comparison; null where the pay is by
 * the hour or something is missing.
 */
function getRate(pay: Pay, shift: Shift): { won: number; minutes: number } | null {
  switch (pay.payType) {
    case "hour":
      return { won: pay.payWon, minutes: 60 }
    case "day":
      return { won: pay.payWon, minutes: getWorkMinutes(shift) }
    case "month":
      return { won: pay.payWon, minutes: getPaidHoursPerMonth(shift, pay.daysPerWeek) * 60 }
    case "piece":
      return pay.minutesPerPiece ? { won: pay.payWon, minutes: pay.minutesPerPiece } : null
  }
}

export type PayCheck =
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
export function checkPay(pay: Pay, shifts: readonly Shift[]): PayCheck {
  let lowestPaid: { hourlyWon: number; minimum: MinimumWage } | undefined
  let belowMinimum: { hourlyWon: number; minimum: MinimumWage } | undefined
  for (const shift of shifts) {
    const rate = getRate(pay, shift)
    // What is typed may be beyond counting.
    if (!rate || rate.minutes <= 0 || !Number.isFinite(rate.minutes) || !Number.isSafeInteger(rate.won * 60))
      return { ok: false, reason: "incomplete" }
    const minimum = getStrictestMinimumWage(shift)
    const shiftCheck = { hourlyWon: Math.floor((rate.won * 60) / rate.minutes), minimum }
    if (
      !lowestPaid ||
      shiftCheck.hourlyWon < lowestPaid.hourlyWon ||
      (shiftCheck.hourlyWon === lowestPaid.hourlyWon && minimum.hourWon > lowestPaid.minimum.hourWon)
    )
      lowestPaid = shiftCheck
    if (
      rate.won * 60 < minimum.hourWon * rate.minutes &&
      (!belowMinimum || minimum.hourWon > belowMinimum.minimum.hourWon)
    )
      belowMinimum = shiftCheck
  }
  if (!lowestPaid) return { ok: false, reason: "incomplete" }
  return belowMinimum ? { ok: false, reason: "below_minimum", ...belowMinimum } : { ok: true, ...lowestPaid }
}

/** The least pay, in won, that `judgePay` takes; null where something is missing. */
export function computeMinimumPayWon(pay: Omit<Pay, "payWon">, shifts: readonly Shift[]): number | null {
  let minimumPayWon = 0
  for (const shift of shifts) {
    const rate = getRate({ ...pay, payWon: 0 }, shift)
    if (!rate || rate.minutes <= 0) return null
    minimumPayWon = Math.max(
      minimumPayWon,
      Math.ceil((getStrictestMinimumWage(shift).hourWon * rate.minutes) / 60),
    )
  }
  return shifts.length > 0 ? minimumPayWon : null
}

/** korea.md §4: "2026년 최저임금은 시간당 10,320원이에요." */
export const formatMinimumWage = (minimum: MinimumWage): string =>
  `${minimum.year}년 최저임금은 시간당 ${formatNumber(minimum.hourWon)}원이에요.`

/** Breaks the law asks for, in minutes: 30 from four hours of work, 60 from eight (근로기준법 §54). */
export function getLegalBreakMinutes(presenceMinutes: number): number {
  return presenceMinutes >= 8 * 60 + 60 ? 60 : presenceMinutes >= 4 * 60 + 30 ? 30 : 0
}

/** Work of a few days: everything within a week, and not by the month. */
export function isShortTerm(payType: PayType, shifts: readonly Pick<Shift, "date">[]): boolean {
  const days = shifts.map((shift) => shift.date).sort()
  const [first, last] = [days[0], days.at(-1)]
  return (
    payType !== "month" &&
    first !== undefined &&
    last !== undefined &&
    startOfKstDay(last).getTime() - startOfKstDay(first).getTime() < 7 * DAY_MS
  )
}
