import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatManwon, formatWon, formatWonRange, parseWonInput } from "./won.ts"

describe("money", () => {
  test("is written with commas and 원", () => {
    expect([0, 5, 999, 1_000, 1_234_567, -1_000].map(formatWon)).toEqual([
      "0원",
      "5원",
      "999원",
      "1,000원",
      "1,234,567원",
      "-1,000원",
    ])
  })

  test("is said in 만 and 억 without losing a won", () => {
    expect(
      [1_780_000, 120_000_000, 5_000, 0, 1_234_567, 100_000_000, 10_000, -50_000].map(formatManwon),
    ).toEqual(["178만원", "1억 2,000만원", "5,000원", "0원", "123만 4,567원", "1억원", "1만원", "-5만원"])
  })

  test("is whole: a fraction is a mistake of the caller", () => {
    for (const amount of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      expect(() => formatWon(amount)).toThrow(RangeError)
      expect(() => formatManwon(amount)).toThrow(RangeError)
    }
  })

  test.each([
    [1_500_000, 2_000_000, "150만~200만원"],
    [null, 100_000, "10만원 이내"],
    [1_500_000, null, "150만원 이상"],
    [null, null, "협의"],
    [undefined, undefined, "협의"],
    [300_000, 300_000, "30만원"],
    [5_000, 200_000, "5,000원~20만원"],
    [95_000_000, 100_000_000, "9,500만~1억원"],
    [0, 100_000, "0원~10만원"],
  ])("the range %s to %s reads %s", (min, max, text) => {
    expect(formatWonRange(min, max)).toBe(text)
  })

  test.each([
    ["1,800,000", 1_800_000],
    ["1800000", 1_800_000],
    [" 1,800,000원 ", 1_800_000],
    ["180만원", 1_800_000],
    ["180만", 1_800_000],
    ["1억 2,000만", 120_000_000],
    ["0", 0],
    ["０１，２３４", 1_234],
    ["123만 4,567원", 1_234_567],
  ])("typed %j is %d won", (typed, amount) => {
    expect(parseWonInput(typed)).toBe(amount)
  })

  test.each([
    "",
    " ",
    "원",
    "-1",
    "1.5",
    "1e5",
    "1e309",
    "Infinity",
    "NaN",
    "12,34",
    "1,2345",
    ",123",
    "1,234,",
    "만",
    "0x10",
    "9".repeat(16),
    "9".repeat(60),
    "9999999억",
    "십만원",
    "₩1,000",
  ])("typed %j is no amount unless it stays exact", (typed) => {
    const amount = parseWonInput(typed)
    expect(amount === null || Number.isSafeInteger(amount)).toBe(true)
    if (typed !== "9999999억") expect(amount).toBeNull()
  })

  test("reads back what it wrote", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000_000_000_000 }), (amount) => {
        expect(parseWonInput(formatWon(amount))).toBe(amount)
        expect(parseWonInput(formatManwon(amount))).toBe(amount)
      }),
    )
  })
})
