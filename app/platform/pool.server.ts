/**
 * Owns the pool: each connection does one statement or one transaction at a time. The driver's own pool
 * sends statements of several requests over one connection without waiting, and where one of them has to be
 * prepared again, answers go to the wrong ones.
 */
import { findPrimary, forgetPrimary } from "./database-address.server.ts"
import { DatabaseAway, endsConnection } from "./database-errors.server.ts"
import {
  openConnection,
  type Answer,
  type Connection,
  type ConnectionOptions,
  type Question,
} from "./connection.server.ts"

export type Pool = {
  /** Asks one statement by itself. */
  ask(question: Question): Promise<Answer>
  /**
   * Runs `work` in one transaction: committed with its result, rolled back where it or any of its statements
   * fails. `maxMs`: how long a statement of it may take.
   */
  transact<Result>(work: (scope: Scope) => Promise<Result>, maxMs?: number): Promise<Result>
  counts(): { open: number; busy: number; waiting: number }
  /** Ends every connection at once; whatever they were asked is rejected with `reason`. */
  drop(reason: Error): void
  /** Closes the pool after the work under way, at most 5 s. */
  close(): Promise<void>
}

/** A transaction, or a step of one that can be rolled back alone. */
export type Scope = {
  ask(question: Question): Promise<Answer>
  step<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result>
}

/** Whoever waits longer than this for a connection is told to come back. */
const MAX_WAIT_MS = 8_000
/** A connection that is older is replaced by a fresh one, each at another moment. */
const MIN_LIFE_MS = 30 * 60_000
/** What a failed transaction has asked is answered within this time, or its connection is ended. */
const SETTLE_MS = 1_000
const CLOSE_MS = 5_000
/**
 * A statement is ended by PostgreSQL itself after its time; a connection that says nothing so long after
 * that never will.
 */
const MAX_SILENCE_MS = 5_000
const SWEEP_MS = 1_000

type Held = { connection: Connection; until: number; maxMs: number }
type Waiter = { take: (held: Held) => void; refuse: (error: Error) => void; late: NodeJS.Timeout }

export type PoolOptions = ConnectionOptions & {
  size: number
  /** How long a statement may take. */
  maxMs: number
  /** Says why nothing may be asked now, if so. */
  refusal: () => Error | undefined
}

/** Opens a pool of connections to the primary of `address`. */
export function openPool(address: string, { size, maxMs, refusal, ...options }: PoolOptions): Pool {
  const all = new Set<Held>()
  const idle: Held[] = []
  const waiters: Waiter[] = []
  let opening = 0
  let isClosed = false
  let emptied: (() => void) | undefined

  const failAll = (error: Error) => {
    for (const waiter of waiters.splice(0)) {
      clearTimeout(waiter.late)
      waiter.refuse(error)
    }
  }

  const forget = (held: Held) => {
    if (!all.delete(held)) return
    const at = idle.indexOf(held)
    if (at >= 0) idle.splice(at, 1)
    if (isClosed && all.size === 0) emptied?.()
    if (waiters.length > opening) void open()
  }

  async function open(): Promise<void> {
    if (all.size + opening >= size || isClosed) return
    opening += 1
    try {
      const connection = await openConnection(await findPrimary(address), withLimit(options, maxMs))
      opening -= 1
      const held = { connection, maxMs, until: performance.now() + MIN_LIFE_MS * (1 + Math.random()) }
      all.add(held)
      connection.onGone(() => forget(held))
      if (isClosed) connection.destroy(new DatabaseAway("The pool is closed"))
      else give(held)
    } catch (error) {
      opening -= 1
      forgetPrimary(address)
      // Others may still be served by the connections that there are.
      if (all.size === 0 && opening === 0)
        failAll(error instanceof Error ? error : new DatabaseAway(String(error)))
    }
  }

  function give(held: Held): void {
    if (held.connection.gone()) return
    const waiter = waiters.shift()
    if (waiter) {
      clearTimeout(waiter.late)
      waiter.take(held)
    } else idle.push(held)
  }

  function release(held: Held): void {
    if (isClosed || performance.now() > held.until)
      held.connection.destroy(new DatabaseAway("The connection has served its time"))
    else give(held)
  }

  function acquire(): Held | Promise<Held> {
    const refused = isClosed ? new DatabaseAway("The pool is closed") : refusal()
    if (refused) return Promise.reject(refused)
    const held = idle.pop()
    if (held) return held
    return new Promise<Held>((take, refuse) => {
      const waiter: Waiter = {
        take,
        refuse,
        late: setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1)
          refuse(new DatabaseAway("No connection to the database became free in time"))
        }, MAX_WAIT_MS),
      }
      waiters.push(waiter)
      if (waiters.length > opening) void open()
    })
  }

  const sweeping = setInterval(() => {
    for (const { connection, maxMs: most } of all) {
      if (connection.silentMs() > most + MAX_SILENCE_MS)
        connection.destroy(new DatabaseAway("The database never answered"))
    }
  }, SWEEP_MS)
  sweeping.unref()

  return {
    async ask(question) {
      const held = await acquire()
      try {
        return await held.connection.ask(question)
      } finally {
        release(held)
      }
    },
    async transact(work, most = maxMs) {
      const held = await acquire()
      try {
        held.maxMs = most
        return await transactOn(
          held.connection,
          work,
          most === maxMs ? undefined : `set local statement_timeout = ${most}`,
        )
      } finally {
        held.maxMs = maxMs
        release(held)
      }
    },
    counts: () => ({ open: all.size, busy: all.size - idle.length, waiting: waiters.length }),
    drop(reason) {
      failAll(reason)
      for (const { connection } of all) connection.destroy(reason)
    },
    async close() {
      isClosed = true
      clearInterval(sweeping)
      failAll(new DatabaseAway("The pool is closed"))
      for (const { connection } of idle.slice()) connection.destroy(new DatabaseAway("The pool is closed"))
      if (all.size === 0) return
      const late = setTimeout(() => this.drop(new DatabaseAway("The pool is closed")), CLOSE_MS)
      await new Promise<void>((done) => {
        emptied = done
      })
      clearTimeout(late)
    },
  }
}

