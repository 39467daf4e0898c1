/** Owns the database for everybody else: queries, transactions that try again, the count of queries. */
import { AsyncLocalStorage } from "node:async_hooks"
import { sql, type SQL } from "drizzle-orm"
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import type { Answer, Codecs, Question } from "./connection.server.ts"
import { hostAddresses } from "./database-address.server.ts"
import { isWorthRetrying } from "./database-errors.server.ts"
import {
  checkDatabase,
  databaseRefusal,
  stopWatchingDatabase,
  watchDatabase,
  type DatabaseState,
} from "./database-watch.server.ts"
import { env } from "./env.server.ts"
import { undoesWork } from "./outcome.ts"
import { openPool, type Pool, type Scope } from "./pool.server.ts"

export { errorCode, violatedConstraint } from "./database-errors.server.ts"

export type Database = PostgresJsDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** What a query needs: the pool or a transaction under way. */
export type Executor = Database | Transaction

type Opened = {
  pool: Pool
  database: Database
  /** The same, for statements that take long. */ patient: Database
}
let opened: (Opened & { url: string; size: number; searches?: Opened; driver?: postgres.Sql }) | undefined

type QueryCount = { queries: number; statements: string[] | undefined }
const counting = new AsyncLocalStorage<QueryCount>()

/**
 * Opens the pool. `url` is a postgres:// address; of several hosts separated by commas the primary is used.
 * False where one is open.
 */
export function connectDatabase(url: string, size = env().DATABASE_POOL): boolean {
  if (opened) return false
  opened = { ...open(url, size, {}), url, size }
  return true
}

/**
 * Watches the database in use: what it does not answer is refused within three seconds, and at once until it
 * is back.
 */
export function watchOwnDatabase(): void {
  const { url } = current()
  watchDatabase(url, (reason) => {
    opened?.pool.drop(reason)
    opened?.searches?.pool.drop(reason)
  })
}

/** Asks the database in use now: whether it answers and takes writes. */
export const askDatabase = (): Promise<DatabaseState> => checkDatabase(current().url)

/** How many connections are open, at work, and waited for. */
export const countConnections = () => opened?.pool.counts() ?? { open: 0, busy: 0, waiting: 0 }

function current(): NonNullable<typeof opened> {
  if (!opened) throw new Error("The database is not connected")
  return opened
}

/** Of a statement that somebody waits for, and of one that works over everything. */
const MAX_STATEMENT_MS = 15_000
const MAX_LONG_STATEMENT_MS = 600_000
const LIMITS = { lock_timeout: "8s", idle_in_transaction_session_timeout: "20s" }

function open(url: string, size: number, settings: Record<string, string>): Opened {
  // The query builder writes its wishes here; every connection takes them from here.
  const codecs: Codecs = { parsers: {}, serializers: {} }
  const pool = openPool(url, {
    size,
    maxMs: MAX_STATEMENT_MS,
    codecs,
    settings: { ...LIMITS, ...settings },
    refusal: databaseRefusal,
  })
  const logger = {
    logQuery(query: string) {
      const count = counting.getStore()
      if (!count) return
      count.queries += 1
      count.statements?.push(query)
    },
  }
  const databaseOf = (maxMs: number): Database => {
    const begin = (work: Work) => pool.transact((scope) => work(clientOf(scope)), maxMs)
    return drizzle({ ...clientOf(pool), options: codecs, begin } as unknown as postgres.Sql, { logger })
  }
  return { pool, database: databaseOf(MAX_STATEMENT_MS), patient: databaseOf(MAX_LONG_STATEMENT_MS) }
}

type Work = (client: object) => Promise<unknown>
type Asked = PromiseLike<Answer>

/** As much of the driver as the query builder knows, over a pool or a transaction. */
function clientOf(asked: Pool | Scope) {
  // Asked when it is awaited, and not before: what is sent together goes in its order.
  const ask = (question: Question): Asked => ({
    // oxlint-disable-next-line unicorn/no-thenable -- the query builder awaits it
    then: (answer, refuse) => asked.ask(question).then(answer, refuse),
  })
  const unsafe = (statement: string, parameters: unknown[] = [], { prepare = false } = {}) => {
    const question = {
      statement,
      parameters,
      isPrepared: prepare || (parameters.length > 0 && isWorthPreparing(statement)),
    }
    return { ...ask(question), values: () => ask({ ...question, asValues: true }) }
  }
  return "step" in asked
    ? { unsafe, savepoint: (work: Work) => asked.step((scope) => work(clientOf(scope))) }
    : { unsafe }
}

/**
 * A statement asked for this often is prepared, so that PostgreSQL need not read it anew and answers in one
 * go instead of two.
 */
const WORTH_PREPARING = 3
/** Each connection keeps what is prepared; statements beyond this stay as they are. */
const MOST_PREPARED = 200
const MOST_COUNTED = 2_000

const asked = new Map<string, number>()
let prepared = 0

function isWorthPreparing(statement: string): boolean {
  const times = (asked.get(statement) ?? 0) + 1
  if (times > WORTH_PREPARING) return true
  if (times === WORTH_PREPARING) {
    if (prepared >= MOST_PREPARED) return false
    prepared += 1
  }
  // Statements that never come again must not fill the memory.
  if (asked.size >= MOST_COUNTED)
    for (const [each, count] of asked) if (count < WORTH_PREPARING) asked.delete(each)
  asked.set(statement, times)
  return times >= WORTH_PREPARING
}

