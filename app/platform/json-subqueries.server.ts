/** Asking for several small lists in one statement: each is a JSON value of its own. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { db } from "./db.server.ts"

/** Something to ask for: what the database answers with as JSON, and what is made of it. */
export type JsonSubquery<Value> = { json: SQL; read: (answer: unknown) => Value }

/**
 * The rows of `select columns fromClause`, under the names of `columns`, in the order that it says. Times
 * come as ISO text with an offset, which is what `read` is given: `Row` says the rows as JSON has them.
 */
export function jsonRowsSubquery<Row, Value>(
  columns: Readonly<Record<string, SQLWrapper>>,
  fromClause: SQL,
  read: (rows: Row[]) => Value,
): JsonSubquery<Value> {
  const selectedColumns = Object.entries(columns).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  return {
    json: sql`(select coalesce(json_agg(row_to_json(asked)), '[]')
      from (select ${sql.join(
        selectedColumns,
        sql`,
      `,
      )} ${fromClause}) asked)`,
    read: (answer) => read(answer as Row[]),
  }
}

/** The answers to all that is `asked`, in one query. */
export async function runSubqueries<All extends Record<string, JsonSubquery<unknown>>>(
  subqueries: All,
): Promise<{ [Name in keyof All]: ReturnType<All[Name]["read"]> }> {
  const entries = Object.entries(subqueries)
  const [row] = await db().execute<Record<string, unknown>>(
    sql`select ${sql.join(
      entries.map(([name, { json }]) => sql`${json} as ${sql.identifier(name)}`),
      sql`, `,
    )}`,
  )
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(row?.[name])])) as {
    [Name in keyof All]: ReturnType<All[Name]["read"]>
  }
}

/** Several counts under their names; each of `counts` is a scalar subquery. */
export function countsSubquery<Name extends string>(
  counts: Readonly<Record<Name, SQL>>,
): JsonSubquery<Record<Name, number>> {
  const pairs = Object.entries<SQL>(counts).map(([name, count]) => sql`${name}::text, ${count}`)
  return {
    json: sql`json_build_object(${sql.join(pairs, sql`, `)})`,
    read: (answer) => answer as Record<Name, number>,
  }
}
