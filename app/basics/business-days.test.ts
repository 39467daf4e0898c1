import { expect, test } from "vitest"
import { addBusinessDays, addBusinessHours, getOverdueCutoff } from "./business-days.ts"

const at = (text: string) => new Date(`${text}+09:00`)

test("three working days skip the weekend and public holidays", () => {
  // A Monday, a Thursday, a Saturday; and the Wednesday before the holidays of 추석 2026 (Thursday to
  // Saturday).
  expect(
    ["2026-11-23T10:00", "2026-11-26T23:59", "2026-11-28T10:00", "2026-09-23T10:00"].map((text) =>
      addBusinessDays(at(text), 3),
    ),
  ).toEqual(["2026-11-26", "2026-12-01", "2026-12-02", "2026-09-30"])
})

test("what was paid on a Thursday is late on the Wednesday after, not before, whatever the hour", () => {
  const paid = at("2026-11-26T23:59")
  const late = (now: string) => paid < getOverdueCutoff(at(now), 3)
  expect(["2026-11-29T12:00", "2026-12-01T23:59", "2026-12-02T00:00"].map(late)).toEqual([false, false, true])
})

test("working hours run from 9 to 18 on working days, and wait over nights, weekends and holidays", () => {
  const after = (moment: string, hours: number) =>
    addBusinessHours(`${moment}+09:00`, hours).toISOString().slice(0, 16)
  // Monday morning, within the day.
  expect(after("2026-11-23T10:00:00", 4)).toBe("2026-11-23T05:00")
  // Friday 17:00 with four hours: one on Friday, three on Monday.
  expect(after("2026-11-20T17:00:00", 4)).toBe("2026-11-23T03:00")
  // Saturday counts from Monday 9:00; a whole day of nine hours ends at 18:00.
  expect(after("2026-11-21T12:00:00", 9)).toBe("2026-11-23T09:00")
  // At night before work begins, and after it has ended.
  expect(after("2026-11-23T03:00:00", 1)).toBe("2026-11-23T01:00")
  expect(after("2026-11-23T18:00:00", 1)).toBe("2026-11-24T01:00")
  // Christmas 2026 is a Friday.
  expect(after("2026-12-24T17:00:00", 2)).toBe("2026-12-28T01:00")
  expect(() => addBusinessHours("2026-11-23T10:00:00+09:00", Number.NaN)).toThrow(RangeError)
})
