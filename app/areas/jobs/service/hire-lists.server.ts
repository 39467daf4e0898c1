/** The lists of hire posts: what everybody finds, in which order, and one's own. */
import { and, desc, eq, isNull, ne, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { NearView, Range } from "#app/basics/distance.ts"
import { getDistance } from "#app/basics/region-distance.server.ts"
import { isSigunguCode, listAllCodes, listSigunguCodes, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { getNeighbourhood, toNearView } from "../../accounts/neighbourhood-rules.ts"
import type { Actor } from "../../accounts/rules.ts"
import { URGENT_LEAD_MS, type HireFact } from "../hire-facts.ts"
import { type DayTime, type HireSort, type JobKind, type PayType } from "../rules.ts"
import { hirePosts, hireSaves } from "../schema.server.ts"
import type { HireCardView, Page } from "../views.ts"
import { buildNearSteps, countByRegion, inRange, searchNear } from "#app/platform/near-steps.server.ts"
import {
  type ListOrder,
  type ListStep,
  type Page as KeysetPage,
  ascending,
  descending,
  page,
  pageOfList,
} from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

/** Region by code, date `YYYY-MM-DD` on which a shift lies. */
export type HireFilters = {
  kind: JobKind | null
  region: string | null
  /** How far to look from the reader's neighbourhood; null: as far as they set. */
  range: Range | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
  /** Facts that all have to hold. */ facts: readonly HireFact[]
}

/**
 * Takes applications, for everybody to see. No index is asked for the end ("is true"): it leaves out hardly
 * anything that is open, and the planner would gather all that it leaves.
 */
export const listedHireCondition = () =>
  and(
    eq(hirePosts.state, "open"),
    isNull(hirePosts.hiddenAt),
    sql`(${hirePosts.deadlineAt} > ${now().toISOString()}::timestamptz) is true`,
  )

/** True where the first shift begins within 48 hours, or has begun. */
const urgentCondition = () =>
  sql`${hirePosts.firstStartsAt} <= ${new Date(now().getTime() + URGENT_LEAD_MS).toISOString()}::timestamptz`

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
  beginners: hirePosts.beginners,
  payDate: hirePosts.payDate,
  urgent: sql<boolean>`(${listedHireCondition()} and ${urgentCondition()})`,
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

const newest = descending("newest", [hirePosts.openedAt, "time"], [hirePosts.id, "id"])
// Each is the beginning of an index of migration 0011, and behind a region of one of 0011 or 0050.
const SORTS: Record<HireSort, ListOrder> = {
  newest,
  deadline: ascending("deadline", [hirePosts.deadlineAt, "time"], [hirePosts.id, "id"]),
  wage: descending("wage", [hirePosts.hourlyWon, "integer"], [hirePosts.id, "id"]),
  region: { ...newest, name: "region" },
}

/** Reads a page of posts. */
function readHires(
  actor: Actor,
  list: {
    order: ListOrder
    steps: ListStep[] | null
    /** What an index in this order begins with. */ led?: SQL | undefined
    filter: SQL | undefined
    cursor: string | null
    size: number
  },
): Promise<KeysetPage<CardRow>> {
  const columns = hireCardColumns(actor)
  return pageOfList({
    ...list,
    table: hirePosts,
    id: hirePosts.id,
    listed: sql`${and(listedHireCondition(), list.led)}`,
    from: (sortKeys, joined) => {
      const rows = db()
        .select({ ...columns, sortKeys })
        .from(hirePosts)
      return joined ? rows.innerJoin(joined.rows, joined.on) : rows
    },
  })
}

const toListedHires = (rows: readonly CardRow[], from: string | null): HireCardView[] =>
  rows.map((row) => ({ ...toHireCard(row), distance: getDistance(row.regionCode, from) }))

// As the index hire_posts_marks says it.
const hireMarks = sql`hire_marks(${hirePosts.kind}, ${hirePosts.payType}, ${hirePosts.dayTimes},
  ${hirePosts.shortTerm})`

const FACT_CONDITIONS: Record<Exclude<HireFact, "short">, () => SQL> = {
  sameDay: () => eq(hirePosts.payDate, "same_day"),
  beginners: () => eq(hirePosts.beginners, true),
  urgent: urgentCondition,
}

const isSigungu = (region: string | null): region is string => region !== null && isSigunguCode(region)

/** What an index in each order of the list begins with: a 시·군·구, else a kind. */
function toLedCondition({ kind, region }: HireFilters): SQL | undefined {
  if (isSigungu(region)) return eq(hirePosts.regionCode, region)
  return kind ? eq(hirePosts.kind, kind) : undefined
}

/** What is marked: one look into one index, whichever of it is asked for; not a kind that leads alone. */
function toMarkCondition({ kind, region, pay, time, facts }: HireFilters): SQL | undefined {
  const others = [
    ...(pay ? [`pay:${pay}`] : []),
    ...(time ? [time] : []),
    ...(facts.includes("short") ? ["short"] : []),
  ]
  const isKindMarked = kind && (others.length > 0 || isSigungu(region))
  const marks = isKindMarked ? [`kind:${kind}`, ...others] : others
  return marks.length > 0 ? sql`${hireMarks} @> ${sql.param(marks)}::text[]` : undefined
}

/** What fits `filters`: `led` is where an index in the order of the list begins, `filter` the rest. */
function toConditions(filters: HireFilters): Record<"led" | "filter", SQL | undefined> {
  const { region, date, facts } = filters
  const isWider = region !== null && region !== WHOLE_COUNTRY && !isSigungu(region)
  return {
    led: toLedCondition(filters),
    filter: and(
      toMarkCondition(filters),
      // Written out as the codes in it, which have an index and statistics.
      isWider
        ? sql`${hirePosts.regionCode} = any(${sql.param(listSigunguCodes(region))}::text[])`
        : undefined,
      date
        ? sql`(exists (select from hire_slots s where s.hire_id = ${hirePosts.id} and s.date = ${date}::date)
          or (${hirePosts.payType} = 'month' and ${hirePosts.firstDate} <= ${date}::date))`
        : undefined,
      ...facts.filter((fact) => fact !== "short").map((fact) => FACT_CONDITIONS[fact]()),
    ),
  }
}

/**
 * A page of the posts that fit all `filters`, 20 after `cursor`; a cursor that cannot be read, or is of
 * another sort, begins anew. Where no region is chosen it begins with what is near the actor, as far as the
 * range goes, or everywhere where nothing is in it; "region" goes by distance.
 */
export async function searchHires(
  actor: Actor,
  filters: HireFilters,
  sort: HireSort,
  cursor: string | null,
): Promise<Page<HireCardView> & { total: number; near: NearView | null }> {
  const { led, filter } = toConditions(filters)
  const filterCondition = and(listedHireCondition(), led, filter)
  const near = filters.region === null ? toNearView(actor, filters.range) : null
  return searchNear(near, cursor === null, async (around) => {
    const [found, total] = await Promise.all([
      readHires(actor, {
        order: SORTS[sort],
        steps: around && buildNearSteps(hirePosts.regionCode, { ...around, isByDistance: sort === "region" }),
        led,
        filter,
        cursor,
        size: PAGE_SIZE,
      }),
      countCapped(
        hirePosts,
        and(filterCondition, around ? inRange(hirePosts.regionCode, around) : undefined),
      ),
    ])
    return {
      found: {
        rows: toListedHires(found.rows, getNeighbourhood(actor)?.regionCode ?? null),
        next: found.cursor,
        total,
      },
      isEmpty: found.rows.length === 0,
    }
  })
}

/** The newest posts, those near region `from` first, for the home screen. One query. */
export async function findNewestHires(limit: number, from: string | null): Promise<HireCardView[]> {
  const found = await readHires(
    { kind: "visitor", draftId: null },
    {
      order: newest,
      steps: from === null ? null : buildNearSteps(hirePosts.regionCode, { regionCode: from, range: "all" }),
      filter: undefined,
      cursor: null,
      size: limit,
    },
  )
  return toListedHires(found.rows, from)
}

/** Open posts of the same kind, those nearest to it first. */
export async function findSimilarHires(
  reference: { id: string; kind: JobKind; regionCode: string },
  limit = 4,
): Promise<HireCardView[]> {
  const { rows } = await readHires(
    { kind: "visitor", draftId: null },
    {
      order: newest,
      steps: buildNearSteps(hirePosts.regionCode, { regionCode: reference.regionCode, range: "all" }),
      filter: and(eq(hirePosts.kind, reference.kind), ne(hirePosts.id, reference.id)),
      cursor: null,
      size: limit,
    },
  )
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

/** The regions with posts that take applications: the lists worth finding. One query. */
export const listHireRegions = cacheBriefly(async (): Promise<{ region: string }[]> =>
  db().execute<{ region: string }>(sql`select region from unnest(${sql.param(listAllCodes())}::text[]) region
    where exists (select from hire_posts where region_code = region and ${listedHireCondition()})
    order by region`),
)

/** How many posts take applications in each of `codes`, up to 1,000 each. One query. */
export const countHiresByRegion = (codes: readonly string[]): Promise<Map<string, number>> =>
  countByRegion(
    codes,
    sql`select from hire_posts where hire_posts.region_code = code and ${listedHireCondition()}`,
  )
