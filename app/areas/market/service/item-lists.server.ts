/**
 * The public lists of items: the market, what is like an item, what else a seller has, what one has
 * marked.
 */
import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm"
import { getSidoCode } from "#app/basics/regions.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { Condition, ItemCategory, ItemSort, DealMethod } from "../rules.ts"
import { items, itemWishes } from "../schema.server.ts"
import type { ItemCard, ItemPage } from "../views.ts"
import { chatCountSql, wishCountSql } from "./item-stats.server.ts"
import { firstPictureSql } from "./item-pictures.server.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 24
/** Beyond this a list only says that there are more. */
const MAX_COUNTED = 10_000

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
type CardRow = Omit<ItemCard, "at" | "bumped"> & { bumpedAt: Date; createdAt: Date }
const toItemCard = ({
  id,
  title,
  category,
  priceWon,
  regionCode,
  state,
  bumpedAt,
  createdAt,
  wishes,
  chats,
  picture,
  wished,
}: CardRow): ItemCard => ({
  id,
  title,
  category,
  priceWon,
  regionCode,
  state,
  wishes,
  chats,
  picture,
  wished,
  at: bumpedAt.toISOString(),
  bumped: bumpedAt > createdAt,
})
const getUserId = (actor: Actor) => (actor.kind === "member" ? actor.userId : null)

export type ItemFilters = {
  category: ItemCategory | null
  region: string | null
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

function toConditions(filters: ItemFilters): SQL[] {
  const { category, region, condition, method, min, max, free, open, offers } = filters
  const conditions: SQL[] = [listedCondition]
  if (category) conditions.push(sql`${items.category} = ${category}`)
  if (region) conditions.push(inRegionCondition(region))
  if (condition.length > 0)
    conditions.push(sql`${items.condition} = any(${sql.param([...condition])}::text[])`)
  if (method === "direct") conditions.push(sql`${items.direct}`)
  if (method === "parcel") conditions.push(sql`${items.parcel}`)
  if (free) conditions.push(sql`${items.priceWon} = 0`)
  if (min !== null) conditions.push(sql`${items.priceWon} >= ${min}::int`)
  if (max !== null) conditions.push(sql`${items.priceWon} <= ${max}::int`)
  if (open) conditions.push(sql`${items.state} <> 'sold'`)
  if (offers) conditions.push(sql`${items.negotiable} and ${items.state} = 'selling'`)
  return conditions
}

const inRegionCondition = (region: string) =>
  getSidoCode(region) === region
    ? sql`${items.regionCode} like ${`${region}%`}`
    : sql`${items.regionCode} = ${region}`

const SORTS: Record<ItemSort, ListOrder> = {
  recent: descending("recent", [items.bumpedAt, "time"], [items.id, "id"]),
  cheap: ascending("cheap", [items.priceWon, "integer"], [items.id, "id"]),
  expensive: descending("expensive", [items.priceWon, "integer"], [items.id, "id"]),
}

/**
 * One page of the market: 24 items that fit all `filters`. `cursor` is the `next` of the page before; one
 * that cannot be read, or belongs to another sort, gives the first page. `total` counts all that fit, up to
 * 10,000; it is asked for on the first page only, else null.
 */
export async function searchItems(
  actor: Actor,
  filters: ItemFilters,
  sort: ItemSort,
  cursor: string | null,
): Promise<ItemPage & { total: number | null }> {
  const matchCondition = and(...toConditions(filters))
  const [found, totals] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({ ...cardColumns(getUserId(actor)), sortKeys })
          .from(items),
      order: SORTS[sort],
      filter: matchCondition,
      cursor,
      size: PAGE_SIZE,
    }),
    cursor
      ? null
      : db().execute<{ total: number }>(
          sql`select count(*)::int as total from (select 1 from items where ${matchCondition}
            limit ${MAX_COUNTED}) listed`,
        ),
  ])
  return {
    cards: found.rows.map(toItemCard),
    next: found.cursor,
    total: totals ? (totals[0]?.total ?? 0) : null,
  }
}

/** The newest items for sale, for the home screen, in one query. */
export async function findNewestItems(limit: number): Promise<ItemCard[]> {
  const rows = await db()
    .select(cardColumns(null))
    .from(items)
    .where(and(listedCondition, eq(items.state, "selling")))
    .orderBy(desc(items.bumpedAt), desc(items.id))
    .limit(limit)
  return rows.map(toItemCard)
}

/** The cards of those of `ids` that the market lists, by id. */
export async function findItemCards(actor: Actor, ids: readonly string[]): Promise<Map<string, ItemCard>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select(cardColumns(getUserId(actor)))
    .from(items)
    .where(and(listedCondition, inArray(items.id, [...ids])))
  return new Map(rows.map((row) => [row.id, toItemCard(row)]))
}

/**
 * Items for sale like `item`: of its category, in its region first, then for about as much (half to double),
 * then the newest.
 */
export async function findSimilarItems(
  actor: Actor,
  item: { id: string; category: ItemCategory; sellerId: string; regionCode: string; priceWon: number },
  limit: number,
): Promise<ItemCard[]> {
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
      desc(sql`${items.regionCode} = ${item.regionCode}`),
      desc(
        sql`${items.priceWon} between ${Math.floor(item.priceWon / 2)}::int and ${item.priceWon * 2}::bigint`,
      ),
      desc(items.bumpedAt),
      desc(items.id),
    )
    .limit(limit)
  return rows.map(toItemCard)
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
  return rows.map(toItemCard)
}

/** A page of what a seller has up, the newest first. */
export async function findSellerItemPage(
  actor: Actor,
  sellerId: string,
  cursor: string | null,
): Promise<ItemPage> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ ...cardColumns(getUserId(actor)), sortKeys })
        .from(items),
    order: SORTS.recent,
    filter: and(listedCondition, eq(items.sellerId, sellerId)),
    cursor,
    size: PAGE_SIZE,
  })
  return {
    cards: found.rows.map(toItemCard),
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
    cards: found.rows.map(toItemCard),
    next: found.cursor,
  }
}
