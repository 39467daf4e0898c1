import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { listPlannedRestWeeks, listRestWeeks } from "./rest-allowance.ts"
import type { WorkDayState } from "./work-rules.ts"

// 2026-11-23 is a Monday.
const week = (states: readonly WorkDayState[], minutes = 480) =>
  states.map((state, index) => ({ date: `2026-11-${23 + index}`, minutes, state }))
const five = (state: WorkDayState) => Array.from({ length: 5 }, () => state)
const hourly = { payType: "hour", payWon: 12_000 } as const

describe("the weekly rest allowance", () => {
  test("is hours ÷ 40 × 8 at the rate of the hour", () => {
    expect(listRestWeeks(hourly, week(five("ended")))).toEqual([
      { monday: "2026-11-23", minutes: 2_400, state: "earned", won: 96_000 },
    ])
    // 20 hours a week: 4 hours of rest.
    expect(listRestWeeks(hourly, week(five("ended"), 240))[0]?.won).toBe(48_000)
    // 15 hours exactly: 3 hours.
    expect(listRestWeeks(hourly, week(["ended", "ended", "ended"], 300))[0]?.won).toBe(36_000)
  })
  test("is a fifth of the pay of a week that is paid by the day", () => {
    const daily = { payType: "day", payWon: 150_000 } as const
    expect(listRestWeeks(daily, week(["ended", "ended"]))[0]?.won).toBe(60_000)
  })
  test("is not earned below 15 hours, with a day missed, or while days are to come", () => {
    const judge = (states: WorkDayState[], minutes?: number) =>
      listRestWeeks(hourly, week(states, minutes))[0]
    expect(judge(["ended", "ended"], 449)).toMatchObject({ state: "short", won: 0 })
    expect(judge(["ended", "absent", "ended"])).toMatchObject({ state: "missed", won: 0 })
    expect(judge(["ended", "ended", "planned"])).toMatchObject({ state: "open", won: 57_600 })
  })
  test("is not lost by a day that the employer called off, and not earned where nothing was left", () => {
    expect(listRestWeeks(hourly, week(["ended", "called_off"]))[0]?.state).toBe("earned")
    expect(listRestWeeks(hourly, week(["called_off", "called_off"]))[0]?.state).toBe("missed")
  })
  test("counts each week of the calendar by itself, Monday to Sunday", () => {
    const days = ["2026-11-28", "2026-11-29", "2026-11-30"].map((date) => ({
      date,
      start: "09:00",
      end: "18:00",
      breakMinutes: 60,
    }))
    expect(listPlannedRestWeeks(hourly, days)).toEqual([
      { monday: "2026-11-23", minutes: 960, state: "open", won: 38_400 },
      { monday: "2026-11-30", minutes: 480, state: "short", won: 0 },
    ])
  })
  test("is there for work by the hour and the day alone: a month's pay holds it already", () => {
    expect(listRestWeeks({ payType: "month", payWon: 2_500_000 }, week(five("ended")))).toEqual([])
    expect(listRestWeeks({ payType: "piece", payWon: 50_000 }, week(five("ended")))).toEqual([])
  })
  test("never pays more than 8 hours, however long the days are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 30, max: 900 }), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 10_320, max: 100_000 }),
        (minutes, payWon) => {
          const days = minutes.map((each, index) => ({
            date: `2026-11-${23 + index}`,
            minutes: each,
            state: "ended" as const,
          }))
          const [found] = listRestWeeks({ payType: "hour", payWon }, days)
          expect(found?.won).toBeLessThanOrEqual(8 * payWon)
          expect(found?.won === 0).toBe(found?.state === "short")
        },
      ),
      { numRuns: 300 },
    )
  })
})
