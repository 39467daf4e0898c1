/**
 * One connection to PostgreSQL: asked in order, gone for good when it is lost, never connected again
 * behind our back.
 */
import { existsSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import postgres from "postgres"
import { DatabaseUnavailableError, isConnectionError } from "./database-errors.server.ts"
import { createDriverClient, rememberArrayCodecs } from "./overrides/driver-client.server.ts"
import { tracedStatement } from "./tracing.server.ts"

/**
 * The rows of an answer; the driver puts beside them what was done, such as "COMMIT", and how many rows it
 * found or changed.
 */
export type QueryResult = Record<string, unknown>[] & { command?: string; count?: number }
export type StatementRequest = {
  statement: string
  parameters?: readonly unknown[]
  isPrepared?: boolean
  /** Rows as arrays of values. */ asValues?: boolean
}

export type Connection = {
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
  /** Calls `listener` with the reason once it is gone, until the returned function is called. */
  onGone(listener: (goneReason: Error) => void): () => void
  /** Ends it at once; whatever was asked is rejected with `goneReason`. */
  destroy(goneReason: Error): void
}

/** How values are read and written: the query builder has wishes of its own. */
export type Codecs = { parsers: Record<string, unknown>; serializers: Record<string, unknown> }
export type ConnectionOptions = {
  codecs?: Codecs
  /** PostgreSQL's settings for this session. */
  settings?: Record<string, string>
  name?: string
  /** Takes a standby and nothing else; the primary where it is not said. */ isStandby?: boolean
  /** Hears what is notified on the channels that were listened to. */
  listener?: (channel: string, text: string) => void
}

/** Longer than a good connection takes, and short enough for a page to say that it can't. */
const CONNECT_TIMEOUT_MS = 2_200

/**
 * Connects to the primary at `address`, one host. Rejects with {@link DatabaseUnavailableError} where it
 * can't within 2.2 s, or where that host is a standby; with `isStandby`, where it is none.
 */
export async function openConnection(address: string, options: ConnectionOptions = {}): Promise<Connection> {
  const connection = new DriverConnection(address, options)
  await connection.open(options.settings)
  return connection
}

class DriverConnection implements Connection {
  readonly #client: postgres.Sql
  readonly #unanswered = new Set<(error: Error) => void>()
  readonly #settledWaiters = new Set<() => void>()
  readonly #goneListeners = new Set<(goneReason: Error) => void>()
  #sql: postgres.ReservedSql | undefined
  #socket: Socket | undefined
  #goneReason: Error | undefined
  #lastAnswerAt = 0

  constructor(address: string, options: ConnectionOptions) {
    this.#client = createDriverClient(address, options, {
      onClose: () =>
        this.#markGone(new DatabaseUnavailableError("The connection to the database was closed")),
      openSocket: async () => {
        // The driver tries again behind our back after a failure.
        if (this.#goneReason) throw this.#goneReason
        this.#socket = await openSocket(new URL(address))
        if (this.#goneReason) this.#socket.destroy()
        return this.#socket
      },
    })
  }

  async open(settings: ConnectionOptions["settings"]): Promise<void> {
    const stopTimeout = startResponseTimeout(CONNECT_TIMEOUT_MS, () =>
      this.destroy(new DatabaseUnavailableError("The database did not answer in time")),
    )
    const lost = Promise.withResolvers<never>()
    const stopListening = this.onGone(lost.reject)
    try {
      this.#sql = await Promise.race([reserveConnection(this.#client, settings), lost.promise])
    } catch (error) {
      const text = "No connection to the database could be opened"
      const unavailable = new DatabaseUnavailableError(text, { cause: error })
      this.destroy(unavailable)
      throw unavailable
    } finally {
      stopListening()
      stopTimeout()
    }
    rememberArrayCodecs(this.#client)
  }

  query(request: StatementRequest): Promise<QueryResult> {
    return tracedStatement(request.statement, () => this.#ask(request))
  }

  #ask({
    statement,
    parameters = [],
    isPrepared = false,
    asValues = false,
  }: StatementRequest): Promise<QueryResult> {
    const sql = this.#sql
    if (this.#goneReason || !sql) return Promise.reject(this.#goneReason ?? new Error("It is not open yet"))
    return new Promise<QueryResult>((answer, reject) => {
      if (this.#unanswered.size === 0) this.#lastAnswerAt = performance.now()
      this.#unanswered.add(reject)
      const pendingQuery = sql.unsafe(statement, parameters as never[], { prepare: isPrepared })
      const result: PromiseLike<unknown> = asValues ? pendingQuery.values() : pendingQuery
      result.then(
        (rows) => {
          this.#markAnswered(reject)
          answer(rows as QueryResult)
        },
        (error: unknown) => {
          this.#markAnswered(reject)
          reject(this.#explain(error))
          if (isConnectionError(error))
            this.destroy(new DatabaseUnavailableError("The database ended the connection", { cause: error }))
        },
      )
    })
  }

  settled(): Promise<void> {
    return this.#unanswered.size === 0
      ? Promise.resolve()
      : new Promise((resolveWaiter) => this.#settledWaiters.add(resolveWaiter))
  }

  silentMs(): number {
    return this.#unanswered.size === 0 ? 0 : performance.now() - this.#lastAnswerAt
  }

  gone(): Error | undefined {
    return this.#goneReason
  }

  onGone(listener: (goneReason: Error) => void): () => void {
    if (this.#goneReason) listener(this.#goneReason)
    else this.#goneListeners.add(listener)
    return () => this.#goneListeners.delete(listener)
  }

  destroy(goneReason: Error): void {
    this.#markGone(goneReason)
    this.#client.end({ timeout: 0 }).catch(() => undefined)
    this.#socket?.destroy()
  }

  #markAnswered(reject: (error: Error) => void): void {
    this.#lastAnswerAt = performance.now()
    this.#unanswered.delete(reject)
    if (this.#unanswered.size === 0) this.#resolveSettled()
  }

  /** What failed: the statement by itself, or the connection under it. */
  #explain(error: unknown): unknown {
    if (this.#goneReason) return this.#goneReason
    const isLost = isConnectionError(error) && !(error instanceof postgres.PostgresError)
    return isLost
      ? new DatabaseUnavailableError("The connection to the database was lost", { cause: error })
      : error
  }

  #resolveSettled(): void {
    for (const resolveWaiter of this.#settledWaiters) resolveWaiter()
    this.#settledWaiters.clear()
  }

  #markGone(error: Error): void {
    if (this.#goneReason) return
    this.#goneReason = error
    for (const reject of this.#unanswered) reject(error)
    this.#unanswered.clear()
    this.#resolveSettled()
    for (const listener of this.#goneListeners) listener(error)
    this.#goneListeners.clear()
  }
}

const TICK_INTERVAL_MS = 100

/**
 * Calls `onTimeout` after `ms` in which this process was free to hear an answer: time in which it was busy
 * itself says nothing about the other side. Returns how to stop it.
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
  const path = findUnixSocket(address, port)
  return new Promise((resolve, fail) => {
    const way = path ? { path } : { host, port, noDelay: true }
    const socket = Object.assign(connect(way), { host, port })
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

/**
 * The file of the Unix socket of a server on this machine, where `address` names its folder in its fragment
 * (decision 063) and the server of `port` has one there.
 */
function findUnixSocket(address: URL, port: number): string | undefined {
  const folder = new URLSearchParams(address.hash.slice(1)).get("socket")
  const path = folder ? getUnixSocketPath(folder, port) : undefined
  return path && existsSync(path) ? path : undefined
}

/** The file that PostgreSQL makes in `folder`, one of its `unix_socket_directories`. */
export const getUnixSocketPath = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`)
