import { expect, test } from "vitest"
import { isId, newId } from "./ids.ts"

test("new ids are UUIDv7 and sort in the order in which they were made", () => {
  const made = Array.from({ length: 500 }, newId)
  expect(made.every((id) => isId(id) && id[14] === "7")).toBe(true)
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(500)
})

test.each([
  "",
  "1",
  "null",
  "00000000-0000-0000-0000-000000000000",
  "0190163D-8694-739B-AEA5-966C26F8AD91",
  " 0190163d-8694-739b-aea5-966c26f8ad91",
  "0190163d-8694-739b-aea5-966c26f8ad91\n",
  "0190163d8694739baea5966c26f8ad91",
  "{0190163d-8694-739b-aea5-966c26f8ad91}",
  null,
  undefined,
  7,
  ["0190163d-8694-739b-aea5-966c26f8ad91"],
])("%j is no id", (value) => {
  expect(isId(value)).toBe(false)
})
