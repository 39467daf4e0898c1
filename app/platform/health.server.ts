/**
 * What an operator asks of the process: whether it may be sent requests, and which part of it is in
 * trouble.
 */
import { getBusSilenceMs } from "./bus.server.ts"
import { checkConnectedDatabase, getStandby } from "./db.server.ts"
import { env } from "./env.server.ts"
import { getJobQueueState } from "./jobs.server.ts"

export type Readiness = {
  isReady: boolean
  /** One line for each part in trouble, such as "live 12s". */ troubles: string[]
}

/**
 * Its own word goes round every two seconds; a process that has not heard it for so long tells its pages
 * nothing.
 */
const BUS_WARNING_MS = 10_000
const MAX_BUS_SILENCE_MS = 60_000
/** Workers ask for work every few seconds. */
const JOBS_WARNING_MS = 60_000
const MAX_JOBS_SILENCE_MS = 600_000

/**
 * Asks every part. Not ready: a database that does not answer or takes no writes, at once; a process that
 * hears no other for a minute, over PostgreSQL (a Redis that is away is away for all, and pages work without
 * it); a job queue that has not started yet, or has fetched nothing for ten minutes. Ready for "reads" is
 * also whoever can read a standby while the primary is away: what is silent then is silent for that reason.
 */
export async function checkReadiness(purpose: "all" | "reads" = "all"): Promise<Readiness> {
  const troubles: string[] = []
  let isReady = true
  const database = await checkConnectedDatabase()
  const isReadable =
    purpose === "reads" && database.isUnavailable && getStandby()?.getState().isUsable === true
  const addTrouble = (part: string, ms: number, isTolerable: boolean) => {
    troubles.push(`${part} ${Math.round(ms / 1_000)}s`)
    isReady &&= isTolerable || isReadable
  }
  if (database.isUnavailable) addTrouble("database", database.unavailableMs, false)
  const busMs = getBusSilenceMs()
  if (busMs > BUS_WARNING_MS)
    addTrouble("live", busMs, busMs <= MAX_BUS_SILENCE_MS || env().REDIS_URL !== undefined)
  const jobs = getJobQueueState()
  if (jobs && (!jobs.hasStarted || jobs.silentMs > JOBS_WARNING_MS))
    addTrouble("jobs", jobs.silentMs, jobs.hasStarted && jobs.silentMs <= MAX_JOBS_SILENCE_MS)
  return { isReady, troubles }
}
