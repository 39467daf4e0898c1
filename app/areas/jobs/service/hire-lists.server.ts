/** The lists of hire posts: what everybody finds, in which order, and one's own. */
import { and, desc, eq, inArray, isNull, ne, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { formatRegionName, getSidoCode, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import type { SubjectCard } from "#app/basics/subject.ts"
import { getDDay } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { formatWhen } from "../parts/format.ts"
import type { DayTime, HireSort, JobKind, PayType } from "../rules.ts"
import { hirePosts, hireSaves } from "../schema.server.ts"
import type { HireCardView, Page } from "../views.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

/** Region by code, date `YYYY-MM-DD` on which a shift lies. */
export type HireFilters = {
  kind: JobKind | null
  region: string | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
  short: boolean
}

const listedCondition = () =>
  and(
    eq(hirePosts.state, "open"),
    isNull(hirePosts.hiddenAt),
    sql`${hirePosts.deadlineAt} > ${now().toISOString()}::timestamptz`,
  )

/** In a selection of one table the columns lose its name: subselects say it themselves. */
export const hireCardColumns = (actor: Actor) => ({
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
type CardRow = Omit<HireCardView, "deadlineAt" | "openedAt"> & { deadlineAt: Date; openedAt: Date }
export const toHireCard = ({ deadlineAt, openedAt, ...row }: CardRow): HireCardView => ({
  ...row,
  deadlineAt: deadlineAt.toISOString(),
  openedAt: openedAt.toISOString(),
})

// Each but the region's is the beginning of an index of migration 0013.
function orderBy(sort: HireSort, homeRegionCode: string | null): ListOrder {
  const id = [hirePosts.id, "id"] as const
  switch (sort) {
    case "newest":
      return descending(sort, [hirePosts.openedAt, "time"], id)
    case "deadline":
      return ascending(sort, [hirePosts.deadlineAt, "time"], id)
    case "wage":
      return descending(sort, [hirePosts.hourlyWon, "integer"], id)
    case "region": {
      const sido = homeRegionCode ? getSidoCode(homeRegionCode) : null
      const distance = sql`case when ${hirePosts.regionCode} = ${homeRegionCode ?? ""} then 0
        when ${hirePosts.regionCode} like ${`${sido ?? "-"}%`} then 1 else 2 end`
      return {
        name: sort,
        keys: [
          { by: distance, as: "integer", way: "asc" },
          { by: hirePosts.regionCode, as: "text", way: "asc" },
          { by: hirePosts.openedAt, as: "time", way: "desc" },
          { by: hirePosts.id, as: "id", way: "desc" },
        ],
      }
    }
  }
}

function buildConditions({ kind, region, pay, date, time, short }: HireFilters): (SQL | undefined)[] {
  return [
    kind ? eq(hirePosts.kind, kind) : undefined,
    region && region !== WHOLE_COUNTRY ? sql`${hirePosts.regionCode} like ${`${region}%`}` : undefined,
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
): Promise<Page<HireCardView> & { total: number }> {
  const homeRegionCode = actor.kind === "member" ? (actor.profile?.regionCode ?? null) : null
  const filterCondition = and(listedCondition(), ...buildConditions(filters))
  const [found, [counted]] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({ ...hireCardColumns(actor), sortKeys })
          .from(hirePosts),
      order: orderBy(sort, homeRegionCode),
      filter: filterCondition,
      cursor,
      size: PAGE_SIZE,
    }),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(hirePosts)
      .where(filterCondition),
  ])
  return {
    rows: found.rows.map(toHireCard),
    next: found.cursor,
    total: counted?.total ?? 0,
  }
}

/** The newest posts for everybody, for the home screen. One query. */
export async function findNewestHires(limit: number): Promise<HireCardView[]> {
  const rows = await db()
    .select(hireCardColumns({ kind: "visitor", draftId: null }))
    .from(hirePosts)
    .where(listedCondition())
    .orderBy(desc(hirePosts.openedAt), desc(hirePosts.id))
    .limit(limit)
  return rows.map(toHireCard)
}

/** What a list of all kinds of things says of a job: two lines and how long it takes applications. */
export type HireLines = { line: string; facts: string; state: NonNullable<SubjectCard["state"]> }

/** The lines of those of `ids` that take applications, by id. */
export async function findHireLines(ids: readonly string[]): Promise<Map<string, HireLines>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select(hireCardColumns({ kind: "visitor", draftId: null }))
    .from(hirePosts)
    .where(and(listedCondition(), inArray(hirePosts.id, [...ids])))
  return new Map(
    rows.map((row): [string, HireLines] => {
      const { label, days } = getDDay(row.deadlineAt, now())
      return [
        row.id,
        {
          line: `${formatRegionName(row.regionCode)} · ${formatWhen(row, now())}`,
          facts: [row.businessName, `${row.headcount}자리`, row.shortTerm ? "단기" : ""]
            .filter(Boolean)
            .join(" · "),
          state: { tone: days === 0 ? "refused" : days <= 3 ? "warn" : "open", label },
        },
      ]
    }),
  )
}

