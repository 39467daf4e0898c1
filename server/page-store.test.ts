/** What the memory of pages holds, whatever strangers ask for. */
import { expect, test } from "vitest"
import { PageStore, RecentAsks, type CachedPage } from "./page-store.ts"

const createPage = (bytes: number): CachedPage => ({
  id: "",
  path: "/search",
  route: "search",
  headers: [],
  etag: "",
  content: Buffer.alloc(0),
  compressed: new Map(),
  bytes,
  renewAt: 0,
  expiresAt: 0,
  answers: 0,
  countReader: undefined,
})

test("the oldest pages make room for new ones, and for what is compressed of them", () => {
  const store = new PageStore(100)
  const last = createPage(40)
  store.put("a", createPage(40))
  store.put("b", createPage(40))
  store.put("c", last)
  expect(["a", "b", "c"].map((key) => store.get(key) !== undefined)).toEqual([false, true, true])
  store.grow("c", last, 30)
  expect(["b", "c"].map((key) => store.get(key) !== undefined)).toEqual([false, true])
})

test("what is asked for once among thousands is not remembered as repeated", () => {
  const asks = new RecentAsks(1_000)
  expect(asks.isRepeated("often", 0)).toBe(false)
  expect(asks.isRepeated("often", 900)).toBe(true)
  expect(asks.isRepeated("often", 2_000)).toBe(false)
  for (let index = 0; index < 5_000; index += 1) expect(asks.isRepeated(`${index}`, 2_000)).toBe(false)
  expect(asks.isRepeated("often", 2_100)).toBe(false)
})
