/**
 * `node bench/near.ts [rows]`: lists of second-hand goods that begin with what is near beside the newest of
 * the country, at a million items, on a database of its own. Prints medians, ratios and the plans.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { sql } from "drizzle-orm"
import postgres from "postgres"
import type { Actor } from "../app/areas/accounts/rules.ts"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import type { ItemFilters } from "../app/areas/market/service/item-filters.server.ts"
import { searchItems } from "../app/areas/market/service/item-lists.server.ts"
import type { ItemSort } from "../app/areas/market/rules.ts"
import type { Range } from "../app/basics/distance.ts"
import { listAllCodes } from "../app/basics/regions.ts"
import { connectDatabase, db, disconnectDatabase } from "../app/platform/db.server.ts"
import { startEmbeddedPostgres } from "../app/platform/embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "../app/platform/env.server.ts"
import { migrate } from "../app/platform/migrate.server.ts"

const ROWS = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 60
const FILTERS: ItemFilters = {
  category: null,
  region: null,
  range: null,
  condition: [],
  method: null,
  min: null,
  max: null,
  free: false,
  open: false,
  offers: false,
}

/** Items as unevenly spread as people are: a few regions have many times what others have. */
async function fillMarket(url: string, sellerId: string): Promise<void> {
  const codes = listAllCodes()
  // A connection of its own: those of the product end a statement after 15 s.
  const client = postgres(url, { max: 1, onnotice: () => {} })
  await client`
    insert into items (id, seller_id, title, category, condition, price_won, negotiable, direct, parcel,
      region_code, description, state, bumped_at, created_at)
    select gen_random_uuid(), ${sellerId}::uuid, '원목 식탁 ' || n,
      (array['appliance', 'furniture', 'digital', 'clothes', 'books', 'sports', 'kids', 'pets', 'living',
        'hobby', 'tools'])[1 + n % 11],
      'light', (n::bigint * 7919) % 900000, true, true, false,
      (${codes}::text[])[1 + floor(power(random(), 1.6) * ${codes.length}::int)::int],
      '한 번 썼어요. 상태가 좋아요.', case when n % 5 = 0 then 'sold' else 'selling' end,
      now() - random() * interval '200 days', now() - interval '200 days'
    from generate_series(1, ${ROWS}::int) n`
  await client`vacuum analyze items`
  await client.end()
}

/** Medians in ms of `read` and of what it is compared with: a round of one, a round of the other. */
async function measureBeside(
  base: () => Promise<unknown>,
  read: () => Promise<unknown>,
): Promise<[base: number, read: number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + 10; round += 1)
    for (const [index, work] of [base, read].entries()) {
      const from = performance.now()
      await work()
      if (round >= 10) times[index]?.push(performance.now() - from)
    }
  const [baseMs = 0, readMs = 0] = times.map((list) => list.sort((a, b) => a - b)[ROUNDS / 2] ?? 0)
  return [baseMs, readMs]
}

const at = (regionCode: string, range: Range): Actor => ({
  kind: "visitor",
  draftId: null,
  neighbourhood: { regionCode, range },
})
const nobody: Actor = { kind: "visitor", draftId: null }

/** Where the second page begins, which comes without the number of all. */
async function findCursor(actor: Actor, sort: ItemSort): Promise<string | null> {
  return (await searchItems(actor, FILTERS, sort, null)).next
}

async function compare(): Promise<void> {
  const cases: [string, Actor, ItemSort, ItemSort][] = [
    ["송파구, 30 km, newest", at("11710", "city"), "recent", "recent"],
    ["송파구, everywhere, newest", at("11710", "all"), "recent", "recent"],
    ["울릉군, everywhere, newest", at("47940", "all"), "recent", "recent"],
    ["송파구, 30 km, by distance", at("11710", "city"), "near", "recent"],
    ["송파구, everywhere, by distance", at("11710", "all"), "near", "recent"],
    ["송파구, 30 km, cheapest", at("11710", "city"), "cheap", "cheap"],
  ]
  for (const isFirstPage of [false, true])
    for (const [label, actor, sort, besideSort] of cases) {
      const [cursor, besideCursor] = isFirstPage
        ? [null, null]
        : [await findCursor(actor, sort), await findCursor(nobody, besideSort)]
      const [baseMs, ms] = await measureBeside(
        () => searchItems(nobody, FILTERS, besideSort, besideCursor),
        () => searchItems(actor, FILTERS, sort, cursor),
      )
      console.log(
        `${isFirstPage ? "first" : "second"} page, ${label}: ${ms.toFixed(2)} ms, of the country ` +
          `${baseMs.toFixed(2)} ms, ${(ms / baseMs).toFixed(2)} ×`,
      )
    }
}

/** Prints what PostgreSQL does for near lists, newest first and by distance, as it writes it into its log. */
async function explain(url: string, logFile: string): Promise<void> {
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_buffers = on",
  ])
    await db()
      .execute(sql.raw(`alter system set ${setting}`))
      .catch(() => {})
  await db().execute(sql`select pg_reload_conf()`)
  await disconnectDatabase()
  connectDatabase(url)
  const read = readFileSync(logFile).byteLength
  for (const sort of ["recent", "near"] as const) {
    const first = await searchItems(at("11710", "city"), FILTERS, sort, null)
    await searchItems(at("11710", "city"), FILTERS, sort, first.next)
  }
  await setTimeout(500)
  console.log(readFileSync(logFile).subarray(read).toString())
}

const dataDir = mkdtempSync(join(tmpdir(), "baroildang-near-"))
setEnvironment(
  readEnvironment({ APP_ENV: "test", DATA_DIR: dataDir, SECRET: "a secret that only the bench knows, 32" }),
)
const database = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(database.url, join(import.meta.dirname, "..", "db", "migrations"))
  connectDatabase(database.url)
  const seller = await createPerson()
  await fillMarket(database.url, seller.actor.userId)
  await compare()
  await explain(database.url, join(dataDir, "postgres.log"))
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)
