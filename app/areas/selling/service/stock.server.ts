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

/** The actor's own products in a tab, the newest first, 20 a page; with how many there are in each tab. */
export async function findOwnProducts(
  actor: Actor,
  input: { tab: ProductTab; q: string | null; after: string | null },
) {
  const sellerId = actor.kind === "member" ? actor.userId : null
  if (sellerId === null) return { rows: [], next: null, counts: [] }
  const ownProducts = eq(products.sellerId, sellerId)
  const [found, [tabCounts]] = await Promise.all([
    page({
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
        ownProducts,
        TAB_CONDITIONS[input.tab],
        input.q ? sql`${products.searchKey} like ${toContainsPattern(toSearchKey(input.q))}` : undefined,
      ),
      cursor: input.after,
      size: PAGE_SIZE,
    }),
    db()
      .select({
        all: sql<number>`count(*)::int`,
        selling: sql<number>`(count(*) filter (where ${TAB_CONDITIONS.selling}))::int`,
        sold_out: sql<number>`(count(*) filter (where ${TAB_CONDITIONS.sold_out}))::int`,
        proposed: sql<number>`(count(*) filter (where ${TAB_CONDITIONS.proposed}))::int`,
        draft: sql<number>`(count(*) filter (where ${TAB_CONDITIONS.draft}))::int`,
        hidden: sql<number>`(count(*) filter (where ${TAB_CONDITIONS.hidden}))::int`,
      })
      .from(products)
      .where(ownProducts),
  ])
  return {
    rows: found.rows,
    next: found.cursor,
    counts: PRODUCT_TABS.map((tab) => ({ tab, count: tabCounts?.[tab] ?? 0 })),
  }
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
