/**
 * The standby that reads may go to: how far it is, whether it is near enough to the primary, and what it
 * answers. Whatever it can't answer the primary does; nobody sees a failure of it (decision 094).
 */
import { sharesSessions } from "./database-start.server.ts"
import { splitHostAddresses } from "./database-address.server.ts"
import { DatabaseUnavailableError, getErrorCode } from "./database-errors.server.ts"
import {
  openConnection,
  startResponseTimeout,
  type Connection,
  type QueryResult,
  type StatementRequest,
} from "./connection.server.ts"
import { log } from "./log.server.ts"
import { openPool, type Pool, type PoolOptions } from "./pool.server.ts"
import { findRequiredPosition, hasReached, laterPosition, type LogPosition } from "./read-position.server.ts"

const CHECK_INTERVAL_MS = 500
const CHECK_TIMEOUT_MS = 1_900
/** For how long it is remembered where the primary was: how late a standby is can be said up to this. */
const SAMPLE_TTL_MS = 120_000
/** A statement that took too long there takes too long here. */
const STATEMENT_ENDED = "57014"

/** Where the primary is, and the timeline that its rows name. */
const PRIMARY_QUERY = `select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
    as timeline, (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes,
    (select timeline from replication_state) as named`
/** How far a standby is, by its own rows; of one that became a primary, none. */
const STANDBY_QUERY = `select (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes, timeline
  from replication_state where pg_is_in_recovery()`

type StandbyState = {
  isUsable: boolean
  /** Why it is not, where it is not. */ trouble: "away" | "behind"
  /** Seconds since the oldest write of the primary that it does not have. */ lagSeconds: number
}

/** Why a read that could have gone to the standby went to the primary. */
type ReturnReason = "away" | "behind" | "failed"

/** Statements so far: by database, and reads that came back from the standby. */
export const statementCounts = {
  primary: 0,
  standby: 0,
  returned: { away: 0, behind: 0, failed: 0 } satisfies Record<ReturnReason, number>,
}

class BehindError extends Error {}

/** The standby of DATABASE_READ_URL: one of its hosts at a time. */
export class Standby {
  readonly #hosts: string[]
  readonly #maxLagMs: number
  readonly #primary: Pick<Pool, "query">
  readonly #pools = new Set<Pool>()
  readonly #positions = new WeakMap<Connection, LogPosition>()
  readonly #timer: NodeJS.Timeout
  /** Where the primary was, the latest last. */
  #samples: { position: LogPosition; at: number }[] = []
  #host: string | undefined
  #connection: Connection | undefined
  #lastPosition: LogPosition | undefined
  #isUsable = false
  #sampling: Promise<void> | undefined
  #looking: Promise<void> | undefined
  #isClosed = false

  /** `address` names one host or several; `primary` is asked where it is. */
  constructor(address: string, maxLagMs: number, primary: Pick<Pool, "query">) {
    this.#hosts = splitHostAddresses(address).sort(() => Math.random() - 0.5)
    this.#maxLagMs = maxLagMs
    this.#primary = primary
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref()
    void this.check()
  }

  /** Opens a pool of connections to it. */
  openPool(options: Omit<PoolOptions, "getOutage" | "findHost" | "isStandby">): Pool {
    const pool = openPool("", {
      ...options,
      isStandby: true,
      getOutage: () => (this.#isUsable ? undefined : AWAY),
      findHost: () => (this.#host ? Promise.resolve(this.#host) : Promise.reject(AWAY)),
    })
    this.#pools.add(pool)
    return pool
  }

  getState(): StandbyState {
    return {
      isUsable: this.#isUsable,
      trouble: this.#connection ? "behind" : "away",
      lagSeconds: this.#getLagMs() / 1_000,
    }
  }

  /** Asks the primary where it is. */
  askPrimary = async (): Promise<LogPosition> => {
    const [row] = await this.#primary.query({ statement: PRIMARY_QUERY })
    const position = { timeline: Number(row?.timeline), bytes: Number(row?.bytes) }
    // Written once after each failover: from then on a standby says by its rows whom it follows.
    if (row?.named !== position.timeline)
      await this.#primary.query({
        statement: `update replication_state set timeline = ${position.timeline}
          where timeline <> ${position.timeline}`,
      })
    return position
  }

