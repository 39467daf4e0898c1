/** Work that time starts and work that waits in a queue: through pg-boss, once over all processes. */
import { PgBoss } from "pg-boss"
import { findPrimary, forgetPrimary } from "./database-address.server.ts"
import { JOB_QUEUE_UNAVAILABLE } from "./database-errors.server.ts"
import { databaseUrl } from "./db.server.ts"
import { env, memoizePerEnvironment } from "./env.server.ts"
import { formatErrorLine } from "./error-text.server.ts"
import { log } from "./log.server.ts"
import { traced } from "./tracing.server.ts"

/** A job that time starts; its handler must be idempotent. */
export type ScheduledJob = {
  name: string
  /** Minute, hour, day, month and weekday on a clock in Korea. */ cron: string
  handler: () => Promise<unknown>
}

/** Every kind of queued work: areas add theirs with `declare module`. Data holds ids, not rows. */
// oxlint-disable-next-line typescript/no-empty-interface -- areas merge into it
export interface JobPayloads {}
export type QueueName = keyof JobPayloads & string
type QueueHandler = (data: never) => Promise<unknown>

const scheduledJobs: ScheduledJob[] = []
const queueHandlers = new Map<string, QueueHandler>()
/** What was asked for where no queue runs: tests do it with {@link drainJobs}. */
const getPendingJobs = memoizePerEnvironment((): { name: string; data: object }[] => [])
let boss: PgBoss | undefined

/**
 * Declares a job that time starts; `work` must be idempotent. Only app/subscriptions.server.ts calls this.
 */
export function scheduleJob(job: ScheduledJob): void {
  scheduledJobs.push(job)
}

/**
 * Declares work that waits in a queue, taken many at a time; it must be idempotent: where it fails all of it
 * is tried again, up to five times. Only app/subscriptions.server.ts calls this.
 */
export function registerQueueHandler<Name extends QueueName>(
  name: Name,
  handler: (data: readonly JobPayloads[Name][]) => Promise<unknown>,
): void {
  queueHandlers.set(name, handler as QueueHandler)
}

/**
 * Asks for work of each of `payloads`. Resolves when the queue has it, rejects where it does not run. Call it
 * from a subscriber of an event, whose rows are committed: the work may begin in another process before this
 * returns.
 */
export async function enqueue<Name extends QueueName>(
  name: Name,
  payloads: readonly JobPayloads[Name][],
): Promise<void> {
  // At a start events are heard before the queue is there: they wait for its first try, and for no second.
  if (!boss) await firstTry?.promise
  if (boss)
    await boss.insert(
      name,
      payloads.map((data) => ({ data })),
    )
  // The event that asks waits in the database until the queue is there; the memory of this process may not
  // last so long.
  else if (shouldRun)
    throw Object.assign(new Error("The job queue does not run"), { code: JOB_QUEUE_UNAVAILABLE })
  else getPendingJobs().push(...payloads.map((data) => ({ name, data })))
}

/**
 * Does in this process what was asked for, and what that asks for in turn; returns how much. For tests:
 * elsewhere the queue does it.
 */
export async function drainJobs(): Promise<number> {
  let done = 0
  for (;;) {
    const pendingJobs = getPendingJobs().splice(0)
    if (pendingJobs.length === 0) return done
    for (const [name, jobsOfQueue] of Map.groupBy(pendingJobs, (pendingJob) => pendingJob.name))
      await queueHandlers.get(name)?.(jobsOfQueue.map((pendingJob) => pendingJob.data) as never)
    done += pendingJobs.length
  }
}

/**
 * Runs the job `name` now, in this process: tests and the back office use it. Throws where there is no such
 * job.
 */
export async function runJob(name: string): Promise<void> {
  const job = scheduledJobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  await job.handler()
}

const QUEUE_OPTIONS = {
  retryLimit: 5,
  retryBackoff: true,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 7 * 86_400,
}

/** A start that failed is tried again after this, and each time after twice as long, at most. */
const RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 60_000
/** How often the queue is looked at, and when one that fetches nothing is put together anew. */
const CHECK_INTERVAL_MS = 5_000
const MAX_SILENCE_MS = 30_000
const QUERY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 5_000

let shouldRun = false
let startRequestedAt = 0
let lastFetchedAt: number | undefined
let supervisor: Promise<void> | undefined
let firstRun: PromiseWithResolvers<void> | undefined
let firstTry: PromiseWithResolvers<void> | undefined
let wakeSupervisor: (() => void) | undefined

/** True where this process does the work; a process of PROCESS_ROLE=web only asks for it. */
const doesWork = () => env().PROCESS_ROLE !== "web"

/**
 * Starts the schedules and the workers (in a web process the queue alone), and looks after them: a queue that
 * can't start, or that falls silent for half a minute, is started anew, with longer and longer pauses, until
 * {@link stopJobs}. {@link getJobQueueState} says how it is. Resolves when it runs for the first time, or was
 * stopped before it did.
 */
export function startJobs(): Promise<void> {
  if (firstRun) return firstRun.promise
  firstRun = Promise.withResolvers<void>()
  firstTry = Promise.withResolvers<void>()
  shouldRun = true
  startRequestedAt = performance.now()
  lastFetchedAt = undefined
  supervisor = superviseJobs(databaseUrl())
  return firstRun.promise
}

