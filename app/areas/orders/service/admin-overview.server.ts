/** The rows of orders that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"

/** What the person `personId` (an expression) asked for and worked on, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'order' as kind, id, title, state, created_at as at from orders
    where customer_id = ${personId} and state <> 'draft'
  union all
  select 'work' as kind, id, title, state, coalesce(matched_at, created_at) as at from orders
    where expert_id = ${personId}`

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'disputes' as queue, count(*)::int as count, min(updated_at) as oldest from orders
    where state = 'disputed'
  union all
  select 'warranties', count(*)::int, min(escalated_at) from warranty_claims where state = 'escalated'`
