/** Counting for lists: at most as far as is said, so that a count costs the same in a town of any size. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { MAX_COUNTED } from "../basics/counted.ts"
import { db } from "./db.server.ts"

/** Selects how many rows of `from` (tables with their joins) fit `where`, at most `maxRows`; null: all. */
const selectCount = (from: SQLWrapper, where: SQL | undefined, maxRows: number | null) => sql<number>`(
  select count(*)::int from (select from ${from} where ${where ?? sql`true`} limit ${maxRows}::int) counted)`

/**
 * How many rows of `from` (tables with their joins) fit `where`, at most `maxRows`; null counts all, for what
 * is written down, as an export.
 */
export async function countCapped(
  from: SQLWrapper,
  where: SQL | undefined,
  maxRows: number | null = MAX_COUNTED,
): Promise<number> {
  const [row] = await db().execute<{ found: number }>(
    sql`select ${selectCount(from, where, maxRows)} as found`,
  )
  return row?.found ?? 0
}

/**
 * How many rows of `table` fit `where` and one of `branches`, at most `maxRows`; null counts all. Each branch
 * is looked for by its own index, and no further than is counted.
 */
export async function countCappedAnyOf(
  { table, id }: { table: SQLWrapper; id: SQLWrapper },
  where: SQL | undefined,
  branches: readonly SQL[],
  maxRows: number | null = MAX_COUNTED,
): Promise<number> {
  const found = branches.map(
    (branch) =>
      sql`(select ${id} from ${table} where ${branch} and ${where ?? sql`true`} limit ${maxRows}::int)`,
  )
  const [row] = await db().execute<{ found: number }>(sql`
    select least(count(*), ${maxRows}::int)::int as found from (${sql.join(found, sql` union `)}) counted`)
  return row?.found ?? 0
}

/** So many rows are looked through for different values before all are: most values come once or twice. */
const ROWS_PER_VALUE = 2

/**
 * How many different values `from` (a statement of rows of `value`) has, at most `maxRows`; null counts all.
 * Where its first rows hold as many, the others are not read.
 */
export async function countCappedDistinct(from: SQL, maxRows: number | null = MAX_COUNTED): Promise<number> {
  const rows = maxRows === null ? null : maxRows * ROWS_PER_VALUE
  const [row] = await db().execute<{ found: number }>(sql`
    with first_rows as materialized (select value from (${from}) listed limit ${rows}::int),
    near as materialized (select count(distinct value) as found, count(*) as rows from first_rows)
    select least(${maxRows}::int, case
      when near.found >= ${maxRows}::int or near.rows < ${rows}::int or ${rows}::int is null then near.found
      else (select count(distinct value) from (${from}) listed) end)::int as found from near`)
  return row?.found ?? 0
}

/**
 * True of rows of `table` that fit one of `branches`, each looked for by its own index: as an "or" they would
 * be asked of every row.
 */
export const isInAnyOf = (
  { table, id }: { table: SQLWrapper; id: SQLWrapper },
  branches: readonly SQL[],
): SQL =>
  sql`${id} = any(array(${sql.join(
    branches.map((branch) => sql`select ${id} from ${table} where ${branch}`),
    sql` union `,
  )}))`

/**
 * How many rows of `table` are in each of `states`, each at most {@link MAX_COUNTED}, in one query; `column`
 * has an index. States without rows are there with 0.
 */
export async function countCappedByState<State extends string>(
  table: SQLWrapper,
  column: SQLWrapper,
  states: readonly State[],
): Promise<Record<State, number>> {
  const rows = await db().execute<{ state: State; found: number }>(sql`
    select listed.state, ${selectCount(table, sql`${column} = listed.state`, MAX_COUNTED)} as found
    from unnest(${sql.param([...states])}::text[]) as listed (state)`)
  return Object.fromEntries(rows.map(({ state, found }) => [state, found])) as Record<State, number>
}
