/**
 * Time in the demo town: everything is placed relative to the moment of creation, by Korean hours, never
 * in the future.
 */
import { addDays, HOUR_MS, toKstDateString, MINUTE_MS, startOfKstDay } from "#app/basics/time.ts"
import type { SeededRandom } from "./random.ts"

export const minutesAfter = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + Math.round(minutes) * MINUTE_MS)
export const latestOf = (...moments: Date[]) =>
  new Date(Math.max(...moments.map((moment) => moment.getTime())))
export const earliestOf = (...moments: Date[]) =>
  new Date(Math.min(...moments.map((moment) => moment.getTime())))

/** A moment on the Korean day `day` (YYYY-MM-DD) between two hours of it, on a whole minute. */
export function onDay(day: string, fromHour: number, toHour: number, random: SeededRandom): Date {
  const start = startOfKstDay(day).getTime()
  return new Date(start + random.int(fromHour * 60, toHour * 60 - 1) * MINUTE_MS)
}

/** A waking moment `days` days before `present`. */
export const daysAgo = (present: Date, days: number, random: SeededRandom, fromHour = 8, toHour = 22) =>
  onDay(addDays(toKstDateString(present), -days), fromHour, toHour, random)

/** At the given hours of the day `days` days after `moment`, but at least `hours` later. */
export function onLaterDay(
  moment: Date,
  days: number,
  [fromHour, toHour]: readonly [number, number],
  random: SeededRandom,
  hours = 1,
): Date {
  const chosen = onDay(addDays(toKstDateString(moment), days), fromHour, toHour, random)
  const soonest = moment.getTime() + hours * HOUR_MS
  return chosen.getTime() >= soonest ? chosen : new Date(soonest + random.int(3, 50) * MINUTE_MS)
}

/** When somebody began to wait for new things: three weeks ago, or as they came. */
export const getAlertMoment = ({ joinedAt }: { joinedAt: Date }, present: Date) =>
  latestOf(new Date(joinedAt), minutesAfter(present, -21 * 1_440))
