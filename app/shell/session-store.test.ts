import { beforeEach, expect, test } from "vitest"
import { SESSION } from "#app/areas/accounts/rules.ts"
import {
  markClosing,
  clearPersonalData,
  hasStoredUser,
  readAuthUser,
  readExpiry,
  consumeClosingMark,
  writeAuthUser,
  writeExpiry,
  writeUser,
} from "./session-store.ts"

let kept: Map<string, string>
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const NOW = Date.UTC(2026, 10, 21)

beforeEach(() => (kept = new Map()))

test("authUser holds uid, email and timestamp, and is expired after 30 min", () => {
  writeAuthUser(store, { uid: "u", email: "a@b.kr" }, NOW)
  expect(JSON.parse(kept.get("authUser") ?? "")).toEqual({ uid: "u", email: "a@b.kr", timestamp: NOW })
  expect(readAuthUser(store, NOW + SESSION.authUserExpiryMs - 1)?.uid).toBe("u")
  expect(readAuthUser(store, NOW + SESSION.authUserExpiryMs)).toBeNull()
  expect(kept.has("authUser")).toBe(false)
})

test("a broken authUser counts as none", () => {
  for (const text of ["", "{", "null", "[]", '{"uid":1}', '{"uid":"u","email":"e","timestamp":"x"}']) {
    kept.set("authUser", text)
    expect(readAuthUser(store, NOW)).toBeNull()
  }
})

test("a record of the same person keeps its time; another person's is replaced", () => {
  writeAuthUser(store, { uid: "u", email: "a@b.kr" }, NOW)
  writeAuthUser(store, { uid: "u", email: "a@b.kr" }, NOW + 60_000)
  expect(readAuthUser(store, NOW + 60_000)?.timestamp).toBe(NOW)
  writeAuthUser(store, { uid: "v", email: "c@d.kr" }, NOW + 60_000)
  expect(readAuthUser(store, NOW + 60_000)).toEqual({ uid: "v", email: "c@d.kr", timestamp: NOW + 60_000 })
})

test("logout clears user, profile, session expiry and recent searches, and leaves the colour mode", () => {
  writeUser(store, { uid: "u", email: "a@b.kr" }, { name: "김하늘" })
  writeExpiry(store, NOW)
  kept.set("recentSearches", "[]")
  kept.set("colorMode", "dark")
  expect(hasStoredUser(store)).toBe(true)
  clearPersonalData(store)
  expect([...kept.keys()]).toEqual(["colorMode"])
})

test("a missing profile leaves an empty one", () => {
  writeUser(store, { uid: "u", email: "a@b.kr" }, { name: "김하늘" })
  writeUser(store, { uid: "u", email: "a@b.kr" }, null)
  expect(kept.has("userProfile")).toBe(false)
})

test("a closing flag is fresh for 30 s, old afterwards, and read once", () => {
  markClosing(store, NOW)
  expect(consumeClosingMark(store, NOW + SESSION.closingGraceMs)).toBe("fresh")
  expect(consumeClosingMark(store, NOW + SESSION.closingGraceMs)).toBe("none")
  markClosing(store, NOW)
  expect(consumeClosingMark(store, NOW + SESSION.closingGraceMs + 1)).toBe("old")
  kept.set("logoutOnClose", "true")
  expect(consumeClosingMark(store, NOW)).toBe("old")
})

test("an expiry that is no number is none", () => {
  expect(readExpiry(store)).toBeNull()
  kept.set("sessionExpiryTime", "soon")
  expect(readExpiry(store)).toBeNull()
})
