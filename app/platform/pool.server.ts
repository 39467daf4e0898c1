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
   * fails. `maxMs`: how long a statement of it may take.
   */
  runTransaction<Result>(
    work: (scope: TransactionScope) => Promise<Result>,
    maxStatementMs?: number,
  ): Promise<Result>
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
  /** Says why nothing may be asked now, if so. */
  getOutage: () => Error | undefined
}

/** Opens a pool of connections to the primary of `address`. */
export function openPool(
  address: string,
  { size, maxStatementMs, getOutage, ...options }: PoolOptions,
): Pool {
  const connections = new Set<PooledConnection>()
  const idle: PooledConnection[] = []
  const waiters: Waiter[] = []
  let opening = 0
  let isClosed = false
  let onEmpty: (() => void) | undefined

  const rejectAllWaiters = (error: Error) => {
    for (const waiter of waiters.splice(0)) {
      clearTimeout(waiter.timeout)
      waiter.reject(error)
    }
  }

  const removeConnection = (pooled: PooledConnection) => {
    if (!connections.delete(pooled)) return
    const position = idle.indexOf(pooled)
    if (position >= 0) idle.splice(position, 1)
    if (isClosed && connections.size === 0) onEmpty?.()
    if (waiters.length > opening) void open()
  }

  async function open(): Promise<void> {
    if (connections.size + opening >= size || isClosed) return
    opening += 1
    try {
      const connection = await openConnection(
        await findPrimary(address),
        withStatementTimeout(options, maxStatementMs),
      )
      opening -= 1
      const pooled = {
        connection,
        maxStatementMs,
        expiresAt: performance.now() + MIN_LIFETIME_MS * (1 + Math.random()),
      }
      connections.add(pooled)
      connection.onGone(() => removeConnection(pooled))
      if (isClosed) connection.destroy(new DatabaseUnavailableError("The pool is closed"))
      else handOut(pooled)
    } catch (error) {
      opening -= 1
      forgetPrimary(address)
      // Others may still be served by the connections that there are.
      if (connections.size === 0 && opening === 0)
        rejectAllWaiters(error instanceof Error ? error : new DatabaseUnavailableError(String(error)))
    }
  }

  function handOut(pooled: PooledConnection): void {
    if (pooled.connection.gone()) return
    const waiter = waiters.shift()
    if (waiter) {
      clearTimeout(waiter.timeout)
      waiter.resolve(pooled)
    } else idle.push(pooled)
  }

  function release(pooled: PooledConnection): void {
    if (isClosed || performance.now() > pooled.expiresAt)
      pooled.connection.destroy(new DatabaseUnavailableError("The connection has served its time"))
    else handOut(pooled)
  }

  function acquire(): PooledConnection | Promise<PooledConnection> {
    const outageError = isClosed ? new DatabaseUnavailableError("The pool is closed") : getOutage()
    if (outageError) return Promise.reject(outageError)
    const pooled = idle.pop()
    if (pooled) return pooled
    return new Promise<PooledConnection>((resolve, reject) => {
      const waiter: Waiter = {
        resolve,
        reject,
        timeout: setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1)
          reject(new DatabaseUnavailableError("No connection to the database became free in time"))
        }, ACQUIRE_TIMEOUT_MS),
      }
      waiters.push(waiter)
      if (waiters.length > opening) void open()
    })
  }

  const silenceTimer = setInterval(() => {
    for (const { connection, maxStatementMs: limitMs } of connections) {
      if (connection.silentMs() > limitMs + MAX_SILENCE_MS)
        connection.destroy(new DatabaseUnavailableError("The database never answered"))
    }
  }, SILENCE_CHECK_INTERVAL_MS)
  silenceTimer.unref()

  return {
    async query(request) {
      const pooled = await acquire()
      try {
        return await pooled.connection.query(request)
      } finally {
        release(pooled)
      }
    },
    async runTransaction(work, limitMs = maxStatementMs) {
      const pooled = await acquire()
      try {
        pooled.maxStatementMs = limitMs
        return await runTransactionOn(
          pooled.connection,
          work,
          limitMs === maxStatementMs ? undefined : `set local statement_timeout = ${limitMs}`,
        )
      } finally {
        pooled.maxStatementMs = maxStatementMs
        release(pooled)
      }
    },
    getStats: () => ({
      open: connections.size,
      busy: connections.size - idle.length,
      waiting: waiters.length,
    }),
    closeAllWith(reason) {
      rejectAllWaiters(reason)
      for (const { connection } of connections) connection.destroy(reason)
    },
    async close() {
      isClosed = true
      clearInterval(silenceTimer)
      rejectAllWaiters(new DatabaseUnavailableError("The pool is closed"))
      for (const { connection } of idle.slice())
        connection.destroy(new DatabaseUnavailableError("The pool is closed"))
      if (connections.size === 0) return
      const timeout = setTimeout(
        () => this.closeAllWith(new DatabaseUnavailableError("The pool is closed")),
        CLOSE_TIMEOUT_MS,
      )
      await new Promise<void>((resolveClose) => {
        onEmpty = resolveClose
      })
      clearTimeout(timeout)
    },
  }
}

const withStatementTimeout = (options: ConnectionOptions, maxStatementMs: number): ConnectionOptions => ({
  ...options,
  settings: { ...options.settings, statement_timeout: String(maxStatementMs) },
})

async function runTransactionOn<Result>(
  connection: Connection,
  work: (scope: TransactionScope) => Promise<Result>,
  firstStatement: string | undefined,
): Promise<Result> {
  // Sent together with what the work asks first: a way to the database costs more than beginning.
  const beginResult = connection.query({ statement: "begin" })
  beginResult.catch(() => undefined)
  if (firstStatement) connection.query({ statement: firstStatement }).catch(() => undefined)
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
