/** Owns work that time starts and work that waits in a queue: through pg-boss, once over all processes. */
import { PgBoss } from "pg-boss"
import { databaseUrl } from "./db.server.ts"
import { keptWith } from "./env.server.ts"
import { log } from "./log.server.ts"

type Job = { name: string; /** Minute, hour, day, month and weekday on a clock in Korea. */ cron: string; work: () => Promise<unknown> }

/** Every kind of queued work: areas add theirs with `declare module`. Data holds ids, not rows. */
// oxlint-disable-next-line typescript/no-empty-interface -- areas merge into it
export interface QueuedWork {}
export type WorkName = keyof QueuedWork & string
type Work = (data: never) => Promise<unknown>

const jobs: Job[] = []
const queues = new Map<string, Work>()
/** What was asked for where no queue runs: tests do it with {@link drainJobs}. */
const asked = keptWith((): { name: string; data: object }[] => [])
let boss: PgBoss | undefined

/** Declares a job that time starts; `work` must be idempotent. Only app/subscriptions.server.ts calls this. */
export function scheduleJob(job: Job): void {
  jobs.push(job)
}

/**
 * Declares work that waits in a queue, taken many at a time; it must be idempotent: where it fails all of it is tried again, up to five
 * times. Only app/subscriptions.server.ts calls this.
 */
export function takeWork<Name extends WorkName>(name: Name, work: (data: readonly QueuedWork[Name][]) => Promise<unknown>): void {
  queues.set(name, work as Work)
}

/**
 * Asks for work of each of `each`. Resolves when the queue has it. Call it from a subscriber of an event, whose rows are committed: the
 * work may begin in another process before this returns.
 */
export async function enqueue<Name extends WorkName>(name: Name, each: readonly QueuedWork[Name][]): Promise<void> {
  if (boss) await boss.insert(name, each.map((data) => ({ data })))
  else asked().push(...each.map((data) => ({ name, data })))
}

/** Does in this process what was asked for, and what that asks for in turn; returns how much. For tests: elsewhere the queue does it. */
export async function drainJobs(): Promise<number> {
  let done = 0
  for (;;) {
    const due = asked().splice(0)
    if (due.length === 0) return done
    for (const [name, some] of Map.groupBy(due, (one) => one.name)) await queues.get(name)?.(some.map((one) => one.data) as never)
    done += due.length
  }
}

/** Runs the job `name` now, in this process: tests and the back office use it. Throws where there is no such job. */
export async function runJob(name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  await job.work()
}

const KEPT = { retryLimit: 5, retryBackoff: true, retentionSeconds: 7 * 86_400, deleteAfterSeconds: 7 * 86_400 }

/** Starts the schedules and the workers. */
export async function startJobs(): Promise<void> {
  const starting = new PgBoss({ connectionString: databaseUrl(), max: 3, schema: "jobs", application_name: "baroildang-jobs" })
  starting.on("error", (error) => log().error({ err: error }, "job queue"))
  await starting.start()
  for (const job of jobs) {
    await starting.createQueue(job.name, KEPT)
    await starting.work(job.name, { pollingIntervalSeconds: 5 }, async () => {
      await job.work()
    })
    await starting.schedule(job.name, job.cron, {}, { tz: "Asia/Seoul" })
  }
  for (const [name, work] of queues) {
    await starting.createQueue(name, { ...KEPT, deleteAfterSeconds: 86_400 })
    await starting.work(name, { pollingIntervalSeconds: 1, batchSize: 200 }, async (batch) => {
      await work(batch.map(({ data }) => data) as never)
    })
  }
  boss = starting
  for (const { name, data } of asked().splice(0)) await starting.send(name, data)
}

/** Stops taking jobs; waits for those under way, at most 5 s. */
export async function stopJobs(): Promise<void> {
  const running = boss
  boss = undefined
  await running?.stop({ graceful: true, timeout: 5_000 })
}
