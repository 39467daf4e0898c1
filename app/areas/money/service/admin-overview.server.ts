/** The rows of money that the back office lists and counts beside those of other areas. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"

/** What waits for an admin: rows of queue, count, and since when the oldest waits. */
export const selectQueueCounts = () => sql`
  select 'payouts' as queue, count(*)::int as count, min(at) as oldest from (
    select failed_at as at from payout_problems
    union all
    select max(y.updated_at) from payout_accounts a
      join payouts y on y.seller_id = a.user_id and y.source = 'person' and y.state = 'failed'
      where a.hold_reason <> '' group by a.user_id) waiting`

/**
 * What came in and what went back on each day by Korea's calendar since `firstDay` (YYYY-MM-DD), in won, from
 * the ledger; days without either are left out.
 */
export const findDailySums = (firstDay: string) =>
  db().execute<{ day: string; came: string; back: string }>(sql`
    select to_char(at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
      coalesce(sum(-amount_won) filter (where kind = 'payment'), 0) as came,
        coalesce(sum(amount_won) filter (where kind = 'refund'), 0) as back
    from ledger where account = 'outside' and kind in ('payment', 'refund')
      and at >= ${firstDay}::date::timestamp at time zone 'Asia/Seoul' group by 1`)
