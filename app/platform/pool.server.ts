/**
 * The pool: each connection does one statement or one transaction at a time. The driver's own pool
 * sends statements of several requests over one connection without waiting, and where one of them has to be
 * prepared again, answers go to the wrong ones.
 */
import { findPrimary, forgetPrimary } from "./database-address.server.ts"
import { DatabaseUnavailableError, isConnectionError } from "./database-errors.server.ts"
import {
  openConnection,
  type QueryResult,
  type Connection,
  type ConnectionOptions,
  type StatementRequest,
} from "./connection.server.ts"

export type Pool = {
  /** Asks one statement by itself. */
  query(request: StatementRequest): Promise<QueryResult>
  /**
   * Runs `work` in one transaction: committed with its result, rolled back where it or any of its statements
   * fails. `maxStatementMs`: how long a statement of it may take.
   */
  runTransaction<Result>(
    work: (scope: TransactionScope) => Promise<Result>,
    maxStatementMs?: number,
  ): Promise<Result>
  /** Lends one connection to `work`, which must leave it as it found it. */
  lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>
  getStats(): { open: number; busy: number; waiting: number }
  /** Ends every connection at once; whatever they were asked is rejected with `reason`. */
  closeAllWith(reason: Error): void
  /** Closes the pool after the work under way, at most 5 s. */
  close(): Promise<void>
}

/** A transaction, or a step of one that can be rolled back alone. */
export type TransactionScope = {
  query(request: StatementRequest): Promise<QueryResult>
  savepoint<Result>(work: (scope: TransactionScope) => Promise<Result>): Promise<Result>
}

/** Whoever waits longer than this for a connection is told to come back. */
const ACQUIRE_TIMEOUT_MS = 8_000
/** A connection that is older is replaced by a fresh one, each at another moment. */
const MIN_LIFETIME_MS = 30 * 60_000
/** What a failed transaction has asked is answered within this time, or its connection is ended. */
const ROLLBACK_TIMEOUT_MS = 1_000
const CLOSE_TIMEOUT_MS = 5_000
/**
 * A statement is ended by PostgreSQL itself after its time; a connection that says nothing so long after
 * that never will.
 */
const MAX_SILENCE_MS = 5_000
const SILENCE_CHECK_INTERVAL_MS = 1_000

type PooledConnection = { connection: Connection; expiresAt: number; maxStatementMs: number }
type Waiter = {
  resolve: (pooled: PooledConnection) => void
  reject: (error: Error) => void
  timeout: NodeJS.Timeout
}

export type PoolOptions = ConnectionOptions & {
  size: number
  /** How long a statement may take. */
  maxStatementMs: number
  /** A pooler between gives each transaction another session: nothing is set for longer or prepared. */
  hasTransactionPooler?: boolean
  /** Says why nothing may be asked now, if so. */
  getOutage: () => Error | undefined
  /** Finds the host to connect to, in place of the primary of the address. */
  findHost?: () => Promise<string>
}

const POOL_IS_CLOSED = "The pool is closed"

/** Opens a pool of connections to the primary of `address`. */
export const openPool = (address: string, options: PoolOptions): Pool => new ConnectionPool(address, options)

class ConnectionPool implements Pool {
  readonly #address: string
  readonly #findHost: () => Promise<string>
  readonly #size: number
  readonly #maxStatementMs: number
  readonly #getOutage: () => Error | undefined
  readonly #connectionOptions: ConnectionOptions
  /** What each transaction sets for itself, where a session can't. */
  readonly #localSettings: Record<string, string> | undefined
  readonly #connections = new Set<PooledConnection>()
  readonly #idle: PooledConnection[] = []
  readonly #waiters: Waiter[] = []
  readonly #silenceTimer: NodeJS.Timeout
  #opening = 0
  #isClosed = false
  #onEmpty: (() => void) | undefined

  constructor(
    address: string,
    { size, maxStatementMs, getOutage, hasTransactionPooler, findHost, ...options }: PoolOptions,
  ) {
    this.#address = address
    this.#findHost = findHost ?? (() => findPrimary(address))
    this.#size = size
    this.#maxStatementMs = maxStatementMs
    this.#getOutage = getOutage
    const settings = { ...options.settings, statement_timeout: String(maxStatementMs) }
    this.#localSettings = hasTransactionPooler ? settings : undefined
    this.#connectionOptions = { ...options, settings: hasTransactionPooler ? {} : settings }
    this.#silenceTimer = setInterval(() => this.#endSilentConnections(), SILENCE_CHECK_INTERVAL_MS).unref()
  }

