/** Working days in Korea: what the law counts in 영업일 (전자상거래법 §15, §18). */
import { listPublicHolidays } from "./support-hours.ts"
import { addDays, toKstDateString, getKstFields, startOfKstDay, type Moment } from "./time.ts"

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
