/**
 * The public lists of items: the market, what is like an item, what else a seller has, what one has
 * marked.
 */
import { and, desc, eq, sql, type SQL } from "drizzle-orm"
import type { NearView, Range } from "#app/basics/distance.ts"
import { getDistance } from "#app/basics/region-distance.server.ts"
import { getSidoCode, listAllCodes } from "#app/basics/regions.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import { db, searchDb } from "#app/platform/db.server.ts"
import { jsonRowsSubquery } from "#app/platform/json-subqueries.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { buildNearSteps, countByRegion, inRange, searchNear } from "#app/platform/near-steps.server.ts"
import { getNeighbourhood, toNearView } from "../../accounts/neighbourhood-rules.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  ITEM_CATEGORIES,
  type Condition,
  type ItemCategory,
  type ItemSort,
  type DealMethod,
} from "../rules.ts"
import { items, itemWishes } from "../schema.server.ts"
import type { ItemCard, ItemPage } from "../views.ts"
import { openCondition, readOpenFirst } from "./open-first.server.ts"
import { chatCountSql, wishCountSql } from "./item-stats.server.ts"
import { firstPictureSql } from "./item-pictures.server.ts"
import {
  type ListOrder,
  type ListStep,
  type Page,
  ascending,
  descending,
  page,
  pageBySteps,
} from "#app/platform/page.server.ts"

const PAGE_SIZE = 24

// The predicate of every index of the market's lists.
const listedCondition = sql`${items.hiddenAt} is null and ${items.putAwayAt} is null
  and ${items.deletedAt} is null`

