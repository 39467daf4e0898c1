import { expect, test } from "vitest"
import { resetClock, setClock } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import {
  transferVisitorDrafts,
  getDraftOwner,
  ensureDraftOwner,
  findDraft,
  removeDraft,
  saveDraft,
  deleteOldDrafts,
  parseDraftCookie,
} from "./drafts.server.ts"
import { sign } from "./signatures.server.ts"

withDatabase()

test("a draft comes back as it was saved, and a later one takes its place", async () => {
  const owner = newId()
  await saveDraft(owner, "order-repair", { title: "수도꼭지" })
  expect(await saveDraft(owner, "order-repair", { title: "수도꼭지가 새요" })).toEqual({ ok: true })
  expect((await findDraft(owner, "order-repair"))?.content).toEqual({ title: "수도꼭지가 새요" })
  await removeDraft(owner, "order-repair")
  expect(await findDraft(owner, "order-repair")).toBeNull()
})

test("more than 64 KB, NUL and odd names are refused, and nothing is kept", async () => {
  const owner = newId()
  expect(await saveDraft(owner, "order", { text: "가".repeat(22_000) })).toEqual({
    ok: false,
    reason: "too_large",
  })
  expect(await saveDraft(owner, "order", { text: "a\u0000b" })).toEqual({ ok: false, reason: "unreadable" })
  expect(await saveDraft(owner, "../order", {})).toEqual({ ok: false, reason: "unreadable" })
  expect(await findDraft(owner, "order")).toBeNull()
})

test("one owner keeps at most 30 forms, and can still change those", async () => {
  const owner = newId()
  for (let form = 0; form < 30; form += 1) await saveDraft(owner, `form-${form}`, form)
  expect(await saveDraft(owner, "form-30", 30)).toEqual({ ok: false, reason: "too_many" })
  expect(await saveDraft(owner, "form-3", "again")).toEqual({ ok: true })
})

test("a visitor gets a space with a signed cookie, and signing in takes the drafts along", async () => {
  const request = new Request("https://baroildang.example/orders/new")
  const given = ensureDraftOwner({ kind: "visitor", draftId: null }, request, "192.0.2.1")
  const cookie =
    /^__Host-baroildang\.draft=([^;]+);.*HttpOnly; SameSite=Lax; Secure$/.exec(given.setCookie ?? "")?.[1] ??
    ""
  const visitorId = parseDraftCookie(cookie) ?? ""
  expect(given.owner).toEqual({
    ...(getDraftOwner({ kind: "visitor", draftId: visitorId }) as object),
    address: "192.0.2.1",
  })
  const userId = newId()
  await saveDraft(userId, "other", "older")
  await saveDraft(given.owner, "order", "typed as a visitor")
  await saveDraft(given.owner, "other", "newer")
  await transferVisitorDrafts(visitorId, userId)
  expect((await findDraft(userId, "order"))?.content).toBe("typed as a visitor")
  expect((await findDraft(userId, "other"))?.content).toBe("newer")
  expect(await findDraft(given.owner, "order")).toBeNull()
})

test("only what we signed as a draft cookie names a visitor", () => {
  const id = newId()
  const good = `${id}.${sign("draft", id)}`
  expect(parseDraftCookie(good)).toBe(id)
  const bad = [
    undefined,
    "",
    id,
    `${id}.`,
    `${newId()}.${sign("draft", id)}`,
    `${id}.${sign("session", id)}`,
    `x.${sign("draft", "x")}`,
  ]
  for (const cookie of bad) expect(parseDraftCookie(cookie), cookie).toBeNull()
})

test("a visitor who has a member's id keeps nothing of theirs and takes nothing over", async () => {
  const userId = newId()
  await saveDraft(userId, "order", "theirs")
  const pretender = { visitorId: userId, address: "192.0.2.2" }
  await saveDraft(pretender, "order", "mine")
  expect((await findDraft(userId, "order"))?.content).toBe("theirs")
  const other = newId()
  await transferVisitorDrafts(userId, other)
  expect((await findDraft(other, "order"))?.content).toBe("mine")
  expect((await findDraft(userId, "order"))?.content).toBe("theirs")
})

test("60 visitors of an address begin a draft an hour, each keeps 12, rewriting is free", async () => {
  const from = (address: string) => ({ visitorId: newId(), address })
  const one = from("198.51.100.1")
  for (let form = 0; form < 12; form += 1)
    expect(await saveDraft(one, `form-${form}`, form)).toEqual({ ok: true })
  expect(await saveDraft(one, "form-12", 12)).toEqual({ ok: false, reason: "too_many" })
  for (let visitor = 1; visitor < 60; visitor += 1)
    expect(await saveDraft(from("198.51.100.1"), "order", {})).toEqual({ ok: true })
  expect(await saveDraft(from("198.51.100.1"), "order", {})).toMatchObject({
    ok: false,
    reason: "address_full",
  })
  expect(await saveDraft(from("198.51.100.2"), "order", {})).toEqual({ ok: true })
  const long = "가".repeat(20_000)
  for (let time = 0; time < 150; time += 1)
    expect(await saveDraft(one, "form-3", `${time}${long}`)).toEqual({ ok: true })
})

test("a draft that nobody touched for 30 days is forgotten, a visitor's as well as a member's", async () => {
  const visitor = { visitorId: newId(), address: "192.0.2.3" }
  const userId = newId()
  for (const owner of [visitor, userId]) await saveDraft(owner, "order", "old")
  setClock(() => new Date(Date.now() + 29 * 86_400_000))
  await deleteOldDrafts()
  expect([await findDraft(visitor, "order"), await findDraft(userId, "order")]).not.toContain(null)
  setClock(() => new Date(Date.now() + 31 * 86_400_000))
  await deleteOldDrafts()
  resetClock()
  expect([await findDraft(visitor, "order"), await findDraft(userId, "order")]).toEqual([null, null])
})
