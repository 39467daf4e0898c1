/** What of jobs stands in the way of a person who wants to leave. */
import { sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"

/**
 * How many open posts, waiting applications and jobs of `userId` are under way, and whether there are
 * contracts whose people the law has us keep.
 */
export async function findJobObligations(
  tx: Transaction,
  userId: string,
): Promise<{ open: number; mustRetain: boolean }> {
  const [obligations] = await tx.execute<{ open: number; mustRetain: boolean }>(sql`
    select
      (select count(*) from hire_posts where employer_id = ${userId} and state = 'open')::int
      + (select count(*) from job_applications where (employer_id = ${userId} or worker_id = ${userId})
        and state in ('hired', 'checked_in', 'worked', 'wage_disputed'))::int
      + (select count(*) from job_applications
        where worker_id = ${userId} and state in ('applied', 'viewed', 'shortlisted'))::int as open,
      exists (select 1 from job_applications where (employer_id = ${userId} or worker_id = ${userId})
        and contract is not null) as "mustRetain"`)
  return obligations ?? { open: 0, mustRetain: false }
}
