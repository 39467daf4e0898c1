/** Owns the lists of hire posts: what everybody finds, in which order, and one's own. */
import { and, asc, desc, eq, isNull, ne, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isInt4, isStorableText, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, isWord, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { sidoOf, wholeCountry } from "#app/basics/regions.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { DayTime, HireSort, JobKind, PayType } from "../rules.ts"
import { hirePosts, hireSaves } from "../schema.server.ts"
import type { HireCard, Page } from "../views.ts"

const PER_PAGE = 20

/** Region by code, date `YYYY-MM-DD` on which a shift lies. */
export type HireFilters = {
  kind: JobKind | null
  region: string | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
  short: boolean
}

const isListed = () =>
  and(
    eq(hirePosts.state, "open"),
    isNull(hirePosts.hiddenAt),
    sql`${hirePosts.deadlineAt} > ${now().toISOString()}::timestamptz`,
  )

/** In a selection of one table the columns lose its name: subselects say it themselves. */
export const cardColumns = (actor: Actor) => ({
  id: hirePosts.id,
  title: hirePosts.title,
  kind: hirePosts.kind,
  regionCode: hirePosts.regionCode,
  payType: hirePosts.payType,
  payWon: hirePosts.payWon,
  hourlyWon: hirePosts.hourlyWon,
  minutesPerPiece: hirePosts.minutesPerPiece,
  firstDate: hirePosts.firstDate,
  lastDate: hirePosts.lastDate,
  weekdays: hirePosts.weekdays,
  state: hirePosts.state,
  closedReason: hirePosts.closedReason,
  deadlineAt: hirePosts.deadlineAt,
  openedAt: hirePosts.openedAt,
  businessName: hirePosts.businessName,
  headcount: hirePosts.headcount,
  hiredCount: hirePosts.hiredCount,
  shortTerm: hirePosts.shortTerm,
  first: sql<{
    start: string
    end: string
  }>`(select json_build_object('start', s.starts, 'end', s.ends) from hire_slots s
    where s.hire_id = hire_posts.id order by s.starts_at, s.id limit 1)`,
  days: sql<number>`(select count(distinct s.date)::int from hire_slots s where s.hire_id = hire_posts.id)`,
  saved:
    actor.kind === "member"
      ? sql<boolean>`exists (select from hire_saves v
        where v.hire_id = hire_posts.id and v.user_id = ${actor.userId}::uuid)`
      : sql<boolean>`false`,
})
type CardRow = Omit<HireCard, "deadlineAt" | "openedAt"> & { deadlineAt: Date; openedAt: Date }
export const cardOf = ({ deadlineAt, openedAt, ...row }: CardRow): HireCard => ({
  ...row,
  deadlineAt: deadlineAt.toISOString(),
  openedAt: openedAt.toISOString(),
})

type KeyFields = Pick<CardRow, "openedAt" | "deadlineAt" | "hourlyWon" | "regionCode" | "id">
type Sort = {
  order: SQL[]
  values: (row: KeyFields) => (string | number)[]
  /** What a cursor holds before the id, which comes last. */ checks: readonly CursorCheck[]
  after: (values: readonly unknown[]) => SQL
}

// Each but the region's is the beginning of an index of migration 0013.
function sortOf(sort: HireSort, home: string | null): Sort {
  switch (sort) {
    case "newest":
      return {
        order: [desc(hirePosts.openedAt), desc(hirePosts.id)],
        values: (row) => [row.openedAt.toISOString(), row.id],
        checks: [isTimestamp],
        after: ([at, id]) =>
          sql`(${hirePosts.openedAt}, ${hirePosts.id}) < (${at}::timestamptz, ${id}::uuid)`,
      }
    case "deadline":
      return {
        order: [asc(hirePosts.deadlineAt), asc(hirePosts.id)],
        values: (row) => [row.deadlineAt.toISOString(), row.id],
        checks: [isTimestamp],
        after: ([at, id]) =>
          sql`(${hirePosts.deadlineAt}, ${hirePosts.id}) > (${at}::timestamptz, ${id}::uuid)`,
      }
    case "wage":
      return {
        order: [desc(hirePosts.hourlyWon), desc(hirePosts.id)],
        values: (row) => [row.hourlyWon, row.id],
        checks: [isInt4],
        after: ([won, id]) => sql`(${hirePosts.hourlyWon}, ${hirePosts.id}) < (${won}::int, ${id}::uuid)`,
      }
    case "region": {
      const sido = home ? sidoOf(home) : null
      const by = sql`case when ${hirePosts.regionCode} = ${home ?? ""} then 0
        when ${hirePosts.regionCode} like ${`${sido ?? "-"}%`} then 1 else 2 end`
      return {
        order: [by, asc(hirePosts.regionCode), desc(hirePosts.openedAt), desc(hirePosts.id)],
        values: (row) => [
          row.regionCode === home ? 0 : sido && row.regionCode.startsWith(sido) ? 1 : 2,
          row.regionCode,
          row.openedAt.toISOString(),
          row.id,
        ],
        checks: [isInt4, isStorableText, isTimestamp],
        after: ([near, code, at, id]) =>
          sql`((${by}, ${hirePosts.regionCode}) > (${near}::int, ${code}::text)
            or ((${by}, ${hirePosts.regionCode}) = (${near}::int, ${code}::text)
            and (${hirePosts.openedAt}, ${hirePosts.id}) < (${at}::timestamptz, ${id}::uuid)))`,
      }
    }
  }
}

function conditionsOf({ kind, region, pay, date, time, short }: HireFilters): (SQL | undefined)[] {
  return [
    kind ? eq(hirePosts.kind, kind) : undefined,
    region && region !== wholeCountry ? sql`${hirePosts.regionCode} like ${`${region}%`}` : undefined,
    pay ? eq(hirePosts.payType, pay) : undefined,
    date
      ? sql`(exists (select from hire_slots s where s.hire_id = ${hirePosts.id} and s.date = ${date}::date)
        or (${hirePosts.payType} = 'month' and ${hirePosts.firstDate} <= ${date}::date))`
      : undefined,
    time ? sql`${time} = any(${hirePosts.dayTimes})` : undefined,
    short ? eq(hirePosts.shortTerm, true) : undefined,
  ]
}

/**
 * A page of the posts that fit all `filters`, 20 after `cursor`; a cursor that cannot be read, or is of
 * another sort, begins anew. "region" begins with the actor's own.
 */
export async function searchHires(
  actor: Actor,
  filters: HireFilters,
  sort: HireSort,
  cursor: string | null,
): Promise<Page<HireCard> & { total: number }> {
  const by = sortOf(sort, actor.kind === "member" ? (actor.profile?.regionCode ?? null) : null)
  const place = decodeCursor(cursor, [isWord(sort), ...by.checks, isId])?.slice(1)
  const fits = and(isListed(), ...conditionsOf(filters))
  const [rows, [counted]] = await Promise.all([
    db()
      .select(cardColumns(actor))
      .from(hirePosts)
      .where(and(fits, place && by.after(place)))
      .orderBy(...by.order)
      .limit(PER_PAGE + 1),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(hirePosts)
      .where(fits),
  ])
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  return {
    rows: shown.map(cardOf),
    next: last ? encodeCursor([sort, ...by.values(last)]) : null,
    total: counted?.total ?? 0,
  }
}

/** The newest posts for everybody, for the home screen. One query. */
export async function newestHires(limit: number): Promise<HireCard[]> {
  const rows = await db()
    .select(cardColumns({ kind: "visitor", draftId: null }))
    .from(hirePosts)
    .where(isListed())
    .orderBy(desc(hirePosts.openedAt), desc(hirePosts.id))
    .limit(limit)
  return rows.map(cardOf)
}

/** Open posts of the same kind, those of the same 시·도 first. */
export async function similarHires(
  of: { id: string; kind: JobKind; regionCode: string },
  limit = 4,
): Promise<HireCard[]> {
  const rows = await db()
    .select(cardColumns({ kind: "visitor", draftId: null }))
    .from(hirePosts)
    .where(and(isListed(), eq(hirePosts.kind, of.kind), ne(hirePosts.id, of.id)))
    .orderBy(
      sql`${hirePosts.regionCode} like ${`${sidoOf(of.regionCode) ?? "-"}%`} desc`,
      desc(hirePosts.openedAt),
      desc(hirePosts.id),
    )
    .limit(limit)
  return rows.map(cardOf)
}

/**
 * The actor's own posts, newest first, with how many wait for an answer. `open` alone: those that still take
 * applications.
 */
export async function findMyHires(
  actor: Actor,
  options: { tab: "all" | "open" | "closed"; cursor?: string | null },
): Promise<Page<HireCard & { waiting: number; fresh: number; hidden: boolean }>> {
  if (actor.kind !== "member") return { rows: [], next: null }
  const from = decodeCursor(options.cursor, [isTimestamp, isId])
  const place = from
    ? sql`(${hirePosts.openedAt}, ${hirePosts.id}) < (${from[0]}::timestamptz, ${from[1]}::uuid)`
    : undefined
  const rows = await db()
    .select({
      ...cardColumns(actor),
      hidden: sql<boolean>`${hirePosts.hiddenAt} is not null`,
      waiting: sql<number>`(select count(*)::int from job_applications a
        where a.hire_id = hire_posts.id and a.state in ('applied', 'viewed', 'shortlisted'))`,
      fresh: sql<number>`(select count(*)::int from job_applications a
        where a.hire_id = hire_posts.id and a.state = 'applied')`,
    })
    .from(hirePosts)
    .where(
      and(
        eq(hirePosts.employerId, actor.userId),
        options.tab === "all" ? undefined : eq(hirePosts.state, options.tab),
        place,
      ),
    )
    .orderBy(desc(hirePosts.openedAt), desc(hirePosts.id))
    .limit(PER_PAGE + 1)
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ waiting, fresh, hidden, ...row }) => ({ ...cardOf(row), waiting, fresh, hidden })),
    next: last ? encodeCursor([last.openedAt.toISOString(), last.id]) : null,
  }
}

/** Posts that the actor has saved, the last saved first; closed ones stay, hidden ones do not. At most 60. */
export async function findSavedHires(actor: Actor): Promise<HireCard[]> {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select(cardColumns(actor))
    .from(hireSaves)
    .innerJoin(hirePosts, eq(hirePosts.id, hireSaves.hireId))
    .where(and(eq(hireSaves.userId, actor.userId), isNull(hirePosts.hiddenAt)))
    .orderBy(desc(hireSaves.createdAt))
    .limit(60)
  return rows.map(cardOf)
}
