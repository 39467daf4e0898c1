/** Owns the connection to PostgreSQL: the pool, transactions that try again, the names of broken constraints, the count of queries. */
import { AsyncLocalStorage } from "node:async_hooks"
import { sql, type SQL } from "drizzle-orm"
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { env } from "./env.server.ts"

export type Database = PostgresJsDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** What a query needs: the pool or a transaction under way. */
export type Executor = Database | Transaction

type Pool = { client: postgres.Sql; database: Database }
let pool: (Pool & { url: string; size: number; searches?: Pool }) | undefined

type QueryCount = { queries: number; statements: string[] | undefined }
const counting = new AsyncLocalStorage<QueryCount>()

/** Opens the pool. `url` is a postgres:// address; several hosts separated by commas wait for the primary. False where one is open. */
export function connectDatabase(url: string, size = env().DATABASE_POOL): boolean {
  if (pool) return false
  pool = { ...openPool(url, size, {}), url, size }
  return true
}

/** 8-byte integers are numbers here: sums of money, counts. One beyond the safe integers fails rather than being another one. */
const WHOLE_NUMBER = {
  to: 20,
  from: [20],
  serialize: String,
  parse(text: string): number {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError("A whole number of the database is too large to be exact")
    return value
  },
}

function openPool(url: string, size: number, settings: Record<string, string>): Pool {
  const client = postgres(url, {
    max: size,
    idle_timeout: 0,
    connect_timeout: 10,
    onnotice: () => {},
    target_session_attrs: "read-write",
    types: { bigint: WHOLE_NUMBER },
    connection: {
      application_name: "baroildang",
      statement_timeout: 15_000,
      lock_timeout: 8_000,
      idle_in_transaction_session_timeout: 20_000,
      ...settings,
    },
  })
  prepareRepeated(client)
  const database = drizzle(client, {
    logger: {
      logQuery(query) {
        const count = counting.getStore()
        if (!count) return
        count.queries += 1
        count.statements?.push(query)
      },
    },
  })
  return { client, database }
}

/** A statement asked for this often is prepared, so that PostgreSQL need not read it anew and answers in one go instead of two. */
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
  if (asked.size >= MOST_COUNTED) for (const [each, count] of asked) if (count < WORTH_PREPARING) asked.delete(each)
  asked.set(statement, times)
  return times >= WORTH_PREPARING
}

type Unsafe = (statement: string, parameters?: unknown[], options?: object) => unknown
type Begin = (...given: unknown[]) => Promise<unknown>
/** A transaction's connection: `over` rejects when it is gone. */
type Life = { over: Promise<never>; isOver: boolean }

/** The query builder never asks the driver to prepare: `client`, and what it hands to transactions, does it for what is asked for often. */
function prepareRepeated(client: object, life?: Life): object {
  const unsafe: Unsafe = Reflect.get(client, "unsafe")
  Reflect.set(client, "unsafe", (statement: string, parameters: unknown[] = [], options: object = {}) => {
    if (life?.isOver) throw isGone()
    return unsafe(statement, parameters, parameters.length > 0 && isWorthPreparing(statement) ? { ...options, prepare: true } : options)
  })
  for (const name of ["begin", "savepoint"]) {
    const start: Begin | undefined = Reflect.get(client, name)
    if (start) Reflect.set(client, name, (...given: unknown[]) => beginSafely(start, given, name === "savepoint" ? life : undefined))
  }
  return client
}

/** A connection that ends says so itself within this time of the first sign of it. */
const ENDING_MS = 1_000

/**
 * Begins a transaction, or a step of the one that `outer` belongs to. The driver ends the whole process when it rolls back on a
 * connection that is gone (porsager/postgres#1208), so it does not hear of a failure there: the transaction is over by itself.
 */
function beginSafely(start: Begin, given: unknown[], outer: Life | undefined): Promise<unknown> {
  const work = given.at(-1)
  if (typeof work !== "function") return start(...given)
  if (outer?.isOver) return Promise.reject(isGone())
  const gone = Promise.withResolvers<never>()
  gone.promise.catch(() => undefined)
  const life = outer ?? { over: gone.promise, isOver: false }
  const begun = start(...given.slice(0, -1), async (inner: object): Promise<unknown> => {
    try {
      return await work(prepareRepeated(inner, life))
    } catch (error) {
      if (endsConnection(error)) await Promise.race([life.over, new Promise((over) => setTimeout(over, ENDING_MS))]).catch(() => undefined)
      if (life.isOver) return new Promise(() => {})
      throw error
    }
  })
  if (outer) return Promise.race([begun, life.over])
  begun.catch((error: unknown) => {
    life.isOver = true
    gone.reject(error)
  })
  return begun
}

const isGone = () => new Error("The connection of this transaction is gone")

/** Whether `error` says that a connection is gone: the driver's own word, the system's, or PostgreSQL's (class 08, 57P0x, idle too long). */
const endsConnection = (error: unknown): boolean => /^(CONNECTION_|E[A-Z]+$|08|57P0|25P03)/.test(causeOf(error)?.code ?? "")

