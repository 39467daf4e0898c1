/** When what is ordered now arrives: the one rule of product, cart, checkout and order. */
import { isBusinessDay } from "#app/basics/business-days.ts"
import { listPublicHolidays } from "#app/basics/support-hours.ts"
import { addDays, getKstFields, toKstDateString } from "#app/basics/time.ts"
import { formatArrivalDay } from "../rules.ts"

/** After this hour in Korea a parcel leaves a working day later. */
const DISPATCH_CUTOFF_HOUR = 15

/** No parcels on Sundays and public holidays; on Saturdays there are. */
const isDeliveryDay = (day: string) =>
  getKstFields(new Date(`${day}T12:00:00+09:00`)).weekday !== 0 && listPublicHolidays(day).length === 0

function nextDay(from: string, isPossible: (day: string) => boolean): string {
  let day = addDays(from, 1)
  while (!isPossible(day)) day = addDays(day, 1)
  return day
}

/**
 * Computes the day (YYYY-MM-DD in Korea) on which something paid at `at` arrives: it leaves on the first
 * working day whose 15 o'clock has not passed, `dispatchDays` working days later, and is a day on the road.
 */
export function calculateArrivalDay(dispatchDays: number, at: Date): string {
  const today = toKstDateString(at)
  const isToday = isBusinessDay(today) && getKstFields(at).hour < DISPATCH_CUTOFF_HOUR
  let sentOn = isToday ? today : nextDay(today, isBusinessDay)
  for (let left = dispatchDays; left > 0; left -= 1) sentOn = nextDay(sentOn, isBusinessDay)
  return nextDay(sentOn, isDeliveryDay)
}

/** 내일 도착: when something ordered now arrives. */
export const formatArrival = (dispatchDays: number, at: Date): string =>
  formatArrivalDay(calculateArrivalDay(dispatchDays, at), at)
