import { expect, test } from "vitest"
import { HIRE_FACTS, URGENT_LEAD_MS } from "./hire-facts.ts"
import type { Weekday } from "./rules.ts"
import { listHireMarks, listSeekMarks, toJobMarkFilters } from "./search-filter-rules.ts"

const at = new Date("2026-11-26T09:30:00Z")
const nothing = {
  list: null,
  kind: null,
  pay: null,
  date: null,
  time: null,
  ...Object.fromEntries(HIRE_FACTS.map((fact) => [fact, null])),
} as Parameters<typeof toJobMarkFilters>[0]
const fits = (marks: readonly string[], chosen: Partial<typeof nothing>) =>
  toJobMarkFilters({ ...nothing, ...chosen }, at).marks.every((group) =>
    group.some((mark) => marks.includes(mark)),
  )
const hire = (more: Partial<Parameters<typeof listHireMarks>[0]>, writtenAt = at) =>
  listHireMarks(
    {
      kind: "cleaning",
      payType: "day",
      dayTimes: ["morning"],
      facts: ["sameDay"],
      days: ["2026-12-03"],
      firstDate: "2026-12-03",
      firstStartsAt: new Date("2026-12-03T00:00:00Z"),
      ...more,
    },
    writtenAt,
  )
const seek = (availableFrom: string, weekdays: Weekday[]) =>
  listSeekMarks({
    kinds: ["cleaning"],
    payType: null,
    dayTimes: [],
    weekdays,
    shortTerm: true,
    availableFrom,
  })

test.each([
  [{ list: "hire" }, true],
  [{ list: "seek" }, false],
  [{ kind: "cleaning", pay: "day", time: "morning", sameDay: "1" }, true],
  [{ kind: "moving" }, false],
  [{ pay: "hour" }, false],
  [{ time: "night" }, false],
  [{ beginners: "1" }, false],
] as const)("a post of a day's cleaning with %j: %s", (chosen, expected) =>
  expect(fits(hire({}), chosen)).toBe(expected),
)

test.each([
  ["2026-12-03", true],
  ["2026-12-04", false],
] as const)("a shift lies on its own day alone: %s %s", (date, expected) =>
  expect(fits(hire({}), { date })).toBe(expected),
)

test.each([
  ["2026-11-30", false],
  ["2026-12-03", true],
  ["2026-12-25", true],
  ["2027-02-01", true],
] as const)("who hires by the month hires for every day from the first on: %s %s", (date, expected) =>
  expect(fits(hire({ payType: "month", days: [] }), { date })).toBe(expected),
)

test("who seeks work is there from a day on, on the days of the week that were said", () => {
  const post = seek("2026-12-05", ["1"])
  expect(fits(post, { date: "2026-12-07" })).toBe(true)
  expect(fits(post, { date: "2026-12-08" })).toBe(false)
  expect(fits(post, { date: "2026-11-30" })).toBe(false)
  expect(fits(post, { list: "seek", short: "1" })).toBe(true)
})

test("급구 goes by the hour of the search, not by that of the index", () => {
  const written = new Date("2026-11-24T18:00:00Z")
  const starting = (firstStartsAt: Date) => fits(hire({ firstStartsAt }, written), { urgent: "1" })
  const limit = at.getTime() + URGENT_LEAD_MS
  expect(starting(new Date(limit - 30 * 60_000))).toBe(true)
  expect(starting(new Date(limit + 3_600_000))).toBe(false)
  expect(starting(new Date("2026-11-26T23:00:00Z"))).toBe(true)
  expect(starting(new Date("2026-11-25T03:00:00Z"))).toBe(true)
  expect(starting(new Date("2026-11-20T03:00:00Z"))).toBe(true)
})
