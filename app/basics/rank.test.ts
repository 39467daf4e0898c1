import { expect, test } from "vitest"
import { bayesianMean, isNew } from "./rank.ts"

test("under three reviews an expert is new", () => {
  expect([0, 1, 2, 3, 100].map(isNew)).toEqual([true, true, true, false, false])
})

test("one review of five stars does not beat a hundred of 4.8", () => {
  expect(bayesianMean(5, 1, 4.2, 5)).toBeLessThan(bayesianMean(480, 100, 4.2, 5))
})

test("without reviews the mean is the prior, and many reviews outweigh it", () => {
  expect(bayesianMean(0, 0, 4.2, 5)).toBe(4.2)
  expect(bayesianMean(0, 0, 4.2, 0)).toBe(4.2)
  expect(bayesianMean(3_000, 1_000, 4.2, 5)).toBeCloseTo(3, 1)
})
