/** Copies of purchases on lines from before there were any (migration 0128). */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"

const PORTION = 2_000
const MAX_PORTIONS = 10

/**
 * Copies id, time and total of the purchase to lines that have none; a job calls it. A line that somebody has
 * locked waits for the next time. Returns how many were copied.
 */
export async function copyPurchasesToLines(): Promise<number> {
  let copied = 0
  for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
    const rows = await db().execute(sql`
      update order_lines l set group_id = g.id,
        group_created_at = case when g.consented_at is not null then g.created_at end,
        group_total_won = case when g.consented_at is not null then g.total_won end
      from (select id, order_id from order_lines where group_id is null and state <> 'payment_waiting'
          limit ${PORTION} for update skip locked) bare
        join shop_orders o on o.id = bare.order_id join order_groups g on g.id = o.group_id
      where l.id = bare.id
      returning l.id`)
    copied += rows.length
    if (rows.length < PORTION) break
  }
  return copied
}
