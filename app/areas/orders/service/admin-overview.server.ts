/** The rows of orders that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"
import { hasDecidedDispute } from "./order-sql.server.ts"

/** What the person `personId` (an expression) asked for and worked on, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'order' as kind, id, title, state, created_at as at from orders
    where customer_id = ${personId} and state <> 'draft'
  union all
  select 'work' as kind, id, title, state, coalesce(matched_at, created_at) as at from orders
    where expert_id = ${personId}`

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since. A dispute that was decided waits for both sides' appeals alone.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'disputes' as queue, id, id as target, title, updated_at as since from orders
    where state = 'disputed' and not ${hasDecidedDispute}`,
  sql`select 'warranties', id, order_id, (select title from orders where orders.id = order_id), escalated_at
    from warranty_claims where state = 'escalated'`,
]

/** Orders that the back office finds or opened. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "order",
    from: sql`orders`,
    title: sql`title`,
    detail: sql`state`,
    owner: sql`customer_id`,
    at: sql`created_at`,
    conditions: [
      sql`state <> 'draft' and ${match.id(sql`id`)}`,
      sql`state <> 'draft' and ${match.text(sql`title`)}`,
      sql`state <> 'draft' and ${match.person(sql`customer_id`)}`,
      match.person(sql`expert_id`),
    ],
  }),
]
