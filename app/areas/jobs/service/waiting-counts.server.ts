/** How much day work waits for a person. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { countsSubquery } from "#app/platform/json-subqueries.server.ts"

/**
 * Counts what waits for the user `userId`: as a worker offers to answer and contracts to sign, as an employer
 * applications that were not looked at.
 */
export const countWaitingJobs = (userId: string) =>
  countsSubquery({
    offers: sql`(select count(*)::int from job_offers o
      where o.worker_id = ${userId} and o.state = 'sent' and o.expires_at > ${now().toISOString()})`,
    contracts: sql`(select count(*)::int from job_applications a
      where a.worker_id = ${userId} and a.state = 'hired' and a.contract is not null
        and a.contract_worker_at is null)`,
    applications: sql`(select count(*)::int from job_applications a
      where a.employer_id = ${userId} and a.state = 'applied')`,
  })
