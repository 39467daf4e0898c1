import fc from "fast-check"
import { expect, test } from "vitest"
import {
  listDayTimes,
  isAtNight,
  isShortTerm,
  checkPay,
  computeMinimumPayWon,
  getMinimumWageOn,
  formatMinimumWage,
  getPaidHoursPerMonth,
  getStrictestMinimumWage,
  getShiftTimes,
  getWorkMinutes,
  type Pay,
  type Shift,
} from "./wages.ts"
import { findPayProblem } from "./hire-forms.ts"

const shift = (over: Partial<Shift> = {}): Shift => ({
  date: "2026-11-25",
  start: "09:00",
  end: "18:00",
  breakMinutes: 60,
  ...over,
})
const pay = (payType: Pay["payType"], payWon: number, over: Partial<Pay> = {}): Pay => ({
  payType,
  payWon,
  minutesPerPiece: null,
  daysPerWeek: null,
  ...over,
})
const verdict = (of: Pay, ...shifts: Shift[]) => checkPay(of, shifts)

test("the minimum wage is that of the day of work, to the day", () => {
  expect(
    ["2025-12-31", "2026-01-01", "2026-12-31", "2027-01-01", "2029-05-05"].map(
      (day) => getMinimumWageOn(day).hourWon,
    ),
  ).toEqual([10_030, 10_320, 10_320, 10_700, 10_700])
  expect(formatMinimumWage(getMinimumWageOn("2026-11-21"))).toBe("2026년 최저임금은 시간당 10,320원이에요.")
})

test.each([
  ["2025-12-31", 10_030],
  ["2026-01-01", 10_320],
  ["2026-12-31", 10_320],
  ["2027-01-01", 10_700],
] as const)("on %s %i won an hour are taken and one won less is refused", (date, hourWon) => {
  const day = shift({ date })
  expect(verdict(pay("hour", hourWon), day)).toMatchObject({ ok: true, hourlyWon: hourWon })
  expect(verdict(pay("hour", hourWon - 1), day)).toMatchObject({
    ok: false,
    reason: "below_minimum",
    minimum: { hourWon },
  })
  expect(verdict(pay("day", hourWon * 8), day).ok).toBe(true)
  expect(verdict(pay("day", hourWon * 8 - 1), day).ok).toBe(false)
  expect(verdict(pay("month", hourWon * 209), day).ok).toBe(true)
  expect(verdict(pay("month", hourWon * 209 - 1), day).ok).toBe(false)
})

test("a month is 209 hours, as the notice says, and more where the week is longer than 40 hours", () => {
  expect(verdict(pay("month", 2_156_880), shift()).ok).toBe(true)
  expect(verdict(pay("month", 2_236_300), shift({ date: "2027-01-04" })).ok).toBe(true)
  expect(getPaidHoursPerMonth(shift(), 5)).toBe(209)
  expect(getPaidHoursPerMonth(shift(), 3)).toBe(209)
  expect(getPaidHoursPerMonth(shift(), 6)).toBeGreaterThan(209)
})

test("a shift over New Year's night is held to the stricter of its two days", () => {
  const over = shift({ date: "2026-12-31", start: "22:00", end: "06:00", breakMinutes: 0 })
  expect(getStrictestMinimumWage(over).hourWon).toBe(10_700)
  expect(verdict(pay("hour", 10_699), over).ok).toBe(false)
  expect(verdict(pay("hour", 10_700), over).ok).toBe(true)
  expect(getStrictestMinimumWage(shift({ date: "2026-12-31", start: "15:00", end: "00:00" })).hourWon).toBe(
    10_320,
  )
  expect(getWorkMinutes(over)).toBe(480)
  expect(getShiftTimes(over).endsAt.toISOString()).toBe("2026-12-31T21:00:00.000Z")
})

test("of several shifts the strictest counts", () => {
  expect(verdict(pay("day", 82_560), shift(), shift({ date: "2026-11-26", end: "19:00" })).ok).toBe(false)
  expect(
    verdict(pay("hour", 10_320), shift({ date: "2026-12-31" }), shift({ date: "2027-01-01" })),
  ).toMatchObject({ ok: false, minimum: { year: 2027 } })
})

