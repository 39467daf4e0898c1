/**
 * Owns what becomes of purchases that the law has us keep no longer: where it went and whose account is gone,
 * sums and dates stay in the ledger.
 */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"

/** Empties purchases, refunds and claims of which nothing happened for 5 years; a job calls it. */
export async function forgetPastPurchases(): Promise<void> {
  const since = sql`${getRetentionCutoff("contract", now()).toISOString()}::timestamptz`
  await inTransaction(async (tx) => {
    await tx.execute(sql`
      update order_groups set recipient = '', phone = '', zonecode = '', address = '', address_detail = '',
        request = '', refund_bank = '', refund_account = '', refund_holder = ''
      where created_at < ${since} and recipient <> '' and not exists (
        select from shop_orders o join order_lines l on l.order_id = o.id
        where o.group_id = order_groups.id and greatest(l.paid_at, l.shipped_at, l.delivered_at,
          l.confirmed_at, l.ended_at) >= ${since}
      )`)
    await tx.execute(
      sql`update refunds set bank = null, account_number = null, account_holder = null
        where state = 'done' and done_at < ${since} and created_at < ${since} and account_number is not null`,
    )
    const removedPictures = await tx.execute<{ id: string }>(sql`
      with past as (update claims set detail = '', decision_reason = ''
        where created_at < ${since} and updated_at < ${since}
        and state in ('rejected', 'completed', 'withdrawn') and (detail <> '' or decision_reason <> '')
        returning id)
      delete from claim_pictures where claim_id in (select id from past) returning picture_id as id`)
    await detachPictures(
      tx,
      removedPictures.map(({ id }) => id),
    )
  })
}

/** Subscriber of "account.forgotten": who ran the shop, and how they could be reached and paid, is gone. */
export async function forgetSeller({ userId }: { userId: string }, tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update sellers set representative = '', business_number = 'left-' || user_id, mail_order_number = '',
      phone = '', email = '', address = '', bank = '', account_number = '', account_holder = ''
      where user_id = ${userId}::uuid`)
  const removedPictures = await tx.execute<{ id: string }>(
    sql`delete from seller_documents where seller_id = ${userId}::uuid returning picture_id as id`,
  )
  await detachPictures(
    tx,
    removedPictures.map(({ id }) => id),
  )
}