  /** What `pool` of the standby answers; undefined where the primary has to. */
  async read(pool: Pool, request: StatementRequest): Promise<QueryResult | undefined> {
    const forAll = this.#getRequiredForAll()
    if (!this.#isUsable || !forAll) return returned(this.getState().trouble)
    try {
      const required = laterPosition(forAll, await findRequiredPosition(this.askPrimary))
      const result = await pool.lend((connection) => this.#ask(connection, request, required))
      statementCounts.standby += 1
      return result
    } catch (error) {
      if (error instanceof BehindError) return returned("behind")
      if (getErrorCode(error) === STATEMENT_ENDED) throw error
      // What is wrong with the statement itself the primary says as well.
      return returned("failed")
    }
  }

  /** Looks at both now. */
  async check(): Promise<void> {
    this.#sampling ??= this.#samplePrimary().finally(() => (this.#sampling = undefined))
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    await Promise.all([this.#sampling, this.#looking])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([...this.#pools].map((pool) => pool.close()))
    await this.#looking
    this.#connection?.destroy(AWAY)
  }

  /**
   * Asks a connection that is known to be far enough; else together with where it is, for behind a balancer
   * each may lead to another standby.
   */
  async #ask(connection: Connection, request: StatementRequest, required: LogPosition): Promise<QueryResult> {
    const known = this.#positions.get(connection)
    if (known && hasReached(known, required)) return connection.query(request)
    const asked = connection.query({ statement: STANDBY_QUERY })
    const answer = connection.query(request)
    answer.catch(() => undefined)
    const position = toPosition(await asked)
    if (position) this.#positions.set(connection, position)
    const result = await answer
    if (!position || !hasReached(position, required)) throw new BehindError()
    return result
  }

  /**
   * How far a standby must be for anybody: where the primary was as long ago as it may be behind; at the
   * beginning, where it was first seen. A primary that is away may have been farther than it ever told a
   * standby: then it is as long before it was last seen.
   */
  #getRequiredForAll(): LogPosition | undefined {
    const before = (this.#samples.at(-1)?.at ?? 0) - this.#maxLagMs
    return (this.#samples.findLast(({ at }) => at <= before) ?? this.#samples[0])?.position
  }

  #getLagMs(): number {
    const reached = this.#lastPosition
    const missing = this.#samples.find(({ position }) => !reached || !hasReached(reached, position))
    return missing ? performance.now() - missing.at : 0
  }

  async #samplePrimary(): Promise<void> {
    const at = performance.now()
    try {
      const position = await this.askPrimary()
      this.#samples = [...this.#samples.filter((sample) => sample.at > at - SAMPLE_TTL_MS), { position, at }]
    } catch {
      // A primary that is away writes nothing.
    }
  }

  async #look(): Promise<void> {
    try {
      this.#connection = this.#connection?.gone() === undefined ? this.#connection : undefined
      this.#connection ??= await this.#connect()
      this.#lastPosition = toPosition(await withTimeout(this.#connection.query({ statement: STANDBY_QUERY })))
      if (!this.#lastPosition) throw new Error("It is no standby, or has no tables yet")
      const required = this.#getRequiredForAll()
      this.#setUsable(required !== undefined && hasReached(this.#lastPosition, required), "behind")
      if (!this.#isUsable && this.#hosts.length > 1 && this.#getLagMs() > this.#maxLagMs)
        this.#leaveHost(BEHIND)
    } catch (error) {
      this.#leaveHost(error)
      this.#setUsable(false, "away", error)
    }
  }

  async #connect(): Promise<Connection> {
    let lastError: unknown
    for (const host of this.#hosts) {
      if (this.#isClosed) break
      try {
        const connection = await this.#connectTo(host)
        this.#host = host
        return connection
      } catch (error) {
        lastError = error
      }
    }
    throw lastError
  }

  /** Connects to `host`; a pooler of transactions before it would lead each question to another session. */
  async #connectTo(host: string): Promise<Connection> {
    const options = { isStandby: true, name: "baroildang-standby" }
    const [connection, other] = [await openConnection(host, options), await openConnection(host, options)]
    const isShared = await sharesSessions(connection, other).finally(() => other.destroy(AWAY))
    if (!isShared) return connection
    connection.destroy(AWAY)
    throw new Error("DATABASE_READ_URL leads through a pooler of transactions")
  }

  /** The next look begins with another host, where there is one. */
  #leaveHost(error: unknown): void {
    const reason = new DatabaseUnavailableError("The standby is away", { cause: error })
    this.#connection?.destroy(reason)
    this.#connection = undefined
    this.#lastPosition = undefined
    const [first, ...others] = this.#hosts
    if (first !== undefined) this.#hosts.splice(0, this.#hosts.length, ...others, first)
    for (const pool of this.#pools) pool.closeAllWith(reason)
  }

  #setUsable(isUsable: boolean, trouble: ReturnReason, error?: unknown): void {
    if (this.#isClosed || isUsable === this.#isUsable) return
    this.#isUsable = isUsable
    if (isUsable) log().info("reads go to the standby")
    else log().warn({ err: error, trouble, lagMs: Math.round(this.#getLagMs()) }, "reads go to the primary")
  }
}

const BEHIND = new DatabaseUnavailableError("The standby is too far behind")
const AWAY = new DatabaseUnavailableError("The standby is away, or too far behind")

function returned(reason: ReturnReason): undefined {
  statementCounts.returned[reason] += 1
}

function toPosition([row]: QueryResult): LogPosition | undefined {
  return typeof row?.bytes === "number" && typeof row.timeline === "number"
    ? { timeline: row.timeline, bytes: row.bytes }
    : undefined
}

async function withTimeout(pending: Promise<QueryResult>): Promise<QueryResult> {
  const late = Promise.withResolvers<never>()
  const stopTimeout = startResponseTimeout(CHECK_TIMEOUT_MS, () =>
    late.reject(new Error("no answer in time")),
  )
  try {
    return await Promise.race([pending, late.promise])
  } finally {
    stopTimeout()
  }
}
