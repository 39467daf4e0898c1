import { expect, test } from "vitest"
import { isTypedRangeCrossed, withoutCrossedRange } from "./price-range.ts"

test("a range whose lowest price is above its highest narrows nothing, any other what it says", () => {
  const keep = { min: 1_000, max: 1_000, q: "의자" }
  expect(withoutCrossedRange(keep)).toBe(keep)
  expect(withoutCrossedRange({ ...keep, min: 1_001 })).toEqual({ min: null, max: null, q: "의자" })
  for (const open of [
    { min: 5, max: null },
    { min: null, max: 5 },
  ])
    expect(withoutCrossedRange(open)).toBe(open)
})

test("what was typed is compared as money, however it is written", () => {
  const isCrossed = (query: string) => {
    const typed = new URLSearchParams(query)
    return isTypedRangeCrossed((name) => typed.get(name))
  }
  expect(isCrossed("min=9000&max=10000")).toBe(false)
  expect(isCrossed("min=2만원&max=10,000")).toBe(true)
  expect(isCrossed("min=20000")).toBe(false)
  expect(isCrossed("min=20000&max=싸게")).toBe(false)
})
