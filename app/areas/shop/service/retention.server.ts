/**
 * What becomes of purchases that the law has us keep no longer: where it went and whose account is gone,
 * sums and dates stay in the ledger.
 */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getRetentionCutoff } from "#app/basics/retention.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { detachPictures } from "#app/platform/pictures.server.ts"
import { forgetCashReceiptNumbers } from "../../money/service/cash-receipts.server.ts"
import { forgetRefundAccounts } from "../../money/service/refunds.server.ts"

/** Empties purchases, refunds and claims of which nothing happened for 5 years; a job calls it. */
export async function forgetPastPurchases(): Promise<void> {
  const cutoff = getRetentionCutoff("contract", now())
  const since = sql`${cutoff.toISOString()}::timestamptz`
  await inTransaction(async (tx) => {
    await tx.execute(sql`
      update order_groups set recipient = '', phone = '', zonecode = '', address = '', address_detail = '',
        request = '', refund_bank = '', refund_account = '', refund_holder = ''
      where created_at < ${since} and recipient <> '' and not exists (
        select from shop_orders o join order_lines l on l.order_id = o.id
        where o.group_id = order_groups.id and greatest(l.paid_at, l.shipped_at, l.delivered_at,
          l.confirmed_at, l.ended_at) >= ${since}
      )`)
    await forgetRefundAccounts(tx, cutoff)
    await forgetCashReceiptNumbers(tx, cutoff)
    const removedPictures = await tx.execute<{ id: string }>(sql`
      with past as (update claims set detail = '', decision_reason = '', pickup_note = ''
        where created_at < ${since} and updated_at < ${since}
        and state in ('rejected', 'completed', 'withdrawn')
        and (detail <> '' or decision_reason <> '' or pickup_note <> '')
        returning id)
      delete from claim_pictures where claim_id in (select id from past) returning picture_id as id`)
    await detachPictures(
      tx,
      removedPictures.map(({ id }) => id),
    )
  })
}
