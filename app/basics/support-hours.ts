/** When the customer centre answers (specification §9): in Korean time, never on a public holiday. */
import * as holidays from "@hyunbinseo/holidays-kr/all"
import { toKstDateString, getKstFields, type Moment } from "./time.ts"

/** Opening and closing hour of the day in Korea. Specification §9. */
const SUPPORT_HOURS = {
  weekday: { opens: 9, closes: 18 },
  weekend: { opens: 10, closes: 17 },
} as const

const formatHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`

/** The hours as the footer says them. */
export const SUPPORT_HOURS_TEXT =
  `평일 ${formatHour(SUPPORT_HOURS.weekday.opens)}~${formatHour(SUPPORT_HOURS.weekday.closes)}, 주말 ` +
  `${formatHour(SUPPORT_HOURS.weekend.opens)}~${formatHour(SUPPORT_HOURS.weekend.closes)} (공휴일 휴무)`

// One table a year, named y2026 and so on. The government publishes a year's holidays about a year ahead.
const holidaysByYear = new Map<string, Readonly<Record<string, readonly string[]>>>(Object.entries(holidays))

/**
 * Names of the public holidays on that day in Korea, e.g. `["추석"]`; empty on any other day. Years that the
 * table does not know (before 2018, after 2027) have no holidays.
 */
export function listPublicHolidays(moment: Moment): readonly string[] {
  const day = toKstDateString(moment)
  return holidaysByYear.get(`y${day.slice(0, 4)}`)?.[day] ?? []
}

/** True while the customer centre answers; the closing hour itself is closed. */
export function isSupportOpen(now: Moment): boolean {
  if (listPublicHolidays(now).length > 0) return false
  const { weekday, hour } = getKstFields(now)
  const { opens, closes } = weekday === 0 || weekday === 6 ? SUPPORT_HOURS.weekend : SUPPORT_HOURS.weekday
  return hour >= opens && hour < closes
}
