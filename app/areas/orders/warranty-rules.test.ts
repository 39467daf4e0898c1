import { expect, test } from "vitest"
import { canEscalate, countNamedDay, getWarrantyEnd } from "./warranty-rules.ts"

test("a warranty ends with the day before that of its first day, or with a shorter month", () => {
  const cases = [
    ["2026-03-15", 12, "2027-03-15"],
    ["2026-01-30", 1, "2026-02-28"],
    ["2026-01-31", 1, "2026-02-28"],
    ["2026-02-28", 1, "2026-03-31"],
    ["2027-02-28", 12, "2028-02-29"],
    ["2026-12-31", 120, "2036-12-31"],
  ] as const
  for (const [completed, months, end] of cases)
    expect([completed, getWarrantyEnd(`${completed}T23:30:00+09:00`, months)]).toEqual([completed, end])
})

test("an administrator is asked once the day to answer, or to come, has passed", () => {
  const claim = {
    state: "opened",
    answerDueOn: "2026-11-20",
    visitOn: null,
    namedDays: 0,
    failedRepairs: 0,
    answeredAt: null,
  } as const
  expect(canEscalate(claim, "2026-11-20T23:59:00+09:00")).toBe(false)
  expect(canEscalate(claim, "2026-11-21T00:00:00+09:00")).toBe(true)
  const visiting = { ...claim, state: "visiting", visitOn: "2026-11-25" } as const
  expect(canEscalate(visiting, "2026-11-25T12:00:00+09:00")).toBe(false)
  expect(canEscalate(visiting, "2026-11-26T12:00:00+09:00")).toBe(true)
  expect(canEscalate({ ...claim, state: "repaired" }, "2027-01-01T00:00:00+09:00")).toBe(false)
})

test("whose repairs have cured nothing twice may be taken to an administrator before the third", () => {
  const at = "2026-11-25T12:00:00+09:00"
  const due = { answerDueOn: "2026-11-30", visitOn: "2026-11-30", namedDays: 1, answeredAt: at }
  for (const state of ["opened", "answered", "visiting"] as const) {
    expect(canEscalate({ ...due, state, failedRepairs: 1 }, at)).toBe(false)
    expect(canEscalate({ ...due, state, failedRepairs: 2 }, at)).toBe(true)
  }
  for (const state of ["repaired", "closed", "escalated"] as const)
    expect(canEscalate({ ...due, state, failedRepairs: 2 }, at)).toBe(false)
})

test("who names a third day, or another one after not coming, may be taken to an administrator", () => {
  const at = "2026-11-25T12:00:00+09:00"
  expect(countNamedDay({ visitOn: null, namedDays: 0 }, at)).toBe(1)
  expect(countNamedDay({ visitOn: "2026-11-25", namedDays: 1 }, at)).toBe(2)
  expect(countNamedDay({ visitOn: "2026-11-24", namedDays: 1 }, at)).toBe(3)
  const answered = {
    state: "answered",
    answerDueOn: "2026-11-20",
    visitOn: "2026-11-30",
    failedRepairs: 0,
    answeredAt: at,
  } as const
  expect(canEscalate({ ...answered, namedDays: 2 }, at)).toBe(false)
  expect(canEscalate({ ...answered, namedDays: 3 }, at)).toBe(true)
  // Who agrees to the day waits for it.
  expect(canEscalate({ ...answered, state: "visiting", namedDays: 3 }, at)).toBe(false)
})
