import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.ts"
import { talkThroughKills, type Victim } from "../setup/kills.ts"
import { startProduct } from "../setup/started.ts"
import { contents } from "../setup/town.ts"

const KILLS = 50
const BACK_WITHIN_MS = 5_000
const SEED = 20_261_122

const folder = mkdtempSync(join(tmpdir(), "baroildang-chaos-"))
const dataDir = join(folder, "data")
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
  return Array.from({ length: KILLS }, () => choices[Math.floor(Number(chance.next().value) * choices.length)] ?? "both")
}

test("fifty kills of the product, its database and both: back within 5 s, what was acknowledged is there once", async () => {
  const victims = chooseVictims()
  const times = await talkThroughKills(dataDir, victims)
  for (const kind of ["app", "database", "both"]) {
    const own = times.filter((_, index) => victims[index] === kind).sort((a, b) => a - b)
    const [middle, worst] = [own[Math.floor(own.length / 2)], own.at(-1)]
    process.stdout.write(`${kind}: ${own.length} kills, back after ${middle?.toFixed()} ms (p50), ${worst?.toFixed()} ms (most)\n`)
  }
  expect(Math.max(...times)).toBeLessThan(BACK_WITHIN_MS)
})

test("a backup of the folder, copied while stopped and started elsewhere, holds the same in every table", async () => {
  const copy = join(folder, "restored")
  cpSync(dataDir, copy, { recursive: true })
  const read = async (of: string) => {
    const server = await startEmbeddedPostgres({ dataDir: of })
    connectDatabase(server.url, 2)
    try {
      return await contents()
    } finally {
      await disconnectDatabase()
      await server.stop()
    }
  }
  const restored = await read(copy)
  expect(Object.values(restored).filter(Boolean).length).toBeGreaterThan(5)
  expect(restored).toEqual(await read(dataDir))
})

test("four that start at once on one folder make one database, apply each migration once, and all serve", async () => {
  const shared = join(folder, "shared")
  const products = await Promise.all(Array.from({ length: 4 }, () => startProduct({ dataDir: shared })))
  const applied = products.map((product) => /데이터베이스 구조 (.+) \(/.exec(product.output())?.[1])
  expect(applied.filter((words) => words !== "최신")).toHaveLength(1)
  for (const product of products) expect((await fetch(`${product.url}/about`)).status).toBe(200)
  // The last of them takes the database along.
  for (const product of products) await product.stop()
  await expect(fetch(`${products[0]?.url}/about`)).rejects.toThrow()
})