const wishedBySql = (userId: string | null) =>
  userId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from item_wishes mine
      where mine.item_id = items.id and mine.user_id = ${userId}::uuid)`
const cardColumns = (userId: string | null) => ({
  id: items.id,
  title: items.title,
  category: items.category,
  priceWon: items.priceWon,
  regionCode: items.regionCode,
  state: items.state,
  bumpedAt: items.bumpedAt,
  createdAt: items.createdAt,
  wishes: wishCountSql,
  chats: chatCountSql,
  picture: firstPictureSql,
  wished: wishedBySql(userId),
})
type CardRow = Omit<ItemCard, "at" | "bumped" | "distance"> & { bumpedAt: Date; createdAt: Date }
/** Cards of rows, with how far each is from region `from`. */
const toItemCards = (rows: readonly CardRow[], from: string | null): ItemCard[] =>
  rows.map((row) => ({
    id: row.id,
    title: row.title,
    category: row.category,
    priceWon: row.priceWon,
    regionCode: row.regionCode,
    distance: getDistance(row.regionCode, from),
    state: row.state,
    wishes: row.wishes,
    chats: row.chats,
    picture: row.picture,
    wished: row.wished,
    at: row.bumpedAt.toISOString(),
    bumped: row.bumpedAt > row.createdAt,
  }))
const getRegionOf = (actor: Actor) => getNeighbourhood(actor)?.regionCode ?? null
const getUserId = (actor: Actor) => (actor.kind === "member" ? actor.userId : null)

export type ItemFilters = {
  category: ItemCategory | null
  region: string | null
  /** How far to look from the reader's neighbourhood; null: as far as they set. */
  range: Range | null
  condition: readonly Condition[]
  method: DealMethod | null
  min: number | null
  max: number | null
  /** Only 나눔. */
  free: boolean
  /** Leaves out what is sold. */
  open: boolean
  /** Only what takes price offers. */
  offers: boolean
}

// As the index items_marks says it.
const itemMarks = sql`item_marks(${items.category}, ${items.condition}, ${items.regionCode},
  ${items.priceWon})`
const toParameter = (marks: readonly string[]) => sql`${sql.param([...marks])}::text[]`

/** Category, region, condition and what is free: one look into one index, whichever of them are asked for. */
function toMarkConditions({ category, region, condition, free }: ItemFilters): SQL[] {
  const marks = [
    category && `category:${category}`,
    region && (getSidoCode(region) === region ? `sido:${region}` : `region:${region}`),
    condition.length === 1 && `condition:${condition[0]}`,
    free && "free",
  ].filter((mark): mark is string => typeof mark === "string" && mark !== "")
  const anyCondition = condition.length > 1 ? [sql`${items.condition} = any(${toParameter(condition)})`] : []
  if (marks.length === 0) return anyCondition
  // One of these alone has an index in the order of the list.
  if (marks.length === 1 && category) return [sql`${items.category} = ${category}`, ...anyCondition]
  if (marks.length === 1 && region) return [inRegionCondition(region), ...anyCondition]
  if (marks.length === 1 && condition[0] && !free) return [sql`${items.condition} = ${condition[0]}`]
  return [sql`${itemMarks} @> ${toParameter(marks)}`, ...anyCondition]
}

function toConditions(filters: ItemFilters): SQL[] {
  const { method, min, max, free, open, offers } = filters
  const conditions: SQL[] = [listedCondition, ...toMarkConditions(filters)]
  // What most items have is seen on the way along the order.
  if (method === "direct") conditions.push(sql`${items.direct}`)
  if (method === "parcel") conditions.push(sql`${items.parcel}`)
  if (open) conditions.push(openCondition)
  // What is free takes no price offers.
  if (offers) conditions.push(free ? sql`false` : sql`${items.negotiable} and ${items.state} = 'selling'`)
  if (min !== null) conditions.push(sql`${items.priceWon} >= ${min}::int`)
  if (max !== null) conditions.push(sql`${items.priceWon} <= ${max}::int`)
  return conditions
}

const inRegionCondition = (region: string) =>
  getSidoCode(region) === region
    ? sql`${items.regionCode} like ${`${region}%`}`
    : sql`${items.regionCode} = ${region}`

const newest = descending("recent", [items.bumpedAt, "time"], [items.id, "id"])
const SORTS: Record<ItemSort, ListOrder> = {
  recent: newest,
  near: { ...newest, name: "near" },
  cheap: ascending("cheap", [items.priceWon, "integer"], [items.id, "id"]),
  expensive: descending("expensive", [items.priceWon, "integer"], [items.id, "id"]),
}

/** False of filters that leave out so much that a plan must know their values to be a good one. */
const isUnfiltered = ({ category, condition, method, min, max, free, open, offers }: ItemFilters): boolean =>
  !(category || method || free || open || offers) && condition.length === 0 && min === null && max === null

/**
 * Reads a page of the market: by steps where it begins somewhere. `planOnce`: by a plan that is kept, for a
 * list by steps whose filters leave hardly anything out: planning it takes longer than reading it.
 */
function readItems(
  userId: string | null,
  list: {
    order: ListOrder
    steps: ListStep[] | null
    filter: SQL | undefined
    cursor: string | null
    size: number
    planOnce?: boolean
  },
): Promise<Page<CardRow>> {
  const { steps, planOnce, ...rest } = list
  const columns = cardColumns(userId)
  if (!steps)
    return page({
      ...rest,
      from: (sortKeys) =>
        db()
          .select({ ...columns, sortKeys })
          .from(items),
    })
  return pageBySteps({
    ...rest,
    steps,
    table: items,
    id: items.id,
    from: (sortKeys, near) =>
      (planOnce ? searchDb() : db())
        .select({ ...columns, sortKeys })
        .from(items)
        .innerJoin(near, sql`near.id = ${items.id}`),
  })
}

type ItemSearch = ItemPage & { total: number | null; near: NearView | null }

/**
 * One page of the market: 24 items that fit all `filters`, those that are sold behind all others. Where no
 * region is chosen it begins with what is near the actor, as far as the range goes, or everywhere where
 * nothing is in it. `cursor` is the `next` of the page before; one that cannot be read, or belongs to
 * another sort, gives the first page. `total` counts what fits, as far as lists are counted; it is asked for
 * on the first page only, else null.
 */
export async function searchItems(
  actor: Actor,
  filters: ItemFilters,
  sort: ItemSort,
  cursor: string | null,
): Promise<ItemSearch> {
  const matchCondition = and(...toConditions(filters))
  const near = filters.region === null ? toNearView(actor, filters.range) : null
  return searchNear(near, cursor === null, async (around) => {
    const counted = cursor
      ? null
      : countCapped(items, and(matchCondition, around ? inRange(items.regionCode, around) : undefined))
    const found = await readOpenFirst(
      (half, after, size) =>
        readItems(getUserId(actor), {
          order: SORTS[sort],
          steps: around && buildNearSteps(items.regionCode, { ...around, isByDistance: sort === "near" }),
          filter: and(matchCondition, half),
          cursor: after,
          size,
          planOnce: isUnfiltered(filters),
        }),
      cursor,
      PAGE_SIZE,
      counted,
    )
    return {
      found: {
        cards: toItemCards(found.rows, getRegionOf(actor)),
        next: found.cursor,
        total: await counted,
      },
      isEmpty: found.rows.length === 0,
    }
  })
}

/** The newest items for sale, those near region `from` first, for the home screen, in one query. */
export async function findNewestItems(limit: number, from: string | null): Promise<ItemCard[]> {
  const found = await readItems(null, {
    order: newest,
    steps: from === null ? null : buildNearSteps(items.regionCode, { regionCode: from, range: "all" }),
    filter: and(listedCondition, eq(items.state, "selling")),
    cursor: null,
    size: limit,
  })
  return toItemCards(found.rows, from)
}

type JsonCardRow = Omit<CardRow, "bumpedAt" | "createdAt"> & { bumpedAt: string; createdAt: string }
const parseTimes = (row: JsonCardRow): CardRow => ({
  ...row,
  bumpedAt: new Date(row.bumpedAt),
  createdAt: new Date(row.createdAt),
})

/** Asks for the cards of those of `ids` that the market lists, by id. */
export const itemCardsSubquery = (actor: Actor, ids: readonly string[]) =>
  jsonRowsSubquery(
    cardColumns(getUserId(actor)),
    sql`from ${items} where ${listedCondition} and ${items.id} = any(${sql.param([...ids])}::uuid[])`,
    (rows: JsonCardRow[]) =>
      new Map(toItemCards(rows.map(parseTimes), getRegionOf(actor)).map((card) => [card.id, card])),
  )

/**
 * Items for sale like `item`: of its category, near the reader first (near the item for one who never said
 * where they are), then for about as much (half to double), then the newest.
 */
export async function findSimilarItems(
  actor: Actor,
  item: { id: string; category: ItemCategory; sellerId: string; regionCode: string; priceWon: number },
  limit: number,
): Promise<ItemCard[]> {
  const here = getRegionOf(actor) ?? item.regionCode
  const candidateIds = db()
    .select({ id: items.id })
    .from(items)
    .where(
      and(
        listedCondition,
        eq(items.category, item.category),
        eq(items.state, "selling"),
        sql`${items.id} <> ${item.id}::uuid`,
        sql`${items.sellerId} <> ${item.sellerId}::uuid`,
      ),
    )
    .orderBy(desc(items.bumpedAt), desc(items.id))
    .limit(60)
  const rows = await db()
    .select(cardColumns(getUserId(actor)))
    .from(items)
    .where(sql`${items.id} in ${candidateIds}`)
    .orderBy(
      sql`case when ${items.regionCode} = ${here} then 0
        when ${inRange(items.regionCode, { regionCode: here, range: "next" })} then 1
        when ${inRange(items.regionCode, { regionCode: here, range: "city" })} then 2 else 3 end`,
      desc(
        sql`${items.priceWon} between ${Math.floor(item.priceWon / 2)}::int and ${item.priceWon * 2}::bigint`,
      ),
      desc(items.bumpedAt),
      desc(items.id),
    )
    .limit(limit)
  return toItemCards(rows, getRegionOf(actor))
}

/** What else a seller has up, what is for sale first; `except` is left out. */
export async function findItemsOfSeller(
  actor: Actor,
  sellerId: string,
  limit: number,
  except: string | null = null,
): Promise<ItemCard[]> {
  const rows = await db()
    .select(cardColumns(getUserId(actor)))
    .from(items)
    .where(
      and(
        listedCondition,
        eq(items.sellerId, sellerId),
        except === null ? undefined : sql`${items.id} <> ${except}::uuid`,
      ),
    )
    .orderBy(
      sql`case ${items.state} when 'selling' then 0 when 'reserved' then 1 else 2 end`,
      desc(items.bumpedAt),
      desc(items.id),
    )
    .limit(limit)
  return toItemCards(rows, getRegionOf(actor))
}

/** A page of what a seller has up, the newest first, what is sold behind it. */
export async function findSellerItemPage(
  actor: Actor,
  sellerId: string,
  cursor: string | null,
): Promise<ItemPage> {
  const found = await readOpenFirst(
    (half, after, size) =>
      readItems(getUserId(actor), {
        order: newest,
        steps: null,
        filter: and(listedCondition, eq(items.sellerId, sellerId), half),
        cursor: after,
        size,
      }),
    cursor,
    PAGE_SIZE,
  )
  return {
    cards: toItemCards(found.rows, getRegionOf(actor)),
    next: found.cursor,
  }
}

const WISH_ORDER = descending("latest", [itemWishes.createdAt, "time"], [itemWishes.itemId, "id"])

/** A page of what the actor has marked with a heart, the latest heart first. */
export async function findWishes(actor: Actor, cursor: string | null): Promise<ItemPage> {
  if (actor.kind !== "member") return { cards: [], next: null }
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ ...cardColumns(actor.userId), wishedAt: itemWishes.createdAt, sortKeys })
        .from(itemWishes)
        .innerJoin(items, eq(items.id, itemWishes.itemId)),
    order: WISH_ORDER,
    filter: and(eq(itemWishes.userId, actor.userId), listedCondition),
    cursor,
    size: PAGE_SIZE,
  })
  return {
    cards: toItemCards(found.rows, getRegionOf(actor)),
    next: found.cursor,
  }
}

/** The regions with something for sale and its categories there: the lists worth finding. One query. */
export const listItemRegions = cacheBriefly(
  async (): Promise<{ region: string; category: ItemCategory | null }[]> =>
    db().execute<{ region: string; category: ItemCategory | null }>(sql`
    select region, category from unnest(${sql.param(listAllCodes())}::text[]) region
      cross join unnest(${sql.param([null, ...ITEM_CATEGORIES])}::text[]) category
    where exists (select from items where region_code = region and state = 'selling'
      and (category is null or items.category = category) and ${listedCondition})
    order by region, category nulls first`),
)

/** How many items are for sale in each of `codes`, up to 1,000 each. One query. */
export const countItemsByRegion = (codes: readonly string[]): Promise<Map<string, number>> =>
  countByRegion(
    codes,
    sql`select from items where items.region_code = code and items.state = 'selling'
    and ${listedCondition}`,
  )
