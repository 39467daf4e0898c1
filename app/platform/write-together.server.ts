/** Several writes as a single statement. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Transaction } from "./db.server.ts"

/** An insert, update or delete that has not been sent; null where there is nothing to write. */
export type Write = SQLWrapper | null

/**
 * Sends inserts, updates and deletes as one statement (decision 084). They see what was there before it,
 * not each other's work, and run in no order: none may need what another one writes, and no two may change
 * the same row. Foreign keys among them hold: they are checked when all is written. What has to be newer
 * than a lock is read by a statement of its own, after the one that locks. Returns the rows of the last
 * write, as the driver gives them.
 */
export async function writeTogether<Row extends Record<string, unknown> = Record<string, unknown>>(
  tx: Transaction,
  writes: readonly Write[],
): Promise<readonly Row[]> {
  const parts = writes.flatMap((write) => (write === null ? [] : [write.getSQL()]))
  const last = parts.pop()
  if (last === undefined) return []
  return (await tx.execute(joinWrites(parts, last))) as unknown as readonly Row[]
}

function joinWrites(others: readonly SQL[], last: SQL): SQL {
  if (others.length === 0) return last
  const named = others.map((write, index) => sql`${sql.identifier(`write_${index + 1}`)} as (${write})`)
  return sql`with ${sql.join(named, sql`, `)} ${last}`
}
