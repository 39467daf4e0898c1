/** What other areas show of a product, who talks about one, and how it is found. */
import { href } from "react-router"
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { formatWon } from "#app/basics/won.ts"
import { db } from "#app/platform/db.server.ts"
import { emitSubjectChanged, type SubjectSource } from "#app/platform/subjects.server.ts"
import { DEPARTMENT_LABELS, PRODUCT_STATE_LABELS } from "../rules.ts"
import { listProductMarks } from "../search-filter-rules.ts"
import { freeShippingCondition, inStock } from "./catalogue.server.ts"
import { orderLines, products, sellers, shopOrders } from "../schema.server.ts"

const firstPictureSql = sql<
  string | null
>`(select pp.picture_id from product_pictures pp where pp.product_id = products.id order by pp.position
  limit 1)`

export const productSubject: SubjectSource = {
  kind: "product",
  async loadCards(ids) {
    const rows = await db()
      .select({
        id: products.id,
        title: products.title,
        priceWon: products.priceWon,
        state: products.state,
        hiddenAt: products.hiddenAt,
        sellerId: products.sellerId,
        sellerName: sellers.name,
        pictureId: firstPictureSql,
      })
      .from(products)
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(inArray(products.id, [...ids]))
    return rows.map((row) => ({
      kind: "product",
      id: row.id,
      title: row.title,
      line: row.sellerName,
      priceText: formatWon(row.priceWon),
      pictureId: row.pictureId,
      href: href("/shopping/product/:productId", { productId: row.id }),
      state: row.hiddenAt
        ? { tone: "refused", label: "숨김" }
        : row.state === "published"
          ? null
          : { tone: "done", label: PRODUCT_STATE_LABELS[row.state] },
      ownerId: row.sellerId,
    }))
  },
  async findPartnerId(userId, id, withUserId) {
    if (!isId(id)) return null
    const [product] = await db()
      .select({
        sellerId: products.sellerId,
        open: sql<boolean>`${products.state} in ('published', 'hidden') and ${products.hiddenAt} is null
          and ${sellers.state} = 'approved'`,
      })
      .from(products)
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(eq(products.id, id))
    if (!product) return null
    const isBuyer = product.sellerId !== userId
    if (isBuyer && product.open) return product.sellerId
    // A seller writes first only to those who bought it; these reach their seller also when it is sold no
    // more.
    const buyerId = isBuyer ? userId : withUserId
    if (!isId(buyerId)) return null
    const [purchasedLine] = await db()
      .select({ buyerId: shopOrders.buyerId })
      .from(orderLines)
      .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
      .where(
        and(
          eq(orderLines.productId, id),
          eq(shopOrders.buyerId, buyerId),
          sql`${shopOrders.paidAt} is not null`,
        ),
      )
      .limit(1)
    return !purchasedLine ? null : isBuyer ? product.sellerId : purchasedLine.buyerId
  },
  async loadSearchEntries(ids) {
    const rows = await db()
      .select({
        id: products.id,
        title: products.title,
        brand: products.brand,
        department: products.department,
        priceWon: products.priceWon,
        rank: products.rank,
        publishedAt: products.publishedAt,
        sellerId: products.sellerId,
        sellerName: sellers.name,
        hasFreeShipping: sql<boolean>`coalesce(${freeShippingCondition}, false)`,
        isInStock: sql<boolean>`${inStock}`,
        options: sql<string[]>`coalesce((select array_agg(v.name) from variants v
          where v.product_id = products.id and v.retired_at is null and v.name <> ''), '{}')`,
      })
      .from(products)
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(
        and(
          inArray(products.id, [...ids]),
          eq(products.state, "published"),
          isNull(products.hiddenAt),
          eq(sellers.state, "approved"),
        ),
      )
    return rows.map((row) => ({
      id: row.id,
      tab: "shop",
      title: row.title,
      searchWords: [
        DEPARTMENT_LABELS[row.department],
        row.brand,
        row.sellerName,
        ...row.options.slice(0, 20),
      ].filter((word) => word !== ""),
      regionCodes: [],
      marks: listProductMarks(row),
      priceWon: row.priceWon,
      rank: Math.min(1, row.rank / 40),
      at: row.publishedAt ?? new Date(0),
    }))
  },
  async listIdsAfter(after, limit) {
    const rows = await db()
      .select({ id: products.id })
      .from(products)
      .where(after === null ? undefined : gt(products.id, after))
      .orderBy(asc(products.id))
      .limit(limit)
    return rows.map((row) => row.id)
  },
  async setHidden(tx, id, reason) {
    const [row] = await tx
      .update(products)
      .set({ hiddenAt: reason === null ? null : sql`coalesce(hidden_at, now())`, hiddenReason: reason ?? "" })
      .where(eq(products.id, id))
      .returning({ id: products.id })
    if (row) await emitSubjectChanged(tx, { kind: "product", id })
    return row !== undefined
  },
}
