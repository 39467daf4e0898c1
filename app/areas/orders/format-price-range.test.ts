import { expect, test } from "vitest"
import { formatMiddlePrice, formatUsualPriceRange } from "./format-price-range.ts"

test("a usual price is said to 만원, its middle no more exactly than its range", () => {
  expect(formatUsualPriceRange(988_000, 3_031_000)).toBe("99만~303만원")
  expect(formatMiddlePrice(1_875_000, 3_031_000)).toBe("188만원")
  expect(formatMiddlePrice(45_400, 81_000)).toBe("4만 5,000원")
})
