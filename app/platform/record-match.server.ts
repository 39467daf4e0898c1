/**
 * How the back office looks for records over all areas in one statement: each area says which of its rows
 * match, and the back office joins them. Nothing is asked here.
 */
import { sql, type SQL } from "drizzle-orm"
import { isId } from "../basics/ids.ts"
import { parsePhone } from "../basics/phone.ts"
import type { RecordKind } from "../basics/record-kind.ts"

/** Conditions on the columns of an area; each is false where the search has no such thing. */
export type RecordMatch = {
  /** The row itself. */ id: (column: SQL) => SQL
  /** A word of `column` begins so. */ text: (column: SQL) => SQL
  /** `column` begins so: a number, an address. */ start: (column: SQL) => SQL
  /** `column` is this phone number, typed to its end: beginnings are most people's. */
  phone: (column: SQL) => SQL
  /** `column` is one of the people who were found. */ person: (column: SQL) => SQL
}

/** LIKE's own signs taken as they are. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&")

/** Rows whose ids a statement `ids` selects. */
export const matchIds = (ids: SQL): RecordMatch => ({
  id: (column) => sql`${column} in (${ids})`,
  text: () => sql`false`,
  start: () => sql`false`,
  phone: () => sql`false`,
  person: () => sql`false`,
})

/** Rows that somebody means who typed `term`; `people` selects the ids of the people who were found by it. */
export function matchTerm(term: string, people: SQL): RecordMatch {
  const id: unknown = term
  const phone = parsePhone(term)
  const escaped = escapeLike(term)
  return {
    id: (column) => (isId(id) ? sql`${column} = ${id}::uuid` : sql`false`),
    text: (column) => sql`(text_pairs(${column}) @> text_pairs(${term})
      and (${column} ilike ${`${escaped}%`} or ${column} ilike ${`% ${escaped}%`}))`,
    start: (column) => sql`${column} like ${`${escaped}%`}`,
    // Said twice, so that the index of those that are not forgotten fits.
    phone: (column) => (phone === null ? sql`false` : sql`(${column} = ${phone} and ${column} <> '')`),
    person: (column) => sql`${column} in (${people})`,
  }
}

/**
 * Rows of kind, id, title, detail, owner (whose data it is) and at: those of `from` of which one of
 * `conditions` is true, the newest `limit`. Each condition is looked up by its own index.
 */
export const selectRecords = (records: {
  kind: RecordKind
  from: SQL
  id?: SQL
  title: SQL
  detail: SQL
  owner: SQL
  at: SQL
  conditions: readonly SQL[]
}): SQL => {
  const { kind, from, id = sql`id`, title, detail, owner, at, conditions } = records
  const ids = sql.join(
    conditions.map((condition) => sql`select ${id} from ${from} where ${condition}`),
    sql` union `,
  )
  return sql`(select ${kind} as kind, ${id} as id, ${title} as title, ${detail} as detail,
    ${owner} as owner, ${at} as at
    from ${from} where ${id} in (${ids}) order by ${at} desc limit 8)`
}
