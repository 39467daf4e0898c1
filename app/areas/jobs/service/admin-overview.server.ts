/** The rows of day work that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"

/** What the person `personId` (an expression) posted, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'hire' as kind, id, title, case when hidden_at is not null then 'hidden' else state end as state,
    opened_at as at from hire_posts where employer_id = ${personId}
  union all
  select 'seek' as kind, id, title, case when hidden_at is not null then 'hidden' else state end as state,
    opened_at as at from seek_posts where worker_id = ${personId}`

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'noshows' as queue, count(*)::int as count, min(created_at) as oldest from job_appeals
    where state = 'filed'
  union all
  select 'late_wages' as queue, count(*)::int as count, min(escalated_at) as oldest from wages
    where escalated_at is not null and handled_at is null and state in ('due', 'denied')`