/** Closes the pool after the queries under way. */
export async function disconnectDatabase(): Promise<void> {
  const open = pool
  pool = undefined
  await Promise.all([open?.client.end({ timeout: 5 }), open?.searches?.client.end({ timeout: 5 })])
}

/** The pool for queries that need no transaction. */
export function db(): Database {
  if (!pool) throw new Error("The database is not connected")
  return pool.database
}

type Built<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> }

/**
 * A query of the pool that is put together once and filled in each time: of a wide one, the builder takes longer to write it than
 * PostgreSQL to answer it. `build` is given the places of the values that `names` lists; times go in as ISO text.
 */
export function builtOnce<const Name extends string, Rows>(
  names: readonly Name[],
  build: (values: Record<Name, SQL>) => { prepare(name: string): Built<Rows> },
): (values: Record<Name, string | number | readonly string[]>) => Promise<Rows> {
  const places = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>
  let built: { of: Database; query: Built<Rows> } | undefined
  return (values) => {
    if (built?.of !== db()) built = { of: db(), query: build(places).prepare("") }
    return built.query.execute(values)
  }
}

const MOST_SEARCHES = 4

/**
 * Connections for statements that choose their way by themselves, as the search does: a plan is made once for each shape, whatever it
 * is asked for, and never reads a whole table. Planning each anew costs more than most searches do.
 */
export function searchDb(): Database {
  if (!pool) throw new Error("The database is not connected")
  pool.searches ??= openPool(pool.url, Math.min(MOST_SEARCHES, pool.size), { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off", max_parallel_workers_per_gather: "0" })
  return pool.searches.database
}

/** The driver itself: LISTEN, COPY and liveness only; everything else goes through {@link db}. */
export function driver(): postgres.Sql {
  if (!pool) throw new Error("The database is not connected")
  return pool.client
}

/** The address of the database in use. */
export function databaseUrl(): string {
  if (!pool) throw new Error("The database is not connected")
  return pool.url
}

const TRY_AGAIN = new Set(["40001", "40P01"])

/**
 * Runs `work` in one transaction. Serialization failures and deadlocks are tried again, at most 4 times in all, so `work`
 * must have no effect outside the transaction.
 */
export async function inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const later = new Set<() => void>()
    try {
      const result = await afterwards.run(later, () => db().transaction(work))
      for (const each of later) each()
      return result
    } catch (error) {
      if (tries >= 4 || !TRY_AGAIN.has(causeOf(error)?.code ?? "")) throw error
    }
  }
}

/**
 * Sends statements of one transaction to the database together and waits for all. Those of the query builder run in the order given,
 * each after the one before it, and see what that one did or locked; what a function says of its own may come a moment earlier or later.
 * For statements that need nothing of one another's answers: a way to the database costs more than most of them.
 */
export function inOneGo<const Statements extends readonly (PromiseLike<unknown> | null)[]>(statements: Statements): Promise<{ -readonly [Place in keyof Statements]: Awaited<Statements[Place]> }> {
  return Promise.all(statements)
}

/** Runs `take`, which deals with at most `size` rows and returns how many it found, each time in a transaction of its own, until it finds fewer. Returns how many in all. */
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
 * Runs `work` once the transaction under way has committed, at once where there is none, never where it rolls back; the same function
 * once however often it is given. For telling others: what must not be lost belongs in the transaction, as an event.
 */
export function afterCommit(work: () => void): void {
  const later = afterwards.getStore()
  if (later) later.add(work)
  else work()
}

/** Runs `work` in a part of `tx` that can roll back alone; what it asked for after the commit is then not done. */
export async function inStep<Result>(tx: Transaction, work: (step: Transaction) => Promise<Result>): Promise<Result> {
  const later = new Set<() => void>()
  const result = await afterwards.run(later, () => tx.transaction(work))
  const outer = afterwards.getStore()
  for (const each of later) {
    if (outer) outer.add(each)
    else each()
  }
  return result
}

type PostgresFailure = { code: string; constraint_name?: string }

function causeOf(error: unknown): PostgresFailure | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current as unknown as PostgresFailure
  }
  return undefined
}

/** The name of the unique, check or foreign-key constraint that `error` says was broken, else undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  const failure = causeOf(error)
  return failure?.code.startsWith("23") ? (failure.constraint_name ?? failure.code) : undefined
}

/** What `error` is called without anything that it holds: PostgreSQL's or the driver's code, else its name. */
export const errorCode = (error: unknown): string => causeOf(error)?.code ?? (error instanceof Error ? error.name : "unknown")

/** Counts the queries of `work`; with `statements`, keeps their text as well. */
export async function countQueries<Result>(
  work: () => Promise<Result>,
  options: { statements?: boolean } = {},
): Promise<{ result: Result; queries: number; statements: string[] }> {
  const count: QueryCount = { queries: 0, statements: options.statements ? [] : undefined }
  const result = await counting.run(count, work)
  return { result, queries: count.queries, statements: count.statements ?? [] }
}
