/** The database for everybody else: queries, transactions that try again, the count of queries. */
import { AsyncLocalStorage } from "node:async_hooks"
import { sql, type SQL } from "drizzle-orm"
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import type { Codecs, QueryResult, StatementRequest } from "./connection.server.ts"
import { splitHostAddresses } from "./database-address.server.ts"
import { getErrorCode, isRetryable } from "./database-errors.server.ts"
import {
  checkDatabase,
  getDatabaseOutage,
  stopWatchingDatabase,
  watchDatabase,
  type DatabaseState,
} from "./database-watch.server.ts"
import { env } from "./env.server.ts"
import { undoesWork } from "./outcome.ts"
import { createBuilderClient, type BeginTransaction } from "./overrides/query-builder-client.server.ts"
import { openPool, type Pool, type TransactionScope } from "./pool.server.ts"
import { isChanging, isReadApart, noteWrite } from "./read-position.server.ts"
import { Standby, statementCounts } from "./standby.server.ts"

export {
  getErrorCode as errorCode,
  getViolatedConstraint as violatedConstraint,
} from "./database-errors.server.ts"

export type Database = PostgresJsDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** What a query needs: the pool or a transaction under way. */
export type Executor = Database | Transaction

type DatabasePool = {
  pool: Pool
  database: Database
  /** The same, for statements that take long. */ longRunning: Database
}
let connected:
  | (DatabasePool & {
      url: string
      /** Where a connection keeps its session. */ sessionUrl: string
      size: number
      searchPool?: DatabasePool
      readingPool?: DatabasePool
      standby?: Standby
      driver?: postgres.Sql
    })
  | undefined

type QueryCount = { queries: number; statements: string[] | undefined }
const queryCounter = new AsyncLocalStorage<QueryCount>()

/**
 * Opens the pool. `url` is a postgres:// address; of several hosts separated by commas the primary is used.
 * Where DATABASE_SESSION_URL is another one, `url` may be a pooler of transactions (decision 071). False
 * where one is open.
 */
export function connectDatabase(url: string, size = env().DATABASE_POOL): boolean {
  if (connected) return false
  const sessionUrl = env().DATABASE_SESSION_URL ?? url
  connected = { ...open(url, size, {}, sessionUrl !== url), url, sessionUrl, size }
  const { DATABASE_READ_URL, DATABASE_READ_MAX_LAG_SECONDS } = env()
  if (DATABASE_READ_URL)
    connected.standby = new Standby(DATABASE_READ_URL, DATABASE_READ_MAX_LAG_SECONDS * 1_000, connected.pool)
  return true
}

/**
 * Watches the database in use: what it does not answer is refused within three seconds, and at once until it
 * is back.
 */
export function watchConnectedDatabase(): void {
  const { url } = getConnected()
  watchDatabase(url, (reason) => {
    connected?.pool.closeAllWith(reason)
    connected?.searchPool?.pool.closeAllWith(reason)
    connected?.readingPool?.pool.closeAllWith(reason)
  })
}

/** Asks the database in use now: whether it answers and takes writes. */
export const checkConnectedDatabase = (): Promise<DatabaseState> => checkDatabase(getConnected().url)

/** How many connections are open, at work, and waited for. */
export const getConnectionCounts = () => connected?.pool.getStats() ?? { open: 0, busy: 0, waiting: 0 }

/** The standby that reads may go to, where there is one. */
export const getStandby = (): Standby | undefined => connected?.standby

function getConnected(): NonNullable<typeof connected> {
  if (!connected) throw new Error("The database is not connected")
  return connected
}

/** Of a statement that somebody waits for, and of one that works over everything. */
const STATEMENT_TIMEOUT_MS = 15_000
const LONG_STATEMENT_TIMEOUT_MS = 600_000
const TIMEOUT_SETTINGS = { lock_timeout: "8s", idle_in_transaction_session_timeout: "20s" }

