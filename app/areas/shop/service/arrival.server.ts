/** When what is ordered now arrives: the one rule of product, cart, checkout and order. */
import { addBusinessDays, isBusinessDay } from "#app/basics/business-days.ts"
import { listPublicHolidays } from "#app/basics/support-hours.ts"
import { addDays, getKstFields, toKstDateString } from "#app/basics/time.ts"
import { describePromisedArrival, formatArrivalDay, LIMITS } from "../rules.ts"
import { isVacationDay, type DispatchTerms } from "../vacation-rules.ts"

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
 * The days of a vacation are no working days.
 */
export function calculateArrivalDay({ dispatchDays, vacation }: DispatchTerms, at: Date): string {
  const isWorkingDay = (day: string) => isBusinessDay(day) && !isVacationDay(vacation, day)
  const today = toKstDateString(at)
  const isToday = isWorkingDay(today) && getKstFields(at).hour < DISPATCH_CUTOFF_HOUR
  let sentOn = isToday ? today : nextDay(today, isWorkingDay)
  for (let left = dispatchDays; left > 0; left -= 1) sentOn = nextDay(sentOn, isWorkingDay)
  return nextDay(sentOn, isDeliveryDay)
}

/**
 * The last day to send what was paid at `paidAt`: three working days on (전자상거래법 §15), or the working day
 * before the one that was promised for its arrival, where that is later.
 */
export function getLastDispatchDay(paidAt: Date, arrivesOn: string | null): string {
  const byLaw = addBusinessDays(paidAt, LIMITS.dispatchWithinDays)
  if (arrivesOn === null) return byLaw
  let day = addDays(arrivesOn, -1)
  while (!isBusinessDay(day)) day = addDays(day, -1)
  return day > byLaw ? day : byLaw
}

/** 내일 도착: when something ordered now arrives. */
export const formatArrival = (terms: DispatchTerms, at: Date): string =>
  formatArrivalDay(calculateArrivalDay(terms, at), at)

/**
 * Says when a line arrives that left at `shippedAt`, or that it should have; null for a day nobody promised.
 * What left on the promised day or later, such as a new option in exchange, is a day on the road from then.
 */
export function describeLineArrival(
  shippedAt: Date | null,
  arrivesOn: string | null,
  at: Date,
): string | null {
  const sentOn = shippedAt && toKstDateString(shippedAt)
  const isLate = sentOn !== null && arrivesOn !== null && sentOn >= arrivesOn
  return describePromisedArrival(isLate ? nextDay(sentOn, isDeliveryDay) : arrivesOn, at)
}

/**
 * Computes the last day (YYYY-MM-DD in Korea) to send what was paid at `paidAt`; null while it is promised to
 * arrive before that day is over.
 */
export function calculateSendBy(paidAt: Date, arrivesOn: string | null, at: Date): string | null {
  const sendBy = getLastDispatchDay(paidAt, arrivesOn)
  const isPromised = arrivesOn !== null && arrivesOn >= toKstDateString(at)
  return isPromised && arrivesOn <= sendBy ? null : sendBy
}
