import { expect, test } from "vitest"
import { estimateMedianWait, WAIT_STEP_ENDS } from "./wait-rules.ts"

const median = (...waits: number[]) =>
  estimateMedianWait(
    WAIT_STEP_ENDS.map(
      (end, index) => waits.filter((wait) => wait < end && wait >= (WAIT_STEP_ENDS[index - 1] ?? 0)).length,
    ),
  )

test("a median lies in the step of the wait in the middle, however long the others are", () => {
  expect(median()).toBeNull()
  expect(median(100)).toBe(105)
  expect(median(1, 100, 40_000)).toBe(105)
  expect(median(1, 2, 40_000)).toBeLessThan(5)
  // Of two, between them: at the end of the step of the shorter one.
  expect(median(50, 100)).toBe(60)
})

test("steps are so narrow that a median of a few hours is right to the half hour", () => {
  const waits = Array.from({ length: 41 }, (_, index) => 100 + index)
  expect(Math.abs((median(...waits) ?? 0) - 120)).toBeLessThan(15)
})
