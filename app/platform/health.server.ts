/**
 * Owns what an operator asks of the process: whether it may be sent requests, and which part of it is in
 * trouble.
 */
import { busSilenceMs } from "./bus.server.ts"
import { askDatabase } from "./db.server.ts"
import { env } from "./env.server.ts"
import { jobQueueState } from "./jobs.server.ts"

export type Readiness = {
  isReady: boolean
  /** One line for each part in trouble, such as "live 12s". */ troubles: string[]
}

/**
 * Its own word goes round every two seconds; a process that has not heard it for so long tells its pages
 * nothing.
 */
const LATE_BUS_MS = 10_000
const MAX_BUS_SILENCE_MS = 60_000
/** Workers ask for work every few seconds. */
const LATE_JOBS_MS = 60_000
const MAX_JOBS_SILENCE_MS = 600_000

/**
 * Asks every part. Not ready: a database that does not answer or takes no writes, at once; a process that
 * hears no other for a minute, over PostgreSQL (a Redis that is away is away for all, and pages work without
 * it); a job queue that has not started yet, or has fetched nothing for ten minutes.
 */
export async function askReadiness(): Promise<Readiness> {
  const troubles: string[] = []
  let isReady = true
  const note = (part: string, ms: number, isBearable: boolean) => {
    troubles.push(`${part} ${Math.round(ms / 1_000)}s`)
    isReady &&= isBearable
  }
  const database = await askDatabase()
  if (database.isAway) note("database", database.awayMs, false)
  const busMs = busSilenceMs()
  if (busMs > LATE_BUS_MS) note("live", busMs, busMs <= MAX_BUS_SILENCE_MS || env().REDIS_URL !== undefined)
  const jobs = jobQueueState()
  if (jobs && (!jobs.hasStarted || jobs.silentMs > LATE_JOBS_MS))
    note("jobs", jobs.silentMs, jobs.hasStarted && jobs.silentMs <= MAX_JOBS_SILENCE_MS)
  return { isReady, troubles }
}
