/** What a seller sold: what was paid for and neither cancelled nor sent back. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"

const isSale = sql.raw("l.state not in ('payment_waiting', 'cancelled', 'returned')")
const paidWon = sql.raw("sum(l.unit_won * l.quantity - l.discount_won)")

/** Orders and won (less coupons) of each day of payment in Korea since `since`; empty days are left out. */
export async function findDailySales(
  sellerId: string,
  since: Date,
): Promise<{ day: string; orders: number; won: number }[]> {
  const rows = await db().execute<{ day: string; orders: number; won: string }>(sql`
    select to_char((l.paid_at at time zone 'Asia/Seoul')::date, 'YYYY-MM-DD') as day,
      count(distinct l.order_id)::int as orders, ${paidWon}::text as won
    from order_lines l
    where l.seller_id = ${sellerId}::uuid and l.paid_at >= ${since.toISOString()}::timestamptz and ${isSale}
    group by (l.paid_at at time zone 'Asia/Seoul')::date`)
  return [...rows].map((row) => ({ ...row, won: Number(row.won) }))
}

/** The `count` products that brought the most won since `since`, with their pieces. */
export async function findBestSellers(
  sellerId: string,
  since: Date,
  count: number,
): Promise<{ id: string; title: string; pieces: number; won: number }[]> {
  const rows = await db().execute<{ id: string; title: string; pieces: number; won: string }>(sql`
    select best.id, p.title, best.pieces, best.won::text as won
    from (select l.product_id as id, sum(l.quantity)::int as pieces, ${paidWon} as won from order_lines l
      where l.seller_id = ${sellerId}::uuid and l.paid_at >= ${since.toISOString()}::timestamptz and ${isSale}
      group by 1 order by 3 desc, 1 limit ${count}) best
    join products p on p.id = best.id order by best.won desc, best.id`)
  return [...rows].map((row) => ({ ...row, won: Number(row.won) }))
}
