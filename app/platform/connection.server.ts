/**
 * One connection to PostgreSQL: asked in order, gone for good when it is lost, never connected again
 * behind our back.
 */
import { connect, type Socket } from "node:net"
import postgres from "postgres"
import { DatabaseUnavailableError, isConnectionError } from "./database-errors.server.ts"
import { createDriverClient, rememberArrayCodecs } from "./overrides/driver-client.server.ts"

/** The rows of an answer; the driver puts beside them what was done, such as "COMMIT". */
export type QueryResult = Record<string, unknown>[] & { command?: string }
export type StatementRequest = {
  statement: string
  parameters?: readonly unknown[]
  isPrepared?: boolean
  /** Rows as arrays of values. */ asValues?: boolean
}

export type Connection = {
  readonly openedAt: number
  /**
   * Asks one statement; those asked before it are answered before it. Rejects with
   * {@link DatabaseUnavailableError} where the connection is lost.
   */
  query(question: StatementRequest): Promise<QueryResult>
  /** Resolves when nothing that was asked is unanswered any more. */
  settled(): Promise<void>
  /** For how long it has owed an answer without giving any. */
  silentMs(): number
  /** The reason, once it is gone. */
  gone(): Error | undefined
  /** Calls `hear` with the reason once it is gone, until the returned function is called. */
  onGone(listener: (goneReason: Error) => void): () => void
  /** Ends it at once; whatever was asked is rejected with `reason`. */
  destroy(goneReason: Error): void
}

/** How values are read and written: the query builder has wishes of its own. */
export type Codecs = { parsers: Record<string, unknown>; serializers: Record<string, unknown> }
export type ConnectionOptions = {
  codecs?: Codecs
  /** PostgreSQL's settings for this session. */
  settings?: Record<string, string>
  name?: string
  /** Hears what is notified on the channels that were listened to. */
  listener?: (channel: string, text: string) => void
}

/** Longer than a good connection takes, and short enough for a page to say that it can't. */
const CONNECT_TIMEOUT_MS = 2_200

/**
 * Connects to the primary at `address`, one host. Rejects with {@link DatabaseUnavailableError} where it
 * can't within 2.2 s, or where that host is a standby.
 */
