/** Who looked at, changed or saved whose data, from where: written for the law, looked through each month. */
import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import type { RecordKind } from "#app/basics/record-kind.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint, type Executor } from "#app/platform/db.server.ts"
import { keepMonths } from "#app/platform/months.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { matchIds } from "#app/platform/record-match.server.ts"
import { truncateText } from "#app/basics/truncate-text.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { officePeople } from "../../accounts/service/people.server.ts"
import { ACCESS_REPEAT_MS, ACCESS_RETENTION_YEARS, type AccessDeed } from "../access-rules.ts"
import { addMonths, getCurrentMonth } from "../month-rules.ts"
import { accessRecords, accessReviews } from "../schema.server.ts"
import { selectAllMatchingRecords } from "./overview.server.ts"

/** Who does something, and from which address. */
export type Visit = { actorId: string; address: string }

/**
 * A statement that writes down one look at `record` of `found` (rows of kind, id and owner); nothing where it
 * is not among them, or was looked at a moment ago.
 */
export const insertAccess = (
  { actorId, address }: Visit,
  deed: AccessDeed,
  record: { kind: RecordKind; id: string },
  found: SQL,
): SQL => {
  const since = new Date(now().getTime() - ACCESS_REPEAT_MS).toISOString()
  return sql`
    insert into access_records (id, at, actor_id, address, deed, kind, subject_id, person_id, people, note)
    select ${newId()}::uuid, ${now().toISOString()}::timestamptz, ${actorId}::uuid, ${address}, ${deed},
      found.kind, found.id::text, found.owner, 1, '' from ${found} found
      where found.kind = ${record.kind} and found.id = ${record.id}::uuid
        and (${deed} <> 'view' or not exists (select from access_records r
          where r.actor_id = ${actorId}::uuid and r.id > ${idAt(since)}::uuid and r.deed = ${deed}
            and r.kind = found.kind and r.subject_id = found.id::text)) limit 1`
}

/** The least id that is made at `moment`: ids are in the order of time. */
const idAt = (moment: string): string => {
  const hex = new Date(moment).getTime().toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Writes down what an admin did that is about no one record: a list, a search, a file of `people` people. */
export async function recordAccess(
  executor: Executor,
  { actorId, address }: Visit,
  access: { deed: AccessDeed; kind: string; subjectId: string; people?: number; note?: string },
): Promise<void> {
  await executor.insert(accessRecords).values({
    id: newId(),
    at: now(),
    actorId,
    address,
    deed: access.deed,
    kind: access.kind,
    subjectId: truncateText(access.subjectId, 200),
    personId: null,
    people: access.people ?? 0,
    note: truncateText(access.note ?? "", 500),
  })
}

/** Writes down that `actor` has changed something of a record, or by a form of the screen `path`. */
export async function recordChange(
  actor: Actor,
  address: string,
  path: string,
  record: { kind: RecordKind; id: string } | null,
): Promise<void> {
  if (!isAdmin(actor)) return
  const visit = { actorId: actor.userId, address }
  if (record === null || !isId(record.id))
    return recordAccess(db(), visit, { deed: "change", kind: "screen", subjectId: path })
  const found = selectAllMatchingRecords(matchIds(sql`select ${record.id}::uuid`))
  await db().execute(insertAccess(visit, "change", record, sql`(${found})`))
}

export type AccessFilter = {
  by: string | null
  about: string | null
  deed: AccessDeed | null
  from: string | null
  to: string | null
}
export type AccessRow = {
  id: string
  at: string
  by: string
  address: string
  deed: AccessDeed
  kind: string
  subjectId: string
  personId: string | null
  person: string | null
  people: number
  note: string
}

const PAGE_SIZE = 50
const ORDERS = byAge([accessRecords.id, "id"])

const buildCondition = ({ by, about, deed, from, to }: AccessFilter): SQL | undefined =>
  and(
    isId(by) ? eq(accessRecords.actorId, by) : undefined,
    isId(about) ? eq(accessRecords.personId, about) : undefined,
    deed ? eq(accessRecords.deed, deed) : undefined,
    from ? sql`${accessRecords.at} >= ${from}::date::timestamp at time zone 'Asia/Seoul'` : undefined,
    to ? sql`${accessRecords.at} < (${to}::date + 1)::timestamp at time zone 'Asia/Seoul'` : undefined,
  )

/** A page of the records, the newest first, in one query; empty for who gives no rights. */
export async function findAccessRecords(
  actor: Actor,
  options: { filter: AccessFilter; cursor: string | null; limit?: number },
): Promise<{ rows: AccessRow[]; cursor: string | null }> {
  if (!hasRight(actor, "rights")) return { rows: [], cursor: null }
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          record: accessRecords,
          person: officePeople.name,
          by: sql<string | null>`(select o.name from office_people o
            where o.user_id = access_records.actor_id)`,
          sortKeys,
        })
        .from(accessRecords)
        .leftJoin(officePeople, eq(officePeople.userId, accessRecords.personId)),
    order: ORDERS.newest,
    filter: buildCondition(options.filter),
    cursor: options.cursor,
    size: options.limit ?? PAGE_SIZE,
  })
  return {
    rows: found.rows.map(({ record, person, by }) => ({
      ...record,
      at: record.at.toISOString(),
      by: by ?? "탈퇴한 관리자",
      person,
    })),
    cursor: found.cursor,
  }
}

