/** The rows of day work that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"

/** What the person `personId` (an expression) posted, as kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'hire' as kind, id, title, case when hidden_at is not null then 'hidden' else state end as state,
    opened_at as at from hire_posts where employer_id = ${personId}
  union all
  select 'seek' as kind, id, title, case when hidden_at is not null then 'hidden' else state end as state,
    opened_at as at from seek_posts where worker_id = ${personId}`

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'noshows' as queue, application_id as id, application_id as target,
    (select p.title from job_applications a join hire_posts p on p.id = a.hire_id where a.id = application_id)
      as title, created_at as since from job_appeals where state = 'filed'`,
  sql`select 'late_wages', id, null, (select p.title from job_applications a
      join hire_posts p on p.id = a.hire_id where a.id = application_id), escalated_at from wages
    where escalated_at is not null and handled_at is null and state in ('due', 'denied')`,
]
