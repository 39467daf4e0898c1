/**
 * The fuzz of tests/requests/fuzz.test.ts at length: 30,000 inputs of a seed of this run's own, or
 * FUZZ_INPUTS of FUZZ_SEED, and 3,000 requests over a socket. None may answer 5xx.
 */
import { beforeAll, expect, test, vi } from "vitest"
import { withApp } from "../setup/app.ts"
import { runPendingWork, fuzz, fuzzSocket, type FuzzResult } from "../setup/fuzz.ts"

const app = withApp()
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
const count = Number(process.env.FUZZ_INPUTS ?? 30_000)
/** A town wears out: what was sent has ended most of what could be done in it. */
const A_TOWN = 5_000

const tell = (what: string, { sent, countByBuilder: ways, statuses }: FuzzResult) =>
  process.stdout.write(
    `${what}, seed ${seed}: ${sent} sent ${JSON.stringify(ways)}, answered ${JSON.stringify(statuses)}\n`,
  )

beforeAll(() => {
  // The router warns about every address that cannot be decoded.
  vi.spyOn(console, "warn").mockImplementation(() => {})
  // The server's library says so of every connection that ends before its request.
  vi.spyOn(console, "error").mockImplementation(() => {})
})

for (let from = 0; from < count; from += A_TOWN) {
  test(`inputs ${from} to ${Math.min(from + A_TOWN, count)} of seed ${seed} break nothing`, async () => {
    const result = await fuzz(app, { seed, count: Math.min(A_TOWN, count - from), from })
    tell("inputs", result)
    expect(result.failures).toEqual([])
    expect(await runPendingWork(app)).toEqual([])
  })
}

test(`3,000 requests of seed ${seed} that are hardly any break nothing over a socket`, async () => {
  const result = await fuzzSocket(app, { seed, count: 3_000 })
  tell("over a socket", result)
  expect(result.failures).toEqual([])
})
