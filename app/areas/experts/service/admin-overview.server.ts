/** The rows of experts that the back office lists and counts beside those of other areas. */
import { sql } from "drizzle-orm"

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'experts' as queue, count(*)::int as count, min(applied_at) as oldest from experts
    where state in ('applied', 'reviewing')
  union all
  select 'papers' as queue, count(*)::int as count, min(created_at) as oldest from insurance_papers
    where state = 'waiting'`
