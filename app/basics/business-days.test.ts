import { expect, test } from "vitest"
import { getOverdueCutoff, addBusinessDays } from "./business-days.ts"

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
