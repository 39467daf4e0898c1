/** A real standby whose replay is held back, stopped, frozen and promoted: reads go on, and miss nothing. */
import { readFileSync } from "node:fs"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { getPostmasterPid } from "../../tests/setup/started-product.ts"
import { startReplication, type Replication } from "../../tests/setup/standby.ts"
import { connectDatabase, db, disconnectDatabase, getStandby, inTransaction, searchDb } from "./db.server.ts"
import { readEnvironment, setEnvironment } from "./env.server.ts"
import {
  isChanging,
  readApart,
  runForReader,
  runWithoutReader,
  settleReader,
  type Reader,
} from "./read-position.server.ts"
import { Standby, statementCounts } from "./standby.server.ts"

/** So long may a busy machine stop between two lines of a test before the standby counts as late. */
const MAX_LAG_SECONDS = 3

let replication: Replication
beforeAll(async () => {
  replication = await startReplication()
  setEnvironment(
    readEnvironment({
      APP_ENV: "test",
      SECRET: "a secret that only tests know, 32+",
      DATABASE_READ_URL: replication.standbyUrl,
      DATABASE_READ_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
    }),
  )
  connectDatabase(replication.primaryUrl, 4)
  await db().execute(sql`create table written (id integer primary key)`)
})
afterAll(async () => {
  await disconnectDatabase()
  await replication.close()
})

const createReader = (): Reader => ({ required: undefined, hasUnknownWrite: false, isMoved: false })
const isOnStandby = async () => {
  const [row] = await readApart(() =>
    db().execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`),
  )
  return row?.standby
}
const canSee = async (id: number) =>
  (await readApart(() => db().execute(sql`select from written where id = ${id}`))).length > 0
const write = (id: number) => inTransaction((tx) => tx.execute(sql`insert into written values (${id})`))
const becomes = (isStandby: boolean) =>
  vi.waitFor(async () => expect(await isOnStandby()).toBe(isStandby), { timeout: 20_000, interval: 50 })

test("reads that may be late go to the standby; all else stays", async () => {
  await becomes(true)
  const [[own], [searched], wrote] = [
    await db().execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`),
    await readApart(() =>
      searchDb().execute<{ standby: boolean; plans: string }>(
        sql`select pg_is_in_recovery() as standby, current_setting('plan_cache_mode') as plans`,
      ),
    ),
    await readApart(() => db().execute(sql`insert into written values (0) returning id`)),
  ]
  expect(own?.standby).toBe(false)
  expect(searched).toEqual({ standby: true, plans: "force_generic_plan" })
  expect(wrote).toEqual([{ id: 0 }])
})

test("who wrote sees it at once, others at most as late as is allowed", async () => {
  await becomes(true)
  await replication.pause()
  const [writer, other] = [createReader(), createReader()]
  await runForReader(writer, () => write(1))
  expect(await runForReader(other, () => canSee(1))).toBe(false)
  expect(await runForReader(writer, () => canSee(1))).toBe(true)
  // What a later request of theirs brings along says the same.
  const next: Reader = { ...createReader(), required: writer.required }
  expect(await runForReader(next, () => canSee(1))).toBe(true)
  await replication.resume()
  await vi.waitFor(async () => expect(await runForReader(next, isOnStandby)).toBe(true), { timeout: 20_000 })
  expect(await runForReader(next, () => canSee(1))).toBe(true)
})

test("a write outside of a transaction counts; one that no list shows does not", async () => {
  const [one, two] = [createReader(), createReader()]
  await runForReader(one, () => db().execute(sql`insert into written values (2)`))
  await runForReader(two, () => runWithoutReader(() => db().execute(sql`insert into written values (3)`)))
  expect([one.hasUnknownWrite, two.hasUnknownWrite]).toEqual([true, false])
  const standby = getStandby()
  if (!standby) throw new Error("There is no standby")
  const position = await settleReader(one, standby.askPrimary)
  expect(position?.bytes).toBeGreaterThan(0)
  expect(one.isMoved).toBe(true)
  // Who could not learn where the primary is counts as having written.
  const lost = { ...createReader(), hasUnknownWrite: true }
  await expect(settleReader(lost, () => Promise.reject(new Error("away")))).rejects.toThrow("away")
  expect(lost.hasUnknownWrite).toBe(true)
})