test("the break is not working time", () => {
  expect(verdict(pay("day", 80_000), shift({ breakMinutes: 60 }))).toMatchObject({
    ok: false,
    hourlyWon: 10_000,
  })
  expect(verdict(pay("day", 80_000), shift({ breakMinutes: 120 }))).toMatchObject({
    ok: true,
    hourlyWon: 11_428,
  })
})

test("pay by the piece needs the time a piece takes, and is compared by it", () => {
  const form = { payType: "piece" as const, weekdays: [], slots: [shift()], payWon: 5_160 }
  expect(findPayProblem({ ...form, minutesPerPiece: null })?.field).toBe("minutesPerPiece")
  expect(findPayProblem({ ...form, minutesPerPiece: 30 })).toBeNull()
  expect(findPayProblem({ ...form, payWon: 5_159, minutesPerPiece: 30 })).toEqual({
    field: "payWon",
    message: "2026년 최저임금은 시간당 10,320원이에요. 이 일은 5,160원부터 올릴 수 있어요.",
  })
})

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
const shifts = fc.array(
  fc
    .record({
      day: fc.integer({ min: 0, max: 800 }),
      start: fc.integer({ min: 0, max: 1_439 }),
      length: fc.integer({ min: 60, max: 960 }),
      rest: fc.integer({ min: 0, max: 29 }),
    })
    .map(({ day, start, length, rest }): Shift => ({
      date: new Date(Date.UTC(2025, 10, 1) + day * 86_400_000).toISOString().slice(0, 10),
      start: clockOf(start),
      end: clockOf(start + length),
      breakMinutes: rest,
    })),
  { minLength: 1, maxLength: 6 },
)
const kinds = fc.record({
  payType: fc.constantFrom("hour", "day", "month", "piece" as const),
  minutesPerPiece: fc.integer({ min: 1, max: 900 }),
  daysPerWeek: fc.integer({ min: 1, max: 7 }),
})

test("property: exactly from the least pay on it is taken, for every kind of pay and shifts", () => {
  fc.assert(
    fc.property(shifts, kinds, (list, kind) => {
      const least = computeMinimumPayWon(kind, list)
      expect(least).not.toBeNull()
      expect(checkPay({ ...kind, payWon: least ?? 0 }, list).ok).toBe(true)
      expect(checkPay({ ...kind, payWon: (least ?? 0) - 1 }, list).ok).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test("property: nobody is ever paid less than the minimum wage of any day touched", () => {
  fc.assert(
    fc.property(shifts, kinds, fc.integer({ min: 1, max: 3_000_000 }), (list, kind, payWon) => {
      const judged = checkPay({ ...kind, payWon }, list)
      if (!judged.ok) return
      for (const each of list) {
        const alone = checkPay({ ...kind, payWon }, [each])
        expect(alone.ok && alone.hourlyWon).toBeGreaterThanOrEqual(getStrictestMinimumWage(each).hourWon)
      }
    }),
    { numRuns: 500 },
  )
})

test("property: a shorter list of shifts is never judged more strictly", () => {
  fc.assert(
    fc.property(shifts, kinds, fc.integer({ min: 1, max: 3_000_000 }), (list, kind, payWon) => {
      if (checkPay({ ...kind, payWon }, list).ok)
        expect(checkPay({ ...kind, payWon }, list.slice(0, 1)).ok).toBe(true)
    }),
  )
})

test("the parts of the day and the night are those that a shift touches", () => {
  expect(listDayTimes({ start: "09:00", end: "18:00" })).toEqual(["morning", "afternoon"])
  expect(listDayTimes({ start: "22:00", end: "06:00" })).toEqual(["night"])
  expect(listDayTimes({ start: "04:00", end: "08:00" })).toEqual(["morning", "night"])
  expect([
    isAtNight({ start: "14:00", end: "22:00" }),
    isAtNight({ start: "14:00", end: "22:01" }),
    isAtNight({ start: "06:00", end: "12:00" }),
    isAtNight({ start: "05:59", end: "12:00" }),
  ]).toEqual([false, true, false, true])
})

test("short-term is everything within a week that is not by the month", () => {
  expect(isShortTerm("day", [{ date: "2026-11-25" }, { date: "2026-12-01" }])).toBe(true)
  expect(isShortTerm("day", [{ date: "2026-11-25" }, { date: "2026-12-02" }])).toBe(false)
  expect(isShortTerm("month", [{ date: "2026-11-25" }])).toBe(false)
})
