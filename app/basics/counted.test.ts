import { expect, test } from "vitest"
import { formatCount, MAX_COUNTED } from "./counted.ts"

test("a count is told exactly up to the largest, which is said to be passed", () => {
  expect(formatCount(0, "건")).toBe("0건")
  expect(formatCount(MAX_COUNTED - 1, "건")).toBe("999건")
  expect(formatCount(MAX_COUNTED, "명")).toBe("1,000명 이상")
  expect(formatCount(MAX_COUNTED + 5, "명")).toBe("1,000명 이상")
  expect(formatCount(7, "")).toBe("7")
  expect(formatCount(MAX_COUNTED, "")).toBe("1,000+")
})