test("whoever saw a later timeline is not answered by a standby of the former one", async () => {
  await becomes(true)
  const required = { timeline: 2, bytes: 0 }
  expect(await runForReader({ ...createReader(), required }, isOnStandby)).toBe(false)
})

test("one that is too far behind is not read, and is again when it has come up", async () => {
  await becomes(true)
  await replication.pause()
  const before = statementCounts.returned.behind
  await write(4)
  await becomes(false)
  expect(statementCounts.returned.behind).toBeGreaterThan(before)
  await vi.waitFor(() => expect(getStandby()?.getState()).toMatchObject({ isUsable: false }))
  expect(getStandby()?.getState().lagSeconds).toBeGreaterThan(MAX_LAG_SECONDS)
  await replication.resume()
  await becomes(true)
  expect(getStandby()?.getState()).toMatchObject({ isUsable: true, lagSeconds: 0 })
})

/** Reads one after the other until `until` holds; throws where one fails. */
async function readWhile(until: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const ended = until().finally(() => over.abort())
  while (!over.signal.aborted) await isOnStandby()
  await ended
}

test("no read fails while the standby is stopped, and it is read again afterwards", async () => {
  await becomes(true)
  await readWhile(async () => {
    await replication.stopStandby()
    await vi.waitFor(() => expect(getStandby()?.getState().isUsable).toBe(false), { timeout: 20_000 })
  })
  expect(await isOnStandby()).toBe(false)
  expect(statementCounts.returned.away).toBeGreaterThan(0)
  await replication.startStandby()
  await becomes(true)
})

test("no read fails while the standby stands still", async () => {
  await becomes(true)
  // What is asked just then waits for the look that finds it silent.
  const postmaster = getPostmasterPid(replication.standbyFolder)
  const pids = [postmaster, ...listChildren(postmaster)]
  for (const pid of pids) process.kill(pid, "SIGSTOP")
  const begun = performance.now()
  try {
    expect(await isOnStandby()).toBe(false)
    expect(performance.now() - begun).toBeLessThan(5_000)
  } finally {
    for (const pid of pids) process.kill(pid, "SIGCONT")
  }
  await becomes(true)
})

test("it is read on where the primary ended with more than it ever told a standby", async () => {
  await becomes(true)
  const known = await getStandby()?.askPrimary()
  if (!known) throw new Error("There is no standby")
  const answers = [known.bytes, known.bytes, known.bytes + 1_000_000]
  const maxLagMs = 50
  const standby = new Standby(replication.standbyUrl, maxLagMs, {
    async query() {
      const bytes = answers.shift()
      if (bytes === undefined) throw new Error("The primary is away")
      return [{ timeline: known.timeline, bytes, named: known.timeline }]
    },
  })
  const first = performance.now()
  await standby.check()
  await vi.waitFor(() => expect(performance.now() - first).toBeGreaterThan(maxLagMs))
  for (let round = 0; round < 3; round += 1) await standby.check()
  const last = performance.now()
  await vi.waitFor(() => expect(performance.now() - last).toBeGreaterThan(maxLagMs))
  await standby.check()
  expect(standby.getState().isUsable).toBe(true)
  await standby.close()
})

test("one that has become a primary is not read", async () => {
  await becomes(true)
  await replication.askStandby("select pg_promote(true, 30)")
  await becomes(false)
  await vi.waitFor(() => expect(getStandby()?.getState().isUsable).toBe(false), { timeout: 20_000 })
})

test("what changes something is told by its text", () => {
  const changing = [
    "insert into a values (1)",
    " update a set b = 1",
    "with x as (delete from a returning 1) select * from x",
    "vacuum",
  ]
  const reading = ["select 1", "\n  select updated_at from a", "with x as (select 1) select * from x"]
  expect([changing.every(isChanging), reading.some(isChanging)]).toEqual([true, false])
})

const listChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
