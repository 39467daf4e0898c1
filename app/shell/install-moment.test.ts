import { expect, test } from "vitest"
import { DAY_MS, MINUTE_MS } from "../basics/time.ts"
import { rememberRefusal, shouldOfferInstall } from "./install-moment.ts"

function createStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}
const START = Date.parse("2026-11-24T09:00:00Z")

test("the second visit is offered to install, not the second page of the first", () => {
  const storage = createStorage()
  expect(shouldOfferInstall(storage, false, START)).toBe(false)
  expect(shouldOfferInstall(storage, false, START + 5 * MINUTE_MS)).toBe(false)
  expect(shouldOfferInstall(storage, false, START + DAY_MS)).toBe(true)
})

test("whoever has just done something is offered it at once", () => {
  expect(shouldOfferInstall(createStorage(), true, START)).toBe(true)
})

test("a refusal holds for 90 days", () => {
  const storage = createStorage()
  rememberRefusal(storage, START)
  expect(shouldOfferInstall(storage, true, START + 89 * DAY_MS)).toBe(false)
  expect(shouldOfferInstall(storage, true, START + 91 * DAY_MS)).toBe(true)
})

test("what cannot be read counts as nothing", () => {
  const storage = createStorage()
  storage.setItem("installOffer", "{")
  expect(shouldOfferInstall(storage, false, START)).toBe(false)
})
