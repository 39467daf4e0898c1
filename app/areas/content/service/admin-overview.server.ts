/** The rows of enquiries that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"

/** What the person `personId` (an expression) asked, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'ticket' as kind, id, title, state, created_at as at from tickets where user_id = ${personId}`

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'tickets' as queue, count(*)::int as count, min(updated_at) as oldest from tickets
    where state = 'open'`
