/**
 * What areas count for the back office: statements of rows of day, metric, category, region and value, which
 * a job puts into small tables. No row is read where nothing was counted.
 */
import { sql, type SQL } from "drizzle-orm"

/** Days in Korea, YYYY-MM-DD, both of them counted. */
export type DaySpan = { first: string; last: string }

/** The day in Korea of `column`, a time. */
export const kstDay = (column: SQL) => sql`(${column} at time zone 'Asia/Seoul')::date`

/** Whether `column`, a time, lies in `span`; an index of the column finds it. */
export const isWithinDays = (column: SQL, { first, last }: DaySpan) => sql`
  ${column} >= ${first}::date::timestamp at time zone 'Asia/Seoul'
    and ${column} < (${last}::date + 1)::timestamp at time zone 'Asia/Seoul'`

/** A region without its 시·군·구: what figures are told apart by. */
export const sidoOf = (column: SQL) => sql`left(${column}, 2)`

/**
 * A statement of the figures of one table: `metrics` are aggregates over its rows `from` (a table with its
 * condition) of a day, category and region. Zeros are left out.
 */
export function selectDailyFigures({
  from,
  day,
  category = sql`''`,
  region = sql`''`,
  metrics,
}: {
  from: SQL
  day: SQL
  category?: SQL
  region?: SQL
  metrics: Readonly<Record<string, SQL>>
}): SQL {
  const names = Object.keys(metrics)
  const columns = Object.values(metrics).map((metric, index) => sql`${metric} as ${sql.raw(`v${index}`)}`)
  const values = names.map((name, index) => sql`(${name}::text, ${sql.raw(`v${index}`)}::bigint)`)
  return sql`
    select day, figure.metric, category, region, figure.value from (
      select ${day} as day, ${category} as category, ${region} as region, ${sql.join(columns, sql`, `)}
        from ${from} group by 1, 2, 3
    ) counted cross join lateral (values ${sql.join(values, sql`, `)}) as figure (metric, value)
    where figure.value <> 0`
}
