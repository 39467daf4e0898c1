/** The rows of second-hand items that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"

/** What the person `personId` (an expression) sold, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'item' as kind, id, title, case when deleted_at is not null then 'deleted'
    when hidden_at is not null then 'hidden' else state end as state, created_at as at
    from items where seller_id = ${personId}`

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'deals' as queue, count(*)::int as count, min(updated_at) as oldest from deals
    where state = 'disputed'`
