import { expect, test } from "vitest"
import { AdminFiguresQuery } from "./figure-forms.ts"
import { getStepDays, getStepStart, listSteps, toSpan } from "./figure-rules.ts"

const TODAY = "2026-11-26"
const NONE = { from: null, to: null, step: null }

test("a span is 30 days unless asked for, ends today at the latest, and is not too long", () => {
  expect(toSpan(NONE, TODAY)).toEqual({ from: "2026-10-28", to: TODAY, step: "day" })
  expect(toSpan({ ...NONE, from: "2026-06-01", to: "2027-01-01" }, TODAY)).toEqual({
    from: "2026-06-01",
    to: TODAY,
    step: "week",
  })
  expect(toSpan({ ...NONE, from: "2027-01-01" }, TODAY).from).toBe("2026-10-28")
  expect(toSpan({ from: "1990-01-01", to: "2026-01-01", step: "day" }, TODAY).from).toBe("2022-12-29")
})

test("weeks begin on Monday, months on the first; those of a span lie without a gap", () => {
  expect(getStepStart("2026-11-26", "week")).toBe("2026-11-23")
  expect(getStepStart("2026-11-22", "week")).toBe("2026-11-16")
  expect(listSteps({ from: "2026-11-20", to: TODAY, step: "week" })).toEqual(["2026-11-16", "2026-11-23"])
  expect(listSteps({ from: "2025-12-31", to: "2026-02-01", step: "month" })).toEqual([
    "2025-12-01",
    "2026-01-01",
    "2026-02-01",
  ])
  expect(getStepDays({ from: "2026-11-20", to: TODAY, step: "week" }, "2026-11-16")).toEqual({
    first: "2026-11-20",
    last: "2026-11-22",
  })
})

test("bad words of an address count as none", () => {
  expect(
    AdminFiguresQuery.parse({ view: "x", from: "2026-02-30", to: "no", step: "year", region: "99" }),
  ).toEqual({ view: "orders", from: null, to: null, step: null, category: null, region: null })
})
