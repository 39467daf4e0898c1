/** Lists of items in two halves: what can still be had, and behind it what is sold (decision 045). */
import { sql, type SQL } from "drizzle-orm"
import type { Page } from "#app/platform/page.server.ts"
import { items } from "../schema.server.ts"

// The predicate of the indexes of what can still be had; the others hold what is sold as well.
export const openCondition = sql`${items.state} <> 'sold'`
const soldCondition = sql`${items.state} = 'sold'`
/** What the cursor of a page begins with that has come to what is sold. */
const SOLD_PREFIX = "sold."

/**
 * Reads a page of both halves. `read` reads a page of one of them by its own cursor; `counted` is how many
 * rows both hold together, where that is asked for: what is sold is not looked for where there is none.
 */
export async function readOpenFirst<Row>(
  read: (half: SQL, cursor: string | null, size: number) => Promise<Page<Row>>,
  cursor: string | null,
  size: number,
  counted: Promise<number> | null = null,
): Promise<Page<Row>> {
  const readSold = async (after: string | null, count: number): Promise<Page<Row>> => {
    const sold = await read(soldCondition, after, count)
    return { ...sold, cursor: sold.cursor && SOLD_PREFIX + sold.cursor }
  }
  if (cursor?.startsWith(SOLD_PREFIX)) return readSold(cursor.slice(SOLD_PREFIX.length), size)
  const [open, total] = await Promise.all([read(openCondition, cursor, size), counted])
  if (open.cursor !== null || open.rows.length === total) return open
  const left = size - open.rows.length
  const sold = await readSold(null, Math.max(left, 1))
  // The page is full: what is sold begins on the next one.
  if (left === 0) return { rows: open.rows, cursor: sold.rows.length > 0 ? SOLD_PREFIX : null }
  return { rows: [...open.rows, ...sold.rows], cursor: sold.cursor }
}