  query(request: StatementRequest): Promise<QueryResult> {
    return this.lend((connection) =>
      connection.query(this.#localSettings ? withoutPreparing(request) : request),
    )
  }

  async lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const pooled = await this.#acquire()
    try {
      return await work(pooled.connection)
    } finally {
      this.#release(pooled)
    }
  }

  async runTransaction<Result>(
    work: (scope: TransactionScope) => Promise<Result>,
    maxStatementMs = this.#maxStatementMs,
  ): Promise<Result> {
    const pooled = await this.#acquire()
    try {
      pooled.maxStatementMs = maxStatementMs
      return await runTransactionOn(
        this.#localSettings ? neverPreparing(pooled.connection) : pooled.connection,
        work,
        this.#listLocalSettings(maxStatementMs),
      )
    } finally {
      pooled.maxStatementMs = this.#maxStatementMs
      this.#release(pooled)
    }
  }

  #listLocalSettings(maxStatementMs: number): string {
    const timeout = { statement_timeout: String(maxStatementMs) }
    const settings = this.#localSettings
      ? { ...this.#localSettings, ...timeout }
      : maxStatementMs === this.#maxStatementMs
        ? {}
        : timeout
    return Object.entries(settings)
      .map(([name, value]) => `; set local ${name} = '${value}'`)
      .join("")
  }

  getStats() {
    return {
      open: this.#connections.size,
      busy: this.#connections.size - this.#idle.length,
      waiting: this.#waiters.length,
    }
  }

