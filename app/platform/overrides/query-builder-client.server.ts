/**
 * Override `query-builder-client`: gives Drizzle our own pool in the place of the driver postgres.js.
 *
 * Reason: what the driver promises of pools and transactions does not hold when a database fails under it
 * (decision 021), and a statement used often is to be prepared. Gain: one of two round trips of each prepared
 * statement (decision 009). It has no switch: without it the product would lose what decision 021 promises.
 * Relies on: Drizzle asks of the driver `unsafe(…)`, its `values()`, `begin`, `savepoint` and
 * `options.parsers/serializers`, and nothing else (query-builder-client.test.ts).
 */
import type postgres from "postgres"
import { BoundedCache } from "../bounded-cache.server.ts"
import { watchCache } from "../cache-sizes.server.ts"
import type { Codecs, QueryResult, StatementRequest } from "../connection.server.ts"
import type { Pool, TransactionScope } from "../pool.server.ts"

/** Runs `work` in a transaction of the pool. */
export type BeginTransaction = (work: (scope: TransactionScope) => Promise<unknown>) => Promise<unknown>

/** As much of the driver as Drizzle uses, over `pool`. */
export function createBuilderClient(
  pool: Pick<Pool, "query">,
  codecs: Codecs,
  beginTransaction: BeginTransaction,
): postgres.Sql {
  const begin = (work: TransactionWork) => beginTransaction((scope) => work(createDriverClient(scope)))
  return { ...createDriverClient(pool), options: codecs, begin } as unknown as postgres.Sql
}

type TransactionWork = (client: object) => Promise<unknown>
type PendingResult = PromiseLike<QueryResult>

/** The statements and savepoints of the driver, over a pool or a transaction. */
function createDriverClient(asked: Pick<Pool, "query"> | TransactionScope) {
  // Asked when it is awaited, and not before: what is sent together goes in its order.
  const runStatement = (statementRequest: StatementRequest): PendingResult => ({
    // oxlint-disable-next-line unicorn/no-thenable -- the query builder awaits it
    then: (answer, refuse) => asked.query(statementRequest).then(answer, refuse),
  })
  const unsafe = (statement: string, parameters: unknown[] = [], { prepare = false } = {}) => {
    const statementRequest = {
      statement,
      parameters,
      isPrepared: prepare || (parameters.length > 0 && shouldPrepare(statement)),
    }
    return {
      ...runStatement(statementRequest),
      values: () => runStatement({ ...statementRequest, asValues: true }),
    }
  }
  return "savepoint" in asked
    ? {
        unsafe,
        savepoint: (work: TransactionWork) => asked.savepoint((scope) => work(createDriverClient(scope))),
      }
    : { unsafe }
}

/**
 * A statement asked for this often is prepared, so that PostgreSQL need not read it anew and answers in one
 * go instead of two.
 */
const USES_BEFORE_PREPARING = 3
/** Each connection keeps what is prepared; statements beyond this stay as they are. */
const MAX_PREPARED_STATEMENTS = 200
/**
 * A statement that was not asked for so long gives its place to another. A connection keeps it until it is
 * replaced, half an hour to an hour after it was opened.
 */
const IDLE_MS = 10 * 60_000
/**
 * Longer ones, such as of many rows at once, never come again. The longest that does, of the office's frame,
 * has 17,000 to 20,000 (desk.test.ts); unprepared it takes 30 ms to plan for each screen.
 */
export const MAX_PREPARED_LENGTH = 32_000

/** When each was asked last, that first which was not asked for longest. */
const prepared = new Map<string, number>()
let preparedBytes = 0
watchCache("prepared_statements", () => ({
  bytes: preparedBytes,
  maxBytes: MAX_PREPARED_STATEMENTS * MAX_PREPARED_LENGTH * 2,
}))
/** How often those that are not prepared were asked for; what never comes again must not fill the memory. */
const uses = new BoundedCache<number>("counted_statements", 2 * 1_048_576)

function shouldPrepare(statement: string): boolean {
  const askedAt = performance.now()
  if (prepared.delete(statement)) {
    prepared.set(statement, askedAt)
    return true
  }
  if (statement.length > MAX_PREPARED_LENGTH) return false
  const times = (uses.get(statement) ?? 0) + 1
  uses.set(statement, times)
  if (times < USES_BEFORE_PREPARING || !takePlace(askedAt)) return false
  uses.delete(statement)
  prepared.set(statement, askedAt)
  preparedBytes += 2 * statement.length
  return true
}

/** Makes room for one more where nobody asks for the oldest any more; false where there is none. */
function takePlace(at: number): boolean {
  if (prepared.size < MAX_PREPARED_STATEMENTS) return true
  const [oldest] = prepared
  if (!oldest || at - oldest[1] < IDLE_MS) return false
  prepared.delete(oldest[0])
  preparedBytes -= 2 * oldest[0].length
  return true
}
