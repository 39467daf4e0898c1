import { expect, test } from "vitest"
import { getTravelFeeWon } from "./proposal-suggestions.ts"

test.each([
  [1, 0],
  [10, 0],
  [11, 10_000],
  [20, 10_000],
  [21, 20_000],
  [110, 100_000],
  [460, 100_000],
])("a way of %d km usually costs %d won", (km, won) => {
  expect(getTravelFeeWon(km)).toBe(won)
})
