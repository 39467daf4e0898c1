/** Owns the shelves: what everybody may buy, filtered, sorted and paged, and the deals on the home page. */
import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isInt4, isReal, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { toSearchKey } from "#app/basics/korean.ts"
import { db } from "#app/platform/db.server.ts"
import { exactTime } from "#app/platform/keyset.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import type { ProductQuery } from "../forms.ts"
import { formatArrival, type Department, type ProductSort } from "../rules.ts"
import { products, sellers } from "../schema.server.ts"
import type { PictureView, ProductCard } from "../views.ts"

const PAGE_SIZE = 24
type Filters = z.output<typeof ProductQuery>

const forSaleCondition = () =>
  and(eq(products.state, "published"), isNull(products.hiddenAt), eq(sellers.state, "approved"))
/** Of a product in a query: some of it is left. */
export const inStock = sql`exists (select from variants v
  where v.product_id = products.id and v.retired_at is null and v.stock > 0)`

const cardColumns = () => ({
  id: products.id,
  title: products.title,
  brand: products.brand,
  sellerName: sellers.name,
  priceWon: products.priceWon,
  listPriceWon: products.listPriceWon,
  discountPercent: products.discountPercent,
  reviewCount: products.reviewCount,
  ratingSum: products.ratingSum,
  freeShipping: products.freeShipping,
  shippingWon: sellers.shippingWon,
  freeFromWon: sellers.freeFromWon,
  dispatchDays: sellers.dispatchDays,
  dealUntil: products.dealUntil,
  inStock: sql<boolean>`${inStock}`,
  rank: products.rank,
  ratingRank: products.ratingRank,
  publishedAt: exactTime(products.publishedAt),
  picture: sql<PictureView | null>`(select ${pictureJson("p")}
    from product_pictures pp join pictures p on p.id = pp.picture_id where pp.product_id = products.id
      order by pp.position limit 1)`,
})
type CatalogueRow = Awaited<ReturnType<typeof selectProducts>>[number]
const selectProducts = () =>
  db().select(cardColumns()).from(products).innerJoin(sellers, eq(sellers.userId, products.sellerId))

function toProductCard(row: CatalogueRow, at: Date): ProductCard {
  return {
    id: row.id,
    title: row.title,
    brand: row.brand || row.sellerName,
    priceWon: row.priceWon,
    listPriceWon: row.listPriceWon,
    discountPercent: row.discountPercent,
    reviewCount: row.reviewCount,
    rating: row.reviewCount > 0 ? Math.round((row.ratingSum / row.reviewCount) * 10) / 10 : null,
    picture: row.picture,
    arrivalText: formatArrival(row.dispatchDays, at),
    hasFreeShipping:
      row.freeShipping ||
      row.shippingWon === 0 ||
      (row.freeFromWon !== null && row.priceWon >= row.freeFromWon),
    isDeal: row.dealUntil !== null && row.dealUntil > at,
    soldOut: !row.inStock,
  }
}

type SortKey = {
  column: SQL
  type: SQL
  check: CursorCheck
  isDescending: boolean
  readValue: (row: CatalogueRow) => string | number
}
const SORT_KEYS: Record<ProductSort, SortKey> = {
  popular: {
    column: sql`${products.rank}`,
    type: sql`real`,
    check: isReal,
    isDescending: true,
    readValue: (row) => row.rank,
  },
  newest: {
    column: sql`${products.publishedAt}`,
    type: sql`timestamptz`,
    check: isTimestamp,
    isDescending: true,
    readValue: (row) => row.publishedAt,
  },
  cheapest: {
    column: sql`${products.priceWon}`,
    type: sql`integer`,
    check: isInt4,
    isDescending: false,
    readValue: (row) => row.priceWon,
  },
  dearest: {
    column: sql`${products.priceWon}`,
    type: sql`integer`,
    check: isInt4,
    isDescending: true,
    readValue: (row) => row.priceWon,
  },
  rating: {
    column: sql`${products.ratingRank}`,
    type: sql`real`,
    check: isReal,
    isDescending: true,
    readValue: (row) => row.ratingRank,
  },
  discount: {
    column: sql`${products.discountPercent}`,
    type: sql`integer`,
    check: isInt4,
    isDescending: true,
    readValue: (row) => row.discountPercent,
  },
}

