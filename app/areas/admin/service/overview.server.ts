/**
 * Owns what the back office reads over several areas at once: one query instead of one an area. It writes
 * nothing.
 */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { MAX_TRIES } from "#app/platform/events.server.ts"
import { brand } from "#app/basics/brand.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { QUEUES, type HistoryKind, type Queue } from "../rules.ts"

export type HistoryEntry = { kind: HistoryKind; id: string; title: string; state: string; at: string }

const MAX_HISTORY_ENTRIES = 60
/** Of one kind, so that somebody with a thousand items shows more than items. */
const MAX_ENTRIES_PER_KIND = 12

/**
 * What a person has done and what concerns them, the newest first, and how much of each kind there is; null
 * for anybody but an admin.
 */
export async function findPersonHistory(
  actor: Actor,
  userId: string,
): Promise<{ entries: HistoryEntry[]; counts: Partial<Record<HistoryKind, number>> } | null> {
  if (!isAdmin(actor) || !isId(userId)) return null
  const personId = sql`${userId}::uuid`
  const rows = await db().execute<{
    kind: HistoryKind
    id: string
    title: string
    state: string
    at: string
    n: number
  }>(sql`
    with found as (
      select 'order' as kind, id, title, state, created_at as at from orders
        where customer_id = ${personId} and state <> 'draft'
      union all select 'work', id, title, state, coalesce(matched_at, created_at) from orders
        where expert_id = ${personId}
      union all select 'item', id, title, case when deleted_at is not null then 'deleted'
        when hidden_at is not null then 'hidden' else state end, created_at from items where seller_id = ${personId}
      union all select 'hire', id, title, case when hidden_at is not null then 'hidden'
        else state end, opened_at from hire_posts where employer_id = ${personId}
      union all select 'seek', id, title, case when hidden_at is not null then 'hidden'
        else state end, opened_at from seek_posts where worker_id = ${personId}
      union all select 'product', id, title, case when hidden_at is not null then 'hidden'
        else state end, created_at from products where seller_id = ${personId}
      union all select 'purchase', g.id, '주문 ' || g.number, case when g.state <> 'paid'
        or sums.refunded = 0 then g.state when sums.refunded < g.total_won then 'partly_refunded'
        else 'refunded' end, g.created_at
        from order_groups g, lateral (select coalesce(sum(refunded_won), 0) as refunded from shop_orders
          where group_id = g.id) sums where g.buyer_id = ${personId}
      union all select 'ticket', id, title, state, created_at from tickets where user_id = ${personId}
      union all select 'reported', id, subject_title, state, created_at from reports where accused_id = ${personId}
      union all select 'filed', id, subject_title, state, created_at from reports where reporter_id = ${personId}
    ), ranked as (select *, row_number() over (partition by kind
      order by at desc) as place, count(*) over (partition by kind)::int as n from found)
    select kind, id, title, state, at, n from ranked where place <= ${MAX_ENTRIES_PER_KIND} order by at desc
      limit ${MAX_HISTORY_ENTRIES}`)
  return {
    entries: rows.map(({ kind, id, title, state, at }) => ({
      kind,
      id,
      title,
      state,
      at: new Date(at).toISOString(),
    })),
    counts: Object.fromEntries(rows.map((row) => [row.kind, row.n])),
  }
}

export type QueueCount = {
  queue: Queue
  count: number
  /** Since when the one that waits longest does. */ oldest: string | null
}

/** What waits for an admin in every queue, in one query; null for anybody but an admin. */
export async function countQueues(actor: Actor): Promise<QueueCount[] | null> {
  if (!isAdmin(actor)) return null
  const rows = await db().execute<{ queue: Queue; count: number; oldest: string | null }>(sql`
    select 'experts' as queue, count(*)::int as count, min(applied_at) as oldest from experts
      where state in ('applied', 'reviewing')
    union all select 'papers', count(*)::int, min(created_at) from insurance_papers where state = 'waiting'
    union all select 'sellers', count(*)::int, min(applied_at) from sellers where state = 'applied'
    union all select 'noshows', count(*)::int, min(created_at) from job_appeals where state = 'filed'
    union all select 'products', count(*)::int, min(updated_at) from products where state = 'proposed'
    union all select 'reports', count(*)::int, min(created_at) from reports
      where state in ('filed', 'triaged')
    union all select 'appeals', count(*)::int, min(updated_at) from reports where state = 'appealed'
    union all select 'disputes', count(*)::int, min(updated_at) from orders where state = 'disputed'
    union all select 'tickets', count(*)::int, min(updated_at) from tickets where state = 'open'
    union all select 'claims', count(*)::int, min(created_at) from claims
      where state = 'requested' and created_at <
        ${new Date(now().getTime() - 3 * 86_400_000).toISOString()}::timestamptz
    union all select 'payouts', count(*)::int, min(failed_at) from payout_problems
    union all select 'events', count(*)::int, min(created_at) from outbox
      where handled_at is null and tries >= ${MAX_TRIES}
    union all select 'jobs', count(*)::int, min(created_at) from failed_jobs()
    union all select 'admins', count(*)::int, min(created_at) from admin_requests
      where state = 'waiting' and asked_by <> ${actor.userId}::uuid and user_id <> ${actor.userId}::uuid`)
  const rowByKey = new Map(rows.map((row) => [row.queue, row]))
  // What the law wants on every screen (전자상거래법 §10) is a task until it is there.
  if (!brand.hasCompany) rowByKey.set("company", { queue: "company", count: 1, oldest: null })
  return QUEUES.map((queue) => {
    const row = rowByKey.get(queue)
    return { queue, count: row?.count ?? 0, oldest: row?.oldest ? new Date(row.oldest).toISOString() : null }
  })
}

export type DailySales = {
  day: string
  /** What came in, and what went back, in won. */ receivedWon: number
  refundedWon: number
}

/**
 * The shop's money on each of the last `days` days by Korea's calendar, from its ledger, oldest first; null
 * for anybody but an admin.
 */
export async function findDailySales(actor: Actor, days: number): Promise<DailySales[] | null> {
  if (!isAdmin(actor)) return null
  const firstDay = addDays(toKstDateString(now()), 1 - days)
  const rows = await db().execute<{ day: string; came: string; back: string }>(sql`
    select to_char(at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
      coalesce(sum(-amount_won) filter (where kind = 'payment'), 0) as came,
        coalesce(sum(amount_won) filter (where kind = 'refund'), 0) as back
    from ledger where account = 'outside' and kind in ('payment', 'refund')
      and at >= ${firstDay}::date::timestamp at time zone 'Asia/Seoul' group by 1`)
  const rowByKey = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(firstDay, index)
    return {
      day,
      receivedWon: Number(rowByKey.get(day)?.came ?? 0),
      refundedWon: Number(rowByKey.get(day)?.back ?? 0),
    }
  })
}
