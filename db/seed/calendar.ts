/**
 * Owns when things happened to an order: laid out backwards from its last event, so that nothing lies in the
 * future.
 */
import type { OrderState } from "#app/areas/orders/rules.ts"
import { addDays, dayMs, hourMs, kstDateString, minuteMs } from "#app/basics/time.ts"
import type { Dice } from "./random.ts"
import { daysAgo, earlier, minutesAfter, onDay } from "./times.ts"

/** What an order has behind it; a moment that did not come is null. */
export type Course = {
  openedAt: Date
  matchedAt: Date | null
  startedAt: Date | null
  /** The first time, and the time after changes. */
  deliveredAt: Date | null
  changesAt: Date | null
  redeliveredAt: Date | null
  disputedAt: Date | null
  /** Completed, cancelled or expired. */
  endedAt: Date | null
  /** Nobody confirmed for 7 days. */
  bySilence: boolean
}

const OPEN_DAYS = 14

/** The moments of an order in `state` whose last event lies about `age` days back. */
export function courseOf(
  state: OrderState,
  age: number,
  workDays: number,
  present: Date,
  chance: Dice,
): Course {
  const none: Course = {
    openedAt: present,
    matchedAt: null,
    startedAt: null,
    deliveredAt: null,
    changesAt: null,
    redeliveredAt: null,
    disputedAt: null,
    endedAt: null,
    bySilence: false,
  }
  const back = (days: number, hours: readonly [number, number]) =>
    daysAgo(present, days, chance, hours[0], hours[1])
  const lately = (least: number, most: number) =>
    new Date(present.getTime() - chance.int(Math.round(least * 60), Math.round(most * 60)) * minuteMs)
  if (state === "draft" || state === "open")
    return { ...none, openedAt: new Date(present.getTime() - Math.round(age * dayMs)) }
  if (state === "expired") {
    const openedAt = back(Math.ceil(age) + OPEN_DAYS + 1, [8, 22])
    return { ...none, openedAt, endedAt: minutesAfter(openedAt, OPEN_DAYS * 1_440 + chance.int(0, 9)) }
  }
  const before = (moment: Date, days: number, hours: readonly [number, number]) =>
    onDay(addDays(kstDateString(moment), -days), hours[0], hours[1], chance)
  const upToMatch = (matchedAt: Date): Course => ({
    ...none,
    matchedAt,
    openedAt: before(matchedAt, chance.int(1, 5), [8, 20]),
  })
  const upToStart = (startedAt: Date): Course => ({
    ...upToMatch(before(startedAt, chance.int(1, 9), [9, 21])),
    startedAt,
  })
  const upToDelivery = (deliveredAt: Date): Course => ({
    ...upToStart(before(deliveredAt, workDays - 1, [8, 10])),
    deliveredAt,
  })

  if (state === "matched") return upToMatch(lately(2, Math.max(4, age * 24)))
  if (state === "in_progress")
    return upToStart(workDays > 1 ? back(chance.int(1, workDays - 1), [8, 10]) : lately(1, 5))
  const worked = Math.max(1, Math.ceil(age))
  if (state === "delivered") return upToDelivery(back(Math.min(6, worked), [14, 18]))
  if (state === "changes_requested") {
    const course = upToDelivery(back(Math.min(4, worked) + 1, [14, 18]))
    return { ...course, changesAt: minutesAfter(course.deliveredAt ?? present, chance.int(90, 1_100)) }
  }
  if (state === "disputed") {
    const course = upToDelivery(back(worked + 1, [14, 18]))
    return { ...course, disputedAt: minutesAfter(course.deliveredAt ?? present, chance.int(180, 1_200)) }
  }
  if (state === "cancelled") {
    const endedAt = back(worked, [9, 21])
    // Some were matched already; the caller says so by asking for a course with work days.
    if (workDays > 0) return { ...upToMatch(before(endedAt, chance.int(1, 3), [9, 21])), endedAt }
    return { ...none, openedAt: before(endedAt, chance.int(1, 8), [8, 20]), endedAt }
  }
  const bySilence = chance.chance(0.12)
  if (bySilence) {
    const deliveredAt = back(worked + 8, [14, 18])
    return {
      ...upToDelivery(deliveredAt),
      endedAt: minutesAfter(deliveredAt, 7 * 1_440 + chance.int(1, 14)),
      bySilence,
    }
  }
  const again = chance.chance(0.08)
  if (again) {
    const redeliveredAt = back(worked + 1, [14, 18])
    const deliveredAt = before(redeliveredAt, 2, [14, 17])
    return {
      ...upToDelivery(deliveredAt),
      changesAt: minutesAfter(deliveredAt, chance.int(60, 1_000)),
      redeliveredAt,
      endedAt: minutesAfter(redeliveredAt, chance.int(60, 900)),
    }
  }
  const deliveredAt = back(worked + 1, [14, 18])
  const endedAt = earlier(
    minutesAfter(deliveredAt, chance.int(50, 1_300)),
    new Date(present.getTime() - hourMs),
  )
  return { ...upToDelivery(deliveredAt), endedAt }
}
