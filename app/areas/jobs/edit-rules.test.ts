import { expect, test } from "vitest"
import { findEditRefusals } from "./edit-rules.ts"

const slots = [{ date: "2026-11-25", start: "09:00", end: "18:00", breakMinutes: 60 }]
const post = (applicationCount: number) => ({
  payType: "day" as const,
  payWon: 100_000,
  minutesPerPiece: null,
  weekdays: [],
  address: "서울 서초구 서초대로 1",
  applicationCount,
})
const [quiet, asked] = [post(0), post(1)]

test("a post nobody has applied for takes a lower pay and another address", () => {
  expect(findEditRefusals(quiet, slots, { payWon: 82_560, address: "부산 해운대구 우동 2" })).toEqual([])
})

test("no post takes a pay under the minimum wage", () => {
  for (const one of [quiet, asked])
    expect(findEditRefusals(one, slots, { payWon: 82_559, address: one.address })).toEqual(["below_minimum"])
})

test("once somebody has applied the pay may only rise and the address stays", () => {
  expect(findEditRefusals(asked, slots, { payWon: 99_999, address: asked.address })).toEqual(["lower_pay"])
  expect(findEditRefusals(asked, slots, { payWon: 100_000, address: asked.address })).toEqual([])
  expect(findEditRefusals(asked, slots, { payWon: 110_000, address: "부산 해운대구 우동 2" })).toEqual([
    "other_address",
  ])
})

test("whatever is wrong is said at once, and what cannot be read is not judged", () => {
  expect(findEditRefusals(asked, slots, { payWon: 99_999, address: "부산" })).toEqual([
    "lower_pay",
    "other_address",
  ])
  expect(findEditRefusals(asked, slots, { payWon: 1, address: "부산" })).toEqual([
    "below_minimum",
    "other_address",
  ])
  expect(findEditRefusals(asked, slots, { payWon: null, address: null })).toEqual([])
})
