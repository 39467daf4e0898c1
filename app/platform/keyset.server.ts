/**
 * Owns pages of lists by keyset: the same order for the rows, for the place where a page ends, and for what
 * comes after it.
 */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { isStorableText, isTimestamp } from "../basics/column-values.ts"
import { decodeCursor, encodeCursor, type CursorCheck } from "../basics/cursor.ts"
import { isId } from "../basics/ids.ts"

/**
 * What a list is sorted by; rows that are the same in it follow their ids. `by` null: by the id alone, which
 * is made in the order of time.
 */
export type ListOrder = { by: SQLWrapper | null; as: "time" | "number" | "text"; way: "asc" | "desc" }

const CASTS = { time: "timestamptz", number: "bigint", text: "text" } as const
const isWholeText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,15}$/.test(value)
const CHECKS: Record<ListOrder["as"], CursorCheck<string>> = {
  time: isTimestamp,
  number: isWholeText,
  text: isStorableText,
}

/** A column of time as ISO text to the microsecond: as the database sorts by it. */
export const exactTime = (column: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * The parts of a query that reads a page. `place` is a column to select, `orderBy` its order, `after` the
 * condition for what comes after `cursor`; a cursor that cannot be read, or is another order's, begins the
 * list anew.
 */
export function keyset(
  { by, as, way }: ListOrder,
  id: SQLWrapper,
  cursor: string | null,
): { place: SQL<string>; orderBy: SQL[]; after: SQL | undefined } {
  const [at, last] = decodeCursor(cursor, [by === null ? isStorableText : CHECKS[as], isId]) ?? []
  const direction = sql.raw(way)
  const beyond = sql.raw(way === "asc" ? ">" : "<")
  if (by === null)
    return {
      place: sql<string>`''`,
      orderBy: [sql`${id} ${direction}`],
      after: last ? sql`${id} ${beyond} ${last}::uuid` : undefined,
    }
  return {
    place: as === "time" ? exactTime(by) : sql<string>`(${by})::text`,
    orderBy: [sql`${by} ${direction}`, sql`${id} ${direction}`],
    after: last ? sql`(${by}, ${id}) ${beyond} (${at}::${sql.raw(CASTS[as])}, ${last}::uuid)` : undefined,
  }
}

/**
 * The first `most` of rows of which one more was read, without their places, and the cursor of the next page;
 * null at the end. `idOf` names a row's id.
 */
export function pageOf<Row extends { place: string }>(
  rows: readonly Row[],
  most: number,
  idOf: (row: Row) => string,
): { shown: Omit<Row, "place">[]; cursor: string | null } {
  const last = rows.length > most ? rows[most - 1] : undefined
  return {
    shown: rows.slice(0, most).map((row) => {
      const { place: _, ...rest } = row
      return rest
    }),
    cursor: last ? encodeCursor([last.place, idOf(last)]) : null,
  }
}