/** Closes the pool after the queries under way. */
export async function disconnectDatabase(): Promise<void> {
  const closing = opened
  opened = undefined
  stopWatchingDatabase()
  await Promise.all([
    closing?.pool.close(),
    closing?.searches?.pool.close(),
    closing?.driver?.end({ timeout: 5 }),
  ])
}

/** The pool for queries that need no transaction. */
export function db(): Database {
  return current().database
}

type Built<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> }

/**
 * A query of the pool that is put together once and filled in each time: of a wide one, the builder takes
 * longer to write it than PostgreSQL to answer it. `build` is given the places of the values that `names`
 * lists; times go in as ISO text.
 */
export function builtOnce<const Name extends string, Rows>(
  names: readonly Name[],
  build: (values: Record<Name, SQL>) => { prepare(name: string): Built<Rows> },
): (values: Record<Name, string | number | readonly string[]>) => Promise<Rows> {
  const places = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<
    Name,
    SQL
  >
  let built: { of: Database; query: Built<Rows> } | undefined
  return (values) => {
    if (built?.of !== db()) built = { of: db(), query: build(places).prepare("") }
    return built.query.execute(values)
  }
}

const MOST_SEARCHES = 4

/**
 * Connections for statements that choose their way by themselves, as the search does: a plan is made once
 * for each shape, whatever it is asked for, and never reads a whole table. Planning each anew costs more
 * than most searches do.
 */
export function searchDb(): Database {
  const own = current()
  own.searches ??= open(own.url, Math.min(MOST_SEARCHES, own.size), {
    plan_cache_mode: "force_generic_plan",
    enable_seqscan: "off",
    jit: "off",
    max_parallel_workers_per_gather: "0",
  })
  return own.searches.database
}

/** The bare driver beside the pool, for tests: everything else goes through {@link db}. */
export function driver(): postgres.Sql {
  const own = current()
  own.driver ??= postgres(hostAddresses(own.url)[0] ?? own.url, { max: 4, onnotice: () => {} })
  return own.driver
}

/** The address of the database in use. */
export const databaseUrl = (): string => current().url

/**
 * Runs `work` in one transaction. What `work` wrote is undone where its result is a refusal (`refuse` of
 * outcome.ts), unless that was made with `commitRefusal`. Serialization failures, deadlocks and statements that the server forgot
 * are tried again, at most 4 times in all, so `work` must have no effect outside the transaction.
 */
export const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  transact(db(), work)

/**
 * As {@link inTransaction}, for work over everything: a statement of it may take ten minutes instead of 15
 * seconds.
 */
export const inLongTransaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  transact(current().patient, work)

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
  try {
    return await parent.transaction(async (tx) => {
      const outcome = await work(tx)
      if (undoesWork(outcome)) throw new RolledBack(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Result
    throw error
  }
}

async function transact<Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const later = new Set<() => void>()
    try {
      const result = await afterwards.run(later, () => transactOrUndo(database, work))
      if (!undoesWork(result)) for (const each of later) each()
      return result
    } catch (error) {
      if (tries >= 4 || !isWorthRetrying(error)) throw error
    }
  }
}

/**
 * Sends statements of one transaction to the database together and waits for all. Those of the query builder
 * run in the order given, each after the one before it, and see what that one did or locked; what a function
 * says of its own may come a moment earlier or later. For statements that need nothing of one another's
 * answers: a way to the database costs more than most of them.
 */
export function inOneGo<const Statements extends readonly (PromiseLike<unknown> | null)[]>(
  statements: Statements,
): Promise<{ -readonly [Place in keyof Statements]: Awaited<Statements[Place]> }> {
  return Promise.all(statements)
}

/**
 * Runs `take`, which deals with at most `size` rows and returns how many it found, each time in a
 * transaction of its own, until it finds fewer. Returns how many in all.
 */
export async function inBatches(size: number, take: (tx: Transaction) => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const taken = await inTransaction(take)
    all += taken
    if (taken < size) return all
  }
}

const afterwards = new AsyncLocalStorage<Set<() => void>>()

/**
 * Runs `work` once the transaction under way has committed, at once where there is none, never where it
 * rolls back; the same function once however often it is given. For telling others: what must not be lost
 * belongs in the transaction, as an event.
 */
export function afterCommit(work: () => void): void {
  const later = afterwards.getStore()
  if (later) later.add(work)
  else work()
}

/**
 * Runs `work` in a part of `tx` that can roll back alone, as it does where its result is a refusal; what it
 * asked for after the commit is then not done.
 */
export async function inStep<Result>(
  tx: Transaction,
  work: (step: Transaction) => Promise<Result>,
): Promise<Result> {
  const later = new Set<() => void>()
  const result = await afterwards.run(later, () => transactOrUndo(tx, work))
  if (undoesWork(result)) return result
  const outer = afterwards.getStore()
  for (const each of later) {
    if (outer) outer.add(each)
    else each()
  }
  return result
}

/** Counts the queries of `work`; with `statements`, keeps their text as well. */
export async function countQueries<Result>(
  work: () => Promise<Result>,
  options: { statements?: boolean } = {},
): Promise<{ result: Result; queries: number; statements: string[] }> {
  const count: QueryCount = { queries: 0, statements: options.statements ? [] : undefined }
  const result = await counting.run(count, work)
  return { result, queries: count.queries, statements: count.statements ?? [] }
}
