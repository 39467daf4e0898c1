/**
 * What the back office reads over several areas at once: one query instead of one an area, of rows that
 * each area selects from its own tables. It writes nothing.
 */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { MAX_TRIES } from "#app/platform/events.server.ts"
import { brand } from "#app/basics/brand.ts"
import type { RecordMatch } from "#app/platform/record-match.server.ts"
import { isAdmin, type Actor, type Member } from "../../accounts/rules.ts"
import * as accounts from "../../accounts/service/admin-overview.server.ts"
import * as content from "../../content/service/admin-overview.server.ts"
import * as experts from "../../experts/service/admin-overview.server.ts"
import * as jobs from "../../jobs/service/admin-overview.server.ts"
import * as market from "../../market/service/admin-overview.server.ts"
import * as orders from "../../orders/service/admin-overview.server.ts"
import * as shop from "../../shop/service/admin-overview.server.ts"
import * as trust from "../../trust/service/admin-overview.server.ts"
import * as money from "../../money/service/admin-overview.server.ts"
import * as officeRefunds from "./office-refunds.server.ts"
import type { QueueCount } from "../desk-view.ts"
import { addMonths, getCurrentMonth } from "../month-rules.ts"
import { QUEUES, type HistoryKind, type Queue } from "../rules.ts"

export type HistoryEntry = { kind: HistoryKind; id: string; title: string; state: string; at: string }

const MAX_HISTORY_ENTRIES = 60
/** Of one kind, so that somebody with a thousand items shows more than items. */
const MAX_ENTRIES_PER_KIND = 12

const HISTORY_SOURCES = [accounts, orders, market, jobs, shop, money, content, trust]
const QUEUE_SOURCES = [experts, jobs, trust, orders, market, content, shop, money, officeRefunds]
const RECORD_SOURCES = [accounts, experts, orders, shop, market, money, content, trust]
const unionAll = (statements: SQL[]) => sql.join(statements, sql` union all `)

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
      ${unionAll(HISTORY_SOURCES.map((area) => area.selectPersonHistory(personId)))}
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

const listQueueStatements = (): SQL[] => QUEUE_SOURCES.flatMap((area) => area.selectQueueEntries())

/** A statement of everything that waits in the inbox: rows of queue, id, target, title and since. */
export const selectAllQueueEntries = (): SQL => unionAll(listQueueStatements())

/** The digest of a set of ids, whatever their order: two sets that differ have different ones. */
export const digestOf = (id: SQL) => sql`bit_xor(uuid_hash_extended(${id}, 0))`

/**
 * A statement of `columns`, aggregates of what waits, for every queue of the areas. Each queue is read alone:
 * together, every row would be looked up by the name of its queue.
 */
const selectByQueue = (columns: SQL): SQL =>
  unionAll(
    listQueueStatements().map(
      (entries) => sql`select queue, ${columns}
        from (${entries}) entry (queue, id, target, title, since) group by queue`,
    ),
  )

/** A statement of how much waits in each queue of the areas, and which: rows of queue, n and digest. */
export const selectQueueDigests = (): SQL =>
  selectByQueue(sql`count(*)::int as n, ${digestOf(sql`id`)} as digest`)

/** A statement of what waits for `actor` in every queue: rows of queue, count and oldest. */
export const selectAllQueueCounts = (actor: Member): SQL => {
  const month = addMonths(getCurrentMonth(now()), -1)
  return sql`
    ${selectByQueue(sql`count(*)::int as count, min(since) as oldest`)}
    union all select 'events', count(*)::int, min(created_at) from outbox
      where handled_at is null and tries >= ${MAX_TRIES}
    union all select 'jobs', count(*)::int, min(created_at) from failed_jobs()
    union all select 'access', 1, min(at) from access_records
      where at >= (${month} || '-01')::timestamp at time zone 'Asia/Seoul'
        and at < ((${month} || '-01')::timestamp + interval '1 month') at time zone 'Asia/Seoul'
        and not exists (select from access_reviews v where v.month = ${month}) having count(*) > 0
    union all select 'admins', count(*)::int, min(created_at) from admin_requests
      where state = 'waiting' and asked_by <> ${actor.userId}::uuid and user_id <> ${actor.userId}::uuid`
}

/** What waits in every queue, in the order of QUEUES, of the rows that {@link selectAllQueueCounts} finds. */
export function toQueueCounts(
  rows: readonly { queue: Queue; count: number; oldest: string | null }[],
): QueueCount[] {
  const rowByKey = new Map(rows.map((row) => [row.queue, row]))
  // What the law wants on every screen (전자상거래법 §10) is a task until it is there.
  if (!brand.hasCompany) rowByKey.set("company", { queue: "company", count: 1, oldest: null })
  return QUEUES.map((queue) => {
    const row = rowByKey.get(queue)
    return { queue, count: row?.count ?? 0, oldest: row?.oldest ? new Date(row.oldest).toISOString() : null }
  })
}

/** Statements of what every area has that matches: rows of kind, id, title, detail and at. */
export const selectAllMatchingRecords = (match: RecordMatch): SQL =>
  unionAll(RECORD_SOURCES.flatMap((area) => area.selectMatchingRecords(match)))
