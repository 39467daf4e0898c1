/** What all tables hold, for tests that say that nothing was changed. */
import { sql, type SQL } from "drizzle-orm"
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
  const rows = await readChecksums()
  return Object.fromEntries(
    rows.filter(({ name }) => !except.includes(name)).map((row) => [row.name, row.sum]),
  )
}

/** The same without the tables that may change although nothing of the product does. */
export const checksumTables = (): Promise<Record<string, string>> => checksumAllTables(SIDE_TABLES)

/**
 * Reads them by a function of the database, which plans each table's statement once in a connection: one
 * statement over all tables is planned anew each time, for ten times as long as it runs.
 */
async function readChecksums(): Promise<{ name: string; sum: string }[]> {
  const [found] = await db().execute<{ is: boolean }>(
    sql`select to_regproc('tests.checksum_tables') is not null as is`,
  )
  if (!found?.is) await createFunction()
  return db().execute(sql`select * from tests.checksum_tables()`)
}

async function createFunction(): Promise<void> {
  const tables = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  // A sum of hashes asks for no order of the rows.
  const reads = tables.map(
    ({ name }): SQL => sql`return query select ${sql.raw(`'${name}'`)}, (select count(*) || ' ' ||
      coalesce(sum(hashtextextended(t::text, 0)), 0) from ${sql.identifier(name)} t);`,
  )
  await db().execute(sql`create schema if not exists tests`)
  await db().execute(sql`create or replace function tests.checksum_tables()
    returns table (name text, sum text) language plpgsql as $checksums$
    begin ${sql.join(reads, sql` `)} end $checksums$`)
}