function open(
  url: string,
  size: number,
  settings: Record<string, string>,
  hasTransactionPooler = false,
): DatabasePool {
  // The query builder writes its wishes here; every connection takes them from here.
  const codecs: Codecs = { parsers: {}, serializers: {} }
  const poolOptions = {
    size,
    maxStatementMs: STATEMENT_TIMEOUT_MS,
    codecs,
    settings: { ...TIMEOUT_SETTINGS, ...settings },
  }
  const pool = openPool(url, { ...poolOptions, hasTransactionPooler, getOutage: getDatabaseOutage })
  let standbyPool: Pool | undefined
  const readFromStandby = (request: StatementRequest) => {
    const standby = getStandby()
    if (!standby || !isReadApart() || isChanging(request.statement)) return undefined
    standbyPool ??= standby.openPool(poolOptions)
    return standby.read(standbyPool, request)
  }
  const ask = async (request: StatementRequest): Promise<QueryResult> => {
    const result = await readFromStandby(request)
    if (result) return result
    statementCounts.primary += 1
    return isChanging(request.statement) ? pool.query(request).finally(noteWrite) : pool.query(request)
  }
  const logger = {
    logQuery(query: string) {
      const count = queryCounter.getStore()
      if (!count) return
      count.queries += 1
      count.statements?.push(query)
    },
  }
  // Where statements are recorded: a write of no transaction that found no row wrote nothing, which cannot be
  // said of a wider one.
  const query: Pool["query"] = (request) => {
    const statements = queryCounter.getStore()?.statements
    const pending = ask(request)
    if (!statements || /^\s*with\b/i.test(request.statement)) return pending
    return pending.then((result) => {
      const position = result.count === 0 ? statements.lastIndexOf(request.statement) : -1
      if (position >= 0) statements.splice(position, 1)
      return result
    })
  }
  const createDatabase = (maxMs: number): Database => {
    const beginTransaction: BeginTransaction = (work) =>
      pool.runTransaction((scope) => work(countStatements(scope)), maxMs).finally(noteWrite)
    return drizzle(createBuilderClient({ query }, codecs, beginTransaction), { logger })
  }
  return {
    pool,
    database: createDatabase(STATEMENT_TIMEOUT_MS),
    longRunning: createDatabase(LONG_STATEMENT_TIMEOUT_MS),
  }
}

const countStatements = (scope: TransactionScope): TransactionScope => ({
  query(request) {
    statementCounts.primary += 1
    return scope.query(request)
  },
  savepoint: (work) => scope.savepoint((inner) => work(countStatements(inner))),
})

/** Closes the pool after the queries under way. */
export async function disconnectDatabase(): Promise<void> {
  const closingConnection = connected
  connected = undefined
  stopWatchingDatabase()
  await Promise.all([
    closingConnection?.standby?.close(),
    closingConnection?.pool.close(),
    closingConnection?.searchPool?.pool.close(),
    closingConnection?.readingPool?.pool.close(),
    closingConnection?.driver?.end({ timeout: 5 }),
  ])
}

/** The pool for queries that need no transaction. */
export function db(): Database {
  const own = getConnected()
  if (!readingOnly.getStore()) return own.database
  own.readingPool ??= open(own.sessionUrl, Math.min(MAX_READING_CONNECTIONS, own.size), {
    default_transaction_read_only: "on",
  })
  return own.readingPool.database
}

const MAX_READING_CONNECTIONS = 2
const readingOnly = new AsyncLocalStorage<true>()

/** Runs `work` on connections on which PostgreSQL refuses every write, whoever asks for it. */
export const runReadOnly = <Result>(work: () => Promise<Result>): Promise<Result> =>
  readingOnly.run(true, work)

/** Whether `error` is a write that {@link runReadOnly} refused; a server that only reads says the same. */
export const isRefusedWrite = (error: unknown): boolean =>
  readingOnly.getStore() === true && getErrorCode(error) === "25006"

type PreparedQuery<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> }

/**
 * A query of the pool that is put together once and filled in each time: of a wide one, the builder takes
 * longer to write it than PostgreSQL to answer it. `build` is given the places of the values that `names`
 * lists; times go in as ISO text.
 */
export function preparedQuery<const Name extends string, Rows>(
  names: readonly Name[],
  build: (values: Record<Name, SQL>) => { prepare(name: string): PreparedQuery<Rows> },
): (values: Record<Name, string | number | readonly string[]>) => Promise<Rows> {
  const placeholders = Object.fromEntries(
    names.map((name) => [name, sql`${sql.placeholder(name)}`]),
  ) as Record<Name, SQL>
  let cached: { of: Database; query: PreparedQuery<Rows> } | undefined
  return (values) => {
    if (cached?.of !== db()) cached = { of: db(), query: build(placeholders).prepare("") }
    return cached.query.execute(values)
  }
}

const MAX_SEARCH_CONNECTIONS = 4

/**
 * Connections for statements that choose their way by themselves, as the search and the lists that begin
 * nearby do: a plan is made once for each shape, whatever it is asked for, and never reads a whole table.
 * Planning each anew costs more than most of them do.
 */
export function searchDb(): Database {
  const own = getConnected()
  own.searchPool ??= open(own.sessionUrl, Math.min(MAX_SEARCH_CONNECTIONS, own.size), {
    plan_cache_mode: "force_generic_plan",
    enable_seqscan: "off",
    jit: "off",
    max_parallel_workers_per_gather: "0",
  })
  return own.searchPool.database
}

