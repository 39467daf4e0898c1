/** Tables by months: those to come are made, and those whose time is over go as a whole (decision 096). */
import { sql, type SQL } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { getFirstIdAt } from "../basics/ids.ts"
import { db, inTransaction, type Transaction } from "./db.server.ts"

/** A month is there so long before it begins, whenever the job last ran. */
const MONTHS_AHEAD = 3
/** Whoever waits for a table makes everybody wait who comes after: a job comes again. */
const LOCK_TIMEOUT = sql`set local lock_timeout = '2s'`

type Part = { name: string; /** Where it ends; null of the one for all the rest. */ end: Date | null }

/** When an id of the database's text was made. */
const getTimeOf = (id: string) => new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16))
const getMonthStart = (at: Date, months: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))

async function listParts(table: string): Promise<Part[]> {
  const rows = await db().execute<{ name: string; bound: string }>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${`public.${table}`}::regclass order by 1`)
  return rows.map(({ name, bound }) => {
    const end = /TO \('([0-9a-f-]{36})'\)/.exec(bound)?.[1]
    return { name, end: end ? getTimeOf(end) : null }
  })
}

/**
 * Makes the months of `table` up to three ahead, and drops those that ended before `keptFrom`. The table is
 * parted by its id, which begins with its time; one part takes what no month does.
 */
export async function keepMonths(table: string, keptFrom: Date): Promise<void> {
  const parts = await listParts(table)
  const ends = parts.flatMap(({ end }) => (end ? [end.getTime()] : []))
  const rest = parts.find(({ end }) => end === null)
  const lastEnd = new Date(Math.max(getMonthStart(now(), 0).getTime(), ...ends))
  for (let start = lastEnd; start < getMonthStart(now(), MONTHS_AHEAD + 1); start = getMonthStart(start, 1))
    await inTransaction((tx) => addMonth(tx, table, { start, rest: rest?.name }))
  for (const { name, end } of parts)
    if (end && end <= keptFrom && end < now())
      await inTransaction(async (tx) => {
        await tx.execute(LOCK_TIMEOUT)
        await tx.execute(sql`drop table ${sql.identifier(name)}`)
      })
}

/** Adds the month that begins at `start`: made beside the table, and attached when it holds what is of it. */
async function addMonth(
  tx: Transaction,
  table: string,
  { start, rest }: { start: Date; rest: string | undefined },
): Promise<void> {
  const part = sql.identifier(`${table}_${start.toISOString().slice(0, 7).replace("-", "_")}`)
  const [from, to] = [start, getMonthStart(start, 1)].map((moment): SQL =>
    sql.raw(`'${getFirstIdAt(moment)}'`),
  )
  await tx.execute(LOCK_TIMEOUT)
  await tx.execute(sql`create table ${part} (like ${sql.identifier(table)} including all)`)
  if (rest)
    await tx.execute(sql`with moved as (delete from ${sql.identifier(rest)}
      where id >= ${from} and id < ${to} returning *) insert into ${part} select * from moved`)
  await tx.execute(sql`alter table ${sql.identifier(table)} attach partition ${part}
    for values from (${from}) to (${to})`)
}
