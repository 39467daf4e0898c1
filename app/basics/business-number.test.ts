import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatBusinessNumber, isBusinessNumber, parseBusinessNumber } from "./business-number.ts"

describe("a business registration number", () => {
  test.each(["124-81-00998", "220-81-62517", "1208147521", "120 81 47521", "１２０－８１－４７５２１"])(
    "%s carries its check digit",
    (typed) => {
      expect(parseBusinessNumber(typed)).toMatch(/^\d{10}$/)
    },
  )

  test.each([
    "",
    "000-00-00000",
    "124-81-00999",
    "124-81-0099",
    "124-81-009988",
    "abc-de-fghij",
    "0".repeat(60),
  ])("%j is none", (typed) => {
    expect(parseBusinessNumber(typed)).toBeNull()
  })

  test("has exactly one check digit for every nine digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
        const nine = String(number).padStart(9, "0")
        expect([..."0123456789"].filter((check) => isBusinessNumber(nine + check))).toHaveLength(1)
      }),
    )
  })

  test("is shown in groups", () => {
    expect(formatBusinessNumber("1248100998")).toBe("124-81-00998")
    expect(formatBusinessNumber("124")).toBe("124")
  })
})
