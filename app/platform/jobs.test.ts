import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { db } from "./db.server.ts"
import { checkReadiness } from "./health.server.ts"
import { enqueue, getJobQueueState, startJobs, stopJobs, registerQueueHandler } from "./jobs.server.ts"
import { renderMetrics } from "./metrics.server.ts"

declare module "./jobs.server.ts" {
  interface JobPayloads {
    "test.work": { thing: string }
    "test.failing": { thing: string }
  }
}

withDatabase()
const done: string[] = []
beforeAll(() => {
  registerQueueHandler("test.work", async (some) => void done.push(...some.map((one) => one.thing)))
  registerQueueHandler("test.failing", async () => {
    await db().execute(sql`select ${"hidden-value"}::text::int`)
  })
})
afterAll(stopJobs)
const numberOf = async (name: string) =>
  Number(new RegExp(`^${name} (.+)$`, "m").exec(await renderMetrics())?.[1])

test(
  "a job queue that can't start says so, refuses work, is tried again, and then does it",
  { timeout: 60_000 },
  async () => {
    // What it makes is in its way.
    await db().execute(sql`create schema jobs`)
    await db().execute(sql`create table jobs.version (version text)`)
    void startJobs()
    await vi.waitFor(async () =>
      expect((await checkReadiness()).troubles).toEqual([expect.stringMatching(/^jobs \d+s$/)]),
    )
    expect((await checkReadiness()).isReady).toBe(false)
    expect(await numberOf("job_queue_up")).toBe(0)
    await expect(enqueue("test.work", [{ thing: "too early" }])).rejects.toMatchObject({
      code: "JOB_QUEUE_AWAY",
    })
    await vi.waitFor(async () => expect(await numberOf("job_queue_silence_seconds")).toBeGreaterThan(1), {
      timeout: 10_000,
      interval: 50,
    })
    await db().execute(sql`drop schema jobs cascade`)
    await vi.waitFor(async () => expect(await checkReadiness()).toEqual({ isReady: true, troubles: [] }), {
      timeout: 20_000,
      interval: 50,
    })
    expect(await numberOf("job_queue_up")).toBe(1)
    expect(getJobQueueState()).toMatchObject({ hasStarted: true })
    await enqueue("test.work", [{ thing: "later" }])
    await vi.waitFor(() => expect(done).toEqual(["later"]), { timeout: 10_000, interval: 50 })
  },
)

test("what is asked for while the queue starts waits for it", { timeout: 30_000 }, async () => {
  await stopJobs()
  void startJobs()
  await enqueue("test.work", [{ thing: "meanwhile" }])
  await vi.waitFor(() => expect(done).toContain("meanwhile"), { timeout: 10_000, interval: 50 })
})

test("what a job fails with is kept without what it was given", { timeout: 30_000 }, async () => {
  await enqueue("test.failing", [{ thing: "x" }])
  const outputs = () =>
    db().execute<{ output: string }>(
      sql`select output::text as output from jobs.job where name = 'test.failing' and output is not null`,
    )
  const [row] = await vi.waitFor(
    async () => {
      const rows = await outputs()
      expect(rows).not.toHaveLength(0)
      return rows
    },
    { timeout: 10_000, interval: 50 },
  )
  expect(row?.output).toMatch(/22P02/)
  expect(row?.output).not.toMatch(/hidden|params/)
})
