import fc from "fast-check"
import { expect, test } from "vitest"
import { MINUTE_MS } from "#app/basics/time.ts"
import { findUnreachableStates } from "#app/basics/transitions.ts"
import {
  countHours,
  countLateDays,
  getDistanceM,
  getDueAt,
  getPayday,
  WAGE_STATES,
  WAGE_TRANSITIONS,
  WORK_DAY_STATES,
  WORK_DAY_TRANSITIONS,
  type HoursSource,
} from "./work-rules.ts"

/** A moment of Monday, 23 November 2026 in Korea; hours past 24 are of the next day. */
const at = (clock: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number)
  return new Date(Date.parse("2026-11-23T00:00:00+09:00") + ((hours * 60 + minutes) * 60 + seconds) * 1_000)
}
const planned = { startsAt: at("09:00"), endsAt: at("18:00"), breakMinutes: 60 }
const count = (
  from: string,
  to: string,
  more: { rest?: number | null; source?: HoursSource } = {},
  plan = planned,
) =>
  countHours(plan, {
    startedAt: at(from),
    endedAt: at(to),
    restMinutes: more.rest ?? null,
    source: more.source ?? "recorded",
  })

test("every state of a day and of a wage can be reached", () => {
  expect(findUnreachableStates(WORK_DAY_TRANSITIONS, WORK_DAY_STATES, ["planned"])).toEqual([])
  expect(findUnreachableStates(WAGE_TRANSITIONS, WAGE_STATES, ["open"])).toEqual([])
})

test("hours on the spot count within the agreed ones, to the minute in the worker's favour", () => {
  expect(count("08:40", "18:20")).toMatchObject({ minutes: 480, breakMinutes: 60, overtimeMinutes: 0 })
  expect(count("09:10:50", "17:29:10")).toMatchObject({ minutes: 445 })
  expect(count("08:00", "08:30")).toMatchObject({ minutes: 0 })
})

test("hours that both agreed on count as they are, also beyond the agreed ones", () => {
  expect(count("08:00", "20:00", { source: "agreed", rest: 60 })).toMatchObject({
    minutes: 660,
    overtimeMinutes: 180,
  })
})

test("a break that was taken counts as it was; else the agreed one, of a shorter day its share", () => {
  expect(count("09:00", "18:00", { rest: 45 })).toMatchObject({ minutes: 495, overtimeMinutes: 15 })
  expect(count("09:00", "18:00", { rest: 0 })).toMatchObject({ minutes: 540 })
  expect(count("09:00", "14:00")).toMatchObject({ minutes: 267, breakMinutes: 33 })
  expect(count("09:00", "11:00")).toMatchObject({ minutes: 107, breakMinutes: 13 })
})

test("the hours of the night are counted over midnight", () => {
  const night = { startsAt: at("20:00"), endsAt: at("31:00"), breakMinutes: 60 }
  expect(count("20:00", "31:00", {}, night)).toMatchObject({
    minutes: 600,
    nightMinutes: 480,
    overtimeMinutes: 120,
  })
  expect(count("04:00", "09:00", { source: "agreed" })).toMatchObject({ nightMinutes: 120 })
})

test("whatever was recorded: no minute is lost or made, none lies outside what was agreed", () => {
  const minute = fc.integer({ min: 0, max: 2_879 })
  fc.assert(
    fc.property(
      fc.tuple(minute, minute, minute, minute),
      fc.integer({ min: 0, max: 180 }),
      fc.option(fc.integer({ min: 0, max: 600 })),
      fc.constantFrom<HoursSource>("recorded", "agreed", "contract"),
      ([a, b, c, d], breakMinutes, restMinutes, source) => {
        const toDate = (value: number) => new Date(at("00:00").getTime() + value * MINUTE_MS)
        const plan = { startsAt: toDate(Math.min(a, b)), endsAt: toDate(Math.max(a, b) + 1), breakMinutes }
        const [startedAt, endedAt] = [toDate(Math.min(c, d)), toDate(Math.max(c, d))]
        const hours = countHours(plan, { startedAt, endedAt, restMinutes, source })
        const presence = (hours.endsAt.getTime() - hours.startsAt.getTime()) / MINUTE_MS
        expect(hours.minutes + hours.breakMinutes).toBe(presence)
        expect(hours.minutes).toBeGreaterThanOrEqual(0)
        expect(hours.breakMinutes).toBeGreaterThanOrEqual(0)
        expect(hours.nightMinutes).toBeLessThanOrEqual(hours.minutes)
        expect(hours.overtimeMinutes).toBe(Math.max(0, hours.minutes - 480))
        // Staying a minute longer is never paid less.
        const longer = new Date(endedAt.getTime() + MINUTE_MS)
        const after = countHours(plan, { startedAt, endedAt: longer, restMinutes, source })
        expect(after.minutes).toBeGreaterThanOrEqual(hours.minutes)
        if (source === "agreed") expect(hours.startsAt).toEqual(startedAt)
        else if (hours.minutes > 0) {
          expect(hours.startsAt >= plan.startsAt).toBe(true)
          expect(hours.endsAt <= plan.endsAt).toBe(true)
        }
      },
    ),
    { numRuns: 10_000 },
  )
})

test("paydays: the day, the next, the Monday after, the 10th after, 14 days at the latest", () => {
  const ends = at("18:00")
  expect(getPayday("same_day", ends, ends)).toBe("2026-11-23")
  expect(getPayday("same_day", at("26:00"), at("26:00"))).toBe("2026-11-24")
  expect(getPayday("next_day", ends, ends)).toBe("2026-11-24")
  expect(getPayday("weekly", ends, ends)).toBe("2026-11-30")
  expect(getPayday("weekly", new Date("2026-11-29T18:00:00+09:00"), ends)).toBe("2026-11-30")
  expect(getPayday("monthly", ends, ends)).toBe("2026-12-07")
  expect(getPayday("monthly", ends, new Date("2026-11-30T18:00:00+09:00"))).toBe("2026-12-10")
  expect(getPayday("monthly", new Date("2026-12-30T18:00:00+09:00"), new Date("2027-01-20T00:00:00Z"))).toBe(
    "2027-01-10",
  )
})

test("a wage is late when its payday is over, by whole days", () => {
  const dueAt = getDueAt("2026-11-23")
  expect(
    [at("23:59"), at("24:00"), at("48:00"), at("96:00")].map((each) => countLateDays(dueAt, each)),
  ).toEqual([0, 0, 1, 3])
})

test("distances are those of the earth", () => {
  const station = { latitude: 37.4979, longitude: 127.0276 }
  expect(getDistanceM(station, station)).toBe(0)
  expect(getDistanceM(station, { ...station, latitude: 37.4989 })).toBe(111)
  expect(getDistanceM(station, { latitude: 35.1151, longitude: 129.0414 })).toBeGreaterThan(300_000)
})
