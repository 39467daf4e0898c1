/** The products that somebody gathered: those with their heart, and those they looked at. */
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { LIMITS } from "../rules.ts"
import { productFavorites, products, sellers } from "../schema.server.ts"
import { productViews, restockAlerts } from "../visit-schema.server.ts"
import type { ProductCard } from "../views.ts"
import { cardColumns, findProductCards, forSaleCondition, toProductCard } from "./catalogue.server.ts"

const PAGE_SIZE = 24
const VIEW_TTL_MS = 90 * DAY_MS

type CardPage = { cards: ProductCard[]; next: string | null }

const WISH_ORDER = descending(
  "newest",
  [productFavorites.createdAt, "time"],
  [productFavorites.productId, "id"],
)

/** A page of the products that have the heart of `actor` and are for sale, the newest heart first. */
export async function findWishedProducts({ userId }: Member, cursor: string | null): Promise<CardPage> {
  const at = now()
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ ...cardColumns(), sortKeys })
        .from(productFavorites)
        .innerJoin(products, eq(products.id, productFavorites.productId))
        .innerJoin(sellers, eq(sellers.userId, products.sellerId)),
    order: WISH_ORDER,
    filter: and(eq(productFavorites.userId, userId), forSaleCondition()),
    cursor,
    size: PAGE_SIZE,
  })
  return { cards: found.rows.map((row) => toProductCard(row, at)), next: found.cursor }
}

/** Which of `cards` have the heart of `actor`; nothing is asked for a visitor. */
export async function findWishedIds(actor: Actor, cards: readonly { id: string }[]): Promise<string[]> {
  if (actor.kind !== "member" || cards.length === 0) return []
  const rows = await db()
    .select({ id: productFavorites.productId })
    .from(productFavorites)
    .where(
      and(
        eq(productFavorites.userId, actor.userId),
        inArray(
          productFavorites.productId,
          cards.map((card) => card.id),
        ),
      ),
    )
  return rows.map((row) => row.id)
}

/** Puts a heart on a product or takes it away; doing it twice changes nothing. */
export async function setProductFavorite(
  actor: Actor,
  productId: string,
  isFavorite: boolean,
): Promise<void> {
  if (actor.kind !== "member" || !isId(productId)) return
  const ownFavorite = and(
    eq(productFavorites.userId, actor.userId),
    eq(productFavorites.productId, productId),
  )
  if (!isFavorite) await db().delete(productFavorites).where(ownFavorite)
  else
    await db().execute(
      sql`insert into product_favorites (product_id, user_id, created_at, known_won)
        select id, ${actor.userId}::uuid, ${now().toISOString()}::timestamptz, price_won
        from products where id = ${productId}::uuid on conflict do nothing`,
    )
}

/** The products that a member looked at in the last 90 days and that are for sale, the last one first. */
export async function findViewedProducts({ userId }: Member): Promise<ProductCard[]> {
  const at = now()
  const rows = await db()
    .select(cardColumns())
    .from(productViews)
    .innerJoin(products, eq(products.id, productViews.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(and(eq(productViews.userId, userId), forSaleCondition()))
    .orderBy(desc(productViews.viewedAt), desc(productViews.productId))
    .limit(LIMITS.recentViews)
  return rows.map((row) => toProductCard(row, at))
}

/** The cards of `ids`, which a visitor's browser has kept, in this order; what is no id is left out. */
export async function findCardsInOrder(ids: readonly string[]): Promise<ProductCard[]> {
  const known = [...new Set(ids)].filter(isId).slice(0, LIMITS.recentViews)
  const cards = await findProductCards(known)
  return known.flatMap((id) => cards.get(id) ?? [])
}

/** Forgets that a member looked at a product, or with null at any. */
export async function removeProductViews(actor: Member, productId: string | null): Promise<void> {
  if (productId !== null && !isId(productId)) return
  await db()
    .delete(productViews)
    .where(
      and(
        eq(productViews.userId, actor.userId),
        productId === null ? undefined : eq(productViews.productId, productId),
      ),
    )
}

/** Subscriber of "account.left": what the person gathered goes with them. */
export async function deleteGathered({ userId }: Events["account.left"], tx: Transaction): Promise<void> {
  await tx.delete(productFavorites).where(eq(productFavorites.userId, userId))
  await tx.delete(productViews).where(eq(productViews.userId, userId))
  await tx.delete(restockAlerts).where(eq(restockAlerts.userId, userId))
}

/** Forgets what nobody looked at again for 90 days; a job calls it. */
export async function deleteOldViews(): Promise<void> {
  await db()
    .delete(productViews)
    .where(lt(productViews.viewedAt, new Date(now().getTime() - VIEW_TTL_MS)))
}