export async function openConnection(address: string, options: ConnectionOptions = {}): Promise<Connection> {
  let socket: Socket | undefined
  let goneReason: Error | undefined
  const unanswered = new Set<(error: Error) => void>()
  const settledWaiters = new Set<() => void>()
  const goneListeners = new Set<(goneReason: Error) => void>()
  let lastAnswerAt = 0
  const resolveSettled = () => {
    for (const resolveWaiter of settledWaiters) resolveWaiter()
    settledWaiters.clear()
  }
  const markGone = (error: Error) => {
    if (goneReason) return
    goneReason = error
    for (const reject of unanswered) reject(error)
    unanswered.clear()
    resolveSettled()
    for (const listener of goneListeners) listener(error)
    goneListeners.clear()
  }
  const client = createDriverClient(address, options, {
    onClose: () => markGone(new DatabaseUnavailableError("The connection to the database was closed")),
    openSocket: async () => {
      // The driver tries again behind our back after a failure.
      if (goneReason) throw goneReason
      socket = await openSocket(new URL(address))
      if (goneReason) socket.destroy()
      return socket
    },
  })
  const destroy = (error: Error) => {
    markGone(error)
    client.end({ timeout: 0 }).catch(() => undefined)
    socket?.destroy()
  }

  const stopTimeout = startResponseTimeout(CONNECT_TIMEOUT_MS, () =>
    destroy(new DatabaseUnavailableError("The database did not answer in time")),
  )
  const lost = Promise.withResolvers<never>()
  goneListeners.add(lost.reject)
  const sql = await Promise.race([reserveConnection(client, options.settings), lost.promise]).catch(
    (error: unknown) => {
      stopTimeout()
      const unavailable = new DatabaseUnavailableError("No connection to the database could be opened", {
        cause: error,
      })
      destroy(unavailable)
      throw unavailable
    },
  )

  const query = ({
    statement,
    parameters = [],
    isPrepared = false,
    asValues = false,
  }: StatementRequest): Promise<QueryResult> => {
    if (goneReason) return Promise.reject(goneReason)
    return new Promise<QueryResult>((answer, reject) => {
      if (unanswered.size === 0) lastAnswerAt = performance.now()
      unanswered.add(reject)
      const onAnswered = () => {
        lastAnswerAt = performance.now()
        unanswered.delete(reject)
        if (unanswered.size === 0) resolveSettled()
      }
      const pendingQuery = sql.unsafe(statement, parameters as never[], { prepare: isPrepared })
      const result: PromiseLike<unknown> = asValues ? pendingQuery.values() : pendingQuery
      result.then(
        (rows) => {
          onAnswered()
          answer(rows as QueryResult)
        },
        (error: unknown) => {
          onAnswered()
          const isConnectionLost = isConnectionError(error)
          const isServerError = error instanceof postgres.PostgresError
          reject(
            goneReason ??
              (isConnectionLost && !isServerError
                ? new DatabaseUnavailableError("The connection to the database was lost", { cause: error })
                : error),
          )
          if (isConnectionLost)
            destroy(new DatabaseUnavailableError("The database ended the connection", { cause: error }))
        },
      )
    })
  }
  goneListeners.delete(lost.reject)
  rememberArrayCodecs(client)
  stopTimeout()
  return {
    openedAt: performance.now(),
    query,
    settled: () =>
      unanswered.size === 0
        ? Promise.resolve()
        : new Promise((resolveWaiter) => settledWaiters.add(resolveWaiter)),
    silentMs: () => (unanswered.size === 0 ? 0 : performance.now() - lastAnswerAt),
    gone: () => goneReason,
    onGone(listener) {
      if (goneReason) listener(goneReason)
      else goneListeners.add(listener)
      return () => goneListeners.delete(listener)
    },
    destroy,
  }
}

const TICK_INTERVAL_MS = 100

/**
 * Calls `late` after `ms` in which this process was free to hear an answer: time in which it was busy itself
 * says nothing about the other side. Returns how to stop it.
 */
export function startResponseTimeout(ms: number, onTimeout: () => void): () => void {
  let remainingMs = ms
  const tickTimer = setInterval(() => {
    remainingMs -= TICK_INTERVAL_MS
    if (remainingMs > 0) return
    clearInterval(tickTimer)
    onTimeout()
  }, TICK_INTERVAL_MS)
  return () => clearInterval(tickTimer)
}

/**
 * Connects, and takes the connection for ourselves: the driver never opens another in its place, in the
 * middle of a transaction. Settings are set here and not in the greeting, which a pooler between may refuse,
 * or forget.
 */
async function reserveConnection(
  client: postgres.Sql,
  settings: Record<string, string> = {},
): Promise<postgres.ReservedSql> {
  const settingCalls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  )
  // A connection is reserved once it is there: reserving opens none that knows its types already.
  await client.unsafe(`select ${settingCalls.join(", ") || "1"}`)
  return client.reserve()
}

/** A socket of our own can be cut: one that waits for a frozen server never closes by itself. */
function openSocket(address: URL): Promise<Socket> {
  const host = decodeURIComponent(address.hostname).replace(/^\[|\]$/g, "")
  const port = Number(address.port || 5_432)
  return new Promise((resolve, fail) => {
    const socket = Object.assign(connect({ host, port, noDelay: true }), { host, port })
    const stopTimeout = startResponseTimeout(CONNECT_TIMEOUT_MS, () =>
      socket.destroy(new Error("no connection in time")),
    )
    const onError = (error: Error) => {
      stopTimeout()
      fail(error)
    }
    socket.once("error", onError)
    socket.once("connect", () => {
      stopTimeout()
      socket.off("error", onError)
      resolve(socket)
    })
  })
}
