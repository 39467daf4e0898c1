/** The rows of money that the back office lists and counts beside those of other areas. */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { selectRecords, type RecordMatch } from "#app/platform/record-match.server.ts"
import { HELD_AGE_DAYS } from "../office-rules.ts"

/** Money that is held since then, or longer, waits for an administrator. */
const getLongHeldSince = () => new Date(now().getTime() - HELD_AGE_DAYS.older.from * DAY_MS).toISOString()

/** What somebody paid and was paid: rows of kind, id, title, state and at. */
export const selectPersonHistory = (personId: SQL) => sql`
  select 'paid' as kind, id, title || ' ' || to_char(amount_won, 'FM999,999,999,999') || '원' as title, state,
    held_at as at from charges where payer_id = ${personId} and held_at is not null
  union all
  select 'payout', id, to_char(amount_won, 'FM999,999,999,999') || '원', state, created_at from payouts
    where seller_id = ${personId}`

/**
 * What waits for an admin, a statement for each queue: rows of queue, id, target (what its screen is about),
 * title and since.
 */
export const selectQueueEntries = (): SQL[] => [
  sql`select 'payouts' as queue, receiver_id as id, null::uuid as target, '보내지 못한 지급' as title, at as since
    from (
      select seller_id as receiver_id, failed_at as at from payout_problems
      union all
      select a.user_id, max(y.updated_at) from payout_accounts a
        join payouts y on y.seller_id = a.user_id and y.source = 'person' and y.state = 'failed'
        where a.hold_reason <> '' group by a.user_id) waiting`,
  sql`select 'transfers', id, null, account_holder || ' ' || to_char(amount_won, 'FM999,999,999,999') || '원',
    start_asked_at from payouts where state = 'pending' and start_asked_by is not null`,
  sql`select 'chargebacks', id, null, '카드사 취소 ' || to_char(amount_won, 'FM999,999,999,999') || '원', created_at
    from chargebacks where closed_at is null`,
  sql`select 'cash_receipts', id, null, '현금영수증 ' || order_name, created_at from cash_receipts
    where failure_code is not null and (state = 'issued' or refunded_won < amount_won)`,
  sql`select 'reconciliation', id, null, '결제사와 다른 내역', found_at from reconciliation_differences
    where settled_at is null and gone_at is null`,
  sql`select 'old_charges', id, null, '보관한 돈 ' || to_char(held_won, 'FM999,999,999,999') || '원', held_at
    from charges where state = 'held' and held_at <= ${getLongHeldSince()}::timestamptz`,
]

/** Held charges that the back office opened, or means by their id. */
export const selectMatchingRecords = (match: RecordMatch) => [
  selectRecords({
    kind: "charge",
    from: sql`charges`,
    title: sql`title`,
    detail: sql`state`,
    owner: sql`payer_id`,
    at: sql`asked_at`,
    conditions: [match.id(sql`id`)],
  }),
]