  closeAllWith(reason: Error): void {
    this.#rejectAllWaiters(reason)
    for (const { connection } of this.#connections) connection.destroy(reason)
  }

  async close(): Promise<void> {
    const reason = new DatabaseUnavailableError(POOL_IS_CLOSED)
    this.#isClosed = true
    clearInterval(this.#silenceTimer)
    this.#rejectAllWaiters(reason)
    for (const { connection } of this.#idle.slice()) connection.destroy(reason)
    if (this.#isEmpty()) return
    await new Promise<void>((resolveClose) => {
      const timeout = setTimeout(() => {
        this.closeAllWith(reason)
        resolveClose()
      }, CLOSE_TIMEOUT_MS)
      this.#onEmpty = () => {
        clearTimeout(timeout)
        resolveClose()
      }
    })
  }

  /** Whether no connection is there or on its way. */
  #isEmpty(): boolean {
    return this.#connections.size === 0 && this.#opening === 0
  }

  #acquire(): PooledConnection | Promise<PooledConnection> {
    const outage = this.#isClosed ? new DatabaseUnavailableError(POOL_IS_CLOSED) : this.#getOutage()
    if (outage) return Promise.reject(outage)
    return this.#idle.pop() ?? this.#waitForConnection()
  }

  #waitForConnection(): Promise<PooledConnection> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve,
        reject,
        timeout: setTimeout(() => {
          this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
          reject(new DatabaseUnavailableError("No connection to the database became free in time"))
        }, ACQUIRE_TIMEOUT_MS),
      }
      this.#waiters.push(waiter)
      if (this.#waiters.length > this.#opening) void this.#open()
    })
  }

  async #open(): Promise<void> {
    if (this.#connections.size + this.#opening >= this.#size || this.#isClosed) return
    this.#opening += 1
    try {
      const connection = await openConnection(await this.#findHost(), this.#connectionOptions)
      this.#opening -= 1
      this.#addConnection(connection)
    } catch (error) {
      this.#opening -= 1
      forgetPrimary(this.#address)
      // Others may still be served by the connections that there are.
      if (!this.#isEmpty()) return
      this.#rejectAllWaiters(error instanceof Error ? error : new DatabaseUnavailableError(String(error)))
      if (this.#isClosed) this.#onEmpty?.()
    }
  }

  #addConnection(connection: Connection): void {
    const pooled = {
      connection,
      maxStatementMs: this.#maxStatementMs,
      expiresAt: performance.now() + MIN_LIFETIME_MS * (1 + Math.random()),
    }
    this.#connections.add(pooled)
    connection.onGone(() => this.#removeConnection(pooled))
    if (this.#isClosed) connection.destroy(new DatabaseUnavailableError(POOL_IS_CLOSED))
    else this.#handOut(pooled)
  }

  #removeConnection(pooled: PooledConnection): void {
    if (!this.#connections.delete(pooled)) return
    const position = this.#idle.indexOf(pooled)
    if (position >= 0) this.#idle.splice(position, 1)
    if (this.#isClosed && this.#isEmpty()) this.#onEmpty?.()
    if (this.#waiters.length > this.#opening) void this.#open()
  }

  #handOut(pooled: PooledConnection): void {
    if (pooled.connection.gone()) return
    const waiter = this.#waiters.shift()
    if (!waiter) return void this.#idle.push(pooled)
    clearTimeout(waiter.timeout)
    waiter.resolve(pooled)
  }

  #release(pooled: PooledConnection): void {
    if (this.#isClosed || performance.now() > pooled.expiresAt)
      pooled.connection.destroy(new DatabaseUnavailableError("The connection has served its time"))
    else this.#handOut(pooled)
  }

  #rejectAllWaiters(error: Error): void {
    for (const waiter of this.#waiters.splice(0)) {
      clearTimeout(waiter.timeout)
      waiter.reject(error)
    }
  }

  #endSilentConnections(): void {
    for (const { connection, maxStatementMs } of this.#connections) {
      if (connection.silentMs() > maxStatementMs + MAX_SILENCE_MS)
        connection.destroy(new DatabaseUnavailableError("The database never answered"))
    }
  }
}

const withoutPreparing = (request: StatementRequest): StatementRequest =>
  request.isPrepared ? { ...request, isPrepared: false } : request

/** What a transaction asks over `connection`, with nothing prepared: the next session would not know it. */
const neverPreparing = (connection: Connection): Connection => ({
  query: (request) => connection.query(withoutPreparing(request)),
  settled: () => connection.settled(),
  silentMs: () => connection.silentMs(),
  gone: () => connection.gone(),
  onGone: (listener) => connection.onGone(listener),
  destroy: (reason) => connection.destroy(reason),
})

async function runTransactionOn<Result>(
  connection: Connection,
  work: (scope: TransactionScope) => Promise<Result>,
  localSettings: string,
): Promise<Result> {
  // Sent together with what the work asks first: a way to the database costs more than beginning.
  const beginResult = connection.query({ statement: `begin${localSettings}` })
  beginResult.catch(() => undefined)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  const stopListening = connection.onGone(lost.reject)
  let savepointCount = 0
  try {
    const result = await Promise.race([
      runScope(connection, work, () => `s${(savepointCount += 1)}`),
      lost.promise,
    ])
    await beginResult
    await commit(connection)
    return result
  } catch (error) {
    await rollBack(connection, "rollback", error)
    throw error
  } finally {
    stopListening()
  }
}

/**
 * Commits, and believes it only where the server says so: it answers a commit of what has failed with
 * "ROLLBACK", not with an error.
 */
async function commit(connection: Connection): Promise<void> {
  const commitResult = await connection.query({ statement: "commit" }).catch((error: unknown) => {
    if (!connection.gone() && !isConnectionError(error)) throw error
    throw new DatabaseUnavailableError("Nobody knows whether this was committed", { cause: error })
  })
  if (commitResult.command === "COMMIT") return
  const outageError = new DatabaseUnavailableError(
    `The commit was answered with ${String(commitResult.command)}`,
  )
  connection.destroy(outageError)
  throw outageError
}

/**
 * Runs `work`; where it or any statement of it fails, also one whose failure it did not hear of, this fails.
 */
async function runScope<Result>(
  connection: Connection,
  work: (scope: TransactionScope) => Promise<Result>,
  nextName: () => string,
): Promise<Result> {
  let failure: { error: unknown } | undefined
  const scope: TransactionScope = {
    async query(request) {
      try {
        return await connection.query(request)
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
    async savepoint(savepointWork) {
      const name = nextName()
      connection.query({ statement: `savepoint ${name}` }).catch((error: unknown) => (failure ??= { error }))
      try {
        return await runScope(connection, savepointWork, nextName)
      } catch (error) {
        await rollBack(connection, `rollback to ${name}`, error)
        throw error
      }
    },
  }
  const result = await work(scope)
  // What the work did not wait for counts as well.
  await connection.settled()
  if (failure) throw failure.error
  return result
}

/** Takes back what was done; a connection that can't within a second is ended, which takes all of it back. */
async function rollBack(connection: Connection, statement: string, error: unknown): Promise<void> {
  if (connection.gone()) return
  const rollbackError = new DatabaseUnavailableError("A failed transaction could not be rolled back", {
    cause: error,
  })
  const timeout = setTimeout(() => connection.destroy(rollbackError), ROLLBACK_TIMEOUT_MS)
  try {
    // A statement that the driver prepares again must not be followed by another before it is answered.
    await connection.settled()
    await connection.query({ statement })
  } catch {
    connection.destroy(rollbackError)
  } finally {
    clearTimeout(timeout)
  }
}
