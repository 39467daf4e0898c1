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
  const cutoff = getRetentionCutoff("contract", now()).toISOString()
  await db().execute(sql`
    update wages set denied_note = '', handled_note = ''
    where due_at < ${cutoff}::timestamptz and updated_at < ${cutoff}::timestamptz
      and (denied_note <> '' or handled_note <> '')`)
  await db().execute(sql`
    update work_corrections set reason = '' where created_at < ${cutoff}::timestamptz and reason <> ''`)
  await db().execute(sql`
    update job_applications set phone = '', message = '', note = '', resume = null,
      contract = contract ||
      '{"address":"","businessName":"","representative":"","businessNumber":null,
        "employerPhone":"","description":""}'
    where last_ends_at < ${cutoff}::timestamptz
      and updated_at < ${cutoff}::timestamptz and phone <> ''`)
}