const withLimit = (options: ConnectionOptions, maxMs: number): ConnectionOptions => ({
  ...options,
  settings: { ...options.settings, statement_timeout: String(maxMs) },
})

async function transactOn<Result>(
  connection: Connection,
  work: (scope: Scope) => Promise<Result>,
  first: string | undefined,
): Promise<Result> {
  // Sent together with what the work asks first: a way to the database costs more than beginning.
  const begun = connection.ask({ statement: "begin" })
  begun.catch(() => undefined)
  if (first) connection.ask({ statement: first }).catch(() => undefined)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  const stopHearing = connection.onGone(lost.reject)
  let steps = 0
  try {
    const result = await Promise.race([runScope(connection, work, () => `s${(steps += 1)}`), lost.promise])
    await begun
    await commit(connection)
    return result
  } catch (error) {
    await undo(connection, "rollback", error)
    throw error
  } finally {
    stopHearing()
  }
}

/**
 * Commits, and believes it only where the server says so: it answers a commit of what has failed with
 * "ROLLBACK", not with an error.
 */
async function commit(connection: Connection): Promise<void> {
  const answer = await connection.ask({ statement: "commit" }).catch((error: unknown) => {
    if (!connection.gone() && !endsConnection(error)) throw error
    throw new DatabaseAway("Nobody knows whether this was committed", { cause: error })
  })
  if (answer.command === "COMMIT") return
  const refused = new DatabaseAway(`The commit was answered with ${String(answer.command)}`)
  connection.destroy(refused)
  throw refused
}

/**
 * Runs `work`; where it or any statement of it fails, also one whose failure it did not hear of, this fails.
 */
async function runScope<Result>(
  connection: Connection,
  work: (scope: Scope) => Promise<Result>,
  nextName: () => string,
): Promise<Result> {
  let failure: { error: unknown } | undefined
  const scope: Scope = {
    async ask(question) {
      try {
        return await connection.ask(question)
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
    async step(inner) {
      const name = nextName()
      connection.ask({ statement: `savepoint ${name}` }).catch((error: unknown) => (failure ??= { error }))
      try {
        return await runScope(connection, inner, nextName)
      } catch (error) {
        await undo(connection, `rollback to ${name}`, error)
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
async function undo(connection: Connection, statement: string, error: unknown): Promise<void> {
  if (connection.gone()) return
  const slow = new DatabaseAway("A failed transaction could not be rolled back", { cause: error })
  const late = setTimeout(() => connection.destroy(slow), SETTLE_MS)
  try {
    // A statement that the driver prepares again must not be followed by another before it is answered.
    await connection.settled()
    await connection.ask({ statement })
  } catch {
    connection.destroy(slow)
  } finally {
    clearTimeout(late)
  }
}
