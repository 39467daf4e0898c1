import { expect, test } from "vitest"
import type { PendingMessage } from "./conversation.ts"
import { readUnsent, writeUnsent } from "./unsent-messages.ts"

function fakeStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const message = (clientKey: string): PendingMessage => ({
  clientKey,
  text: `${clientKey}번째`,
  pictures: [],
  at: "2026-11-21T00:00:00.000Z",
  state: "sending",
})

test("what was on its way when a page went is offered again in its room, by the same key", () => {
  const store = fakeStore()
  writeUnsent(store, "a", [message("1"), message("2")])
  writeUnsent(store, "b", [message("3")])
  expect(readUnsent(store, "a")).toMatchObject([
    { clientKey: "1", state: "failed" },
    { clientKey: "2", text: "2번째" },
  ])
  writeUnsent(store, "a", [message("2")])
  expect([readUnsent(store, "a").length, readUnsent(store, "b").length]).toEqual([1, 1])
  writeUnsent(store, "a", [])
  writeUnsent(store, "b", [])
  expect(store.kept.size).toBe(0)
})

test("thirty messages are kept; anything else in the place is no message", () => {
  const store = fakeStore()
  writeUnsent(
    store,
    "a",
    Array.from({ length: 40 }, (_, at) => message(`${at}`)),
  )
  expect(readUnsent(store, "a")).toHaveLength(30)
  for (const broken of [
    "{",
    "null",
    '[{"roomId":"a"}]',
    '[{"roomId":"a","clientKey":"1","text":"","at":"","pictures":[1]}]',
  ]) {
    store.kept.set("chatUnsent", broken)
    expect(readUnsent(store, "a")).toEqual([])
  }
})
