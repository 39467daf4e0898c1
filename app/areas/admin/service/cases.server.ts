/** The inbox of the back office: one list of everything that waits, who has it, and until when. */
import { eq, sql } from "drizzle-orm"
import { addBusinessHours, startOfBusinessDayAfter } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { getSetting } from "#app/basics/settings.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { hasRight, isAdmin, listRights, ROLE_RIGHTS, type Actor, type Member } from "../../accounts/rules.ts"
import { findPeopleForAdmin, listAdminIds } from "../../accounts/service/people.server.ts"
import { DEFAULT_DEADLINES, INBOX_QUEUES, type InboxQueue, type Snooze } from "../inbox-rules.ts"
import { QUEUE_RIGHTS } from "../rules.ts"
import { adminCases } from "../schema.server.ts"
import { selectAllQueueEntries } from "./overview.server.ts"

/** Within how many working hours things of `queue` are to be decided. */
const getDeadline = (queue: InboxQueue): number =>
  getSetting("deadlines")?.[queue] ?? DEFAULT_DEADLINES[queue]

/** The queues that `actor` decides in. */
export const listQueuesOf = (actor: Actor): InboxQueue[] => {
  const rights = listRights(actor)
  return INBOX_QUEUES.filter((queue) => rights.includes(QUEUE_RIGHTS[queue]))
}

/** What waits and is worked on in the inbox: other queues have a screen of their own, and no deadline. */
const selectInboxEntries = () => sql`(select * from (${selectAllQueueEntries()}) entry
  where queue = any(${sql.param([...INBOX_QUEUES])}::text[]))`

type Entry = { queue: InboxQueue; id: string; target: string | null; title: string | null; since: string }

/**
 * Brings the inbox in line with what waits in the areas: opens a case for what is new, with its deadline, and
 * closes those of what has been decided. One statement, and two more for what is new, which alone is read
 * with its title; many may run at once.
 */
export async function refreshCases(): Promise<void> {
  const at = now().toISOString()
  const added = await db().execute<Pick<Entry, "queue" | "id">>(sql`
    with entries as not materialized (select queue, id from ${selectInboxEntries()} waiting),
    opened as not materialized (select id, queue, subject_id from admin_cases where closed_at is null),
    different as materialized (select e.queue, e.id, c.id as case_id from entries e
      full join opened c on c.subject_id = e.id and c.queue = e.queue
      where e.id is null or c.id is null),
    closed as (update admin_cases set closed_at = ${at}::timestamptz
      where closed_at is null and id in (select case_id from different where case_id is not null))
    select queue, id from different where case_id is null`)
  if (added.length > 0) await openCases(added)
}

/** Opens a case for each of `added` that still waits. Two statements. */
async function openCases(added: readonly Pick<Entry, "queue" | "id">[]): Promise<void> {
  const keys = new Set(added.map(({ queue, id }) => `${queue} ${id}`))
  const waiting = await db().execute<Entry>(sql`
    select queue, id, target, title, since from ${selectInboxEntries()} waiting
    where id = any(${sql.param(added.map(({ id }) => id))}::uuid[])`)
  const rows = waiting
    .filter(({ queue, id }) => keys.has(`${queue} ${id}`))
    .map(({ queue, id, target, title, since }) => ({
      id: newId(),
      queue,
      subject_id: id,
      target_id: target,
      title: title ?? "",
      since,
      due_at: addBusinessHours(new Date(since), getDeadline(queue)).toISOString(),
    }))
  await db().execute(sql`
    insert into admin_cases (id, queue, subject_id, target_id, title, since, due_at)
    select id, queue, subject_id, target_id, title, since, due_at from jsonb_to_recordset(
      ${JSON.stringify(rows)}::jsonb) as r (id uuid, queue text, subject_id uuid, target_id uuid, title text,
      since timestamptz, due_at timestamptz)
    on conflict (queue, subject_id) do update set target_id = excluded.target_id, title = excluded.title,
      since = excluded.since, due_at = excluded.due_at, holder_id = null, snoozed_until = null, note = '',
      closed_at = null where admin_cases.closed_at is not null`)
}

