/** Owns work that time starts: named jobs on a schedule, through pg-boss, once over all processes. */
import { PgBoss } from "pg-boss"
import { databaseUrl } from "./db.server.ts"
import { log } from "./log.server.ts"

type Job = { name: string; /** Minutes of the hour etc., Asia/Seoul. */ cron: string; work: () => Promise<unknown> }

const jobs: Job[] = []
let boss: PgBoss | undefined

/** Declares a job; `work` must be idempotent. Only app/subscriptions.server.ts calls this. */
export function scheduleJob(job: Job): void {
  jobs.push(job)
}

/** Runs the job `name` now, in this process: tests and the back office use it. Throws where there is no such job. */
export async function runJob(name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  await job.work()
}

/** Starts the schedules and the workers. */
export async function startJobs(): Promise<void> {
  boss = new PgBoss({ connectionString: databaseUrl(), max: 3, schema: "jobs", application_name: "baroildang-jobs" })
  boss.on("error", (error) => log().error({ err: error }, "job queue"))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: 5, retryBackoff: true, retentionSeconds: 7 * 86_400, deleteAfterSeconds: 7 * 86_400 })
    await boss.work(job.name, { pollingIntervalSeconds: 5 }, async () => {
      await job.work()
    })
    await boss.schedule(job.name, job.cron, {}, { tz: "Asia/Seoul" })
  }
}

/** Stops taking jobs; waits for those under way, at most 5 s. */
export async function stopJobs(): Promise<void> {
  const running = boss
  boss = undefined
  await running?.stop({ graceful: true, timeout: 5_000 })
}
