/**
 * Requests that nobody should send, over every route, form, query, cursor, cookie, header and body: none
 * answers 5xx. Each is made of a seed and its number, so one that broke can be sent again:
 * FUZZ_SEED, FUZZ_FROM, FUZZ_INPUTS.
 */
import { beforeAll, expect, test, vi } from "vitest"
import { withApp } from "../setup/app.ts"
import { runPendingWork, fuzz, fuzzSocket } from "../setup/fuzz.ts"

const app = withApp()
const seed = Number(process.env.FUZZ_SEED ?? 20_271_122)
const count = Number(process.env.FUZZ_INPUTS ?? 800)
const from = Number(process.env.FUZZ_FROM ?? 0)
const raw = 200

beforeAll(() => {
  // The router warns about every address that cannot be decoded.
  vi.spyOn(console, "warn").mockImplementation(() => {})
  // The server's library says so of every connection that ends before its request.
  vi.spyOn(console, "error").mockImplementation(() => {})
})

test(`${count} inputs of seed ${seed} break nothing`, async () => {
  const { failures: broken } = await fuzz(app, { seed, count, from })
  expect(broken).toEqual([])
}, 300_000)

test("what follows from them breaks nothing either", async () => {
  expect(await runPendingWork(app)).toEqual([])
}, 120_000)

test(`${raw} requests of seed ${seed} that are hardly any break nothing over a socket`, async () => {
  const { failures: broken, statuses } = await fuzzSocket(app, { seed, count: raw })
  expect(broken).toEqual([])
  // Most are heard and answered.
  expect(Object.values(statuses).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(raw / 2)
}, 120_000)
