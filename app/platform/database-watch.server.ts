/**
 * Owns whether the database answers and takes writes: asked every half second, so that nobody waits for one
 * that is frozen or away.
 */
import { findPrimary, forgetPrimary } from "./database-address.server.ts"
import { openConnection, startLimit, type Connection } from "./connection.server.ts"
import { DatabaseAway } from "./database-errors.server.ts"
import { log } from "./log.server.ts"

const ASK_MS = 500
/**
 * With the time between two questions, less than the three seconds after which a page has to say that it
 * can't.
 */
const MAX_ANSWER_MS = 1_900

export type DatabaseState = { isAway: boolean; /** Milliseconds since it went away. */ awayMs: number }

let away: { error: DatabaseAway; since: number } | undefined
let watching: { stop: () => void; ask: () => Promise<void> } | undefined

/** Why nothing may be asked of the database now; undefined where it answers, or nobody watches it. */
export const databaseRefusal = (): DatabaseAway | undefined => away?.error

/** What is known of the database. */
export const databaseState = (): DatabaseState => ({
  isAway: away !== undefined,
  awayMs: away ? performance.now() - away.since : 0,
})

/**
 * Watches the database at `address`: `drop` is called with the reason when it stops to answer within 1.9 s,
 * or takes no writes. Nothing that was asked of it gets an answer then, and what is asked next is refused at
 * once, until it is back.
 */
export function watchDatabase(address: string, drop: (reason: DatabaseAway) => void): void {
  if (watching) return
  const watcher = startWatching(address, (error) => {
    if (!error) {
      if (away) log().warn({ awayMs: Math.round(performance.now() - away.since) }, "the database is back")
      away = undefined
      return
    }
    if (!away) log().error({ err: error }, "the database is away")
    away = { error, since: away?.since ?? performance.now() }
    drop(error)
  })
  watching = watcher
}

/** Stops watching. */
export function stopWatchingDatabase(): void {
  watching?.stop()
  watching = undefined
  away = undefined
}

/** Asks the database at `address` now, and says whether it answers and takes writes; within 2.5 s. */
export async function checkDatabase(address: string): Promise<DatabaseState> {
  if (watching) {
    if (!away) await watching.ask()
    return databaseState()
  }
  let state: DatabaseState = { isAway: false, awayMs: 0 }
  const once = startWatching(address, (error) => {
    if (error) state = { isAway: true, awayMs: 0 }
  })
  await once.ask()
  once.stop()
  return state
}

function startWatching(
  address: string,
  tell: (error: DatabaseAway | undefined) => void,
): { stop: () => void; ask: () => Promise<void> } {
  let connection: Connection | undefined
  let asking: Promise<void> | undefined
  let isOver = false

  async function askOnce(): Promise<void> {
    const fresh = connection === undefined || connection.gone() !== undefined
    try {
      if (!connection || connection.gone())
        connection = await openConnection(await findPrimary(address), { name: "baroildang-watch" })
      await requireWritable(connection)
    } catch (error) {
      connection?.destroy(new DatabaseAway("The connection that watches is opened anew", { cause: error }))
      connection = undefined
      forgetPrimary(address)
      // One connection may end without the others; a database that keeps silent is not asked twice.
      if (!fresh && !(error instanceof NoAnswer)) return askOnce()
      if (!isOver)
        tell(new DatabaseAway("The database does not answer, or takes no writes", { cause: error }))
      return
    }
    if (!isOver) tell(undefined)
  }

  const ask = () => (asking ??= askOnce().finally(() => (asking = undefined)))
  const timer = setInterval(() => void ask(), ASK_MS)
  timer.unref()
  return {
    ask,
    stop() {
      isOver = true
      clearInterval(timer)
      connection?.destroy(new DatabaseAway("Nobody watches any more"))
    },
  }
}

class NoAnswer extends Error {}

async function requireWritable(connection: Connection): Promise<void> {
  const late = Promise.withResolvers<never>()
  const stopLimit = startLimit(MAX_ANSWER_MS, () => late.reject(new NoAnswer("no answer in time")))
  try {
    const asked = connection.ask({
      statement: "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as standby",
    })
    const [row] = await Promise.race([asked, late.promise])
    if (row?.standby !== false) throw new Error("The database takes no writes")
  } finally {
    stopLimit()
  }
}