type Case = typeof adminCases.$inferSelect

/** The open case `caseId`, locked. Refusals: `not_found` (no admin, no such case), `closed` (decided). */
async function lockCase(
  tx: Transaction,
  actor: Actor,
  caseId: string,
): Promise<Refusal<"not_found" | "closed"> | { ok: true; actor: Member; found: Case }> {
  if (!isAdmin(actor) || !isId(caseId)) return refuse("not_found")
  const [found] = await tx.select().from(adminCases).where(eq(adminCases.id, caseId)).for("update")
  if (!found || !hasRight(actor, QUEUE_RIGHTS[found.queue])) return refuse("not_found")
  if (found.closedAt !== null) return refuse("closed")
  return { ok: true, actor, found }
}

async function updateCase(
  tx: Transaction,
  actor: Member,
  found: Case,
  move: "take" | "release" | "hand_on" | "snooze" | "note",
  changes: Partial<Pick<Case, "holderId" | "snoozedUntil" | "note">>,
  note = "",
): Promise<void> {
  await tx.update(adminCases).set(changes).where(eq(adminCases.id, found.id))
  await audit(tx, actor, {
    action: `case.${move}`,
    subject: { kind: "case", id: found.id, title: found.title },
    note,
  })
  await publishToUsers(await listAdminIds(), { type: "queues.changed" })
}

/**
 * Takes a case over that nobody has, or that `seen` has. Refusals: `not_found`, `closed`, `taken` (somebody
 * else has it now, `by`).
 */
export async function takeCase(
  actor: Actor,
  caseId: string,
  seen: string | null,
): Promise<Outcome<"not_found" | "closed"> | Refusal<"taken", { by: string }>> {
  return inTransaction(async (tx) => {
    const locked = await lockCase(tx, actor, caseId)
    if (!locked.ok) return locked
    const { found } = locked
    const holderId = found.holderId
    if (holderId !== null && holderId !== locked.actor.userId && holderId !== seen) {
      const people = await findPeopleForAdmin(actor, [holderId])
      return refuse("taken", { by: people.get(holderId)?.name ?? "동료" })
    }
    await updateCase(tx, locked.actor, found, "take", { holderId: locked.actor.userId, snoozedUntil: null })
    return ok()
  })
}

/** Puts one's own case back for everybody. Refusals: `not_found`, `closed`, `not_yours`. */
export async function releaseCase(
  actor: Actor,
  caseId: string,
): Promise<Outcome<"not_found" | "closed" | "not_yours">> {
  return inTransaction(async (tx) => {
    const locked = await lockCase(tx, actor, caseId)
    if (!locked.ok) return locked
    if (locked.found.holderId !== locked.actor.userId) return refuse("not_yours")
    await updateCase(tx, locked.actor, locked.found, "release", { holderId: null })
    return ok()
  })
}

/**
 * Hands a case on to a colleague. Refusals: `not_found`, `closed`, `no_colleague` (`to` is no admin, or
 * decides nothing in its queue).
 */
export async function handOnCase(
  actor: Actor,
  caseId: string,
  to: string,
): Promise<Outcome<"not_found" | "closed" | "no_colleague", { name: string }>> {
  return inTransaction(async (tx) => {
    const locked = await lockCase(tx, actor, caseId)
    if (!locked.ok) return locked
    const colleague = (await findPeopleForAdmin(actor, [to])).get(to)
    if (!colleague || colleague.role !== "admin" || colleague.left) return refuse("no_colleague")
    const isTheirWork = ROLE_RIGHTS[colleague.officeRole].includes(QUEUE_RIGHTS[locked.found.queue])
    if (!isTheirWork) return refuse("no_colleague")
    await updateCase(tx, locked.actor, locked.found, "hand_on", { holderId: to }, colleague.name)
    return ok({ name: colleague.name })
  })
}

