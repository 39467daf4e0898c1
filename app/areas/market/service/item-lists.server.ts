/**
 * The public lists of items: the market, what is like an item, what else a seller has, what one has
 * marked.
 */
import { and, desc, eq, sql, type SQL } from "drizzle-orm"
import type { NearView } from "#app/basics/distance.ts"
import { getDistance } from "#app/basics/region-distance.server.ts"
import { listAllCodes } from "#app/basics/regions.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import { db, searchDb } from "#app/platform/db.server.ts"
import { jsonRowsSubquery } from "#app/platform/json-subqueries.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { buildNearSteps, countByRegion, inRange, searchNear } from "#app/platform/near-steps.server.ts"
import { getNeighbourhood, toNearView } from "../../accounts/neighbourhood-rules.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ITEM_CATEGORIES, type ItemCategory, type ItemSort } from "../rules.ts"
import { items, itemWishes } from "../schema.server.ts"
import type { ItemCard, ItemPage } from "../views.ts"
import { isUnfiltered, listedCondition, toConditions, type ItemFilters } from "./item-filters.server.ts"
import { readOpenFirst } from "./open-first.server.ts"
import { chatCountSql, wishCountSql } from "./item-stats.server.ts"
import { firstPictureSql } from "./item-pictures.server.ts"
import {
  type ListOrder,
  type ListStep,
  type Page,
  ascending,
  descending,
  page,
  pageOfList,
} from "#app/platform/page.server.ts"

const PAGE_SIZE = 24

const wishedBySql = (userId: string | null) =>
  userId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from item_wishes mine
      where mine.item_id = items.id and mine.user_id = ${userId}::uuid)`
const cardColumns = (userId: string | null) => ({
  id: items.id,
  title: items.title,
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
  rows.map((row) => {
    const distance = getDistance(row.regionCode, from)
    return {
      id: row.id,
      title: row.title,
      priceWon: row.priceWon,
      regionCode: row.regionCode,
      state: row.state,
      wishes: row.wishes,
      chats: row.chats,
      picture: row.picture,
      at: row.bumpedAt.toISOString(),
      ...(distance === null ? {} : { distance }),
      ...(row.wished && { wished: true }),
      ...(row.bumpedAt > row.createdAt && { bumped: true }),
    }
  })
const getRegionOf = (actor: Actor) => getNeighbourhood(actor)?.regionCode ?? null
const getUserId = (actor: Actor) => (actor.kind === "member" ? actor.userId : null)

const newest = descending("recent", [items.bumpedAt, "time"], [items.id, "id"])
const SORTS: Record<ItemSort, ListOrder> = {
  recent: newest,
  near: { ...newest, name: "near" },
  cheap: ascending("cheap", [items.priceWon, "integer"], [items.id, "id"]),
  expensive: descending("expensive", [items.priceWon, "integer"], [items.id, "id"]),
}

/**
 * Reads a page of the market: by steps where it begins somewhere. `planOnce`: by a plan that is kept, for a
 * list by steps whose filters leave hardly anything out: planning it takes longer than reading it.
 */
function readItems(
  userId: string | null,
  list: {
    order: ListOrder
    steps: ListStep[] | null
    listed: SQL
    filter?: SQL | undefined
    cursor: string | null
    size: number
    planOnce?: boolean
  },
): Promise<Page<CardRow>> {
  const { planOnce, ...rest } = list
  const columns = cardColumns(userId)
  return pageOfList({
    ...rest,
    table: items,
    id: items.id,
    from: (sortKeys, joined) => {
      const rows = (list.steps && planOnce ? searchDb() : db()).select({ ...columns, sortKeys }).from(items)
      return joined ? rows.innerJoin(joined.rows, joined.on) : rows
    },
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
  const { led, others } = toConditions(filters, sort === "cheap" || sort === "expensive")
  const listed = sql`${and(listedCondition, led)}`
  const filter = and(...others)
  const matchCondition = and(listed, filter)
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
          listed: sql`${listed} and ${half}`,
          filter,
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
    listed: sql`${listedCondition} and ${items.state} = 'selling'`,
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
        listed: sql`${listedCondition} and ${items.sellerId} = ${sellerId}::uuid and ${half}`,
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
