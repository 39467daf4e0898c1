/** What the memory of pages holds, whatever strangers ask for. */
import { expect, test } from "vitest"
import { createPageStore, RecentAsks, type CachedPage } from "./page-store.ts"

const createPage = (bytes: number): CachedPage => ({
  id: "",
  path: "/search",
  route: "search",
  headers: [],
  etag: "",
  content: Buffer.alloc(bytes),
  compressed: new Map(),
  renewAt: 0,
  expiresAt: 0,
  answers: 0,
  countReader: undefined,
})

test("the oldest pages make room for new ones, and for what is compressed of them", () => {
  const store = createPageStore("test_pages", 100_000)
  const last = createPage(40_000)
  store.set("a", createPage(40_000))
  store.set("b", createPage(40_000))
  store.set("c", last)
  expect(["a", "b", "c"].map((key) => store.get(key) !== undefined)).toEqual([false, true, true])
  last.compressed.set("br", Buffer.alloc(20_000))
  store.measureAgain("c")
  expect(["b", "c"].map((key) => store.get(key) !== undefined)).toEqual([false, true])
})

test("what is asked for once among thousands is not remembered as repeated", () => {
  const asks = new RecentAsks("test_asks", 1_000)
  expect(asks.isRepeated("often", 0)).toBe(false)
  expect(asks.isRepeated("often", 900)).toBe(true)
  expect(asks.isRepeated("often", 2_000)).toBe(false)
  for (let index = 0; index < 5_000; index += 1) expect(asks.isRepeated(`${index}`, 2_000)).toBe(false)
  expect(asks.isRepeated("often", 2_100)).toBe(false)
})
