/** Owns the shelves: what everybody may buy, filtered, sorted and paged, and the deals on the home page. */
import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isInt4, isReal, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { searchKey } from "#app/basics/korean.ts"
import { db } from "#app/platform/db.server.ts"
import { exactTime } from "#app/platform/keyset.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { shared } from "#app/platform/short-cache.server.ts"
import type { ProductQuery } from "../forms.ts"
import { arrivalText, type Department, type ProductSort } from "../rules.ts"
import { products, sellers } from "../schema.server.ts"
import type { PictureView, ProductCard } from "../views.ts"

const PER_PAGE = 24
type Filters = z.output<typeof ProductQuery>

const isShown = () =>
  and(eq(products.state, "published"), isNull(products.hiddenAt), eq(sellers.state, "approved"))
/** Of a product in a query: some of it is left. */
export const inStock = sql`exists (select from variants v
  where v.product_id = products.id and v.retired_at is null and v.stock > 0)`

const columns = () => ({
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
type Row = Awaited<ReturnType<typeof select>>[number]
const select = () =>
  db().select(columns()).from(products).innerJoin(sellers, eq(sellers.userId, products.sellerId))

function cardOf(row: Row, at: Date): ProductCard {
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
    arrival: arrivalText(row.dispatchDays, at),
    free:
      row.freeShipping ||
      row.shippingWon === 0 ||
      (row.freeFromWon !== null && row.priceWon >= row.freeFromWon),
    isDeal: row.dealUntil !== null && row.dealUntil > at,
    soldOut: !row.inStock,
  }
}

type Key = { by: SQL; type: SQL; check: CursorCheck; down: boolean; of: (row: Row) => string | number }
const KEYS: Record<ProductSort, Key> = {
  popular: { by: sql`${products.rank}`, type: sql`real`, check: isReal, down: true, of: (row) => row.rank },
  newest: {
    by: sql`${products.publishedAt}`,
    type: sql`timestamptz`,
    check: isTimestamp,
    down: true,
    of: (row) => row.publishedAt,
  },
  cheapest: {
    by: sql`${products.priceWon}`,
    type: sql`integer`,
    check: isInt4,
    down: false,
    of: (row) => row.priceWon,
  },
  dearest: {
    by: sql`${products.priceWon}`,
    type: sql`integer`,
    check: isInt4,
    down: true,
    of: (row) => row.priceWon,
  },
  rating: {
    by: sql`${products.ratingRank}`,
    type: sql`real`,
    check: isReal,
    down: true,
    of: (row) => row.ratingRank,
  },
  discount: {
    by: sql`${products.discountPercent}`,
    type: sql`integer`,
    check: isInt4,
    down: true,
    of: (row) => row.discountPercent,
  },
}

function filtersOf(filters: Filters, at: Date): (SQL | undefined)[] {
  const words = (filters.q ?? "")
    .split(/\s+/)
    .filter((word) => word !== "")
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
    ...words.map((word) => sql`${products.searchKey} like ${`%${searchKey(word).replace(/[\\%_]/g, "")}%`}`),
  ]
}

export type ProductPage = { cards: ProductCard[]; total: number; next: string | null }

/**
 * A page of the shelves and how many products there are in all, shared (decision 009). A broken `after`
 * begins at the first.
 */
export const findProducts = shared(async (filters: Filters): Promise<ProductPage> => {
  const at = now()
  const key = KEYS[filters.sort]
  const where = and(isShown(), ...filtersOf(filters, at))
  const place = decodeCursor(filters.after, [key.check, isId])
  const first = key.down ? desc(key.by) : asc(key.by)
  const second = key.down ? desc(products.id) : asc(products.id)
  const after = place
    ? sql`(${key.by}, ${products.id}) ${key.down ? sql`<` : sql`>`} (${place[0]}::${key.type},
      ${place[1]}::uuid)`
    : undefined
  const [rows, [sum]] = await Promise.all([
    select()
      .where(and(where, after))
      .orderBy(first, second)
      .limit(PER_PAGE + 1),
    db()
      .select({ total: count() })
      .from(products)
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(where),
  ])
  const shown = rows.slice(0, PER_PAGE)
  const last = shown.at(-1)
  return {
    cards: shown.map((row) => cardOf(row, at)),
    total: sum?.total ?? 0,
    next: last && rows.length > PER_PAGE ? encodeCursor([key.of(last), last.id]) : null,
  }
})

/**
 * Up to 8 products whose price is down today, the largest cut first, shared; what is sold out is left out.
 */
export const dealProducts = shared(async (): Promise<ProductCard[]> => {
  const at = now()
  const rows = await select()
    .where(and(isShown(), gt(products.dealUntil, at), inStock))
    .orderBy(desc(products.discountPercent), desc(products.id))
    .limit(8)
  return rows.map((row) => cardOf(row, at))
})

/** Up to 4 other products of the same shelf, the most popular first, shared. */
export const similarProducts = shared(
  async (productId: string, department: Department): Promise<ProductCard[]> => {
    const at = now()
    const rows = await select()
      .where(
        and(
          isShown(),
          eq(products.department, department),
          sql`${products.id} <> ${productId}::uuid`,
          inStock,
        ),
      )
      .orderBy(desc(products.rank), desc(products.id))
      .limit(4)
    return rows.map((row) => cardOf(row, at))
  },
)

/** The sellers with something on the shelves, for the filter, shared. */
export const findSellerChoices = shared((): Promise<{ id: string; name: string }[]> =>
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