/** Open posts of the same kind, those of the same 시·도 first. */
export async function findSimilarHires(
  reference: { id: string; kind: JobKind; regionCode: string },
  limit = 4,
): Promise<HireCardView[]> {
  const rows = await db()
    .select(hireCardColumns({ kind: "visitor", draftId: null }))
    .from(hirePosts)
    .where(and(listedCondition(), eq(hirePosts.kind, reference.kind), ne(hirePosts.id, reference.id)))
    .orderBy(
      sql`${hirePosts.regionCode} like ${`${getSidoCode(reference.regionCode) ?? "-"}%`} desc`,
      desc(hirePosts.openedAt),
      desc(hirePosts.id),
    )
    .limit(limit)
  return rows.map(toHireCard)
}

const MY_HIRES_ORDER = descending("newest", [hirePosts.openedAt, "time"], [hirePosts.id, "id"])

/**
 * The actor's own posts, newest first, with how many wait for an answer. `open` alone: those that still take
 * applications.
 */
export async function findMyHires(
  actor: Actor,
  options: { tab: "all" | "open" | "closed"; cursor?: string | null },
): Promise<Page<HireCardView & { waiting: number; newApplicants: number; hidden: boolean }>> {
  if (actor.kind !== "member") return { rows: [], next: null }
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          ...hireCardColumns(actor),
          hidden: sql<boolean>`${hirePosts.hiddenAt} is not null`,
          waiting: sql<number>`(select count(*)::int from job_applications a
            where a.hire_id = hire_posts.id and a.state in ('applied', 'viewed', 'shortlisted'))`,
          newApplicants: sql<number>`(select count(*)::int from job_applications a
            where a.hire_id = hire_posts.id and a.state = 'applied')`,
          sortKeys,
        })
        .from(hirePosts),
    order: MY_HIRES_ORDER,
    filter: and(
      eq(hirePosts.employerId, actor.userId),
      options.tab === "all" ? undefined : eq(hirePosts.state, options.tab),
    ),
    cursor: options.cursor ?? null,
    size: PAGE_SIZE,
  })
  return {
    rows: found.rows.map(({ waiting, newApplicants, hidden, ...row }) => ({
      ...toHireCard(row),
      waiting,
      newApplicants,
      hidden,
    })),
    next: found.cursor,
  }
}

/** Posts that the actor has saved, the last saved first; closed ones stay, hidden ones do not. At most 60. */
export async function findSavedHires(actor: Actor): Promise<HireCardView[]> {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select(hireCardColumns(actor))
    .from(hireSaves)
    .innerJoin(hirePosts, eq(hirePosts.id, hireSaves.hireId))
    .where(and(eq(hireSaves.userId, actor.userId), isNull(hirePosts.hiddenAt)))
    .orderBy(desc(hireSaves.createdAt))
    .limit(60)
  return rows.map(toHireCard)
}
