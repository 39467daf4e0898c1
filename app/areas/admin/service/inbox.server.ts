/** Reading the inbox: a page of it, and how much there is of each view. */
import { and, eq, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { ascending, page } from "#app/platform/page.server.ts"
import { isAdmin, type Actor, type Member } from "../../accounts/rules.ts"
import { officePeople } from "../../accounts/service/people.server.ts"
import type { CaseView } from "../desk-view.ts"
import { INBOX_QUEUES, INBOX_VIEWS, type InboxQueue, type InboxView } from "../inbox-rules.ts"
import { adminCases } from "../schema.server.ts"
import { listQueuesOf, refreshCases } from "./cases.server.ts"
import { digestOf, selectQueueDigests } from "./overview.server.ts"

const PAGE_SIZE = 30
const ORDER = ascending("due", [adminCases.dueAt, "time"], [adminCases.id, "id"])

/** What of the open cases each view shows. */
function getViewConditions({ userId }: Member): Record<InboxView, SQL> {
  const at = sql`${now().toISOString()}::timestamptz`
  const isAwake = sql`(snoozed_until is null or snoozed_until <= ${at})`
  const isOwn = sql`holder_id = ${userId}::uuid`
  return {
    todo: sql`(holder_id is null or ${isOwn}) and ${isAwake}`,
    mine: sql`${isOwn} and ${isAwake}`,
    late: sql`due_at < ${at} and ${isAwake}`,
    snoozed: sql`snoozed_until > ${at}`,
    others: sql`holder_id is not null and holder_id <> ${userId}::uuid`,
  }
}

export type InboxPage = {
  rows: CaseView[]
  cursor: string | null
  counts: Record<InboxView, number>
  queues: { queue: InboxQueue; count: number }[]
}

type QueueTally = Record<InboxView, number> & { queue: InboxQueue; isCurrent: boolean }

/**
 * How many cases of each queue every view shows, and whether the open ones are of what waits now. What waits
 * is compared by its digest: thing by thing it would take twice as long, and hardly ever differs. One
 * statement.
 */
async function tallyQueues(conditions: Record<InboxView, SQL>): Promise<QueueTally[]> {
  const counts = INBOX_VIEWS.map(
    (name) => sql`count(*) filter (where ${conditions[name]})::int as ${sql.raw(name)}`,
  )
  const shown = INBOX_VIEWS.map((name) => sql`coalesce(${sql.raw(name)}, 0) as ${sql.raw(name)}`)
  const rows = await db().execute<QueueTally>(sql`
    with waiting as materialized (${selectQueueDigests()}),
    opened as materialized (
      select queue, count(*)::int as n, ${digestOf(sql`subject_id`)} as digest, ${sql.join(counts, sql`, `)}
      from admin_cases where closed_at is null group by queue)
    select queue, waiting.n is not distinct from opened.n
        and waiting.digest is not distinct from opened.digest as "isCurrent", ${sql.join(shown, sql`, `)}
    from waiting full join opened using (queue)
    where queue = any(${sql.param([...INBOX_QUEUES])}::text[])`)
  return [...rows]
}

/** The same after what is new was taken up and what was decided closed, where anything was. */
async function tallyCurrentQueues(conditions: Record<InboxView, SQL>): Promise<QueueTally[]> {
  const tallies = await tallyQueues(conditions)
  if (tallies.every(({ isCurrent }) => isCurrent)) return tallies
  await refreshCases()
  return tallyQueues(conditions)
}

/**
 * A page of the inbox, the most urgent first, with the number of each view and of each queue within `view`;
 * null for anybody but an admin. Two statements where nothing changed since somebody looked.
 */
export async function findInbox(
  actor: Actor,
  { view, queue, cursor }: { view: InboxView; queue: InboxQueue | null; cursor: string | null },
): Promise<InboxPage | null> {
  if (!isAdmin(actor)) return null
  const at = now()
  const ownQueues = listQueuesOf(actor)
  const conditions = getViewConditions(actor)
  const counted = (await tallyCurrentQueues(conditions)).filter((each) => ownQueues.includes(each.queue))
  const { rows, cursor: next } = await page({
    from: (sortKeys) =>
      db()
        .select({ line: adminCases, holder: officePeople.name, sortKeys })
        .from(adminCases)
        .leftJoin(officePeople, eq(officePeople.userId, adminCases.holderId)),
    order: ORDER,
    filter: and(
      sql`closed_at is null and queue = any(${sql.param(ownQueues)}::text[]) and ${conditions[view]}`,
      queue ? sql`queue = ${queue}` : undefined,
    ),
    cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: rows.map(({ line, holder }) => ({
      id: line.id,
      queue: line.queue,
      targetId: line.targetId,
      title: line.title,
      since: line.since.toISOString(),
      dueAt: line.dueAt.toISOString(),
      isLate: line.dueAt < at,
      holderId: line.holderId,
      holder,
      isOwn: line.holderId === actor.userId,
      snoozedUntil: line.snoozedUntil && line.snoozedUntil > at ? line.snoozedUntil.toISOString() : null,
      note: line.note,
    })),
    cursor: next,
    counts: {
      todo: sumOf(counted, "todo"),
      mine: sumOf(counted, "mine"),
      late: sumOf(counted, "late"),
      snoozed: sumOf(counted, "snoozed"),
      others: sumOf(counted, "others"),
    },
    queues: counted
      .map((each) => ({ queue: each.queue, count: each[view] }))
      .filter((each) => each.count > 0)
      .sort((a, b) => b.count - a.count),
  }
}

const sumOf = (rows: readonly Record<InboxView, number>[], view: InboxView) =>
  rows.reduce((sum, row) => sum + row[view], 0)
