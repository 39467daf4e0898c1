import fc from "fast-check"
import { expect, test } from "vitest"
import { computeDayPay, computePlannedDay, computePremiums, computeWageSums, getWageRate } from "./payslip.ts"
import { getWorkforce } from "./workforce.ts"

const sums = (...dayPaysWon: number[]) => computeWageSums(dayPaysWon, { insured: true })

test.each([
  // day's pay, income tax, local tax, employment insurance
  [150_000, 0, 0, 1_350],
  [187_000, 0, 0, 1_680],
  // 37,037 × 2.7 % is 999.99 won, 37,038 a little more than 1,000.
  [187_037, 0, 0, 1_680],
  [187_038, 1_000, 100, 1_680],
  [200_000, 1_350, 130, 1_800],
  [250_000, 2_700, 270, 2_250],
  [300_000, 4_050, 400, 2_700],
  [1_234_567, 29_280, 2_920, 11_110],
])("of %i won a day are taken %i, %i and %i", (won, incomeTaxWon, localTaxWon, insuranceWon) => {
  expect(sums(won)).toEqual({
    grossWon: won,
    incomeTaxWon,
    localTaxWon,
    insuranceWon,
    netWon: won - incomeTaxWon - localTaxWon - insuranceWon,
  })
})

test("tax is reckoned by the day, and what is small is judged by the payment", () => {
  // 540 won a day: nothing for one day, 1,080 for two that are paid together.
  expect(sums(170_000).incomeTaxWon).toBe(0)
  expect(sums(170_000, 170_000).incomeTaxWon).toBe(1_080)
  // A day below the free amount does not make another's tax smaller.
  expect(sums(100_000, 250_000).incomeTaxWon).toBe(2_700)
})

test("a household takes no employment insurance off", () => {
  expect(computeWageSums([200_000], { insured: false })).toMatchObject({ insuranceWon: 0, netWon: 198_520 })
})

test("nothing worked, nothing paid", () => {
  expect(sums()).toEqual({ grossWon: 0, incomeTaxWon: 0, localTaxWon: 0, insuranceWon: 0, netWon: 0 })
})

test("a shorter day is paid by its share, a longer one more, a part of a won for the worker", () => {
  const byDay = getWageRate({ payType: "day", payWon: 150_000 }, 480)
  const byHour = getWageRate({ payType: "hour", payWon: 10_321 }, 480)
  if (!byDay || !byHour) throw new Error("no rate")
  expect([480, 240, 1, 0, 540].map((minutes) => computeDayPay(byDay, minutes))).toEqual([
    150_000, 75_000, 313, 0, 168_750,
  ])
  expect([60, 30, 480].map((minutes) => computeDayPay(byHour, minutes))).toEqual([10_321, 5_161, 82_568])
  expect(getWageRate({ payType: "month", payWon: 2_500_000 }, 480)).toBeNull()
  expect(getWageRate({ payType: "day", payWon: 150_000 }, 0)).toBeNull()
})

test("whatever is paid: sums agree to the won, deductions are cut to ten won and never negative", () => {
  const pays = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 14 })
  fc.assert(
    fc.property(pays, fc.boolean(), fc.integer({ min: 0, max: 100_000 }), (dayPays, insured, more) => {
      const paid = computeWageSums(dayPays, { insured })
      const { grossWon, incomeTaxWon, localTaxWon, insuranceWon, netWon } = paid
      expect(grossWon).toBe(dayPays.reduce((sum, won) => sum + won, 0))
      expect(netWon + incomeTaxWon + localTaxWon + insuranceWon).toBe(grossWon)
      for (const deduction of [incomeTaxWon, localTaxWon, insuranceWon]) {
        expect(deduction).toBeGreaterThanOrEqual(0)
        expect(deduction % 10).toBe(0)
      }
      expect(incomeTaxWon === 0 || incomeTaxWon >= 1_000).toBe(true)
      expect(netWon).toBeGreaterThanOrEqual(grossWon * 0.9)
      const [first = 0, ...rest] = dayPays
      const grown = computeWageSums([first + more, ...rest], { insured })
      expect(grown.incomeTaxWon).toBeGreaterThanOrEqual(dayPays.length > 0 ? incomeTaxWon : 0)
    }),
    { numRuns: 10_000 },
  )
})

