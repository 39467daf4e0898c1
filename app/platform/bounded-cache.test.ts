import fc from "fast-check"
import { expect, test } from "vitest"
import { BoundedCache, estimateBytes } from "./bounded-cache.server.ts"
import { listCacheSizes } from "./cache-sizes.server.ts"

test("the oldest entries make room, and what is larger than the cache stays out", () => {
  const dropped: string[] = []
  const cache = new BoundedCache<string>(
    "test_bounded",
    1_000,
    (value) => value.length,
    (value) => dropped.push(value.slice(0, 1)),
  )
  for (const letter of ["a", "b", "c"]) cache.set(letter, letter.repeat(300))
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true])
  cache.set("d", "d".repeat(1_000))
  expect(cache.get("d")).toBeUndefined()
  expect([cache.count, dropped]).toEqual([2, ["a", "d"]])
})

test("a value that has grown is measured again", () => {
  const cache = new BoundedCache<{ bytes: number }>("test_grown", 1_000, ({ bytes }) => bytes)
  const grown = { bytes: 300 }
  cache.set("a", { bytes: 300 })
  cache.set("b", grown)
  grown.bytes = 700
  cache.measureAgain("b")
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, grown])
  cache.measureAgain("a")
  expect(cache.count).toBe(1)
})

test("the oldest go as long as they are over", () => {
  const cache = new BoundedCache<number>("test_over", 10_000)
  for (const value of [1, 2, 3, 1]) cache.set(`${value} ${cache.count}`, value)
  cache.deleteOldestWhile((value) => value < 3)
  expect(cache.count).toBe(2)
})

test("whatever is kept, /metrics shows less than the ceiling, and what is there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.string({ maxLength: 2_000 }), fc.boolean())),
      (steps) => {
        const cache = new BoundedCache<string>("test_full", 20_000)
        const expected = new Map<string, string>()
        for (const [key, value, isDeleted] of steps) {
          expected.set(key, value)
          cache.set(key, value)
          if (isDeleted) cache.delete(key)
          if (isDeleted) expected.delete(key)
          const size = new Map(listCacheSizes()).get("test_full")
          expect(size?.bytes).toBeLessThanOrEqual(20_000)
          expect(cache.get(key)).toBe(expected.get(key))
        }
        for (const key of expected.keys()) cache.delete(key)
        expect(cache.size.bytes).toBe(0)
      },
    ),
  )
})

test("a value is reckoned with all that it leads to, each object once", () => {
  const card = { title: "의자".repeat(500) }
  expect(estimateBytes(card)).toBeGreaterThan(2_000)
  expect(estimateBytes([card, card])).toBeLessThan(1.2 * estimateBytes(card))
  expect(estimateBytes(new Map([["a", new Set([card.title])]]))).toBeGreaterThan(2_000)
  expect(estimateBytes(new Uint8Array(5_000))).toBeGreaterThan(5_000)
  const circle: { self?: object } = {}
  circle.self = circle
  expect(estimateBytes(circle)).toBeLessThan(100)
})
