import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.ts"
import { chatThroughKills, type Victim } from "../setup/chat-through-kills.ts"
import { checksumTables } from "../setup/table-checksums.ts"

const KILLS = 50
const BACK_WITHIN_MS = 5_000
const SEED = 20_261_122

const folder = mkdtempSync(join(tmpdir(), "baroildang-chaos-"))
const dataDir = join(folder, "data")
// As root the database runs under another user, who has to pass through.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Numbers between 0 and 1, the same for the same seed. */
function* seeded(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

function chooseVictims(): Victim[] {
  const chance = seeded(SEED)
  const choices: readonly Victim[] = ["app", "database", "both"]
  const choose = () => choices[Math.floor(Number(chance.next().value) * choices.length)] ?? "both"
  return Array.from({ length: KILLS }, choose)
}

test("fifty kills: back within 5 s, and what was acknowledged is there once", async () => {
  const victims = chooseVictims()
  const times = await chatThroughKills(dataDir, victims)
  for (const kind of ["app", "database", "both"]) {
    const own = times.filter((_, index) => victims[index] === kind).sort((a, b) => a - b)
    const [middle, worst] = [own[Math.floor(own.length / 2)], own.at(-1)]
    const figures = `${middle?.toFixed()} ms (p50), ${worst?.toFixed()} ms (most)`
    process.stdout.write(`${kind}: ${own.length} kills, back after ${figures}\n`)
  }
  expect(Math.max(...times)).toBeLessThan(BACK_WITHIN_MS)
})

test("a backup of the folder, started elsewhere, holds the same in every table", async () => {
  const copy = join(folder, "restored")
  cpSync(dataDir, copy, { recursive: true })
  const read = async (of: string) => {
    const server = await startEmbeddedPostgres({ dataDir: of })
    connectDatabase(server.url, 2)
    try {
      return await checksumTables()
    } finally {
      await disconnectDatabase()
      await server.stop()
    }
  }
  const restored = await read(copy)
  expect(Object.values(restored).filter(Boolean).length).toBeGreaterThan(5)
  expect(restored).toEqual(await read(dataDir))
})
