/**
 * `node bench/volumes.ts FOLDER [--share 0.01]`: what a share of a million listings, ten million requests
 * and purchases and a hundred million messages weighs: sizes of tables and indexes, vacuum, the sitemap, and
 * the plan of every statement of every list. Fills FOLDER once. Needs a build.
 */
import { existsSync, openSync, readSync, statSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import postgres from "postgres"

const { values: options, positionals } = parseArgs({
  options: { share: { type: "string", default: "0.01" } },
  allowPositionals: true,
})
const [folder] = positionals
if (!folder) throw new Error("node bench/volumes.ts FOLDER [--share 0.01]")
const share = Number(options.share)
// The large town of the list bench has a million listings, and two hundred thousand requests and purchases.
process.env.BENCH_TOWN = String(share)
process.env.BENCH_ORDERS = String(share * 25)

const { createSession } = await import("../app/areas/accounts/fixtures.ts")
const { numberSitemapParts } = await import("../app/areas/search/service/listings.server.ts")
const { connectDatabase, disconnectDatabase } = await import("../app/platform/db.server.ts")
const { startEmbeddedPostgres } = await import("../app/platform/embedded-postgres.ts")
const { readEnvironment, setEnvironment } = await import("../app/platform/env.server.ts")
const { migrate } = await import("../app/platform/migrate.server.ts")
const { createDemoTown } = await import("../db/seed/index.ts")
const { fillConversations } = await import("./volume-fill.ts")
const { LIST_SCREENS, listAddresses } = await import("./scale-lists.ts")
const { enlargeTown } = await import("./scale-town.ts")
const { startChildServer } = await import("./servers.ts")

const MESSAGES = 100_000_000
const NOTIFICATIONS = 20_000_000
const READERS = { expert: "expert@demo.kr", seller: "shop@demo.kr", admin: "admin@demo.kr" }
/** A scan of a whole table with more rows than this is told. */
const MAX_SCANNED_ROWS = 20_000
const formatCount = (count: number) => Math.round(count).toLocaleString("en-US")
const toMb = (bytes: number) => `${formatCount(bytes / 1_048_576)} MB`
const say = (line: string) => console.log(line)

setEnvironment(
  readEnvironment({ APP_ENV: "test", DATA_DIR: folder, SECRET: "a secret that only the bench knows, 32" }),
)
const database = await startEmbeddedPostgres({ dataDir: folder, durable: false })
const sql = postgres(database.url, { max: 1, onnotice: () => {} })
try {
  await fill()
  await printSizes()
  await printVacuums()
  await printRemovals()
  await printSitemap()
  await printPlans()
} finally {
  await sql.end()
  await database.stop()
}
process.exit(0)

async function fill(): Promise<void> {
  const [found] = await sql<{ made: boolean }[]>`select to_regclass('volumes_filled') is not null as made`
  if (found?.made) return
  await migrate(database.url, join(import.meta.dirname, "../db/migrations"))
  await createDemoTown({ databaseUrl: database.url, step: (_name, work) => work() })
  await enlargeTown(sql, say)
  await fillConversations(sql, { messages: MESSAGES * share, notifications: NOTIFICATIONS * share, say })
  await sql`create table volumes_filled ()`
}

async function printSizes(): Promise<void> {
  const tables = await sql<{ name: string; rows: number; heap: number; indexes: number }[]>`
    select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as heap,
      pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 16`
  say("\n표: 줄, 표의 크기, 색인의 크기, 한 줄에")
  for (const { name, rows, heap, indexes } of tables)
    say(
      `| ${name} | ${formatCount(rows)} | ${toMb(heap)} | ${toMb(indexes)} | ` +
        `${formatCount((heap + indexes) / Math.max(1, rows))} B |`,
    )
  const indexes = await sql<{ name: string; table: string; bytes: number }[]>`
    select c.relname as name, i.indrelid::regclass::text as table, pg_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_index i on i.indexrelid = c.oid
    where c.relnamespace = 'public'::regnamespace order by pg_relation_size(c.oid) desc limit 12`
  say("\n가장 큰 색인")
  for (const { name, table, bytes } of indexes) say(`| ${name} | ${table} | ${toMb(bytes)} |`)
  const [whole] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`
  say(`\n모두 ${toMb(whole?.bytes ?? 0)}`)
}

/** One row in a hundred changes, then the table is vacuumed. */
async function printVacuums(): Promise<void> {
  await sql`set session_replication_role = replica`
  say("\n백에 하나를 바꾸고 VACUUM (초)")
  for (const [table, change] of [
    ["items", "view_count = view_count"],
    ["orders", "title = title"],
    ["search_entries", "rank = rank"],
    ["notifications", "read_at = now()"],
    ["chat_messages", "text = text"],
  ] as const) {
    const [column] = await sql<{ found: boolean }[]>`select exists (select from information_schema.columns
      where table_name = ${table} and column_name = ${change.split(" ")[0] ?? ""}) as found`
    const set = column?.found ? change : "id = id"
    await sql.unsafe(`update ${table} set ${set} where hashtext(id::text) % 100 = 0`)
    const started = performance.now()
    await sql.unsafe(`vacuum analyze ${table}`)
    say(`| ${table} | ${((performance.now() - started) / 1_000).toFixed(1)} |`)
  }
  await sql`set session_replication_role = origin`
}

/** What a removal costs: a million handled events row by row, and as many records of access as a month. */
async function printRemovals(): Promise<void> {
  const seconds = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return ((performance.now() - started) / 1_000).toFixed(2)
  }
  await sql`insert into outbox (type, payload, created_at, handled_at)
    select 'bench', jsonb_build_object('id', n), now(), now() - interval '8 days'
    from generate_series(1, 1000000) n`
  const deleting = await seconds(() => sql`delete from outbox where handled_at < now() - interval '7 days'`)
  const vacuuming = await seconds(() => sql`vacuum outbox`)
  await sql`create table access_records_bench (like access_records including all)`
  await sql`insert into access_records_bench
    select uuidv7(), now(), gen_random_uuid(), '127.0.0.1', 'view', 'order', n::text, gen_random_uuid(), 1, ''
    from generate_series(1, 1000000) n`
  const dropping = await seconds(() => sql`drop table access_records_bench`)
  say(`\n백만 줄 지우기: outbox DELETE ${deleting}초와 VACUUM ${vacuuming}초, 한 달의 표 DROP ${dropping}초`)
}

async function printSitemap(): Promise<void> {
  connectDatabase(database.url, 2)
  const started = performance.now()
  await numberSitemapParts()
  await disconnectDatabase()
  const [row] = await sql<{ parts: number }[]>`select count(*)::int as parts from sitemap_parts`
  say(`\n사이트맵을 ${row?.parts}조각으로 나누기 ${((performance.now() - started) / 1_000).toFixed(1)}초`)
}

type Plan = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows"?: number
  Plans?: Plan[]
} & Record<string, unknown>
type Seen = { path: string; ms: number; scans: string[] }

/** Reads what the server has logged since `offset`: one entry a statement. */
function readPlans(file: string, offset: number): { text: string; end: number } {
  const end = statSync(file).size
  const bytes = Buffer.alloc(end - offset)
  readSync(openSync(file, "r"), bytes, 0, bytes.byteLength, offset)
  return { text: bytes.toString(), end }
}

/** The large tables that a plan reads from the first row to the last. */
function listWholeScans(plan: Plan): string[] {
  const rows = Number(plan["Actual Rows"] ?? 0) + Number(plan["Rows Removed by Filter"] ?? 0)
  const own = plan["Node Type"] === "Seq Scan" && rows > MAX_SCANNED_ROWS ? [plan["Relation Name"] ?? ""] : []
  return [...own, ...(plan.Plans ?? []).flatMap(listWholeScans)]
}

function parsePlans(path: string, text: string): Seen[] {
  return text
    .split(/^(?=\S.*LOG: {2}duration: )/m)
    .slice(1)
    .flatMap((entry) => {
      const ms = Number(/duration: ([\d.]+) ms/.exec(entry)?.[1] ?? 0)
      const begin = entry.indexOf("{")
      const end = entry.lastIndexOf("\n\t}")
      if (begin < 0 || end < 0) return []
      const { Plan: plan } = JSON.parse(entry.slice(begin, end + 3)) as { Plan: Plan }
      return [{ path, ms, scans: listWholeScans(plan) }]
    })
}

async function printPlans(): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
    "auto_explain.log_timing = off",
    "auto_explain.log_format = json",
  ])
    await sql.unsafe(`alter database ${name} set ${setting}`)
  connectDatabase(database.url, 1)
  const cookies: Record<string, string> = { visitor: "" }
  for (const [reader, email] of Object.entries(READERS)) {
    const [user] = await sql<{ id: string }[]>`select id from users where email = ${email}`
    cookies[reader] = user ? await createSession(user.id) : ""
  }
  await disconnectDatabase()
  const server = await startChildServer("product", {
    DATABASE_URL: database.url,
    DATA_DIR: folder ?? "",
    PROCESS_ROLE: "web",
    SHARED_MS: "0",
  })
  const log = join(folder ?? "", "postgres.log")
  const screens = [
    ...LIST_SCREENS.filter(({ reader }) => reader !== "program"),
    ...["/chat", "/notifications", "/orders"].map((path) => ({ path, reader: "expert" as const })),
  ]
  const seen: Seen[] = []
  let addresses = 0
  for (const screen of screens)
    for (const path of listAddresses(screen)) {
      let offset = existsSync(log) ? statSync(log).size : 0
      const answer = await fetch(server.url + path, {
        headers: { Cookie: cookies[screen.reader] ?? "" },
        redirect: "manual",
      })
      await answer.arrayBuffer()
      addresses += 1
      const { text, end } = readPlans(log, offset)
      offset = end
      seen.push(...parsePlans(path, text))
    }
  await server.stop()
  for (const setting of ["session_preload_libraries", "auto_explain.log_min_duration"])
    await sql.unsafe(`alter database ${name} reset ${setting}`)
  const times = seen.map(({ ms }) => ms).sort((a, b) => a - b)
  const scanning = seen.filter(({ scans }) => scans.length > 0)
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  say(
    `\n목록 ${formatCount(addresses)}가지, 문장 ${formatCount(seen.length)}개: 중간값 ${at(0.5)} ms, ` +
      `백에 하나 ${at(0.99)} ms, 가장 느린 것 ${at(1 - 1e-9)} ms. ` +
      `큰 표를 처음부터 끝까지 읽는 문장 ${scanning.length}개`,
  )
  const slowest = seen.toSorted((a, b) => b.ms - a.ms).slice(0, 12)
  for (const { path, ms, scans } of slowest)
    say(`| ${decodeURIComponent(path)} | ${ms.toFixed(0)} ms | ${[...new Set(scans)].join(" ")} |`)
  for (const [key, entries] of Map.groupBy(
    scanning,
    ({ path, scans }) => `${path.split("?")[0]} ${scans[0]}`,
  ))
    say(`  처음부터 끝까지: ${key} (${entries.length}개)`)
}
