import { afterEach, expect, test, vi } from "vitest"
import { now, resetClock, setClock } from "./clock.ts"

afterEach(resetClock)

test("time stands where a test puts it, and goes on afterwards", () => {
  setClock(() => new Date("2030-01-01T00:00:00Z"))
  expect(now().toISOString()).toBe("2030-01-01T00:00:00.000Z")
  resetClock()
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1_000)
})

test("a second copy of the module reads the same clock", async () => {
  setClock(() => new Date("2030-01-01T00:00:00Z"))
  vi.resetModules()
  const copy = await import("./clock.ts")
  expect(copy.now).not.toBe(now)
  expect(copy.now().toISOString()).toBe("2030-01-01T00:00:00.000Z")
})
