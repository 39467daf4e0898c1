/** The rows of the shop that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"

/** A request of a buyer that the seller has not answered for so long is the back office's. */
const CLAIM_WAIT_MS = 3 * 86_400_000

/** What the person `personId` (an expression) sells and bought, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'product' as kind, id, title, case when hidden_at is not null then 'hidden' else state end as state,
    created_at as at from products where seller_id = ${personId}
  union all
  select 'purchase' as kind, g.id, '주문 ' || g.number as title, case when g.state <> 'paid'
    or sums.refunded = 0 then g.state when sums.refunded < g.total_won then 'partly_refunded'
    else 'refunded' end as state, g.created_at as at
    from order_groups g, lateral (select coalesce(sum(refunded_won), 0) as refunded from shop_orders
      where group_id = g.id) sums where g.buyer_id = ${personId}`

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export function selectQueueCounts() {
  const overdueSince = new Date(now().getTime() - CLAIM_WAIT_MS).toISOString()
  return sql`
  select 'sellers' as queue, count(*)::int as count, min(applied_at) as oldest from sellers
    where state = 'applied'
  union all
  select 'products' as queue, count(*)::int as count, min(updated_at) as oldest from products
    where state = 'proposed'
  union all
  select 'claims' as queue, count(*)::int as count, min(created_at) as oldest from claims
    where state = 'requested' and created_at < ${overdueSince}::timestamptz`
}