/** How many records `filter` finds; 0 for who gives no rights. */
export async function countAccessRecords(actor: Actor, filter: AccessFilter): Promise<number> {
  if (!hasRight(actor, "rights")) return 0
  return db().$count(accessRecords, buildCondition(filter))
}

/** What a month's records come to, by who did it. */
export type AccessMonth = {
  month: string
  actors: { by: string; deeds: number; people: number; exports: number; atNight: number }[]
  review: { by: string; at: string; note: string } | null
}

/**
 * The sums of the month before the running one (or of `month`), with who has looked through them; null for
 * who gives no rights.
 */
export async function findAccessMonth(
  actor: Actor,
  month = addMonths(getCurrentMonth(now()), -1),
): Promise<AccessMonth | null> {
  if (!hasRight(actor, "rights")) return null
  const [actors, [review]] = await Promise.all([
    db().execute<AccessMonth["actors"][number]>(sql`
      select coalesce((select o.name from office_people o where o.user_id = r.actor_id), '탈퇴한 관리자') as by,
        count(*)::int as deeds, count(distinct r.person_id)::int as people,
        count(*) filter (where r.deed = 'export')::int as exports,
        count(*) filter (where extract(hour from r.at at time zone 'Asia/Seoul') not between 7 and 21)::int
          as "atNight"
        from access_records r
        where r.at >= (${month} || '-01')::timestamp at time zone 'Asia/Seoul'
          and r.at < ((${month} || '-01')::timestamp + interval '1 month') at time zone 'Asia/Seoul'
        group by r.actor_id order by 2 desc limit 100`),
    db()
      .select({ note: accessReviews.note, at: accessReviews.reviewedAt, by: officePeople.name })
      .from(accessReviews)
      .leftJoin(officePeople, eq(officePeople.userId, accessReviews.reviewedBy))
      .where(eq(accessReviews.month, month))
      .orderBy(desc(accessReviews.reviewedAt)),
  ])
  return {
    month,
    actors: [...actors],
    review: review
      ? { note: review.note, at: review.at.toISOString(), by: review.by ?? "탈퇴한 관리자" }
      : null,
  }
}

/**
 * Says that the records of a past month were looked through. Refusals: `not_found` (no right), `not_over`
 * (the month runs still, or there is no such month), `reviewed` (somebody did before).
 */
export async function reviewAccess(
  actor: Actor,
  { month, note }: { month: string; note: string },
): Promise<Outcome<"not_found" | "not_over" | "reviewed">> {
  if (!hasRight(actor, "rights")) return refuse("not_found")
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || month >= getCurrentMonth(now())) return refuse("not_over")
  try {
    return await inTransaction(async (tx) => {
      await tx.insert(accessReviews).values({ month, note, reviewedBy: actor.userId, reviewedAt: now() })
      await audit(tx, actor, {
        action: "access.review",
        subject: { kind: "access", id: month, title: month },
        note,
      })
      return ok()
    })
  } catch (error) {
    if (violatedConstraint(error) === "access_reviews_pkey") return refuse("reviewed")
    throw error
  }
}

/** Makes the months of records to come, and removes records whose time is over; a job calls it. */
export async function forgetPastAccess(): Promise<void> {
  const before = new Date(now())
  before.setUTCFullYear(before.getUTCFullYear() - ACCESS_RETENTION_YEARS)
  await keepMonths("access_records", before)
  // Of the month in which the time ends.
  await db().delete(accessRecords).where(lt(accessRecords.at, before))
}