function getSnoozeEnd(snooze: Snooze): Date {
  if (snooze === "hour") return new Date(now().getTime() + HOUR_MS)
  return startOfBusinessDayAfter(now(), snooze === "tomorrow" ? 1 : 3)
}

/** Puts a case off; it comes back by itself. Its deadline stays. Refusals: `not_found`, `closed`. */
export async function snoozeCase(
  actor: Actor,
  caseId: string,
  snooze: Snooze,
): Promise<Outcome<"not_found" | "closed">> {
  return inTransaction(async (tx) => {
    const locked = await lockCase(tx, actor, caseId)
    if (!locked.ok) return locked
    await updateCase(tx, locked.actor, locked.found, "snooze", { snoozedUntil: getSnoozeEnd(snooze) })
    return ok()
  })
}

/** Writes what colleagues should know of a case; empty takes it away. Refusals: `not_found`, `closed`. */
export async function noteCase(
  actor: Actor,
  caseId: string,
  note: string,
): Promise<Outcome<"not_found" | "closed">> {
  return inTransaction(async (tx) => {
    const locked = await lockCase(tx, actor, caseId)
    if (!locked.ok) return locked
    await updateCase(tx, locked.actor, locked.found, "note", { note }, note)
    return ok()
  })
}

/**
 * Takes the most urgent case over that nobody has and that is not put off; where all are taken, opens one's
 * own in turn: the next after `after`, which is on the screen. Two who ask at once get two cases.
 * {@link refreshCases} comes before it. Refusals: `not_found` (no admin), `none`.
 */
export async function takeNextCase(
  actor: Actor,
  after: string | null,
): Promise<Outcome<"not_found" | "none", { queue: InboxQueue; targetId: string | null }>> {
  if (!isAdmin(actor)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const isOpen = sql`closed_at is null and queue = any(${sql.param(listQueuesOf(actor))}::text[])
      and (snoozed_until is null or snoozed_until <= ${now().toISOString()}::timestamptz)`
    const [free] = await tx
      .select()
      .from(adminCases)
      .where(sql`${isOpen} and holder_id is null`)
      .orderBy(sql`due_at`, adminCases.id)
      .limit(1)
      .for("update", { skipLocked: true })
    if (free) await updateCase(tx, actor, free, "take", { holderId: actor.userId })
    const isFurther = sql`(due_at, id) > (select due_at, id from admin_cases where id = ${after}::uuid)`
    const [next] = free
      ? [free]
      : await tx
          .select()
          .from(adminCases)
          .where(sql`${isOpen} and holder_id = ${actor.userId}::uuid and id is distinct from ${after}::uuid`)
          .orderBy(sql`${isFurther} desc nulls last`, sql`due_at`, adminCases.id)
          .limit(1)
    return next ? ok({ queue: next.queue, targetId: next.targetId }) : refuse("none")
  })
}

/**
 * The name of a colleague who has a case about one of `ids` (what a screen is about, or the thing itself);
 * null where nobody else has one.
 */
export async function findCaseHolder(actor: Actor, ids: readonly string[]): Promise<string | null> {
  const known = ids.filter(isId)
  if (!isAdmin(actor) || known.length === 0) return null
  const list = sql`${sql.param(known)}::uuid[]`
  const [held] = await db().execute<{ holder: string }>(sql`
    select c.holder_id as holder from admin_cases c
      where (c.target_id = any(${list}) or (c.target_id is null and c.subject_id = any(${list})))
        and c.closed_at is null and c.holder_id is not null and c.holder_id <> ${actor.userId}::uuid
        and not exists (select from admin_cases own where own.target_id = c.target_id
          and own.closed_at is null and own.holder_id = ${actor.userId}::uuid) limit 1`)
  if (!held) return null
  const people = await findPeopleForAdmin(actor, [held.holder])
  return people.get(held.holder)?.name ?? null
}

/** What was decided long ago is no case any more. */
export async function forgetPastCases(): Promise<void> {
  const before = new Date(now().getTime() - 365 * 24 * HOUR_MS).toISOString()
  await db().execute(sql`delete from admin_cases where closed_at < ${before}::timestamptz`)
}
