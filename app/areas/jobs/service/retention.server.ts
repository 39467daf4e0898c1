/**
 * What becomes of applications that the law has us keep no longer: who could be reached where is gone,
 * hours and pay stay as figures.
 */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { db } from "#app/platform/db.server.ts"

/** Empties applications and contracts that ended 5 years ago; a job calls it. */
export async function anonymizePastApplications(): Promise<void> {
  await db().execute(sql`
    update job_applications set phone = '', message = '', note = '',
      contract = contract ||
      '{"address":"","businessName":"","representative":"","businessNumber":null,
        "employerPhone":"","description":""}'
    where last_ends_at < ${getRetentionCutoff("contract", now()).toISOString()}::timestamptz
      and updated_at < ${getRetentionCutoff("contract", now()).toISOString()}::timestamptz and phone <> ''`)
}
