/**
 * Work that failed for good is seen in the back office without what it holds, and tried anew there: events,
 * and jobs of the running queue.
 */
import { sql } from "drizzle-orm"
import { PgBoss } from "pg-boss"
import { afterAll, expect, test, vi } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { findFailedWorkForAdmin, retryWork } from "#app/areas/admin/service/failed-work.server.ts"
import { newId } from "#app/basics/ids.ts"
import { databaseUrl, db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents, emit, MAX_TRIES, subscribe } from "#app/platform/events.server.ts"
import { countFailedWork, summarizeFailure } from "#app/platform/failed-work.server.ts"
import { getJobQueueState, startJobs, stopJobs, registerQueueHandler } from "#app/platform/jobs.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { withDatabase } from "../setup/database.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "test.fails": { place: number }
  }
}
declare module "#app/platform/jobs.server.ts" {
  interface JobPayloads {
    "test-fails": { place: number }
  }
}

withDatabase()
afterAll(stopJobs)

let broken = true
const handled: number[] = []
subscribe("test.fails", async ({ place }) => {
  if (broken) throw new Error("메일을 보내지 못했어요: 김비밀 secret@example.kr 010-1234-5678")
  handled.push(place)
})
registerQueueHandler("test-fails", async (data) => {
  if (broken) throw new TypeError("secret@example.kr is not a function")
  handled.push(...data.map(({ place }) => place))
})

const happened = (place: number) => inTransaction((tx) => emit(tx, "test.fails", { place }))
/** Tries everything until nothing is tried any more. */
async function useUpTries(): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await drainEvents()
    await db().execute(sql`update outbox set retry_at = null where handled_at is null`)
  }
}
const lines = async () =>
  (await db().select().from(auditLog).orderBy(auditLog.id)).map((line) => [
    line.action,
    line.subjectTitle,
    line.after,
  ])

test("events without tries left are listed, oldest first, and tried anew alone or together", async () => {
  const [admin, member] = [await createPerson({ role: "admin" }), await createPerson()]
  for (const place of [1, 2, 3]) await happened(place)
  await useUpTries()
  expect(await findFailedWorkForAdmin(member.actor, "events", null)).toBeNull()
  const found = await findFailedWorkForAdmin(admin.actor, "events", null)
  expect(found).toMatchObject({ counts: { events: 3, jobs: 0 }, cursor: null })
  expect(found?.rows.map((row) => [row.name, row.tries, row.failure])).toEqual(
    Array.from({ length: 3 }, () => ["test.fails", MAX_TRIES, "Error"]),
  )
  const [first] = found?.rows ?? []
  for (const id of [first?.id ?? "", null])
    expect(await retryWork(member.actor, "events", id)).toEqual({ ok: false, reason: "not_found" })
  for (const id of ["99999999", "1e309", newId()])
    expect((await retryWork(admin.actor, "events", id)).ok).toBe(false)
  broken = false
  expect(await retryWork(admin.actor, "events", first?.id ?? "")).toEqual({ ok: true, count: 1 })
  await drainEvents()
  expect([handled, (await countFailedWork()).events.count]).toEqual([[1], 2])
  expect(await retryWork(admin.actor, "events", first?.id ?? "")).toEqual({ ok: false, reason: "not_now" })
  expect(await retryWork(admin.actor, "events", null)).toEqual({ ok: true, count: 2 })
  await drainEvents()
  expect([handled, await countFailedWork()]).toEqual([
    [1, 2, 3],
    { events: { count: 0, oldest: null }, jobs: { count: 0, oldest: null } },
  ])
  expect(await lines()).toEqual([
    ["work.retry", "test.fails", { count: 1 }],
    ["work.retry_all", "이벤트", { count: 2 }],
  ])
})

test("a list longer than a page goes on where it ended", async () => {
  const admin = await createPerson({ role: "admin" })
  await db().execute(
    sql`insert into outbox (type, payload, tries, failure) select 'test.fails', '{}', ${MAX_TRIES}, 'Error'
      from generate_series(1, 65)`,
  )
  const seen: string[] = []
  for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page += 1) {
    const found: Awaited<ReturnType<typeof findFailedWorkForAdmin>> = await findFailedWorkForAdmin(
      admin.actor,
      "events",
      cursor,
    )
    seen.push(...(found?.rows ?? []).map((row) => row.id))
    cursor = found?.cursor ?? null
  }
  expect([seen.length, new Set(seen).size]).toEqual([65, 65])
  await db().execute(sql`delete from outbox`)
})

test("a job that the queue has given up is listed, and runs again when it is tried anew", async () => {
  const admin = await createPerson({ role: "admin" })
  broken = true
  handled.length = 0
  startJobs()
  await vi.waitFor(() => expect(getJobQueueState()?.hasStarted).toBe(true), {
    timeout: 60_000,
    interval: 100,
  })
  const boss = new PgBoss({
    connectionString: databaseUrl(),
    max: 1,
    schema: "jobs",
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (const place of [1, 2]) await boss.send("test-fails", { place }, { retryLimit: 0 })
  await boss.stop({ graceful: false })
  await vi.waitFor(async () => expect((await countFailedWork()).jobs.count).toBe(2), {
    timeout: 20_000,
    interval: 100,
  })
  const found = await findFailedWorkForAdmin(admin.actor, "jobs", null)
  expect(found?.rows.map((row) => [row.name, row.failure, row.tries])).toEqual([
    ["test-fails", "TypeError", 1],
    ["test-fails", "TypeError", 1],
  ])
  expect(JSON.stringify(found)).not.toContain("secret")
  broken = false
  expect(await retryWork(admin.actor, "jobs", found?.rows[0]?.id ?? "")).toEqual({ ok: true, count: 1 })
  await vi.waitFor(() => expect(handled).toHaveLength(1), { timeout: 20_000, interval: 100 })
  expect(await retryWork(admin.actor, "jobs", null)).toEqual({ ok: true, count: 1 })
  await vi.waitFor(() => expect(handled.sort()).toEqual([1, 2]), { timeout: 20_000, interval: 100 })
  expect(await retryWork(admin.actor, "jobs", null)).toEqual({ ok: false, reason: "not_now" })
})

test("of a failure only its name and codes are told", () => {
  const told = [
    'PostgresError: duplicate key value violates unique constraint "users_email_key" (kim@example.kr)',
    "Error: connect ECONNREFUSED 10.0.0.7:5432",
    "Error: Failed query: insert …\nparams: 김하늘,010-1234-5678",
    "PostgresError 23505 users_email_key",
    "김하늘님에게 보내지 못했어요",
    "",
  ]
  expect(told.map(summarizeFailure)).toEqual([
    "PostgresError",
    "Error ECONNREFUSED",
    "Error",
    "PostgresError 23505",
    "Error",
    "Error",
  ])
})
