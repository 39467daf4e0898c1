/**
 * How lists grow with the town: every filter and sort of every list in the demo town and in one some hundred
 * times as large, by what the database works for the whole screen. Nothing is cached meanwhile.
 */
import { existsSync, readFileSync } from "node:fs"
import postgres from "postgres"
import { createSession } from "../app/areas/accounts/fixtures.ts"
import { findProgramActor } from "../app/areas/accounts/service/program-actor.server.ts"
import { API_SCOPES, getScopeRole } from "../app/areas/api/rules.ts"
import { createApiKey } from "../app/areas/api/service/keys.server.ts"
import { copyPurchasesToLines } from "../app/areas/shop/service/line-purchases.server.ts"
import { numberSitemapParts } from "../app/areas/search/service/listings.server.ts"
import { updateTokenFrequencies } from "../app/areas/search/service/token-frequencies.server.ts"
import { newId } from "../app/basics/ids.ts"
import { connectDatabase, disconnectDatabase } from "../app/platform/db.server.ts"
import { migrate } from "../app/platform/migrate.server.ts"
import { DEMO_PASSWORD } from "../db/seed/create.ts"
import { LIST_SCREENS, listAddresses, type Reader } from "./scale-lists.ts"
import { enlargeTown } from "./scale-town.ts"
import { startChildServer, type ChildServer } from "./servers.ts"

/**
 * A screen may cost so many times as much in the large town. What is below the second is not noticed: of a
 * list that takes 1 ms in the small town a ratio tells the noise of the machine.
 */
const MAX_RATIO = 3
const UNNOTICED_MS = 10
const TRIES = 3

type Town = {
  name: string
  server: ChildServer
  /** What each reader sends to be known. */
  headers: Record<Reader, Record<string, string>>
  admin: postgres.Sql
  stop(): Promise<void>
}

const READERS: Record<Exclude<Reader, "visitor" | "program">, string> = {
  expert: "expert@demo.kr",
  seller: "shop@demo.kr",
  admin: "admin@demo.kr",
}

/** Makes a key that reads all that a seller has, in place of the one of an earlier run. */
async function createKey(admin: postgres.Sql, sellerId: string): Promise<string> {
  await admin`delete from api_keys where name = ${KEY_NAME}`
  const seller = await findProgramActor(sellerId, newId())
  if (seller === null || seller === "banned") throw new Error("The seller of the demo town is not there")
  const scopes = API_SCOPES.filter((scope) => getScopeRole(scope) === "seller")
  const made = await createApiKey(seller, { name: KEY_NAME, scopes, password: DEMO_PASSWORD })
  if (!made.ok) throw new Error(`The key was refused: ${made.reason}`)
  return made.key
}
const KEY_NAME = "bench"

/** Serves the database `name` of the cluster at `databaseUrl` with somebody of each role signed in. */
async function openTown(databaseUrl: string, dataDir: string, name: string): Promise<Town> {
  const url = withDatabaseName(databaseUrl, name)
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  connectDatabase(url, 1)
  const headers: Town["headers"] = { visitor: {}, expert: {}, seller: {}, admin: {}, program: {} }
  for (const [reader, email] of Object.entries(READERS)) {
    const [user] = await admin<{ id: string }[]>`select id from users where email = ${email}`
    if (!user) throw new Error(`${email} is not in the demo town`)
    headers[reader as Reader] = { Cookie: await createSession(user.id) }
    if (reader === "seller") headers.program = { Authorization: `Bearer ${await createKey(admin, user.id)}` }
  }
  await disconnectDatabase()
  const server = await startChildServer("product", {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PROCESS_ROLE: "web",
    SHARED_MS: "0",
  })
  return {
    name,
    server,
    headers,
    admin,
    async stop() {
      await server.stop()
      await admin.end()
    },
  }
}

/** Processor time in ms that each connection of the product to `town` has used so far. */
async function readDatabaseCpu({ admin, name }: Town): Promise<Map<number, number>> {
  const rows = await admin<{ pid: number }[]>`select pid from pg_stat_activity
    where datname = ${name} and backend_type = 'client backend' and pid <> pg_backend_pid()`
  return new Map(
    rows.map(({ pid }) => {
      const file = `/proc/${pid}/schedstat`
      return [pid, existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : 0]
    }),
  )
}

