import { expect, test } from "vitest"
import { newId } from "../basics/ids.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { adoptVisitorDrafts, draftOwnerOf, ensureDraftOwner, findDraft, removeDraft, saveDraft } from "./drafts.server.ts"

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
  expect(await saveDraft(owner, "order", { text: "가".repeat(22_000) })).toEqual({ ok: false, reason: "too_large" })
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

test("a visitor gets an owner with a cookie, and signing in takes the drafts along", async () => {
  const given = ensureDraftOwner({ kind: "visitor", draftId: null }, new Request("https://baroildang.example/orders/new"))
  const visitorId = /^__Host-baroildang\.draft=([^;]+);.*HttpOnly; SameSite=Lax; Secure$/.exec(given.setCookie ?? "")?.[1] ?? ""
  expect(draftOwnerOf({ kind: "visitor", draftId: visitorId })).toBe(given.owner)
  const userId = newId()
  await saveDraft(userId, "other", "older")
  await saveDraft(given.owner, "order", "typed as a visitor")
  await saveDraft(given.owner, "other", "newer")
  await adoptVisitorDrafts(visitorId, userId)
  expect((await findDraft(userId, "order"))?.content).toBe("typed as a visitor")
  expect((await findDraft(userId, "other"))?.content).toBe("newer")
  expect(await findDraft(given.owner, "order")).toBeNull()
})
