/** The shelves: what everybody may buy, filtered, sorted and paged, and the deals on the home page. */
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { jsonRowsSubquery, runSubqueries, type JsonSubquery } from "#app/platform/json-subqueries.server.ts"
import { cardPictureJson } from "#app/platform/pictures.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import type { ProductQuery } from "../forms.ts"
import { formatArrival } from "./arrival.server.ts"
import type { Department, ProductSort } from "../rules.ts"
import { isSalePaused, type ShopVacation } from "../vacation-rules.ts"
import type { Actor } from "../../accounts/rules.ts"
import { products, sellers } from "../schema.server.ts"
import type { CardPicture } from "#app/basics/picture-view.ts"
import type { ProductCard } from "../views.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20
type Filters = z.output<typeof ProductQuery>

/** What everybody may buy, of products joined with their sellers. */
export const forSaleCondition = () =>
  and(eq(products.state, "published"), isNull(products.hiddenAt), eq(sellers.state, "approved"))
/** Of a product in a query: some of it is left. */
export const inStock = sql`exists (select from variants v
  where v.product_id = products.id and v.retired_at is null and v.stock > 0)`

/** Of a product in a query, joined with its seller: one piece of it comes without a fee. */
export const freeShippingCondition = or(
  eq(products.freeShipping, true),
  eq(sellers.shippingWon, 0),
  sql`${products.priceWon} >= ${sellers.freeFromWon}`,
)

/** What a card is made of, of products joined with their sellers. */
export const cardColumns = () => ({
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
  vacation: sellers.vacation,
  dealUntil: products.dealUntil,
  // Asked of each card by itself: as a condition it would be answered for all products at once.
  inStock: sql<boolean>`coalesce((select true from variants v
    where v.product_id = products.id and v.retired_at is null and v.stock > 0 limit 1), false)`,
  picture: sql<CardPicture | null>`(select ${cardPictureJson("p")}
    from product_pictures pp join pictures p on p.id = pp.picture_id where pp.product_id = products.id
      order by pp.position limit 1)`,
})
const selectProducts = () =>
  db().select(cardColumns()).from(products).innerJoin(sellers, eq(sellers.userId, products.sellerId))

type CatalogueRow = Awaited<ReturnType<typeof selectProducts>>[number]
/** The card of a product as it is at `at`. */
export function toProductCard(row: CatalogueRow, at: Date): ProductCard {
  const hasFreeShipping =
    row.freeShipping || row.shippingWon === 0 || (row.freeFromWon !== null && row.priceWon >= row.freeFromWon)
  return {
    id: row.id,
    title: row.title,
    brand: row.brand || row.sellerName,
    priceWon: row.priceWon,
    picture: row.picture,
    arrivalText: isSalePaused(row.vacation, at) ? "휴가 중" : formatArrival(row, at),
    ...(row.discountPercent > 0 &&
      row.listPriceWon !== null && { listPriceWon: row.listPriceWon, discountPercent: row.discountPercent }),
    ...(row.reviewCount > 0 && {
      rating: Math.round((row.ratingSum / row.reviewCount) * 10) / 10,
      reviewCount: row.reviewCount,
    }),
    ...(hasFreeShipping && { hasFreeShipping }),
    ...(row.dealUntil !== null && row.dealUntil > at && { isDeal: true }),
    ...(row.inStock ? {} : { soldOut: true }),
  }
}

const SORTS: Record<ProductSort, ListOrder> = {
  popular: descending("popular", [products.rank, "real"], [products.id, "id"]),
  newest: descending("newest", [products.publishedAt, "time"], [products.id, "id"]),
  cheapest: ascending("cheapest", [products.priceWon, "integer"], [products.id, "id"]),
  dearest: descending("dearest", [products.priceWon, "integer"], [products.id, "id"]),
  rating: descending("rating", [products.ratingRank, "real"], [products.id, "id"]),
  discount: descending("discount", [products.discountPercent, "integer"], [products.id, "id"]),
}

function toFilterConditions(filters: Filters, at: Date): (SQL | undefined)[] {
  return [
    filters.department ? eq(products.department, filters.department) : undefined,
    filters.min === null ? undefined : gte(products.priceWon, filters.min),
    filters.max === null ? undefined : lte(products.priceWon, filters.max),
    filters.seller && isId(filters.seller) ? eq(products.sellerId, filters.seller) : undefined,
    filters.free ? freeShippingCondition : undefined,
    filters.stock ? inStock : undefined,
    filters.deal ? gt(products.dealUntil, at) : undefined,
  ]
}

