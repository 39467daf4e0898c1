import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "../basics/clock.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { countHit } from "./rate-limit.server.ts"

withDatabase()
afterEach(resetClock)

const MINUTE = 60_000

/** How many of `tries` hits at `minute` are let in. */
async function letIn(
  limit: { key: string; isSliding: boolean },
  start: number,
  minute: number,
  tries: number,
): Promise<number> {
  setClock(() => new Date(start + minute * MINUTE))
  let count = 0
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const hit = await countHit([{ key: limit.key, max: 10, windowMs: 15 * MINUTE }], limit)
    if (hit.ok) count += 1
  }
  return count
}

test("a window that slides lets 10 in over any 15 minutes, also where two windows would meet", async () => {
  const start = Date.now()
  const sliding = { key: "sliding", isSliding: true }
  expect(await letIn(sliding, start, 0, 1)).toBe(1)
  expect(await letIn(sliding, start, 14.9, 20)).toBe(9)
  expect(await letIn(sliding, start, 15.1, 20)).toBe(0)
  expect(await letIn(sliding, start, 29.8, 20)).toBe(0)
  // Going on guessing meanwhile did not keep the door shut for longer.
  expect(await letIn(sliding, start, 30, 20)).toBe(10)
})

test("hits have a weight, and no weight breaks the count", async () => {
  const add = (hits: number) => countHit([{ key: "bytes", max: 1_000, windowMs: MINUTE, hits }])
  expect([await add(600), await add(400)]).toEqual([{ ok: true }, { ok: true }])
  expect((await add(1)).ok).toBe(false)
  for (let round = 0; round < 3; round += 1) expect((await add(1_900_000_000)).ok).toBe(false)
})