function toFilterConditions(filters: Filters, at: Date): (SQL | undefined)[] {
  const searchWords = (filters.q ?? "")
    .split(/\s+/)
    .filter((searchWord) => searchWord !== "")
    .slice(0, 6)
  return [
    filters.department ? eq(products.department, filters.department) : undefined,
    filters.min === null ? undefined : gte(products.priceWon, filters.min),
    filters.max === null ? undefined : lte(products.priceWon, filters.max),
    filters.seller && isId(filters.seller) ? eq(products.sellerId, filters.seller) : undefined,
    filters.free
      ? or(
          eq(products.freeShipping, true),
          eq(sellers.shippingWon, 0),
          sql`${products.priceWon} >= ${sellers.freeFromWon}`,
        )
      : undefined,
    filters.stock ? inStock : undefined,
    filters.deal ? gt(products.dealUntil, at) : undefined,
    ...searchWords.map(
      (searchWord) =>
        sql`${products.searchKey} like ${`%${toSearchKey(searchWord).replace(/[\\%_]/g, "")}%`}`,
    ),
  ]
}

export type ProductPage = { cards: ProductCard[]; total: number; next: string | null }

/**
 * A page of the shelves and how many products there are in all, shared (decision 009). A broken `after`
 * begins at the first.
 */
export const findProducts = cacheBriefly(async (filters: Filters): Promise<ProductPage> => {
  const at = now()
  const sortKey = SORT_KEYS[filters.sort]
  const where = and(forSaleCondition(), ...toFilterConditions(filters, at))
  const cursor = decodeCursor(filters.after, [sortKey.check, isId])
  const primaryOrder = sortKey.isDescending ? desc(sortKey.column) : asc(sortKey.column)
  const tieBreaker = sortKey.isDescending ? desc(products.id) : asc(products.id)
  const afterCursor = cursor
    ? sql`(${sortKey.column}, ${products.id}) ${sortKey.isDescending ? sql`<` : sql`>`} (${cursor[0]}::${sortKey.type},
      ${cursor[1]}::uuid)`
    : undefined
  const [rows, [sum]] = await Promise.all([
    selectProducts()
      .where(and(where, afterCursor))
      .orderBy(primaryOrder, tieBreaker)
      .limit(PAGE_SIZE + 1),
    db()
      .select({ total: count() })
      .from(products)
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(where),
  ])
  const pageRows = rows.slice(0, PAGE_SIZE)
  const last = pageRows.at(-1)
  return {
    cards: pageRows.map((row) => toProductCard(row, at)),
    total: sum?.total ?? 0,
    next: last && rows.length > PAGE_SIZE ? encodeCursor([sortKey.readValue(last), last.id]) : null,
  }
})

/**
 * Up to 8 products whose price is down today, the largest cut first, shared; what is sold out is left out.
 */
export const findDealProducts = cacheBriefly(async (): Promise<ProductCard[]> => {
  const at = now()
  const rows = await selectProducts()
    .where(and(forSaleCondition(), gt(products.dealUntil, at), inStock))
    .orderBy(desc(products.discountPercent), desc(products.id))
    .limit(8)
  return rows.map((row) => toProductCard(row, at))
})

/** Up to 4 other products of the same shelf, the most popular first, shared. */
export const findSimilarProducts = cacheBriefly(
  async (productId: string, department: Department): Promise<ProductCard[]> => {
    const at = now()
    const rows = await selectProducts()
      .where(
        and(
          forSaleCondition(),
          eq(products.department, department),
          sql`${products.id} <> ${productId}::uuid`,
          inStock,
        ),
      )
      .orderBy(desc(products.rank), desc(products.id))
      .limit(4)
    return rows.map((row) => toProductCard(row, at))
  },
)

/** The sellers with something on the shelves, for the filter, shared. */
export const findSellerOptions = cacheBriefly((): Promise<{ id: string; name: string }[]> =>
  db()
    .select({ id: sellers.userId, name: sellers.name })
    .from(sellers)
    .where(
      and(
        eq(sellers.state, "approved"),
        sql`exists (select from products p where p.seller_id = ${sellers.userId} and p.state = 'published'
          and p.hidden_at is null)`,
      ),
    )
    .orderBy(asc(sellers.name), asc(sellers.userId))
    .limit(60),
)
