/**
 * Whether the database answers and takes writes: asked every half second, so that nobody waits for one
 * that is frozen or away.
 */
import { findPrimary, forgetPrimary } from "./database-address.server.ts"
import { openConnection, startResponseTimeout, type Connection } from "./connection.server.ts"
import { DatabaseUnavailableError } from "./database-errors.server.ts"
import { log } from "./log.server.ts"

const CHECK_INTERVAL_MS = 500
/**
 * With the time between two questions, less than the three seconds after which a page has to say that it
 * can't.
 */
const CHECK_TIMEOUT_MS = 1_900

export type DatabaseState = {
  isUnavailable: boolean
  /** Milliseconds since it went away. */ unavailableMs: number
}

let outage: { error: DatabaseUnavailableError; since: number } | undefined
let activeWatcher: { stop: () => void; check: () => Promise<void> } | undefined

/** Why nothing may be asked of the database now; undefined where it answers, or nobody watches it. */
export const getDatabaseOutage = (): DatabaseUnavailableError | undefined => outage?.error

/** What is known of the database. */
export const getDatabaseState = (): DatabaseState => ({
  isUnavailable: outage !== undefined,
  unavailableMs: outage ? performance.now() - outage.since : 0,
})

/**
 * Watches the database at `address`: `onOutage` is called with the reason when it stops to answer within 1.9
 * s, or takes no writes. Nothing that was asked of it gets an answer then, and what is asked next is refused
 * at once, until it is back.
 */
export function watchDatabase(address: string, onOutage: (reason: DatabaseUnavailableError) => void): void {
  if (activeWatcher) return
  const watcher = startWatcher(address, (error) => {
    if (!error) {
      if (outage)
        log().warn({ unavailableMs: Math.round(performance.now() - outage.since) }, "the database is back")
      outage = undefined
      return
    }
    if (!outage) log().error({ err: error }, "the database is away")
    outage = { error, since: outage?.since ?? performance.now() }
    onOutage(error)
  })
  activeWatcher = watcher
}

/** Stops watching. */
export function stopWatchingDatabase(): void {
  activeWatcher?.stop()
  activeWatcher = undefined
  outage = undefined
}

/** Asks the database at `address` now, and says whether it answers and takes writes; within 2.5 s. */
export async function checkDatabase(address: string): Promise<DatabaseState> {
  if (activeWatcher) {
    if (!outage) await activeWatcher.check()
    return getDatabaseState()
  }
  let state: DatabaseState = { isUnavailable: false, unavailableMs: 0 }
  const oneTimeWatcher = startWatcher(address, (error) => {
    if (error) state = { isUnavailable: true, unavailableMs: 0 }
  })
  await oneTimeWatcher.check()
  oneTimeWatcher.stop()
  return state
}

function startWatcher(
  address: string,
  onResult: (error: DatabaseUnavailableError | undefined) => void,
): { stop: () => void; check: () => Promise<void> } {
  let connection: Connection | undefined
  let runningCheck: Promise<void> | undefined
  let isStopped = false

  async function runCheck(): Promise<void> {
    const isNewConnection = connection === undefined || connection.gone() !== undefined
    try {
      if (!connection || connection.gone())
        connection = await openConnection(await findPrimary(address), { name: "baroildang-watch" })
      await requireWritable(connection)
    } catch (error) {
      connection?.destroy(
        new DatabaseUnavailableError("The connection that watches is opened anew", { cause: error }),
      )
      connection = undefined
      forgetPrimary(address)
      // One connection may end without the others; a database that keeps silent is not asked twice.
      if (!isNewConnection && !(error instanceof NoAnswerError)) return runCheck()
      if (!isStopped)
        onResult(
          new DatabaseUnavailableError("The database does not answer, or takes no writes", { cause: error }),
        )
      return
    }
    if (!isStopped) onResult(undefined)
  }

  const check = () => (runningCheck ??= runCheck().finally(() => (runningCheck = undefined)))
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
  timer.unref()
  return {
    check,
    stop() {
      isStopped = true
      clearInterval(timer)
      connection?.destroy(new DatabaseUnavailableError("Nobody watches any more"))
    },
  }
}

class NoAnswerError extends Error {}

async function requireWritable(connection: Connection): Promise<void> {
  const late = Promise.withResolvers<never>()
  const stopTimeout = startResponseTimeout(CHECK_TIMEOUT_MS, () =>
    late.reject(new NoAnswerError("no answer in time")),
  )
  try {
    const pendingRows = connection.query({
      statement: "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby",
    })
    const [row] = await Promise.race([pendingRows, late.promise])
    if (row?.standby !== false) throw new Error("The database takes no writes")
  } finally {
    stopTimeout()
  }
}
