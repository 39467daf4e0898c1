/** What of the shop stands in the way of a person who wants to leave. */
import { sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"

/**
 * How much is under way with `userId`, as buyer or as seller: lines that are not ended, claims that are open
 * although their line is; and whether there were purchases whose people the law has us keep.
 */
export async function findShopObligations(
  tx: Transaction,
  userId: string,
): Promise<{ open: number; mustRetain: boolean }> {
  const [found] = await tx.execute<{ open: number; mustRetain: boolean }>(sql`
    with lines as (
      select l.id, l.state from order_lines l where l.seller_id = ${userId}::uuid
      union select l.id, l.state from shop_orders o join order_lines l on l.order_id = o.id
        where o.buyer_id = ${userId}::uuid
    )
    select ((select count(*) from lines where state not in ('confirmed', 'cancelled', 'returned'))
      + (select count(*) from lines join claims c on c.line_id = lines.id
        where lines.state in ('confirmed', 'cancelled', 'returned') and c.state in ('requested', 'approved',
        'collecting', 'collected')))::int as open,
      exists (select from lines) as "mustRetain"`)
  return found ?? { open: 0, mustRetain: false }
}
