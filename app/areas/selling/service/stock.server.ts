/** What an owner reads of their products and their stock. */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { toSearchKey } from "#app/basics/korean.ts"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { DISCLOSURES, disclosureKindOf } from "../../shop/disclosure.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { LIMITS } from "../../shop/rules.ts"
import {
  selectFirstPictureId,
  selectOptionPictureId,
  selectProductPictures,
  selectStock,
  selectVariantCount,
  selectVariants,
} from "../../shop/service/product-sql.server.ts"
import { selectSoldPieces } from "../../shop/service/sale-sql.server.ts"
import { inStock } from "../../shop/service/catalogue.server.ts"
import { PRODUCT_TABS, type ProductTab } from "#app/areas/selling/rules.ts"
import { ascending, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20
const PRODUCT_ID = sql`products.id`

const TAB_CONDITIONS: Record<ProductTab, SQL | undefined> = {
  all: undefined,
  selling: sql`${products.state} = 'published' and ${inStock}`,
  sold_out: sql`${products.state} = 'published' and not ${inStock}`,
  proposed: sql`${products.state} = 'proposed'`,
  draft: sql`${products.state} in ('draft', 'rejected')`,
  hidden: sql`${products.state} = 'hidden'`,
}

const PRODUCT_ORDER = descending("newest", [products.createdAt, "time"], [products.id, "id"])

/** The actor's own products in a tab, the newest first, 20 a page. */
export async function findOwnProducts(
  actor: Actor,
  input: { tab: ProductTab; q: string | null; after: string | null },
) {
  if (actor.kind !== "member") return { rows: [], next: null }
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: products.id,
          title: products.title,
          state: products.state,
          priceWon: products.priceWon,
          listPriceWon: products.listPriceWon,
          discountPercent: products.discountPercent,
          sold: products.sold,
          reviewCount: products.reviewCount,
          decisionReason: products.decisionReason,
          hiddenReason: sql<
            string | null
          >`case when ${products.hiddenAt} is null then null else ${products.hiddenReason} end`,
          stock: selectStock(PRODUCT_ID),
          options: selectVariantCount(PRODUCT_ID),
          pictureId: selectFirstPictureId(PRODUCT_ID),
          sortKeys,
        })
        .from(products),
    order: PRODUCT_ORDER,
    filter: and(
      eq(products.sellerId, actor.userId),
      TAB_CONDITIONS[input.tab],
      input.q ? sql`${products.searchKey} like ${toContainsPattern(toSearchKey(input.q))}` : undefined,
    ),
    cursor: input.after,
    size: PAGE_SIZE,
  })
  return { rows: found.rows, next: found.cursor }
}

/** How many of the actor's own products are in each tab, in one query. */
export async function countOwnProducts(actor: Actor): Promise<{ tab: ProductTab; count: number }[]> {
  if (actor.kind !== "member") return []
  const ownProducts = eq(products.sellerId, actor.userId)
  // Counted by state from an index alone; only of what is published is the stock looked at.
  const rows = await db()
    .select({
      state: products.state,
      count: sql<number>`count(*)::int`,
      soldOut: sql<number>`(select count(*)::int from ${products} where ${and(
        ownProducts,
        TAB_CONDITIONS.sold_out,
      )})`,
    })
    .from(products)
    .where(ownProducts)
    .groupBy(products.state)
  const soldOut = rows[0]?.soldOut ?? 0
  const countIn = (...states: (typeof products.$inferSelect)["state"][]) =>
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  const counts: Record<ProductTab, number> = {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    selling: countIn("published") - soldOut,
    sold_out: soldOut,
    proposed: countIn("proposed"),
    draft: countIn("draft", "rejected"),
    hidden: countIn("hidden"),
  }
  return PRODUCT_TABS.map((tab) => ({ tab, count: counts[tab] }))
}

/** The actor's own product for its form; null where it is not theirs. */
export async function findOwnProduct(actor: Actor, productId: string) {
  if (actor.kind !== "member" || !isId(productId)) return null
  const [row] = await db()
    .select({
      product: products,
      pictures: selectProductPictures(PRODUCT_ID),
      variants: selectVariants(PRODUCT_ID),
    })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.sellerId, actor.userId)))
  return row ?? null
}

/** The actor's own product in the words of its form, with what it is besides; null where it is not theirs. */
export async function findOwnProductView(actor: Actor, productId: string) {
  const own = await findOwnProduct(actor, productId)
  if (!own) return null
  const { product, pictures } = own
  const noticeKind = disclosureKindOf(product.notice)
  const valueByLabel = new Map(product.notice.map((row) => [row.label, row.value]))
  return {
    id: product.id,
    state: product.state,
    decisionReason: product.decisionReason,
    title: product.title,
    brand: product.brand,
    department: product.department,
    description: product.description,
    listPriceWon: product.listPriceWon,
    priceWon: product.priceWon,
    optionLabel: product.optionLabel,
    variants: own.variants,
    freeShipping: product.freeShipping,
    madeToOrder: product.madeToOrder,
    noticeKind,
    notice: DISCLOSURES[noticeKind].rows.map((label) => valueByLabel.get(label) ?? ""),
    pictureIds: pictures.map(({ id }) => id),
    updatedAt: product.updatedAt.toISOString(),
  }
}

const STOCK_ORDER = ascending("least", [variants.stock, "integer"], [variants.id, "id"])

/**
 * Options of the actor's products that are for sale, the least stock first, 40 a page; `low` only those that
 * run out.
 */
export async function findStock(
  actor: Actor,
  input: { low: boolean; q: string | null; after: string | null },
) {
  if (actor.kind !== "member") return { rows: [], next: null, lowCount: 0 }
  const ownProducts = and(
    eq(products.sellerId, actor.userId),
    isNull(variants.retiredAt),
    sql`${products.state} in ('published', 'hidden')`,
  )
  const low = sql`${variants.stock} < ${LIMITS.lowStockThreshold}`
  const selectCount = () =>
    db()
      .select({ count: sql<number>`count(*)::int` })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
  const [found, [counted]] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({
            variantId: variants.id,
            productId: products.id,
            title: products.title,
            option: variants.name,
            priceWon: variants.priceWon,
            stock: variants.stock,
            hidden: sql<boolean>`${products.state} = 'hidden'`,
            pictureId: selectOptionPictureId(PRODUCT_ID, sql`${variants.pictureId}`),
            sold: selectSoldPieces(sql`${variants.id}`, addDays(now(), -30)),
            sortKeys,
          })
          .from(variants)
          .innerJoin(products, eq(products.id, variants.productId)),
      order: STOCK_ORDER,
      filter: and(
        ownProducts,
        input.low ? low : undefined,
        input.q ? sql`${products.searchKey} like ${toContainsPattern(toSearchKey(input.q))}` : undefined,
      ),
      cursor: input.after,
      size: 2 * PAGE_SIZE,
    }),
    selectCount().where(and(ownProducts, low)),
  ])
  return {
    rows: found.rows,
    next: found.cursor,
    lowCount: counted?.count ?? 0,
  }
}
