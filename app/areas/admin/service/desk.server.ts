/** What stands around every screen of the back office, and what its command field finds. */
import { lt, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import type { RecordKind } from "#app/basics/record-kind.ts"
import { db } from "#app/platform/db.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import { matchIds, matchTerm } from "#app/platform/record-match.server.ts"
import {
  hasRight,
  isAdmin,
  listRights,
  ROLE_RIGHTS,
  type Actor,
  type OfficeRole,
} from "../../accounts/rules.ts"
import { selectPeopleIds } from "../../accounts/service/admin-overview.server.ts"
import { listAdminIds, selectAdmins } from "../../accounts/service/people.server.ts"
import type { AdminDesk, FoundRecord, OpenCase } from "../desk-view.ts"
import type { InboxQueue } from "../inbox-rules.ts"
import { QUEUE_RIGHTS, type Queue } from "../rules.ts"
import { adminRecentRecords } from "../schema.server.ts"
import type { ViewList } from "../view-rules.ts"
import { insertAccess, recordAccess } from "./access.server.ts"
import { selectListViews } from "./views.server.ts"
import {
  selectAllMatchingRecords,
  selectAllQueueCounts,
  selectAllQueueEntries,
  toQueueCounts,
} from "./overview.server.ts"

const MAX_RECENT = 6
/** What was opened is forgotten after so long. */
const RECENT_TTL_MS = 30 * 86_400_000

type DeskRow = {
  queues: { queue: Queue; count: number; oldest: string | null }[]
  recent: FoundRecord[]
  list: AdminDesk["list"]
  open: Omit<OpenCase, "isLate" | "isOwn"> | null
}

const mayDecide = (role: OfficeRole, queue: InboxQueue | undefined): boolean =>
  queue !== undefined && ROLE_RIGHTS[role].includes(QUEUE_RIGHTS[queue])

/**
 * The open case about `target`, one's own first, with the colleagues it could be handed on to; as JSON. What
 * waits no more (of the rows `entries`) is none, also before the inbox is brought in line.
 */
const selectOpenCase = (target: SQL, userId: SQL) => sql`(
  select json_build_object('id', c.id, 'queue', c.queue, 'targetId', c.target_id, 'title', c.title,
    'since', c.since, 'dueAt', c.due_at, 'holderId', c.holder_id, 'note', c.note,
    'holder', (select p.name from office_people p where p.user_id = c.holder_id),
    'snoozedUntil', case when c.snoozed_until > ${now().toISOString()}::timestamptz then c.snoozed_until end,
    'colleagues', (select coalesce(json_agg(a), '[]') from (${selectAdmins()}) a where a.id <> ${userId}))
  from admin_cases c where c.target_id = ${target} and c.closed_at is null
    and exists (select from entries e where e.queue = c.queue and e.id = c.subject_id)
    order by (c.holder_id = ${userId}) desc nulls last, c.due_at limit 1)`

/**
 * What waits in every queue, what the actor opened last, and the open case about `target`, in one query,
 * which writes down that `opened` is looked at now, from `address`. Null for anybody but an admin.
 */
export async function findDesk(
  actor: Actor,
  opened: { kind: RecordKind; id: string } | null,
  target: string | null = opened?.id ?? null,
  address = "",
  list: ViewList | null = null,
): Promise<AdminDesk | null> {
  if (!isAdmin(actor)) return null
  const userId = sql`${actor.userId}::uuid`
  const targetId = isId(target) ? target : null
  const openedId = opened && isId(opened.id) ? opened.id : null
  const remember =
    opened && openedId !== null
      ? sql`, remembered as (
        insert into admin_recent_records (user_id, kind, record_id, opened_at)
        values (${userId}, ${opened.kind}, ${openedId}::uuid, ${now().toISOString()}::timestamptz)
        on conflict (user_id, kind, record_id) do update set opened_at = excluded.opened_at),
      accessed as (${insertAccess(
        { actorId: actor.userId, address },
        "view",
        { kind: opened.kind, id: openedId },
        sql`found`,
      )})`
      : sql``
  // Never written out: each title would be looked up for every screen.
  const [row] = await db().execute<DeskRow>(sql`
    with recent as materialized (select kind, record_id, opened_at from admin_recent_records
      where user_id = ${userId} and record_id is distinct from ${openedId}::uuid
      order by opened_at desc limit ${MAX_RECENT}),
    found as (${selectAllMatchingRecords(
      matchIds(sql`select record_id from recent
      ${openedId === null ? sql`` : sql`union select ${openedId}::uuid`}`),
    )}),
    entries as not materialized (${selectAllQueueEntries()}),
    queues as (${selectAllQueueCounts(actor)}) ${remember}
    select (select coalesce(json_agg(queues), '[]') from queues) as queues,
      (select coalesce(json_agg(json_build_object('kind', found.kind, 'id', found.id, 'title', found.title,
          'detail', found.detail) order by recent.opened_at desc), '[]')
        from recent join found on found.kind = recent.kind and found.id = recent.record_id) as recent,
      ${targetId === null ? sql`null` : selectOpenCase(sql`${targetId}::uuid`, userId)} as open,
      ${list === null ? sql`null` : selectListViews(list, userId)} as list`)
  if (!row) return null
  const open = row.open && {
    ...row.open,
    isLate: new Date(row.open.dueAt) < now(),
    isOwn: row.open.holderId === actor.userId,
    colleagues: row.open.colleagues.filter(({ officeRole }) => mayDecide(officeRole, row.open?.queue)),
  }
  const rights = listRights(actor)
  return {
    queues: toQueueCounts(row.queues).filter(({ queue }) => rights.includes(QUEUE_RIGHTS[queue])),
    recent: row.recent,
    list: row.list,
    open: open && rights.includes(QUEUE_RIGHTS[open.queue]) ? open : null,
    rights,
  }
}

/** What was opened long ago is no recent thing any more. */
export async function forgetPastRecords(): Promise<void> {
  const before = new Date(now().getTime() - RECENT_TTL_MS)
  await db().delete(adminRecentRecords).where(lt(adminRecentRecords.openedAt, before))
}

/**
 * People, orders, purchases, items, products, shops, enquiries and reports that `term` names: by name, title,
 * number, phone number, address or id; the newest few of each kind, people first. One query, and one that
 * writes down who was looked for. Empty for anybody but an admin, and for fewer than two letters.
 */
export async function findRecords(actor: Actor, term: string, address = ""): Promise<FoundRecord[]> {
  const typed = term.normalize("NFC").trim()
  if (!hasRight(actor, "people") || typed.length < 2) return []
  const found: SQL = selectAllMatchingRecords(matchTerm(typed, sql`select user_id from named_people`))
  const rows = await db().execute<FoundRecord>(sql`
    with named_people as materialized (${selectPeopleIds(typed)})
    select kind, id, title, detail from (${found}) found order by at desc`)
  if (rows.length > 0)
    await recordAccess(
      db(),
      { actorId: actor.userId, address },
      { deed: "search", kind: "search", subjectId: typed, people: rows.length },
    )
  return [...rows]
}

/** Tells the pages of all admins that something else waits now. */
export async function publishQueueChange(): Promise<void> {
  await publishToUsers(await listAdminIds(), { type: "queues.changed" })
}
