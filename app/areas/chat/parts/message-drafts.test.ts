import { expect, test } from "vitest"
import { readDraft, writeDraft } from "./message-drafts.ts"

function fakeStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test("what was begun in a room is there again, and gone when it is sent or deleted", () => {
  const store = fakeStore()
  writeDraft(store, "a", "아직 쓰는 중")
  writeDraft(store, "b", "다른 방")
  expect([readDraft(store, "a"), readDraft(store, "b"), readDraft(store, "c")]).toEqual([
    "아직 쓰는 중",
    "다른 방",
    "",
  ])
  writeDraft(store, "a", " ")
  writeDraft(store, "b", "")
  expect(store.kept.size).toBe(0)
})

test("thirty rooms are kept, the latest ones; anything else in the place is no draft", () => {
  const store = fakeStore()
  for (let room = 0; room < 40; room += 1) writeDraft(store, `${room}`, "글")
  expect([readDraft(store, "9"), readDraft(store, "10"), readDraft(store, "39")]).toEqual(["", "글", "글"])
  for (const broken of ["{", "null", '{"a":1}', '[["a",1],3]']) {
    store.kept.set("chatDrafts", broken)
    expect(readDraft(store, "a")).toBe("")
  }
})
