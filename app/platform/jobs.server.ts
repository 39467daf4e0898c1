/** Owns work that time starts and work that waits in a queue: through pg-boss, once over all processes. */
import { PgBoss } from "pg-boss"
import { findPrimary, forgetPrimary } from "./database-address.server.ts"
import { JOB_QUEUE_AWAY } from "./database-errors.server.ts"
import { databaseUrl } from "./db.server.ts"
import { keptWith } from "./env.server.ts"
import { errorLine } from "./error-text.server.ts"
import { log } from "./log.server.ts"

type Job = {
  name: string
  /** Minute, hour, day, month and weekday on a clock in Korea. */ cron: string
  work: () => Promise<unknown>
}

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

/**
 * Declares a job that time starts; `work` must be idempotent. Only app/subscriptions.server.ts calls this.
 */
export function scheduleJob(job: Job): void {
  jobs.push(job)
}

/**
 * Declares work that waits in a queue, taken many at a time; it must be idempotent: where it fails all of it
 * is tried again, up to five times. Only app/subscriptions.server.ts calls this.
 */
export function takeWork<Name extends WorkName>(
  name: Name,
  work: (data: readonly QueuedWork[Name][]) => Promise<unknown>,
): void {
  queues.set(name, work as Work)
}

/**
 * Asks for work of each of `each`. Resolves when the queue has it, rejects where it does not run. Call it
 * from a subscriber of an event, whose rows are committed: the work may begin in another process before this
 * returns.
 */
export async function enqueue<Name extends WorkName>(
  name: Name,
  each: readonly QueuedWork[Name][],
): Promise<void> {
  if (boss)
    await boss.insert(
      name,
      each.map((data) => ({ data })),
    )
  // The event that asks waits in the database until the queue is there; the memory of this process may not
  // last so long.
  else if (isWanted) throw Object.assign(new Error("The job queue does not run"), { code: JOB_QUEUE_AWAY })
  else asked().push(...each.map((data) => ({ name, data })))
}

/**
 * Does in this process what was asked for, and what that asks for in turn; returns how much. For tests:
 * elsewhere the queue does it.
 */
export async function drainJobs(): Promise<number> {
  let done = 0
  for (;;) {
    const due = asked().splice(0)
    if (due.length === 0) return done
    for (const [name, some] of Map.groupBy(due, (one) => one.name))
      await queues.get(name)?.(some.map((one) => one.data) as never)
    done += due.length
  }
}

/**
 * Runs the job `name` now, in this process: tests and the back office use it. Throws where there is no such
 * job.
 */
export async function runJob(name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  await job.work()
}

const KEPT = {
  retryLimit: 5,
  retryBackoff: true,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 7 * 86_400,
}

/** A start that failed is tried again after this, and each time after twice as long, at most. */
const RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** How often the queue is looked at, and when one that fetches nothing is put together anew. */
const LOOK_MS = 5_000
const MAX_SILENCE_MS = 30_000
const MAX_QUERY_MS = 30_000
const STOP_MS = 5_000

let isWanted = false
let wantedSince = 0
let fetchedAt: number | undefined
let supervising: Promise<void> | undefined
let firstRun: PromiseWithResolvers<void> | undefined
let wakeUp: (() => void) | undefined

/**
 * Starts the schedules and the workers, and looks after them: a queue that can't start, or that falls silent
 * for half a minute, is started anew, with longer and longer pauses, until {@link stopJobs}. {@link
 * jobQueueState} says how it is. Resolves when it runs for the first time, or was stopped before it did.
 */
export function startJobs(): Promise<void> {
  if (firstRun) return firstRun.promise
  firstRun = Promise.withResolvers<void>()
  isWanted = true
  wantedSince = performance.now()
  fetchedAt = undefined
  supervising = superviseJobs(databaseUrl())
  return firstRun.promise
}

export type JobQueueState = {
  /** True once it has run in this process. */ hasStarted: boolean
  /** Since a worker last asked for work, or since it should have begun to. */ silentMs: number
}

