import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { listCacheSizes } from "./cache-sizes.server.ts"
import { readEnvironment, setEnvironment } from "./env.server.ts"
import { cacheBriefly, countShortViews } from "./short-cache.server.ts"

const settings = (given: Record<string, string> = {}) =>
  setEnvironment(readEnvironment({ APP_ENV: "development", ...given }))

beforeEach(() => {
  settings()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Counts how often it is read. */
function counting() {
  let reads = 0
  return { read: cacheBriefly(async (name: string) => ({ name, read: (reads += 1) })), reads: () => reads }
}

describe("a shared view", () => {
  test("is read once for all who ask at the same moment, and is the same object for them", async () => {
    const { read, reads } = counting()
    const [one, other] = await Promise.all([read("a"), read("a")])
    expect(one).toBe(other)
    expect(await read("a")).toBe(one)
    expect(reads()).toBe(1)
  })
  test("is told apart by what was asked for", async () => {
    const { read, reads } = counting()
    expect(await read("a")).not.toBe(await read("b"))
    expect(reads()).toBe(2)
  })
  test("lasts five seconds from when it was there", async () => {
    const { read, reads } = counting()
    await read("a")
    vi.advanceTimersByTime(4_999)
    await read("a")
    expect(reads()).toBe(1)
    vi.advanceTimersByTime(2)
    await read("a")
    expect(reads()).toBe(2)
  })
  test("is read again after a failure, which all who waited hear of", async () => {
    let fails = true
    const read = cacheBriefly(async () => {
      if (fails) throw new Error("no database")
      return "here"
    })
    const outcomes = await Promise.allSettled([read(), read()])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected"])
    fails = false
    expect(await read()).toBe("here")
  })
  test("is let go when its time is over and another is read", async () => {
    const { read } = counting()
    await Promise.all([read("a"), read("b"), read("c")])
    expect(countShortViews()).toBe(3)
    vi.advanceTimersByTime(5_001)
    await read("d")
    expect(countShortViews()).toBe(1)
  })
  test("makes room for others of the same and of other reads, and never takes more than it may", async () => {
    let reads = 0
    const read = cacheBriefly(async (_name: number) => ({ text: "가".repeat(500_000), read: (reads += 1) }))
    const { read: readSmall, reads: smallReads } = counting()
    await readSmall("a")
    for (let name = 0; name < 10; name += 1) {
      await read(name)
      const { bytes = 0, maxBytes = 0 } = new Map(listCacheSizes()).get("short_views") ?? {}
      expect(bytes).toBeLessThan(maxBytes)
    }
    await read(9)
    expect(reads).toBe(10)
    await read(0)
    await readSmall("a")
    expect([reads, smallReads()]).toEqual([11, 2])
  })
  test("waits once for what is sent anew by each who waits, as a query of the builder is", async () => {
    let sent = 0
    const query = {
      // oxlint-disable-next-line unicorn/no-thenable -- as the query builder's own
      then: (answer: (rows: number) => void) => answer((sent += 1)),
    } as unknown as Promise<number>
    const read = cacheBriefly(() => query)
    expect([await read(), await read(), sent]).toEqual([1, 1, 1])
  })
  test("is forgotten where the settings are others: they may name another database", async () => {
    const { read, reads } = counting()
    await read("a")
    settings()
    await read("a")
    expect(reads()).toBe(2)
  })
  test("is read each time in tests, and where SHARED_MS is 0", async () => {
    const ways: Record<string, string>[] = [{ APP_ENV: "test" }, { SHARED_MS: "0" }]
    for (const given of ways) {
      settings(given)
      const { read, reads } = counting()
      await read("a")
      await read("a")
      expect(reads()).toBe(2)
    }
  })
})
