/**
 * The open requests: the board of approved experts, what matches one of them, and the public few on the
 * home page.
 */
import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { isRegionCode, getSidoCode, listSigunguCodes, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import { toKstDateString, startOfKstDay } from "#app/basics/time.ts"
import { jsonRowsSubquery, type JsonSubquery } from "#app/platform/json-subqueries.server.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import { isApprovedExpert, type Actor, type Member } from "../../accounts/rules.ts"
import { LIMITS, type BoardSort, type Category } from "../rules.ts"
import { orders } from "../schema.server.ts"
import type { BoardCard, OpenOrderCard, Page } from "../views.ts"
import { hideOrderContacts, toIsoOrNull } from "./view-mappers.server.ts"
import { type ListOrder, type ListStep, descending, pageOfList } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

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

const onBoardCondition = () =>
  and(
    eq(orders.state, "open"),
    isNull(orders.hiddenAt),
    or(isNull(orders.expiresAt), gt(orders.expiresAt, now())),
  )

const openOrderColumns = {
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

const getBoardColumns = (actor: Member) => ({
  ...openOrderColumns,
  description: sql<string>`left(${orders.description}, 200)`,
  photoCount: sql<number>`(select count(*)::int from order_photos ph
    where ph.order_id = orders.id and ph.kind = 'site')`,
  invited: sql<boolean>`coalesce(orders.invited_expert_id = ${actor.userId}::uuid, false)`,
  proposed: sql<boolean>`exists (select from proposals p
    where p.order_id = orders.id and p.expert_id = ${actor.userId}::uuid)`,
})

type OpenOrderRow = Omit<OpenOrderCard, "openedAt" | "expiresAt"> & {
  openedAt: Date | null
  expiresAt: Date | null
}

/** A row as everybody sees it before the choice. */
function toCard<Row extends OpenOrderRow>(
  row: Row,
): Omit<Row, "openedAt" | "expiresAt"> & { openedAt: string; expiresAt: string | null } {
  return {
    ...hideOrderContacts(row),
    openedAt: toIsoOrNull(row.openedAt) ?? "",
    expiresAt: toIsoOrNull(row.expiresAt),
  }
}

// "As soon as possible" comes before every date, "to be agreed" after.
const SOON_SORT_DATE = sql.raw("'1970-01-01'::date")
const FLEXIBLE_SORT_DATE = sql.raw("'9999-12-31'::date")

// Every list goes on with the newest first; a sort may put one key before that, ascending.
function orderBy(sort: BoardSort): ListOrder {
  const newest = descending(sort, [orders.openedAt, "time"], [orders.id, "id"])
  const putFirst = (by: SQLWrapper, as: "integer" | "day"): ListOrder => ({
    name: sort,
    keys: [{ by, as, way: "asc" }, ...newest.keys],
  })
  switch (sort) {
    case "newest":
      return newest
    case "fewest":
      return putFirst(orders.proposalCount, "integer")
    case "soonest":
      return putFirst(
        // As the index orders_board_soonest says it.
        sql`coalesce(${orders.wantedOn}, case ${orders.schedule}
          when 'soon' then ${SOON_SORT_DATE} else ${FLEXIBLE_SORT_DATE} end)`,
        "day",
      )
    // Of each step of {@link listHomeSteps}.
    case "region":
      return newest
  }
}

/**
 * The steps of a board that begins with a region: the region, the rest of its 시·도, everywhere else; of these,
 * what lies `within` a code, "" for the whole country.
 */
function listHomeSteps(homeRegionCode: string, within: string): ListStep[] {
  const sido = getSidoCode(homeRegionCode)
  const around = sido === null ? [] : listCodesWithin(sido)
  const column = orders.regionCode
  const near = [homeRegionCode, ...around.filter((code) => code !== homeRegionCode)]
  const isWithin = (code: string) => code.startsWith(within)
  const codes = near.slice(1).filter(isWithin)
  const elsewhere = listCodesWithin(within).filter((code) => !near.includes(code))
  return [
    ...(isWithin(homeRegionCode) ? [{ column, codes: [homeRegionCode] }] : []),
    ...(codes.length > 0 ? [{ column, codes }] : []),
    ...(within === "" ? [{ condition: sql`${column} <> all(${sql.param(near)})` }] : []),
    ...(within !== "" && elsewhere.length > 0 ? [{ column, codes: elsewhere }] : []),
  ]
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
  const sort = options.sort ?? "newest"
  const home = actor.profile?.regionCode ?? null
  const { regionCode } = options.filters ?? {}
  const within = regionCode && regionCode !== WHOLE_COUNTRY ? regionCode : ""
  const inRegion =
    (sort === "newest" || sort === "region") && isRegionCode(within)
      ? [{ column: orders.regionCode, codes: listCodesWithin(within) }]
      : null
  const steps = sort === "region" && home !== null ? listHomeSteps(home, within) : inRegion
  const found = await pageOfList({
    from: (sortKeys, joined) => {
      const rows = db()
        .select({ ...getBoardColumns(actor), sortKeys })
        .from(orders)
      return joined ? rows.innerJoin(joined.rows, joined.on) : rows
    },
    order: orderBy(sort),
    table: orders,
    id: orders.id,
    listed: sql`${and(
      onBoardCondition(),
      ne(orders.customerId, actor.userId),
      ...buildFilterConditions(options.filters ?? {}),
    )}`,
    steps,
    cursor: options.cursor ?? null,
    size: PAGE_SIZE,
  })
  return {
    rows: found.rows.map(toCard),
    cursor: found.cursor,
  }
}

function buildFilterConditions({
  category,
  regionCode,
  budgetMinWon,
  budgetMaxWon,
}: BoardFilters): (SQL | undefined)[] {
  return [
    category ? eq(orders.category, category) : undefined,
    regionCode ? buildRegionCondition([regionCode]) : undefined,
    // A request without a budget is open to every price.
    budgetMinWon ? or(isNull(orders.budgetMaxWon), gte(orders.budgetMaxWon, budgetMinWon)) : undefined,
    budgetMaxWon ? or(isNull(orders.budgetMinWon), lte(orders.budgetMinWon, budgetMaxWon)) : undefined,
  ]
}

/** True of requests in one of `codes`; a 시·도 is written out as what lies in it, for the index of regions. */
function buildRegionCondition(codes: readonly string[]): SQL | undefined {
  const validCodes = codes.filter(isRegionCode)
  if (validCodes.includes(WHOLE_COUNTRY)) return undefined
  const within = new Set(validCodes.flatMap(listCodesWithin))
  return sql`${orders.regionCode} = any(${sql.param([...within])}::text[])`
}

/** `code` and the codes of what lies in it. */
const listCodesWithin = (code: string): string[] => [code, ...listSigunguCodes(code)]

/**
 * Open requests in the expert's categories and regions to which they have not proposed: invitations first,
 * then the newest.
 */
export async function findMatchingOrders(
  actor: Actor,
  match: { categories: readonly Category[]; regionCodes: readonly string[]; limit: number },
): Promise<BoardCard[]> {
  if (!isApprovedExpert(actor)) return []
  const columns = getBoardColumns(actor)
  // Each by its own index; as one condition the whole board would be read.
  const [invited, fitting] = [
    eq(orders.invitedExpertId, actor.userId),
    and(
      sql`${orders.category} = any(${sql.param([...match.categories])}::text[])`,
      buildRegionCondition(match.regionCodes),
    ),
  ].map(
    (branch) =>
      sql`(select ${orders.id} from ${orders} where ${and(
        onBoardCondition(),
        ne(orders.customerId, actor.userId),
        sql`${orders.proposalCount} < ${LIMITS.proposals}`,
        sql`not ${columns.proposed}`,
        branch,
      )} order by ${desc(orders.openedAt)}, ${desc(orders.id)} limit ${match.limit}::int)`,
  )
  const rows = await db()
    .select(columns)
    .from(orders)
    .where(sql`${orders.id} = any(array(${invited} union ${fitting}))`)
    .orderBy(desc(columns.invited), desc(orders.openedAt), desc(orders.id))
    .limit(match.limit)
  return rows.map(toCard)
}

/**
 * An open request as everybody may see it, with public fields only; null where it takes no proposals any
 * more, is hidden, or is none.
 */
export async function findPublicRequest(
  actor: Actor,
  orderId: string,
): Promise<{ order: OpenOrderCard; isOwn: boolean } | null> {
  if (!isId(orderId)) return null
  const [row] = await db()
    .select({ ...openOrderColumns, customerId: orders.customerId })
    .from(orders)
    .where(and(eq(orders.id, orderId), onBoardCondition()))
  if (!row) return null
  const { customerId, ...order } = row
  return { order: toCard(order), isOwn: actor.kind === "member" && actor.userId === customerId }
}

/** Those of `orderIds` that are on the board now, with what decides whom they fit. */
export const findBoardRequests = (executor: Executor, orderIds: readonly string[]) =>
  executor
    .select({
      orderId: orders.id,
      customerId: orders.customerId,
      category: orders.category,
      regionCode: orders.regionCode,
      invitedExpertId: orders.invitedExpertId,
    })
    .from(orders)
    .where(and(inArray(orders.id, [...orderIds]), onBoardCondition()))

/** The newest open requests for everybody, with public fields only. */
export const queryNewestOpenOrders = (limit: number): JsonSubquery<OpenOrderCard[]> =>
  jsonRowsSubquery(
    openOrderColumns,
    sql`from ${orders} where ${onBoardCondition()} order by ${desc(orders.openedAt)}, ${desc(orders.id)}
      limit ${limit}`,
    (rows: OpenOrderCard[]) =>
      rows.map((row) => ({
        ...hideOrderContacts(row),
        openedAt: toIsoString(row.openedAt),
        expiresAt: row.expiresAt === null ? null : toIsoString(row.expiresAt),
      })),
  )
const toIsoString = (time: string) => new Date(time).toISOString()

/** How many requests were opened today, by Korea's calendar, and are still to be seen. */
export const queryOpenedTodayCount = (): JsonSubquery<number> => ({
  json: sql`(select count(*)::int from ${orders}
    where ${onBoardCondition()} and ${gte(orders.openedAt, startOfKstDay(toKstDateString(now())))})`,
  read: Number,
})
