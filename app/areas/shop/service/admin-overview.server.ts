/** The rows of the shop that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"

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

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export function selectQueueEntries(): SQL[] {
  const overdueSince = new Date(now().getTime() - CLAIM_WAIT_MS).toISOString()
  return [
    sql`select 'sellers' as queue, user_id as id, user_id as target, name as title, applied_at as since
    from sellers where state = 'applied'`,
    sql`select 'products', id, id, title, updated_at from products where state = 'proposed'`,
    sql`select 'claims', c.id, (select o.group_id from shop_orders o where o.id = c.order_id),
    (select '주문 ' || g.number from shop_orders o join order_groups g on g.id = o.group_id
      where o.id = c.order_id), c.created_at
    from claims c
    where c.state = 'requested' and c.created_at < ${overdueSince}::timestamptz`,
  ]
}

/** Shops, products and purchases that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "seller",
    from: sql`sellers`,
    id: sql`user_id`,
    title: sql`name`,
    detail: sql`state`,
    owner: sql`user_id`,
    at: sql`applied_at`,
    conditions: [
      match.id(sql`user_id`),
      match.text(sql`name`),
      match.start(sql`business_number`),
      match.person(sql`user_id`),
    ],
  }),
  selectRecords({
    kind: "purchase",
    // What was never placed is nobody's purchase, and has no screen.
    from: sql`(select * from order_groups where consented_at is not null) placed`,
    title: sql`'주문 ' || number`,
    detail: sql`state`,
    owner: sql`buyer_id`,
    at: sql`created_at`,
    conditions: [
      match.id(sql`id`),
      match.start(sql`number`),
      match.person(sql`buyer_id`),
      match.phone(sql`phone`),
    ],
  }),
  selectRecords({
    kind: "product",
    from: sql`products`,
    title: sql`title`,
    detail: sql`case when hidden_at is not null then 'hidden' else state end`,
    owner: sql`seller_id`,
    at: sql`created_at`,
    conditions: [
      sql`state <> 'draft' and ${match.id(sql`id`)}`,
      sql`state <> 'draft' and ${match.text(sql`title`)}`,
    ],
  }),
]