/** The bare driver beside the pool, for tests: everything else goes through {@link db}. */
export function driver(): postgres.Sql {
  const own = getConnected()
  own.driver ??= postgres(splitHostAddresses(own.sessionUrl)[0] ?? own.sessionUrl, {
    max: 4,
    onnotice: () => {},
  })
  return own.driver
}

/** The address of the database in use for what needs a session of its own: listening, the queue. */
export const databaseUrl = (): string => getConnected().sessionUrl

/**
 * Runs `work` in one transaction. What `work` wrote is undone where its result is a refusal (`refuse` of
 * outcome.ts), unless that was made with `commitRefusal`. Serialization failures, deadlocks and
 * statements that the server forgot are tried again, at most 4 times in all, so `work` must have no effect
 * outside the transaction.
 */
export const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  runWithRetries(db(), work)

/**
 * As {@link inTransaction}, for work over everything: a statement of it may take ten minutes instead of 15
 * seconds.
 */
export const inLongTransaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  runWithRetries(getConnected().longRunning, work)

/** Ends a transaction whose work was refused; nobody sees it outside. */
class RolledBack extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super("The work was refused")
    this.outcome = outcome
  }
}

/** Runs `work` in a transaction or, within one, in a part of it; a refusal rolls that back. */
async function transactOrUndo<Result>(
  parent: Pick<Database, "transaction">,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const count = queryCounter.getStore()
  const statementsBefore = count?.statements?.length
  try {
    return await parent.transaction(async (tx) => {
      const outcome = await work(tx)
      if (undoesWork(outcome)) throw new RolledBack(outcome)
      return outcome
    })
  } catch (error) {
    if (statementsBefore !== undefined) count?.statements?.splice(statementsBefore)
    if (error instanceof RolledBack) return error.outcome as Result
    throw error
  }
}

async function runWithRetries<Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const callbacks = new Set<() => void>()
    try {
      const result = await afterCommitCallbacks.run(callbacks, () => transactOrUndo(database, work))
      if (!undoesWork(result)) for (const each of callbacks) each()
      return result
    } catch (error) {
      if (tries >= 4 || !isRetryable(error)) throw error
    }
  }
}

/**
 * Sends statements of one transaction to the database together and waits for all. Those of the query builder
 * run in the order given, each after the one before it, and see what that one did or locked; what a function
 * says of its own may come a moment earlier or later. For statements that need nothing of one another's
 * answers: a way to the database costs more than most of them.
 */
export function pipelined<const Statements extends readonly (PromiseLike<unknown> | null)[]>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  return Promise.all(statements)
}

/**
 * Runs `handleBatch`, which deals with at most `size` rows and returns how many it found, each time in a
 * transaction of its own, until it finds fewer. Returns how many in all.
 */
export async function inBatches(
  size: number,
  handleBatch: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let totalCount = 0
  for (;;) {
    const handledCount = await inTransaction(handleBatch)
    totalCount += handledCount
    if (handledCount < size) return totalCount
  }
}

const afterCommitCallbacks = new AsyncLocalStorage<Set<() => void>>()

/**
 * Runs `work` once the transaction under way has committed, at once where there is none, never where it
 * rolls back; the same function once however often it is given. For telling others: what must not be lost
 * belongs in the transaction, as an event.
 */
export function afterCommit(work: () => void): void {
  const callbacks = afterCommitCallbacks.getStore()
  if (callbacks) callbacks.add(work)
  else work()
}

/**
 * Runs `work` in a part of `tx` that can roll back alone, as it does where its result is a refusal; what it
 * asked for after the commit is then not done.
 */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: (savepointTx: Transaction) => Promise<Result>,
): Promise<Result> {
  const callbacks = new Set<() => void>()
  const result = await afterCommitCallbacks.run(callbacks, () => transactOrUndo(tx, work))
  if (undoesWork(result)) return result
  const outerCallbacks = afterCommitCallbacks.getStore()
  for (const each of callbacks) {
    if (outerCallbacks) outerCallbacks.add(each)
    else each()
  }
  return result
}

/**
 * Counts the queries of `work`, for itself and for a count under way around it; with `statements`, returns
 * the text of those that were not rolled back and did or found something.
 */
export async function countQueries<Result>(
  work: () => Promise<Result>,
  options: { statements?: boolean } = {},
): Promise<{ result: Result; queries: number; statements: string[] }> {
  const count: QueryCount = { queries: 0, statements: options.statements ? [] : undefined }
  const outer = queryCounter.getStore()
  const result = await queryCounter.run(count, work)
  if (outer) {
    outer.queries += count.queries
    outer.statements?.push(...(count.statements ?? []))
  }
  return { result, queries: count.queries, statements: count.statements ?? [] }
}
