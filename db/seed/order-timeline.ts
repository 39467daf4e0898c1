/**
 * When things happened to an order: laid out backwards from its last event, so that nothing lies in the
 * future.
 */
import type { OrderState } from "#app/areas/orders/rules.ts"
import { addDays, DAY_MS, HOUR_MS, toKstDateString, MINUTE_MS } from "#app/basics/time.ts"
import type { SeededRandom } from "./random.ts"
import { daysAgo, earliestOf, minutesAfter, onDay } from "./times.ts"

/** What an order has behind it; a moment that did not come is null. */
export type OrderTimeline = {
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
export function createOrderTimeline(
  state: OrderState,
  age: number,
  workDays: number,
  present: Date,
  random: SeededRandom,
): OrderTimeline {
  const emptyTimeline: OrderTimeline = {
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
  const daysBack = (days: number, hours: readonly [number, number]) =>
    daysAgo(present, days, random, hours[0], hours[1])
  const hoursBack = (minHours: number, maxHours: number) =>
    new Date(present.getTime() - random.int(Math.round(minHours * 60), Math.round(maxHours * 60)) * MINUTE_MS)
  if (state === "draft" || state === "open")
    return { ...emptyTimeline, openedAt: new Date(present.getTime() - Math.round(age * DAY_MS)) }
  if (state === "expired") {
    const openedAt = daysBack(Math.ceil(age) + OPEN_DAYS + 1, [8, 22])
    return {
      ...emptyTimeline,
      openedAt,
      endedAt: minutesAfter(openedAt, OPEN_DAYS * 1_440 + random.int(0, 9)),
    }
  }
  const daysBefore = (moment: Date, days: number, hours: readonly [number, number]) =>
    onDay(addDays(toKstDateString(moment), -days), hours[0], hours[1], random)
  const upToMatch = (matchedAt: Date): OrderTimeline => ({
    ...emptyTimeline,
    matchedAt,
    openedAt: daysBefore(matchedAt, random.int(1, 5), [8, 20]),
  })
  const upToStart = (startedAt: Date): OrderTimeline => ({
    ...upToMatch(daysBefore(startedAt, random.int(1, 9), [9, 21])),
    startedAt,
  })
  const upToDelivery = (deliveredAt: Date): OrderTimeline => ({
    ...upToStart(daysBefore(deliveredAt, workDays - 1, [8, 10])),
    deliveredAt,
  })

  if (state === "matched") return upToMatch(hoursBack(2, Math.max(4, age * 24)))
  if (state === "in_progress")
    return upToStart(workDays > 1 ? daysBack(random.int(1, workDays - 1), [8, 10]) : hoursBack(1, 5))
  const daysSinceWork = Math.max(1, Math.ceil(age))
  if (state === "delivered") return upToDelivery(daysBack(Math.min(6, daysSinceWork), [14, 18]))
  if (state === "changes_requested") {
    const timeline = upToDelivery(daysBack(Math.min(4, daysSinceWork) + 1, [14, 18]))
    return { ...timeline, changesAt: minutesAfter(timeline.deliveredAt ?? present, random.int(90, 1_100)) }
  }
  if (state === "disputed") {
    const timeline = upToDelivery(daysBack(daysSinceWork + 1, [14, 18]))
    return { ...timeline, disputedAt: minutesAfter(timeline.deliveredAt ?? present, random.int(180, 1_200)) }
  }
  if (state === "cancelled") {
    const endedAt = daysBack(daysSinceWork, [9, 21])
    // Some were matched already; the caller says so by asking for a course with work days.
    if (workDays > 0) return { ...upToMatch(daysBefore(endedAt, random.int(1, 3), [9, 21])), endedAt }
    return { ...emptyTimeline, openedAt: daysBefore(endedAt, random.int(1, 8), [8, 20]), endedAt }
  }
  return createCompletedTimeline(daysSinceWork, { present, daysBack, daysBefore, upToDelivery }, random)
}

type Moments = {
  present: Date
  daysBack: (days: number, hours: readonly [number, number]) => Date
  daysBefore: (moment: Date, days: number, hours: readonly [number, number]) => Date
  upToDelivery: (deliveredAt: Date) => OrderTimeline
}

/** Completed by silence, after changes, or as most are: once the customer has looked at the work. */
function createCompletedTimeline(
  daysSinceWork: number,
  { present, daysBack, daysBefore, upToDelivery }: Moments,
  random: SeededRandom,
): OrderTimeline {
  const bySilence = random.chance(0.12)
  if (bySilence) {
    const deliveredAt = daysBack(daysSinceWork + 8, [14, 18])
    return {
      ...upToDelivery(deliveredAt),
      endedAt: minutesAfter(deliveredAt, 7 * 1_440 + random.int(1, 14)),
      bySilence,
    }
  }
  const hadChanges = random.chance(0.08)
  if (hadChanges) {
    const redeliveredAt = daysBack(daysSinceWork + 1, [14, 18])
    const deliveredAt = daysBefore(redeliveredAt, 2, [14, 17])
    return {
      ...upToDelivery(deliveredAt),
      changesAt: minutesAfter(deliveredAt, random.int(60, 1_000)),
      redeliveredAt,
      endedAt: minutesAfter(redeliveredAt, random.int(60, 900)),
    }
  }
  const deliveredAt = daysBack(daysSinceWork + 1, [14, 18])
  const endedAt = earliestOf(
    minutesAfter(deliveredAt, random.int(50, 1_300)),
    new Date(present.getTime() - HOUR_MS),
  )
  return { ...upToDelivery(deliveredAt), endedAt }
}
