/** Titles of claims from before they were copied (migration 0126). */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"

const PORTION = 2_000

/**
 * Copies the titles of lines to claims that have none; a job calls it, a portion at a time. Returns how many
 * were copied. A claim that somebody has locked waits for the next time.
 */
export async function copyClaimTitles(): Promise<number> {
  const rows = await db().execute(sql`
    update claims set title = l.title from order_lines l
    where l.id = claims.line_id and claims.id in (
      select id from claims where title is null limit ${PORTION} for update skip locked)
    returning claims.id`)
  return rows.length
}
