import { describe, expect, test } from "vitest"
import { isSupportOpen, listPublicHolidays, SUPPORT_HOURS_TEXT } from "./support-hours.ts"

const at = (text: string) => new Date(`${text}:00+09:00`)

describe("the customer centre", () => {
  test.each([
    ["2026-11-20T08:59", false],
    ["2026-11-20T09:00", true],
    ["2026-11-20T17:59", true],
    ["2026-11-20T18:00", false],
    ["2026-11-21T09:30", false],
    ["2026-11-21T10:00", true],
    ["2026-11-22T16:59", true],
    ["2026-11-22T17:00", false],
  ])("at %s Korean time is open: %s", (text, open) => {
    expect(isSupportOpen(at(text))).toBe(open)
  })

  test.each(["2026-09-25", "2026-12-25", "2027-01-01", "2027-02-09"])(
    "is closed on the public holiday %s",
    (day) => {
      expect(listPublicHolidays(day).length).toBeGreaterThan(0)
      expect(isSupportOpen(at(`${day}T11:00`))).toBe(false)
    },
  )

  test("takes the holiday of Korea's day, not of Greenwich's", () => {
    expect(listPublicHolidays(new Date("2026-12-24T15:00:00Z"))).toEqual(["기독탄신일"])
    expect(listPublicHolidays(new Date("2026-12-25T15:00:00Z"))).toEqual([])
  })

  test("counts a year without a published table as ordinary days", () => {
    expect(listPublicHolidays("2040-01-01")).toEqual([])
    expect(isSupportOpen(at("2040-01-02T11:00"))).toBe(true)
  })

  test("says its hours", () => {
    expect(SUPPORT_HOURS_TEXT).toBe("평일 09:00~18:00, 주말 10:00~17:00 (공휴일 휴무)")
  })
})
