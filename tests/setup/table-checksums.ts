/** What all tables hold, for tests that say that nothing was changed. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"

/**
 * Tables that may change although nothing of the product does: sessions in use, hits counted, what a visitor
 * typed and gets back after signing in, what an administrator or a shopper looked at last.
 */
const SIDE_TABLES = ["sessions", "rate_limits", "drafts", "admin_recent_records", "product_views"]

/**
 * A checksum of the rows of every table; two that are equal say that no row was added, changed or removed.
 */
export async function checksumAllTables(except: readonly string[] = []): Promise<Record<string, string>> {
  const tables = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  // A sum of hashes asks for no order of the rows.
  const sums = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) =>
        sql`select ${name} as name, (select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)
          from ${sql.identifier(name)} t) as sum`,
    )
  const rows = await db().execute<{ name: string; sum: string }>(sql.join(sums, sql` union all `))
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]))
}

/** The same without the tables that may change although nothing of the product does. */
export const checksumTables = (): Promise<Record<string, string>> => checksumAllTables(SIDE_TABLES)