export type ProductPage = { cards: ProductCard[]; total: number; next: string | null }

/**
 * A page of the shelves and how many products there are, as far as lists are counted, shared (decision 009).
 * A broken `after` begins at the first.
 */
export const findProducts = cacheBriefly(async (filters: Filters): Promise<ProductPage> => {
  const at = now()
  const where = and(forSaleCondition(), ...toFilterConditions(filters, at))
  const [found, total] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({ ...cardColumns(), sortKeys })
          .from(products)
          .innerJoin(sellers, eq(sellers.userId, products.sellerId)),
      order: SORTS[filters.sort],
      filter: where,
      cursor: filters.after,
      size: PAGE_SIZE,
    }),
    countCapped(sql`${products} join ${sellers} on ${sellers.userId} = ${products.sellerId}`, where),
  ])
  return {
    cards: found.rows.map((row) => toProductCard(row, at)),
    total,
    next: found.cursor,
  }
})

type CatalogueJsonRow = Omit<CatalogueRow, "dealUntil"> & { dealUntil: string | null }

/** As {@link selectProducts}, for one query with others: cards of those that `rest` (where, order) finds. */
function productsSubquery(rest: SQL, at: Date): JsonSubquery<ProductCard[]> {
  return jsonRowsSubquery(
    cardColumns(),
    sql`from ${products} join ${sellers} on ${sellers.userId} = ${products.sellerId} ${rest}`,
    (rows: CatalogueJsonRow[]) =>
      rows.map(({ dealUntil, ...row }) =>
        toProductCard({ ...row, dealUntil: dealUntil === null ? null : new Date(dealUntil) }, at),
      ),
  )
}

/** Up to 6 products whose price is down at `at`, the largest cut first; what is sold out is left out. */
export const dealsSubquery = (at: Date): JsonSubquery<ProductCard[]> =>
  productsSubquery(
    sql`where ${forSaleCondition()} and ${gt(products.dealUntil, at)} and ${inStock}
      order by ${products.discountPercent} desc, ${products.id} desc limit 6`,
    at,
  )

/** The cards of those of `ids` (a statement of ids) that everybody may buy. */
export const cardsSubquery = (ids: SQL, at: Date): JsonSubquery<ProductCard[]> =>
  productsSubquery(sql`where ${forSaleCondition()} and ${products.id} in (${ids})`, at)

/** What {@link dealsSubquery} finds, shared. */
export const findDealProducts = cacheBriefly(
  async (): Promise<ProductCard[]> => (await runSubqueries({ deals: dealsSubquery(now()) })).deals,
)

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

/** The cards of those of `ids` that everybody may buy, by id. */
export async function findProductCards(ids: readonly string[]): Promise<Map<string, ProductCard>> {
  if (ids.length === 0) return new Map()
  const at = now()
  const rows = await selectProducts().where(and(forSaleCondition(), inArray(products.id, [...ids])))
  return new Map(rows.map((row) => [row.id, toProductCard(row, at)]))
}

/** Asks for the cards of `ids`, by id, as {@link findProductCards}, with the hearts of `actor`. */
export function heartedProductsSubquery(actor: Actor, ids: readonly string[]) {
  const at = now()
  const isWished =
    actor.kind === "member"
      ? sql<boolean>`exists (select from product_favorites f
        where f.product_id = products.id and f.user_id = ${actor.userId}::uuid)`
      : sql<boolean>`false`
  return jsonRowsSubquery(
    { ...cardColumns(), isWished },
    sql`from ${products} join ${sellers} on ${sellers.userId} = ${products.sellerId}
      where ${forSaleCondition()} and ${products.id} = any(${sql.param([...ids])}::uuid[])`,
    (rows: (Omit<CatalogueRow, "dealUntil"> & { dealUntil: string | null; isWished: boolean })[]) =>
      new Map(
        rows.map(({ isWished: isMine, dealUntil, ...row }) => [
          row.id,
          {
            ...toProductCard({ ...row, dealUntil: dealUntil === null ? null : new Date(dealUntil) }, at),
            isWished: isMine,
          },
        ]),
      ),
  )
}

type SellerOption = { id: string; name: string; vacation: ShopVacation | null }

/** The sellers with something on the shelves, for the filter, shared. */
export const findSellerOptions = cacheBriefly((): Promise<SellerOption[]> =>
  db()
    .select({ id: sellers.userId, name: sellers.name, vacation: sellers.vacation })
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
