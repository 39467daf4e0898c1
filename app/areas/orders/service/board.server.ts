/**
 * Owns the open requests: the board of approved experts, what matches one of them, and the public few on the
 * home page.
 */
import { and, desc, eq, gt, gte, isNull, lte, ne, or, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isDay, isInt4, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, isNothing, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { isRegionCode, sidoOf, wholeCountry } from "#app/basics/regions.ts"
import { kstDateString, startOfKstDay } from "#app/basics/time.ts"
import { askRows, type Asked } from "#app/platform/asked.server.ts"
import { db } from "#app/platform/db.server.ts"
import { isApprovedExpert, type Actor, type Member } from "../../accounts/rules.ts"
import { LIMITS, type BoardSort, type Category } from "../rules.ts"
import { orders } from "../schema.server.ts"
import type { BoardCard, OpenOrderCard, Page } from "../views.ts"
import { isoOf } from "./shape.server.ts"

const PER_PAGE = 20

/**
 * Regions narrow by code: a 시·군·구, a 시·도, or "all". Budgets in won: requests that would pay at least, or at
 * most, so much.
 */
export type BoardFilters = {
  category?: Category | null
  regionCode?: string | null
  budgetMinWon?: number | null
  budgetMaxWon?: number | null
}

const isOnBoard = () =>
  and(
    eq(orders.state, "open"),
    isNull(orders.hiddenAt),
    or(isNull(orders.expiresAt), gt(orders.expiresAt, now())),
  )

const openColumns = {
  id: orders.id,
  category: orders.category,
  service: orders.service,
  title: orders.title,
  regionCode: orders.regionCode,
  schedule: orders.schedule,
  wantedOn: orders.wantedOn,
  budgetMinWon: orders.budgetMinWon,
  budgetMaxWon: orders.budgetMaxWon,
  proposalCount: orders.proposalCount,
  openedAt: orders.openedAt,
  expiresAt: orders.expiresAt,
}

const boardColumns = (actor: Member) => ({
  ...openColumns,
  description: sql<string>`left(${orders.description}, 200)`,
  photoCount: sql<number>`(select count(*)::int from order_photos ph
    where ph.order_id = orders.id and ph.kind = 'site')`,
  invited: sql<boolean>`coalesce(orders.invited_expert_id = ${actor.userId}::uuid, false)`,
  proposed: sql<boolean>`exists (select from proposals p
    where p.order_id = orders.id and p.expert_id = ${actor.userId}::uuid)`,
})

type OpenRow = Omit<OpenOrderCard, "openedAt" | "expiresAt"> & {
  openedAt: Date | null
  expiresAt: Date | null
}

function withTimes<Row extends OpenRow>(
  row: Row,
): Omit<Row, "openedAt" | "expiresAt"> & { openedAt: string; expiresAt: string | null } {
  return { ...row, openedAt: isoOf(row.openedAt) ?? "", expiresAt: isoOf(row.expiresAt) }
}

type KeyFields = Pick<OpenOrderCard, "wantedOn" | "schedule" | "proposalCount" | "regionCode">
type Key = { by: SQL; type: SQL; of: (row: KeyFields) => string | number; check: CursorCheck }

// "As soon as possible" comes before every date, "to be agreed" after.
const SOON = "1970-01-01"
const SOMETIME = "9999-12-31"
const wholeNumber = { type: sql`integer`, check: isInt4 }

// Every list goes on with the newest first; a sort may put one key before that, ascending.
function keyOf(sort: BoardSort, home: string | null): Key | undefined {
  if (sort === "newest") return undefined
  if (sort === "fewest")
    return { by: sql`${orders.proposalCount}`, of: (row) => row.proposalCount, ...wholeNumber }
  if (sort === "soonest") {
    return {
      by: sql`coalesce(${orders.wantedOn}, case ${orders.schedule} when 'soon' then ${SOON}::date
        else ${SOMETIME}::date end)`,
      type: sql`date`,
      of: (row) => row.wantedOn ?? (row.schedule === "soon" ? SOON : SOMETIME),
      check: isDay,
    }
  }
  const sido = home ? sidoOf(home) : null
  return {
    by: sql`case when ${orders.regionCode} = ${home ?? ""} then 0
      when ${orders.regionCode} like ${`${sido ?? "-"}%`} then 1 else 2 end`,
    of: (row) => (row.regionCode === home ? 0 : sido && row.regionCode.startsWith(sido) ? 1 : 2),
    ...wholeNumber,
  }
}

/**
 * A page of the board; empty for whoever is not an approved expert. The actor's own requests are left out.
 * "region" begins with the actor's own.
 */
export async function findOpenOrders(
  actor: Actor,
  options: { filters?: BoardFilters; sort?: BoardSort; cursor?: string | null },
): Promise<Page<BoardCard>> {
  if (!isApprovedExpert(actor)) return { rows: [], cursor: null }
  const key = keyOf(options.sort ?? "newest", actor.profile?.regionCode ?? null)
  const [at, id, first] = decodeCursor(options.cursor, [isTimestamp, isId, key?.check ?? isNothing]) ?? []
  const later = !id ? undefined : sql`(${orders.openedAt}, ${orders.id}) < (${at}::timestamptz, ${id}::uuid)`
  const after =
    key && later
      ? sql`(${key.by} > ${first}::${key.type} or (${key.by} = ${first}::${key.type} and ${later}))`
      : later
  const rows = await db()
    .select(boardColumns(actor))
    .from(orders)
    .where(and(isOnBoard(), ne(orders.customerId, actor.userId), ...filtersOf(options.filters ?? {}), after))
    .orderBy(...(key ? [key.by] : []), desc(orders.openedAt), desc(orders.id))
    .limit(PER_PAGE + 1)
  const shown = rows.slice(0, PER_PAGE)
  const last = shown.at(-1)
  return {
    rows: shown.map(withTimes),
    cursor:
      last?.openedAt && rows.length > PER_PAGE
        ? encodeCursor([last.openedAt.toISOString(), last.id, key?.of(last) ?? null])
        : null,
  }
}

function filtersOf({ category, regionCode, budgetMinWon, budgetMaxWon }: BoardFilters): (SQL | undefined)[] {
  return [
    category ? eq(orders.category, category) : undefined,
    regionCode ? withinRegions([regionCode]) : undefined,
    // A request without a budget is open to every price.
    budgetMinWon ? or(isNull(orders.budgetMaxWon), gte(orders.budgetMaxWon, budgetMinWon)) : undefined,
    budgetMaxWon ? or(isNull(orders.budgetMinWon), lte(orders.budgetMinWon, budgetMaxWon)) : undefined,
  ]
}

// A code begins with the code of the region around it.
function withinRegions(codes: readonly string[]): SQL | undefined {
  const known = codes.filter(isRegionCode)
  if (known.includes(wholeCountry)) return undefined
  return known.length === 0
    ? sql`false`
    : sql`${orders.regionCode} like any(${sql.param(known.map((code) => `${code}%`))})`
}

/**
 * Open requests in the expert's categories and regions to which they have not proposed: invitations first,
 * then the newest.
 */
export async function findMatchingForExpert(
  actor: Actor,
  match: { categories: readonly Category[]; regionCodes: readonly string[]; limit: number },
): Promise<BoardCard[]> {
  if (!isApprovedExpert(actor)) return []
  const columns = boardColumns(actor)
  const rows = await db()
    .select(columns)
    .from(orders)
    .where(
      and(
        isOnBoard(),
        ne(orders.customerId, actor.userId),
        sql`${orders.proposalCount} < ${LIMITS.proposals}`,
        sql`not ${columns.proposed}`,
        or(
          eq(orders.invitedExpertId, actor.userId),
          and(
            sql`${orders.category} = any(${sql.param([...match.categories])})`,
            withinRegions(match.regionCodes),
          ),
        ),
      ),
    )
    .orderBy(desc(columns.invited), desc(orders.openedAt), desc(orders.id))
    .limit(match.limit)
  return rows.map(withTimes)
}

/** The newest open requests for everybody, with public fields only. */
export const newestOpenOrders = (limit: number): Asked<OpenOrderCard[]> =>
  askRows(
    openColumns,
    sql`from ${orders} where ${isOnBoard()} order by ${desc(orders.openedAt)}, ${desc(orders.id)}
      limit ${limit}`,
    (rows: OpenOrderCard[]) =>
      rows.map((row) => ({
        ...row,
        openedAt: isoOfText(row.openedAt),
        expiresAt: row.expiresAt === null ? null : isoOfText(row.expiresAt),
      })),
  )
const isoOfText = (time: string) => new Date(time).toISOString()

/** How many requests were opened today, by Korea's calendar, and are still to be seen. */
export const countOpenToday = (): Asked<number> => ({
  json: sql`(select count(*)::int from ${orders}
    where ${isOnBoard()} and ${gte(orders.openedAt, startOfKstDay(kstDateString(now())))})`,
  read: Number,
})