/** How the queue of this process is; undefined where none was asked for. */
export function jobQueueState(): JobQueueState | undefined {
  if (!isWanted) return undefined
  const fetched = lastFetch()
  return { hasStarted: fetched !== undefined, silentMs: performance.now() - (fetched ?? wantedSince) }
}

function lastFetch(): number | undefined {
  const now = Date.now()
  const ages =
    boss
      ?.getWipData({ includeInternal: true })
      .flatMap((worker) => (worker.lastFetchedOn === null ? [] : [now - worker.lastFetchedOn])) ?? []
  if (ages.length > 0) fetchedAt = Math.max(fetchedAt ?? 0, performance.now() - Math.min(...ages))
  return fetchedAt
}

const isStillWanted = () => isWanted

async function superviseJobs(address: string): Promise<void> {
  let failures = 0
  while (isStillWanted()) {
    let pause = LOOK_MS
    try {
      if (!boss) await openBoss(address)
      firstRun?.resolve()
      failures = 0
      const begun = lastFetch() ?? performance.now()
      if (performance.now() - Math.max(begun, openedAt) > MAX_SILENCE_MS)
        throw new Error("The workers of the job queue ask for nothing any more")
    } catch (error) {
      failures += 1
      pause = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1))
      log().error({ err: error, retryMs: pause }, "the job queue does not run")
      forgetPrimary(address)
      await closeBoss(false)
    }
    if (isWanted)
      await new Promise<void>((woken) => {
        const timer = setTimeout(woken, pause)
        timer.unref()
        wakeUp = () => {
          clearTimeout(timer)
          woken()
        }
      })
  }
}

let openedAt = 0

async function openBoss(address: string): Promise<void> {
  const connection = {
    connectionString: await findPrimary(address),
    max: 3,
    schema: "jobs",
    application_name: "baroildang-jobs",
  }
  const starting = new PgBoss({
    ...connection,
    connectionTimeoutMillis: STOP_MS,
    query_timeout: MAX_QUERY_MS,
  } as ConstructorParameters<typeof PgBoss>[0] & object)
  starting.on("error", (error) => log().error({ err: error }, "job queue"))
  try {
    await starting.start()
    for (const job of jobs) {
      await starting.createQueue(job.name, KEPT)
      await starting.work(job.name, { pollingIntervalSeconds: 5 }, () => runWork(job.work))
      await starting.schedule(job.name, job.cron, {}, { tz: "Asia/Seoul" })
    }
    for (const [name, work] of queues) {
      await starting.createQueue(name, { ...KEPT, deleteAfterSeconds: 86_400 })
      await starting.work(name, { pollingIntervalSeconds: 1, batchSize: 200 }, (batch) =>
        runWork(() => work(batch.map(({ data }) => data) as never)),
      )
    }
    for (const { name, data } of asked().splice(0)) await starting.send(name, data)
  } catch (error) {
    await stopBoss(starting, false)
    throw error
  }
  boss = starting
  openedAt = performance.now()
}

/** Runs work of the queue, which keeps what it fails with in a table: without what was typed. */
async function runWork(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log().error({ err: error }, "a job failed")
    const told = new Error(errorLine(error))
    delete told.stack
    throw told
  }
}

/** Ends a queue; one that hangs is left behind after 5 s. */
async function stopBoss(running: PgBoss, graceful: boolean): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const stopping = running
    .stop({ graceful, timeout: STOP_MS })
    .catch((error: unknown) => log().warn({ err: error }, "the job queue could not be stopped"))
  await Promise.race([stopping, new Promise<void>((left) => (late = setTimeout(left, STOP_MS + 2_000)))])
  clearTimeout(late)
}

async function closeBoss(graceful: boolean): Promise<void> {
  const running = boss
  boss = undefined
  if (running) await stopBoss(running, graceful)
}

/** Stops taking jobs; waits for those under way, at most 5 s. */
export async function stopJobs(): Promise<void> {
  isWanted = false
  wakeUp?.()
  await supervising
  firstRun?.resolve()
  firstRun = undefined
  await closeBoss(true)
}
