/** The rows of reports that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"

/** What the person `personId` (an expression) filed and is accused in, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'reported' as kind, id, subject_title as title, state, created_at as at from reports
    where accused_id = ${personId}
  union all
  select 'filed' as kind, id, subject_title as title, state, created_at as at from reports
    where reporter_id = ${personId}`

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'reports' as queue, count(*)::int as count, min(created_at) as oldest from reports
    where state in ('filed', 'triaged')
  union all
  select 'appeals' as queue, count(*)::int as count, min(updated_at) as oldest from reports
    where state = 'appealed'`
