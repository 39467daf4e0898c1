/** One item as its page shows it, to whoever may see it, with its seller. */
import { and, eq, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { isListed } from "../rules.ts"
import { items } from "../schema.server.ts"
import type { ItemView, SafeDealRef, TraderView } from "../views.ts"
import { safeDealSql } from "./deal-views.server.ts"
import { chatCountSql, viewCountSql, wishCountSql } from "./item-stats.server.ts"
import { allPicturesSql } from "./item-pictures.server.ts"
import { traderColumns, toTraderView } from "./traders.server.ts"

export type FoundItem = {
  role: "seller" | "buyer" | "other"
  item: ItemView
  seller: TraderView
  wished: boolean
  /** For the two of a deal alone. */
  deal: {
    buyerId: string | null
    buyerName: string | null
    dealWon: number | null
    reviewed: boolean
    safeDeal: SafeDealRef | null
  } | null
}

/**
 * The item with its seller, in one query; null where it is not there or, hidden, concerns neither the actor
 * nor an admin.
 */
export async function findItem(actor: Actor, itemId: string): Promise<FoundItem | null> {
  const userId = actor.kind === "member" ? actor.userId : null
  const [row] = await db()
    .select({
      item: items,
      pictures: allPicturesSql,
      wishes: wishCountSql,
      talks: chatCountSql,
      views: viewCountSql,
      ...traderColumns,
      wished:
        userId === null
          ? sql<boolean>`false`
          : sql<boolean>`exists (select from item_wishes mine
            where mine.item_id = items.id and mine.user_id = ${userId}::uuid)`,
      reviewed:
        userId === null
          ? sql<boolean>`false`
          : sql<boolean>`exists (select from deal_reviews mine
            where mine.item_id = items.id and mine.writer_id = ${userId}::uuid)`,
      safeDeal: safeDealSql,
      buyerName: sql<string | null>`(select b.name from people b where b.user_id = items.buyer_id)`,
    })
    .from(items)
    .innerJoin(people, eq(people.userId, items.sellerId))
    .where(and(eq(items.id, itemId), sql`${items.deletedAt} is null`))
  if (!row) return null
  const { item } = row
  const role =
    userId === item.sellerId ? "seller" : userId !== null && userId === item.buyerId ? "buyer" : "other"
  if (!isListed(item) && role === "other" && !isAdmin(actor)) return null
  return {
    role,
    item: {
      id: item.id,
      sellerId: item.sellerId,
      title: item.title,
      category: item.category,
      condition: item.condition,
      priceWon: item.priceWon,
      negotiable: item.negotiable,
      direct: item.direct,
      parcel: item.parcel,
      parcelFeeBy: item.parcelFeeBy,
      parcelFeeWon: item.parcelFeeWon,
      safe: item.safe,
      regionCode: item.regionCode,
      defects: item.defects,
      description: item.description,
      state: item.state,
      bumpedAt: item.bumpedAt.toISOString(),
      bumped: item.bumpedAt > item.createdAt,
      createdAt: item.createdAt.toISOString(),
      isListed: isListed(item),
      isHiddenBySeller: item.putAwayAt !== null,
      hiddenReason: item.hiddenAt === null ? null : item.hiddenReason,
      wishes: row.wishes,
      chats: row.talks,
      views: row.views,
      pictures: row.pictures,
    },
    seller: toTraderView(row),
    wished: row.wished,
    deal:
      role === "other"
        ? null
        : {
            buyerId: item.buyerId,
            buyerName: row.buyerName,
            dealWon: item.dealWon,
            reviewed: row.reviewed,
            safeDeal: row.safeDeal,
          },
  }
}