// 시급 12,000원; minutes worked, of them overtime and at night.
const RATE = { won: 12_000, minutes: 60 }
const hours = (minutes: number, nightMinutes = 0) => ({
  minutes,
  overtimeMinutes: Math.max(0, minutes - 480),
  nightMinutes,
})

test.each([
  ["eight hours by day", hours(480), false, { overtimeWon: 0, nightWon: 0, holidayWon: 0 }],
  ["two hours more", hours(600), false, { overtimeWon: 12_000, nightWon: 0, holidayWon: 0 }],
  ["a night that is long", hours(600, 420), false, { overtimeWon: 12_000, nightWon: 42_000, holidayWon: 0 }],
  ["a holiday", hours(480), true, { overtimeWon: 0, nightWon: 0, holidayWon: 48_000 }],
  ["a long holiday", hours(600), true, { overtimeWon: 0, nightWon: 0, holidayWon: 72_000 }],
  ["a long holiday at night", hours(600, 60), true, { overtimeWon: 0, nightWon: 6_000, holidayWon: 72_000 }],
])("half on top for overtime, night and holiday: %s", (_name, worked, isHoliday, premiums) => {
  expect(computePremiums(RATE, worked, isHoliday)).toEqual(premiums)
})

test("a premium is half of the very pay, a part of a won for the worker", () => {
  // 일급 250,000원 of seven hours: 250,000 ÷ 7 × 1 × 50 % = 17,857.14…
  const rate = { won: 250_000, minutes: 420 }
  expect(computePremiums(rate, { minutes: 540, overtimeMinutes: 60, nightMinutes: 0 }, false)).toMatchObject({
    overtimeWon: 17_858,
  })
})

test("premiums are never less than half of the hours they are for, and grow with them", () => {
  const minutes = fc.integer({ min: 0, max: 1_440 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000_000 }),
      minutes,
      minutes,
      fc.boolean(),
      (won, long, night, on) => {
        const rate = { won, minutes: 480 }
        const worked = hours(long, Math.min(long, night))
        const { overtimeWon, nightWon, holidayWon } = computePremiums(rate, worked, on)
        const half = (counted: number) => (won * counted) / 960
        expect(nightWon - half(worked.nightMinutes)).toBeGreaterThanOrEqual(0)
        expect(nightWon - half(worked.nightMinutes)).toBeLessThan(1)
        expect(overtimeWon + holidayWon).toBe(
          Math.ceil(half(on ? worked.minutes + worked.overtimeMinutes : worked.overtimeMinutes)),
        )
      },
    ),
    { numRuns: 5_000 },
  )
})

test("premiums are owed from five people on, by a household never", () => {
  const shift = {
    startsAt: "2026-11-25T05:00:00Z",
    endsAt: "2026-11-25T15:00:00Z",
    breakMinutes: 60,
    holiday: null,
  }
  const pay = { payType: "hour", payWon: 12_000 } as const
  // 14:00 to 24:00 with an hour of rest: nine hours, one of them overtime, two at night.
  expect(computePlannedDay({ ...pay, workforce: "five_or_more" }, shift)).toMatchObject({
    payWon: 108_000,
    premiums: { overtimeWon: 6_000, nightWon: 12_000, holidayWon: 0 },
  })
  for (const workforce of ["under_five", null] as const)
    expect(computePlannedDay({ ...pay, workforce }, shift)?.premiums).toEqual({
      overtimeWon: 0,
      nightWon: 0,
      holidayWon: 0,
    })
  expect(computePlannedDay({ payType: "month", payWon: 2_500_000, workforce: null }, shift)).toBeNull()
  expect(getWorkforce({ employerKind: "person", workforce: null })).toBe("under_five")
  expect(getWorkforce({ employerKind: "business", workforce: null })).toBeNull()
})