/** The time used since `before` by the connections that are there now: one may have been replaced. */
async function readCpuSince(town: Town, before: Map<number, number>): Promise<number> {
  const now = await readDatabaseCpu(town)
  return [...now].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

/** What the database works for one screen, in ms: the smallest of some tries. */
async function measureScreen(town: Town, path: string, reader: Reader, enough: number): Promise<number> {
  let lowest = Infinity
  for (let attempt = 0; attempt < TRIES && lowest > enough; attempt += 1) {
    const before = await readDatabaseCpu(town)
    const response = await fetch(town.server.url + path, { headers: town.headers[reader] })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} in ${town.name}`)
    lowest = Math.min(lowest, await readCpuSince(town, before))
  }
  return lowest
}

export type ScaleResult = { path: string; smallMs: number; largeMs: number }

const isTooMuch = ({ smallMs, largeMs }: ScaleResult) =>
  largeMs > UNNOTICED_MS && largeMs > MAX_RATIO * smallMs

function printList(path: string, results: readonly ScaleResult[]): void {
  const middle = (read: (result: ScaleResult) => number) =>
    results.map(read).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0
  const tooMuch = results.filter(isTooMuch)
  const ratio = Math.max(...results.map(({ smallMs, largeMs }) => largeMs / Math.max(smallMs, 0.1)))
  console.log(
    `  ${path.padEnd(32)} ${String(results.length).padStart(4)}가지` +
      ` · 중간값 ${middle((one) => one.smallMs).toFixed(1)}` +
      ` → ${middle((one) => one.largeMs).toFixed(1)} ms · 가장 큰 비율 ${ratio.toFixed(1)}` +
      (tooMuch.length > 0 ? ` · ${MAX_RATIO}배 넘음 ${tooMuch.length}` : ""),
  )
  for (const one of tooMuch.toSorted((a, b) => b.largeMs / b.smallMs - a.largeMs / a.smallMs).slice(0, 8))
    console.log(
      `      ${decodeURIComponent(one.path).padEnd(60)} ` +
        `${one.smallMs.toFixed(1)} → ${one.largeMs.toFixed(1)} ms`,
    )
}

/** Compares every list in both towns; `only` keeps the lists whose path begins with it. */
export async function compareLists(databaseUrl: string, dataDir: string, only = ""): Promise<ScaleResult[]> {
  console.log("\n목록: 체험 마을과 수백 배 큰 마을에서 데이터베이스가 화면 하나에 쓰는 처리 시간")
  const small = await openTown(databaseUrl, dataDir, SMALL)
  const large = await openTown(databaseUrl, dataDir, LARGE)
  const all: ScaleResult[] = []
  try {
    for (const screen of LIST_SCREENS.filter(({ path }) => path.startsWith(only))) {
      // The first request of a screen prepares its statements.
      for (const town of [small, large])
        for (let turn = 0; turn < 4; turn += 1)
          await measureScreen(town, screen.path, screen.reader, Infinity)
      const results: ScaleResult[] = []
      for (const path of listAddresses(screen)) {
        const smallMs = await measureScreen(small, path, screen.reader, 0)
        const largeMs = await measureScreen(large, path, screen.reader, Math.max(UNNOTICED_MS, smallMs * 2))
        results.push({ path, smallMs, largeMs })
      }
      printList(screen.path, results)
      all.push(...results)
    }
  } finally {
    await small.stop()
    await large.stop()
  }
  const tooMuch = all.filter(isTooMuch).length
  console.log(
    `  ${all.length.toLocaleString("en-US")}가지 중 ${tooMuch}가지가 ${MAX_RATIO}배와 ${UNNOTICED_MS} ms를 넘음`,
  )
  return all
}

const SMALL = "bench_small"
const LARGE = "bench_large"

/** `url` with another database of the same server. */
function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Whether both towns stand in the server at `databaseUrl`: the large one has its name when it is full. */
export async function hasTowns(databaseUrl: string): Promise<boolean> {
  const admin = postgres(withDatabaseName(databaseUrl, "postgres"), { max: 1, onnotice: () => {} })
  const [count] = await admin<{ towns: number }[]>`select count(*)::int as towns from pg_database
    where datname in (${SMALL}, ${LARGE})`
  await admin.end()
  return count?.towns === 2
}

/** Brings both towns up to date with the migrations in `folder`, and with what jobs fill after them. */
export async function migrateTowns(databaseUrl: string, folder: string): Promise<void> {
  for (const name of [SMALL, LARGE]) {
    const url = withDatabaseName(databaseUrl, name)
    await migrate(url, folder)
    connectDatabase(url, 1)
    let copied = 0
    for (let more = await copyPurchasesToLines(); more > 0; more = await copyPurchasesToLines())
      copied += more
    await disconnectDatabase()
    if (copied > 0) await vacuum(url)
  }
}

/** As autovacuum leaves a town: without it counts read the tables and not the indexes alone. */
async function vacuum(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`vacuum analyze`
  await sql.end()
}

/** Makes both towns from the demo town at `databaseUrl`, which nobody may be connected to. */
export async function createTowns(databaseUrl: string): Promise<void> {
  const source = new URL(databaseUrl).pathname.slice(1)
  const filling = `${LARGE}_filling`
  const admin = postgres(withDatabaseName(databaseUrl, "postgres"), { max: 1, onnotice: () => {} })
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${source}`
  for (const name of [SMALL, LARGE, filling])
    await admin.unsafe(`drop database if exists ${name} with (force)`)
  for (const name of [SMALL, filling])
    await admin.unsafe(`create database ${name} template ${source} strategy file_copy`)
  console.log("\n큰 마을 채우기")
  const large = postgres(withDatabaseName(databaseUrl, filling), { max: 1, onnotice: () => {} })
  await enlargeTown(large, console.log)
  await large.end()
  // What the jobs of the search count over everything.
  connectDatabase(withDatabaseName(databaseUrl, filling), 1)
  await updateTokenFrequencies()
  await numberSitemapParts()
  await disconnectDatabase()
  for (const name of [SMALL, filling]) await vacuum(withDatabaseName(databaseUrl, name))
  await admin.unsafe(`alter database ${filling} rename to ${LARGE}`)
  await admin.end()
}
