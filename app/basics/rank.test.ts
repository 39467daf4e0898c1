import { expect, test } from "vitest"
import { calculateBayesianMean, hasTooFewReviews } from "./rank.ts"

test("under three reviews an expert is new", () => {
  expect([0, 1, 2, 3, 100].map(hasTooFewReviews)).toEqual([true, true, true, false, false])
})

test("one review of five stars does not beat a hundred of 4.8", () => {
  expect(calculateBayesianMean(5, 1, 4.2, 5)).toBeLessThan(calculateBayesianMean(480, 100, 4.2, 5))
})

test("without reviews the mean is the prior, and many reviews outweigh it", () => {
  expect(calculateBayesianMean(0, 0, 4.2, 5)).toBe(4.2)
  expect(calculateBayesianMean(0, 0, 4.2, 0)).toBe(4.2)
  expect(calculateBayesianMean(3_000, 1_000, 4.2, 5)).toBeCloseTo(3, 1)
})
