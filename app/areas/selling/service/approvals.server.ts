/** What admins see of sellers and of products that wait for a decision. */
import { and, desc, eq, ilike, inArray, or, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { countCappedByState } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { PRODUCT_STATES, SELLER_STATES, type ProductState, type SellerState } from "../../shop/rules.ts"
import { products, sellers } from "../../shop/schema.server.ts"
import {
  selectFirstPictureId,
  selectProductIdsByText,
  selectProductPictures,
  selectPublishedCount,
  selectVariants,
} from "../../shop/service/product-sql.server.ts"
import { selectClaimCount, selectPaidOrderCount } from "../../shop/service/sale-sql.server.ts"
import type { PictureView } from "../../shop/views.ts"
import { SELLER_TRANSITIONS, type SellerSort, type ProductQueueSort } from "#app/areas/selling/rules.ts"
import { sellerDecisions } from "#app/areas/selling/schema.server.ts"

const PAGE_SIZE = 30
const SELLER_ID = sql`sellers.user_id`

/** How many sellers are in each state; null for anybody but an admin. */
export async function countSellersByState(actor: Actor): Promise<Record<SellerState, number> | null> {
  if (!hasRight(actor, "review")) return null
  const rows = await db()
    .select({ state: sellers.state, count: sql<number>`count(*)::int` })
    .from(sellers)
    .groupBy(sellers.state)
  const counts = Object.fromEntries(SELLER_STATES.map((state) => [state, 0])) as Record<SellerState, number>
  for (const row of rows) counts[row.state] = row.count
  return counts
}

const SELLER_SORT_ORDERS: Record<SellerSort, ListOrder> = {
  oldest: ascending("oldest", [sellers.appliedAt, "time"], [sellers.userId, "id"]),
  newest: descending("newest", [sellers.appliedAt, "time"], [sellers.userId, "id"]),
  name: ascending("name", [sellers.name, "text"], [sellers.userId, "id"]),
}
const PRODUCT_SORT_ORDERS: Record<ProductQueueSort, ListOrder> = {
  oldest: ascending("oldest", [products.updatedAt, "time"], [products.id, "id"]),
  newest: descending("newest", [products.updatedAt, "time"], [products.id, "id"]),
  price: descending("price", [products.priceWon, "integer"], [products.id, "id"]),
}

/**
 * Sellers in `states`, of whom `term` is part of a name or the business number, sorted by `sort`, 30 a page;
 * empty for anybody but an admin.
 */
export async function findSellersForAdmin(
  actor: Actor,
  input: { states: readonly SellerState[]; term: string; sort: SellerSort; cursor: string | null },
) {
  if (!hasRight(actor, "review")) return { rows: [], cursor: null }
  const like = toContainsPattern(input.term)
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          sellerId: sellers.userId,
          name: sellers.name,
          businessName: sellers.businessName,
          representative: sellers.representative,
          state: sellers.state,
          appliedAt: sellers.appliedAt,
          avatarId: sql<string | null>`(select avatar_id from people where people.user_id = sellers.user_id)`,
          products: selectPublishedCount(SELLER_ID),
          documents: sql<number>`(select count(*)::int from seller_documents
            where seller_id = sellers.user_id)`,
          sortKeys,
        })
        .from(sellers),
    order: SELLER_SORT_ORDERS[input.sort],
    filter: and(
      inArray(sellers.state, [...input.states]),
      input.term === ""
        ? undefined
        : or(
            ilike(sellers.name, like),
            ilike(sellers.businessName, like),
            ilike(sellers.representative, like),
            eq(sellers.businessNumber, input.term.replaceAll("-", "")),
          ),
    ),
    cursor: input.cursor,
    size: PAGE_SIZE,
  })
  return { rows: shown.map((row) => ({ ...row, appliedAt: row.appliedAt.toISOString() })), cursor }
}

/** The shops among `ids`, with what an admin can decide about them now; empty for anybody but an admin. */
export async function findSellersByIds(actor: Actor, ids: readonly string[]) {
  if (!hasRight(actor, "review")) return []
  const rows = await db()
    .select({
      id: sellers.userId,
      title: sellers.name,
      detail: sellers.businessName,
      state: sellers.state,
      changedAt: sellers.updatedAt,
    })
    .from(sellers)
    .where(inArray(sellers.userId, [...ids]))
    .orderBy(sellers.appliedAt, sellers.userId)
  return rows.map((row) => ({ ...row, moves: listMoves(SELLER_TRANSITIONS, row.state, "admin") }))
}

/**
 * All that was sent in by a seller, how the shop goes, and what was decided. Null where there is none, and
 * for anybody but an admin.
 */
