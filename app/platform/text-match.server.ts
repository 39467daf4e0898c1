/** Looking for a part of a text by the index of its pairs of letters (migration 0055). */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { toContainsPattern } from "../basics/like-pattern.ts"

/**
 * True of rows of which `column` holds `term` anywhere, in capitals or not; `column` has an index of
 * `text_pairs`, with `within` one of the pairs and that column. A single letter has no pair, and is looked
 * for in every row. The pairs stand last: where rows are looked at one by one, they are the dearest.
 */
export function containsText(
  column: SQLWrapper,
  term: string,
  within?: { column: SQLWrapper; value: string } | null,
): SQL {
  const holds = sql`${column} ilike ${toContainsPattern(term)}`
  const letters = term.normalize("NFC").trim()
  if (letters.length < 2) return holds
  return within
    ? sql`(${within.column} = ${within.value} and ${holds} and
        (text_pairs(${column}) || ${within.column}) @> (text_pairs(${letters}) || ${within.value}::text))`
    : sql`(${holds} and text_pairs(${column}) @> text_pairs(${letters}))`
}
