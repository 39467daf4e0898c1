import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { calculateEstimate } from "./estimate.ts"

const line = (quantity: number, unitPriceWon: number) => ({
  name: "도배",
  quantity,
  unit: "평",
  unitPriceWon,
})

describe("an estimate", () => {
  test("adds its lines, takes the discount off and puts the tax on", () => {
    expect(
      calculateEstimate({ lines: [line(3, 50_000), line(1, 20_000)], discountWon: 10_000, vat: true }),
    ).toMatchObject({ subtotalWon: 170_000, discountWon: 10_000, vatWon: 16_000, totalWon: 176_000 })
  })
  test("has no tax where none was asked for, and cuts a tax to whole won", () => {
    expect(calculateEstimate({ lines: [line(1, 999)], discountWon: null, vat: false }).totalWon).toBe(999)
    expect(calculateEstimate({ lines: [line(1, 999)], discountWon: null, vat: true })).toMatchObject({
      vatWon: 99,
      totalWon: 1_098,
    })
  })
  test("never falls under zero, whatever is taken off, and is the sum of its parts", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            quantity: fc.integer({ min: 1, max: 9_999 }),
            unitPriceWon: fc.integer({ min: 0, max: 1_000_000 }),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        fc.nat(),
        fc.boolean(),
        (lines, discountWon, vat) => {
          const made = calculateEstimate({
            lines: lines.map(({ quantity, unitPriceWon }) => line(quantity, unitPriceWon)),
            discountWon,
            vat,
          })
          expect(made.totalWon).toBeGreaterThanOrEqual(0)
          expect(made.subtotalWon - made.discountWon + made.vatWon).toBe(made.totalWon)
          expect(Number.isSafeInteger(made.totalWon)).toBe(true)
        },
      ),
    )
  })
})
