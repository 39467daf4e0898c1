/**
 * Owns time in the demo town: everything is placed relative to the moment of creation, by Korean hours, never
 * in the future.
 */
import { addDays, hourMs, kstDateString, minuteMs, startOfKstDay } from "#app/basics/time.ts"
import type { Dice } from "./random.ts"

export const minutesAfter = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + Math.round(minutes) * minuteMs)
export const later = (...moments: Date[]) => new Date(Math.max(...moments.map((moment) => moment.getTime())))
export const earlier = (...moments: Date[]) =>
  new Date(Math.min(...moments.map((moment) => moment.getTime())))

/** A moment on the Korean day `day` (YYYY-MM-DD) between two hours of it, on a whole minute. */
export function onDay(day: string, fromHour: number, toHour: number, chance: Dice): Date {
  const start = startOfKstDay(day).getTime()
  return new Date(start + chance.int(fromHour * 60, toHour * 60 - 1) * minuteMs)
}

/** A waking moment `days` days before `present`. */
export const daysAgo = (present: Date, days: number, chance: Dice, fromHour = 8, toHour = 22) =>
  onDay(addDays(kstDateString(present), -days), fromHour, toHour, chance)

/** At the given hours of the day `days` days after `moment`, but at least `hours` later. */
export function onLaterDay(
  moment: Date,
  days: number,
  [fromHour, toHour]: readonly [number, number],
  chance: Dice,
  hours = 1,
): Date {
  const chosen = onDay(addDays(kstDateString(moment), days), fromHour, toHour, chance)
  const soonest = moment.getTime() + hours * hourMs
  return chosen.getTime() >= soonest ? chosen : new Date(soonest + chance.int(3, 50) * minuteMs)
}
