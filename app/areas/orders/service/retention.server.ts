/**
 * What becomes of requests that the law has us keep no longer: where, whose and what for is gone; kind,
 * price and dates stay as figures.
 */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"

/** Empties requests that ended 5 years ago, and lets go of their pictures; a job calls it. */
export async function anonymizePastOrders(): Promise<void> {
  await inTransaction(async (tx) => {
    const removedPhotos = await tx.execute<{ id: string }>(sql`
      with past as (
        update orders set title = '지난 요청', description = '', answers = '[]', address = '', contact_phone = '',
          cancel_reason = ''
        where state in ('completed', 'cancelled', 'expired')
          and updated_at < ${getRetentionCutoff("contract", now()).toISOString()}::timestamptz
          and (address <> '' or contact_phone <> '' or description <> '')
        returning id
      ), evidence as (
        delete from order_evidence where order_id in (select id from past)
      ), evidence_heads as (
        delete from order_evidence_heads where order_id in (select id from past)
      ), photos as (
        delete from order_photos where order_id in (select id from past) returning picture_id
      ), defects as (
        delete from warranty_claims where order_id in (select id from past) returning id
      )
      select picture_id as id from photos
      union all select picture_id from warranty_photos where claim_id in (select id from defects)`)
    await detachPictures(
      tx,
      removedPhotos.map(({ id }) => id),
    )
  })
}