export async function findSellerForAdmin(actor: Actor, sellerId: string) {
  if (!hasRight(actor, "review") || !isId(sellerId)) return null
  const [[row], decisions] = await Promise.all([
    db()
      .select({
        seller: sellers,
        documents: sql<PictureView[]>`coalesce((select json_agg(${pictureJson("p")} order by d.position)
          from seller_documents d join pictures p on p.id = d.picture_id
            where d.seller_id = sellers.user_id), '[]')`,
        products: selectPublishedCount(SELLER_ID),
        orders: selectPaidOrderCount(SELLER_ID),
        claims: selectClaimCount(SELLER_ID),
      })
      .from(sellers)
      .where(eq(sellers.userId, sellerId)),
    db()
      .select()
      .from(sellerDecisions)
      .where(eq(sellerDecisions.sellerId, sellerId))
      .orderBy(desc(sellerDecisions.at), desc(sellerDecisions.id)),
  ])
  return row ? { ...row, decisions } : null
}

/** How many products are in each state, each up to what is counted; null for anybody but an admin. */
export async function countProductsByState(actor: Actor): Promise<Record<ProductState, number> | null> {
  return hasRight(actor, "review") ? countCappedByState(products, products.state, PRODUCT_STATES) : null
}

/**
 * Products in `states`, of which `term` is part of the title, the brand or the shop's name, sorted by `sort`,
 * 30 a page; empty for anybody but an admin.
 */
export async function findProductsForAdmin(
  actor: Actor,
  input: { states: readonly ProductState[]; term: string; sort: ProductQueueSort; cursor: string | null },
) {
  if (!hasRight(actor, "review")) return { rows: [], cursor: null }
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: products.id,
          title: products.title,
          priceWon: products.priceWon,
          department: products.department,
          state: products.state,
          sellerName: sellers.name,
          updatedAt: products.updatedAt,
          hidden: sql<boolean>`${products.hiddenAt} is not null`,
          pictureId: selectFirstPictureId(sql`${products.id}`),
          sortKeys,
        })
        .from(products)
        .innerJoin(sellers, eq(sellers.userId, products.sellerId)),
    order: PRODUCT_SORT_ORDERS[input.sort],
    filter: and(
      inArray(products.state, [...input.states]),
      input.term === "" ? undefined : sql`${products.id} in (${selectProductIdsByText(input.term)})`,
    ),
    cursor: input.cursor,
    size: PAGE_SIZE,
  })
  return { rows: shown.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })), cursor }
}

/**
 * The products among `ids`, with what an admin can decide about them now; empty for anybody but an admin. An
 * admin hides a product by an overlay, whatever its state is.
 */
export async function findProductsByIds(actor: Actor, ids: readonly string[]) {
  if (!hasRight(actor, "review")) return []
  const rows = await db()
    .select({
      id: products.id,
      title: products.title,
      detail: sellers.name,
      state: products.state,
      changedAt: products.updatedAt,
      isHidden: sql<boolean>`${products.hiddenAt} is not null`,
    })
    .from(products)
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(inArray(products.id, [...ids]))
    .orderBy(products.updatedAt, products.id)
  return rows.map(({ isHidden, ...row }) => ({
    ...row,
    state: isHidden ? ("hidden" as const) : row.state,
    moves: [
      ...(row.state === "proposed" ? (["publish", "reject"] as const) : []),
      isHidden ? ("show" as const) : ("hide" as const),
    ],
  }))
}

/** A product with all that an admin decides by. Null where there is none, and for anybody but an admin. */
export async function findProductForAdmin(actor: Actor, productId: string) {
  if (!hasRight(actor, "review") || !isId(productId)) return null
  const [row] = await db()
    .select({
      product: products,
      sellerName: sellers.name,
      pictures: selectProductPictures(sql`${products.id}`),
      variants: selectVariants(sql`${products.id}`),
    })
    .from(products)
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(eq(products.id, productId))
  if (!row) return null
  const {
    id,
    sellerId,
    title,
    brand,
    department,
    description,
    optionLabel,
    listPriceWon,
    freeShipping,
    madeToOrder,
    notice,
    state,
    decisionReason,
    sold,
    reviewCount,
    updatedAt,
    hiddenAt,
    hiddenReason,
  } = row.product
  return {
    id,
    sellerId,
    sellerName: row.sellerName,
    title,
    brand,
    department,
    description,
    optionLabel,
    listPriceWon,
    freeShipping,
    madeToOrder,
    notice,
    state,
    decisionReason,
    sold,
    reviewCount,
    updatedAt: updatedAt.toISOString(),
    hiddenReason: hiddenAt ? hiddenReason : null,
    pictures: row.pictures,
    variants: row.variants,
  }
}
