/** Working days in Korea: what the law counts in 영업일 (전자상거래법 §15, §18). */
import { listPublicHolidays } from "./support-hours.ts"
import { addDays, HOUR_MS, toKstDateString, getKstFields, startOfKstDay, type Moment } from "./time.ts"

/** The working day begins and ends at these hours in Korea. */
const WORK_BEGINS = 9
const WORK_ENDS = 18

/** Neither a Saturday, a Sunday nor a public holiday, by the day in Korea. */
export function isBusinessDay(day: string): boolean {
  const { weekday } = getKstFields(new Date(`${day}T12:00:00+09:00`))
  return weekday !== 0 && weekday !== 6 && listPublicHolidays(day).length === 0
}

/**
 * The day (YYYY-MM-DD in Korea) that is `days` working days after the day of `moment`, which is not counted
 * itself.
 */
export function addBusinessDays(moment: Moment, days: number): string {
  let day = toKstDateString(moment)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

/**
 * The moment before which things had to be done `days` working days later, at the latest yesterday: what
 * began before it is late at `at`.
 */
export function getOverdueCutoff(at: Moment, days: number): Date {
  const today = toKstDateString(at)
  let day = today
  while (addBusinessDays(day, days) >= today) day = addDays(day, -1)
  return startOfKstDay(addDays(day, 1))
}

/** When work begins (9:00 in Korea) on the day that is `days` working days after that of `moment`. */
export const startOfBusinessDayAfter = (moment: Moment, days: number): Date =>
  new Date(startOfKstDay(addBusinessDays(moment, days)).getTime() + WORK_BEGINS * HOUR_MS)

/**
 * The moment `hours` working hours after `moment`: from 9 to 18 o'clock in Korea on working days. What comes
 * in at night, at the weekend or on a holiday counts from the next morning.
 */
export function addBusinessHours(moment: Moment, hours: number): Date {
  if (!Number.isFinite(hours)) throw new RangeError(`${hours} working hours never end`)
  let at = new Date(moment).getTime()
  let day = toKstDateString(moment)
  for (let left = hours * HOUR_MS; ;) {
    const begins = startOfKstDay(day).getTime() + WORK_BEGINS * HOUR_MS
    const ends = startOfKstDay(day).getTime() + WORK_ENDS * HOUR_MS
    if (isBusinessDay(day) && at < ends) {
      at = Math.max(at, begins)
      if (at + left <= ends) return new Date(at + left)
      left -= ends - at
    }
    day = addDays(day, 1)
    at = startOfKstDay(day).getTime()
  }
}
