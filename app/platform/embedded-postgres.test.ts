import { fork } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { openConnection } from "./connection.server.ts"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts"
import { readEnvironment, setEnvironment } from "./env.server.ts"
import { acquireLock, tryLock } from "./file-lock.ts"

const PATIENCE = { timeout: 50_000, interval: 20 }
const folder = mkdtempSync(join(tmpdir(), "baroildang-embedded-"))
const dataDir = join(folder, "data")
const servers: EmbeddedPostgres[] = []

/** Starts a server that is stopped with the test. */
async function start(of = dataDir, { durable = false } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: of, durable })
  servers.push(server)
  return server
}

async function ask(url: string, statement = "select 1 as one"): Promise<postgres.Row[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: 2 })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const pidOf = (of = dataDir) => Number.parseInt(readFileSync(join(of, "postgres/postmaster.pid"), "utf8"), 10)

/** Starts a server in a process of its own and kills that, with its server where `database` says so. */
async function startAndKill(database: boolean): Promise<void> {
  const source = JSON.stringify(join(import.meta.dirname, "embedded-postgres.ts"))
  const code = `import { startEmbeddedPostgres } from ${source}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    process.send("started")`
  const script = join(folder, "start.mts")
  writeFileSync(script, code)
  const child = fork(script)
  await once(child, "message")
  if (database) process.kill(pidOf(), "SIGKILL")
  child.kill("SIGKILL")
  await once(child, "exit")
}

beforeAll(async () => {
  setEnvironment(readEnvironment({ APP_ENV: "test", LOG_LEVEL: "silent" }))
  mkdirSync(dataDir)
})
beforeEach(() => chmodSync(folder, 0o711))
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a server that is killed in a long statement comes back with what was committed", async () => {
  const { url } = await start(dataDir, { durable: true })
  await ask(url, "create table kept (id integer); insert into kept select generate_series(1, 1000)")
  const busy = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, backoff: false })
  const long = busy`select pg_sleep(60)`.catch((error: unknown) => error)
  const running = `select 1 from pg_stat_activity
    where query like 'select pg_sleep(60)%' and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect(await ask(url, running)).toHaveLength(1), PATIENCE)
  process.kill(pidOf(), "SIGKILL")
  expect(await long).toBeInstanceOf(Error)
  await busy.end({ timeout: 0 })
  const count = "select count(*)::int as count from kept"
  await vi.waitFor(async () => expect(await ask(url, count)).toEqual([{ count: 1_000 }]), PATIENCE)
})

test("killed together with its server and started again at once, it starts", async () => {
  for (let kills = 0; kills < 2; kills += 1) await startAndKill(true)
  expect(await ask((await start()).url)).toHaveLength(1)
})

test("a server whose process was killed is adopted", async () => {
  await startAndKill(false)
  const pid = pidOf()
  const server = await start()
  expect(server.shared).toBe(false)
  expect(pidOf()).toBe(pid)
})

test("a note of a server whose number now belongs to something else keeps nobody from starting", async () => {
  await startAndKill(true)
  const note = join(dataDir, "postgres/postmaster.pid")
  writeFileSync(note, readFileSync(note, "utf8").replace(/^\d+/, String(process.pid)))
  expect(await ask((await start()).url)).toHaveLength(1)
})

test("two that start at once share one server, and the last of them stops it", async () => {
  const begin = () => startEmbeddedPostgres({ dataDir, durable: false })
  const [one, two] = await Promise.all([begin(), begin()])
  expect([one.shared, two.shared].sort()).toEqual([false, true])
  expect(one.url).toBe(two.url)
  await one.stop()
  expect(await ask(two.url)).toHaveLength(1)
  await two.stop()
  await expect(ask(two.url)).rejects.toThrow()
  expect(readdirSync(join(dataDir, "postgres"))).not.toContain("postmaster.pid")
})

test("a first start that was cut off leaves nothing that keeps the next from starting", async () => {
  const cut = join(folder, "cut")
  mkdirSync(join(cut, "postgres.new"), { recursive: true })
  writeFileSync(join(cut, "postgres.new", "PG_VERSION"), "18\n")
  writeFileSync(join(cut, "postgres.json.new"), '{"por')
  chmodSync(cut, 0o711)
  expect(await ask((await start(cut)).url)).toHaveLength(1)
})

test("a copy of the folder, of another owner and mode, starts and holds the same", async () => {
  const first = await start()
  const rows = "select id, md5(id::text) as text from generate_series(1, 5000) id"
  await ask(first.url, `create table copied as ${rows}`)
  const sum = "select count(*)::int as count, md5(string_agg(text, '' order by id)) as sum from copied"
  const before = await ask(first.url, sum)
  await servers.pop()?.stop()
  const copy = join(folder, "copy")
  cpSync(dataDir, copy, { recursive: true })
  chmodSync(copy, 0o711)
  chmodSync(join(copy, "postgres"), 0o755)
  if (process.getuid?.() === 0) chownSync(join(copy, "postgres"), 0, 0)
  await start()
  const { url } = await start(copy)
  expect(await ask(url, sum)).toEqual(before)
  expect(before[0]?.count).toBe(5_000)
})

test("another container that uses the folder is named instead of two servers on one folder", async () => {
  await (await startEmbeddedPostgres({ dataDir, durable: false })).stop()
  const file = join(dataDir, "postgres.json")
  const connection = JSON.parse(readFileSync(file, "utf8")) as object
  writeFileSync(file, JSON.stringify({ ...connection, container: "pid:[1]" }))
  const use = tryLock(join(dataDir, "postgres-users.lock"), { shared: true })
  await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow("다른 컨테이너가")
  use?.release()
  // A container that has ended is no matter.
  expect(await ask((await start()).url)).toHaveLength(1)
})

test("a lock is held by one, shared by several, and given back by the death of its holder", async () => {
  const path = join(folder, "some.lock")
  const [one, two] = [tryLock(path, { shared: true }), tryLock(path, { shared: true })]
  expect(tryLock(path)).toBeUndefined()
  one?.release()
  two?.release()
  const script = join(folder, "hold.mts")
  writeFileSync(
    script,
    `import { acquireLock } from ${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))}
    await acquireLock(${JSON.stringify(path)})
    process.send("held")
    setInterval(() => {}, 1_000)`,
  )
  const child = fork(script)
  await once(child, "message")
  const said = vi.fn()
  const waiting = acquireLock(path, said)
  await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(1))
  child.kill("SIGKILL")
  const taken = await waiting
  expect(tryLock(path, { shared: true })).toBeUndefined()
  taken.release()
})

test("connections of ours go over the Unix socket, other drivers and other ports over TCP", async () => {
  const { url } = await start()
  const isLocal = async (address: string) => {
    const connection = await openConnection(address)
    const [row] = await connection.query({ statement: "select inet_client_addr() is null as is_local" })
    connection.destroy(new Error("the test has ended"))
    return row?.is_local
  }
  expect(await isLocal(url)).toBe(true)
  expect(await ask(url, "select inet_client_addr() is null as is_local")).toEqual([{ is_local: false }])
  const withoutFile = new URL(url)
  withoutFile.hash = "socket=/nowhere"
  expect(await isLocal(withoutFile.href)).toBe(false)
})