export type JobQueueState = {
  /** True once it has run in this process. */ hasStarted: boolean
  /** Since a worker last asked for work, or since it should have begun to. */ silentMs: number
}

/** How the workers of this process are; undefined where none were asked for. */
export function getJobQueueState(): JobQueueState | undefined {
  if (!shouldRun || !doesWork()) return undefined
  const fetched = getLastFetchedAt()
  return { hasStarted: fetched !== undefined, silentMs: performance.now() - (fetched ?? startRequestedAt) }
}

function getLastFetchedAt(): number | undefined {
  const now = Date.now()
  const ages =
    boss
      ?.getWipData({ includeInternal: true })
      .flatMap((worker) => (worker.lastFetchedOn === null ? [] : [now - worker.lastFetchedOn])) ?? []
  if (ages.length > 0) lastFetchedAt = Math.max(lastFetchedAt ?? 0, performance.now() - Math.min(...ages))
  return lastFetchedAt
}

const shouldStillRun = () => shouldRun

async function superviseJobs(address: string): Promise<void> {
  let failures = 0
  while (shouldStillRun()) {
    let pauseMs = CHECK_INTERVAL_MS
    try {
      if (!boss) await startBoss(address)
      firstRun?.resolve()
      failures = 0
      const lastActivityAt = getLastFetchedAt() ?? performance.now()
      if (doesWork() && performance.now() - Math.max(lastActivityAt, bossStartedAt) > MAX_SILENCE_MS)
        throw new Error("The workers of the job queue ask for nothing any more")
    } catch (error) {
      failures += 1
      pauseMs = Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** (failures - 1))
      log().error({ err: error, retryMs: pauseMs }, "the job queue does not run")
      forgetPrimary(address)
      await closeBoss(false)
    }
    firstTry?.resolve()
    if (shouldRun)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs)
        timer.unref()
        wakeSupervisor = () => {
          clearTimeout(timer)
          resolve()
        }
      })
  }
}

/** Brings the tables of the queue up to date, for `npm run migrate`. */
export async function migrateJobs(address: string): Promise<void> {
  const migrating = new PgBoss({
    connectionString: await findPrimary(address),
    max: 1,
    schema: "jobs",
    application_name: "baroildang-migrate",
    supervise: false,
    schedule: false,
  })
  await migrating.start()
  await stopBoss(migrating, true)
}

let bossStartedAt = 0

async function startBoss(address: string): Promise<void> {
  const connection = {
    connectionString: await findPrimary(address),
    max: 3,
    schema: "jobs",
    application_name: "baroildang-jobs",
    // What tidies up the queue and keeps the schedules' time is the workers' as well.
    supervise: doesWork(),
    schedule: doesWork(),
    migrate: env().MIGRATE_AT_START,
  }
  const newBoss = new PgBoss({
    ...connection,
    connectionTimeoutMillis: STOP_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  } as ConstructorParameters<typeof PgBoss>[0] & object)
  newBoss.on("error", (error) => log().error({ err: error }, "job queue"))
  try {
    await newBoss.start()
    for (const job of doesWork() ? scheduledJobs : []) {
      await newBoss.createQueue(job.name, QUEUE_OPTIONS)
      await newBoss.work(job.name, { pollingIntervalSeconds: 5 }, () => runHandler(job.name, job.handler))
      await newBoss.schedule(job.name, job.cron, {}, { tz: "Asia/Seoul" })
    }
    for (const [name, handler] of queueHandlers) {
      await newBoss.createQueue(name, { ...QUEUE_OPTIONS, deleteAfterSeconds: 86_400 })
      if (!doesWork()) continue
      await newBoss.work(name, { pollingIntervalSeconds: 1, batchSize: 200 }, (batch) =>
        runHandler(name, () => handler(batch.map(({ data }) => data) as never)),
      )
    }
    for (const { name, data } of getPendingJobs().splice(0)) await newBoss.send(name, data)
  } catch (error) {
    await stopBoss(newBoss, false)
    throw error
  }
  boss = newBoss
  bossStartedAt = performance.now()
}

/** Runs work of the queue, which keeps what it fails with in a table: without what was typed. */
async function runHandler(name: string, handler: () => Promise<unknown>): Promise<void> {
  try {
    await traced(`job ${name}`, {}, handler)
  } catch (error) {
    log().error({ err: error }, "a job failed")
    const sanitizedError = new Error(formatErrorLine(error))
    delete sanitizedError.stack
    throw sanitizedError
  }
}

/** Ends a queue; one that hangs is left behind after 5 s. */
async function stopBoss(running: PgBoss, graceful: boolean): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const stopping = running
    .stop({ graceful, timeout: STOP_TIMEOUT_MS })
    .catch((error: unknown) => log().warn({ err: error }, "the job queue could not be stopped"))
  await Promise.race([
    stopping,
    new Promise<void>((giveUp) => (late = setTimeout(giveUp, STOP_TIMEOUT_MS + 2_000))),
  ])
  clearTimeout(late)
}

async function closeBoss(graceful: boolean): Promise<void> {
  const running = boss
  boss = undefined
  if (running) await stopBoss(running, graceful)
}

/** Stops taking jobs; waits for those under way, at most 5 s. */
export async function stopJobs(): Promise<void> {
  shouldRun = false
  wakeSupervisor?.()
  await supervisor
  firstRun?.resolve()
  firstRun = undefined
  await closeBoss(true)
}
