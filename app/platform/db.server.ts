/** Owns the connection to PostgreSQL: the pool, transactions that try again, the names of broken constraints, the count of queries. */
import { AsyncLocalStorage } from "node:async_hooks"
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { env } from "./env.server.ts"

export type Database = PostgresJsDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]
/** What a query needs: the pool or a transaction under way. */
export type Executor = Database | Transaction

let pool: { sql: postgres.Sql; database: Database; url: string } | undefined

type QueryCount = { queries: number; statements: string[] | undefined }
const counting = new AsyncLocalStorage<QueryCount>()

/** Opens the pool. `url` is a postgres:// address; several hosts separated by commas wait for the primary. False where one is open. */
export function connectDatabase(url: string, size = env().DATABASE_POOL): boolean {
  if (pool) return false
  const sql = postgres(url, {
    max: size,
    idle_timeout: 0,
    connect_timeout: 10,
    onnotice: () => {},
    target_session_attrs: "read-write",
    connection: {
      application_name: "baroildang",
      statement_timeout: 15_000,
      lock_timeout: 8_000,
      idle_in_transaction_session_timeout: 20_000,
    },
  })
  const database = drizzle(sql, {
    logger: {
      logQuery(query) {
        const count = counting.getStore()
        if (!count) return
        count.queries += 1
        count.statements?.push(query)
      },
    },
  })
  pool = { sql, database, url }
  return true
}

/** Closes the pool after the queries under way. */
export async function disconnectDatabase(): Promise<void> {
  const open = pool
  pool = undefined
  await open?.sql.end({ timeout: 5 })
}

/** The pool for queries that need no transaction. */
export function db(): Database {
  if (!pool) throw new Error("The database is not connected")
  return pool.database
}

/** The driver itself: LISTEN, COPY and liveness only; everything else goes through {@link db}. */
export function driver(): postgres.Sql {
  if (!pool) throw new Error("The database is not connected")
  return pool.sql
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
    try {
      return await db().transaction(work)
    } catch (error) {
      if (tries >= 4 || !TRY_AGAIN.has(causeOf(error)?.code ?? "")) throw error
    }
  }
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

/** Counts the queries of `work`; with `statements`, keeps their text as well. */
export async function countQueries<Result>(
  work: () => Promise<Result>,
  options: { statements?: boolean } = {},
): Promise<{ result: Result; queries: number; statements: string[] }> {
  const count: QueryCount = { queries: 0, statements: options.statements ? [] : undefined }
  const result = await counting.run(count, work)
  return { result, queries: count.queries, statements: count.statements ?? [] }
}
