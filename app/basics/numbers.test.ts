import { expect, test } from "vitest"
import { formatNumber } from "./numbers.ts"

test("digits are grouped by three, as the browser would", () => {
  for (const value of [0, 7, 999, 1_000, 12_345, 1_234_567, -1_000, -123, 1_234.5, 0.25, 1e21])
    expect(formatNumber(value)).toBe(value.toLocaleString("en-US"))
})
