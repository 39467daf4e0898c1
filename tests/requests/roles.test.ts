/** Processes of one build that do different things: one answers people, one does the queue's work. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-roles-"))
const start = (PROCESS_ROLE: "web" | "worker") =>
  startChildServer("product", { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0", PROCESS_ROLE })
let web: ChildServer
let worker: ChildServer | undefined
beforeAll(async () => {
  web = await start("web")
})
afterAll(async () => {
  await Promise.all([web.stop(), worker?.stop()])
  rmSync(files, { recursive: true, force: true })
})

const statusOf = async (url: string) => (await fetch(url)).status
const countJobs = async (where: ReturnType<typeof sql>) => {
  const [row] = await db().execute<{ jobs: number }>(
    sql`select count(*)::int as jobs from jobs.job where ${where}`,
  )
  return row?.jobs ?? 0
}

test("a web process answers people and leaves the work to the worker, which answers none", async () => {
  await vi.waitFor(async () => expect(await statusOf(`${web.url}/readyz`)).toBe(200), 20_000)
  expect(await statusOf(`${web.url}/about`)).toBe(200)
  // The queue is there, and nobody takes from it; the minute's work was not asked for.
  await vi.waitFor(async () => {
    const [queue] = await db().execute(sql`select 1 from jobs.queue where name = 'deliver-notice'`)
    expect(queue).toBeDefined()
  }, 20_000)
  const [schedules] = await db().execute<{ schedules: number }>(
    sql`select count(*)::int as schedules from jobs.schedule`,
  )
  expect(schedules?.schedules).toBe(0)
  await db().execute(sql`
    insert into jobs.job (name, data) values ('deliver-notice', '{"notificationId": "none"}')`)
  const waiting = sql`name = 'deliver-notice' and state = 'created'`
  expect(await countJobs(waiting)).toBe(1)

  worker = await start("worker")
  const { url } = worker
  await vi.waitFor(async () => expect(await statusOf(`${url}/readyz`)).toBe(200), 20_000)
  await vi.waitFor(async () => expect(await countJobs(waiting)).toBe(0), 20_000)
  expect([
    await statusOf(`${url}/healthz`),
    await statusOf(`${url}/about`),
    await statusOf(`${url}/`),
  ]).toEqual([200, 404, 404])
  expect(await statusOf(`${web.url}/about`)).toBe(200)
}, 90_000)
