/** Owns the live streams: one per browser, told of what concerns its user, in this process and, over PostgreSQL, in the others. */
import { sql } from "drizzle-orm"
import { db, driver, type Executor } from "./db.server.ts"
import { log } from "./log.server.ts"

export type LiveMessage = { type: string; [field: string]: unknown }
type Listener = { sessionId: string; send: (message: LiveMessage) => void; close: () => void }

const CHANNEL = "live"
const MOST_PER_USER = 12
const listeners = new Map<string, Set<Listener>>()
let unlisten: (() => Promise<void>) | undefined

/** Adds a stream of a user. Beyond the cap of 12 a user the oldest is closed. Returns how to remove it. */
export function addListener(userId: string, listener: Listener): () => void {
  const own = listeners.get(userId) ?? new Set()
  listeners.set(userId, own)
  if (own.size >= MOST_PER_USER) {
    const [oldest] = own
    oldest?.close()
  }
  own.add(listener)
  return () => {
    own.delete(listener)
    if (own.size === 0) listeners.delete(userId)
  }
}

/** Tells every stream of `userIds`, in all processes. To be called after the commit. */
export async function tellUsers(userIds: string[], message: LiveMessage): Promise<void> {
  if (userIds.length === 0) return
  const text = JSON.stringify({ userIds, message })
  await db().execute(sql`select pg_notify(${CHANNEL}, ${text})`)
}

/** Ends the streams of sessions that are over, in all processes: they get a last "signed-out" and are closed; with the commit where `executor` is a transaction. */
export async function endSessions(userId: string, sessionIds: string[] | "all", executor: Executor = db()): Promise<void> {
  await executor.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ userIds: [userId], end: sessionIds })})`)
}

function deliver(text: string): void {
  const { userIds, message, end } = JSON.parse(text) as { userIds: string[]; message?: LiveMessage; end?: string[] | "all" }
  for (const userId of userIds) {
    for (const listener of listeners.get(userId) ?? []) {
      if (message) listener.send(message)
      if (end === "all" || end?.includes(listener.sessionId)) {
        listener.send({ type: "signed-out" })
        listener.close()
      }
    }
  }
}

/** Hears what other processes tell. After a lost connection every stream is asked to look again, so that nothing is missed. */
export async function startLive(): Promise<void> {
  let first = true
  const listening = await driver().listen(
    CHANNEL,
    (text) => {
      try {
        deliver(text)
      } catch (error) {
        log().warn({ err: error }, "a live message could not be read")
      }
    },
    () => {
      if (!first) for (const own of listeners.values()) for (const listener of own) listener.send({ type: "look-again" })
      first = false
    },
  )
  unlisten = () => listening.unlisten()
}

/** Closes every stream. */
export async function stopLive(): Promise<void> {
  for (const own of listeners.values()) for (const listener of own) listener.close()
  await unlisten?.()
  unlisten = undefined
}

/** How many streams this process holds. */
export function countListeners(): number {
  let count = 0
  for (const own of listeners.values()) count += own.size
  return count
}
