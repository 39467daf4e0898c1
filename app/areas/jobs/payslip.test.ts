import fc from "fast-check"
import { expect, test } from "vitest"
import { computeDayPay, computeWageSums, getWageRate } from "./payslip.ts"

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
