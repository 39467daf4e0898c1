/** What all tables hold, for tests that say that nothing was changed. */
import { driver } from "#app/platform/db.server.ts"

/**
 * A checksum of the rows of every table; two that are equal say that no row was added, changed or removed.
 */
export async function checksumAllTables(): Promise<Record<string, string>> {
  const sql = driver()
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ sum: string | null }[]>`
      select md5(string_agg(row_text, ',' order by row_text)) as sum from (select t::text as row_text
        from ${sql(name)} t) rows`
    sums[name] = row?.sum ?? ""
  }
  return sums
}
