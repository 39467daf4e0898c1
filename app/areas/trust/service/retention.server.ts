/** What becomes of reports and sanctions that the law has us keep no longer. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"

/**
 * Removes reports that were decided 3 years ago with their evidence, and sanctions that ended then; where a
 * ban is in force both stay. A job calls it.
 */
export async function deleteExpiredReports(): Promise<void> {
  await inTransaction(async (tx) => {
    const [at, cutoff] = [now().toISOString(), getRetentionCutoff("complaint", now()).toISOString()]
    const activeBan = sql`kind = 'banned' and lifted_at is null and ends_at > ${at}::timestamptz`
    const expiredReports = sql`
      select id from reports where state in ('actioned', 'dismissed', 'upheld', 'reversed')
        and created_at < ${cutoff}::timestamptz and updated_at < ${cutoff}::timestamptz
        and not exists (select from sanctions where report_id = reports.id and ${activeBan})`
    const deletedPictures = await tx.execute<{ id: string }>(
      sql`delete from report_pictures where report_id in (${expiredReports}) returning picture_id as id`,
    )
    await tx.execute(sql`delete from reports where id in (${expiredReports})`)
    await tx.execute(
      sql`delete from sanctions where report_id is null and created_at < ${cutoff}::timestamptz
        and coalesce(lifted_at, ends_at, created_at) < ${cutoff}::timestamptz`,
    )
    await detachPictures(
      tx,
      deletedPictures.map(({ id }) => id),
    )
  })
}
