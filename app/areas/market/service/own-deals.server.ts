/** A person's own lists: what they sell and sold, what they bought. */
import { and, eq, sql, type SQL } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { SALES_TABS, type SalesTab } from "../rules.ts"
import { items } from "../schema.server.ts"
import type { DealRow } from "../views.ts"
import { chatCountSql, wishCountSql } from "./item-stats.server.ts"
import { safeDealSql } from "./deal-views.server.ts"
import { firstPictureSql } from "./item-pictures.server.ts"
import { type ListOrder, descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

export type DealPage = { rows: DealRow[]; next: string | null }

const hiddenCondition = sql`(${items.putAwayAt} is not null or ${items.hiddenAt} is not null)`
const TAB_CONDITIONS: Record<SalesTab, SQL> = {
  selling: sql`${items.state} <> 'sold' and not ${hiddenCondition}`,
  sold: sql`${items.state} = 'sold' and not ${hiddenCondition}`,
  hidden: hiddenCondition,
}

const dealColumns = (userId: string, partner: SQL) => ({
  id: items.id,
  title: items.title,
  priceWon: items.priceWon,
  dealWon: items.dealWon,
  state: items.state,
  regionCode: items.regionCode,
  createdAt: items.createdAt,
  soldAt: items.soldAt,
  bumpedAt: items.bumpedAt,
  hiddenAt: items.hiddenAt,
  hiddenReason: items.hiddenReason,
  putAwayAt: items.putAwayAt,
  picture: firstPictureSql,
  wishes: wishCountSql,
  chats: chatCountSql,
  offers: sql<number>`(select count(*)::int from price_offers po
    where po.item_id = items.id and po.state = 'offered')`,
  partner: sql<{
    userId: string
    name: string
  } | null>`(select json_build_object('userId', p.user_id, 'name', p.name) from people p
    where p.user_id = ${partner})`,
  safeDeal: safeDealSql,
  reviewed: sql<boolean>`exists (select from deal_reviews r
    where r.item_id = items.id and r.writer_id = ${userId}::uuid)`,
})

const SALES_ORDER = descending("newest", [items.createdAt, "time"], [items.id, "id"])

const BOUGHT_ORDER = descending("latest", [items.soldAt, "time"], [items.id, "id"])

async function findDealPage(
  userId: string,
  partner: SQL,
  condition: SQL | undefined,
  order: ListOrder,
  cursor: string | null,
): Promise<DealPage> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ ...dealColumns(userId, partner), sortKeys })
        .from(items),
    order,
    filter: and(condition, sql`${items.deletedAt} is null`),
    cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: found.rows.map(({ createdAt, soldAt, bumpedAt, hiddenAt, hiddenReason, putAwayAt, ...row }) => ({
      ...row,
      at: (soldAt ?? createdAt).toISOString(),
      bumpedAt: bumpedAt.toISOString(),
      isListed: hiddenAt === null && putAwayAt === null,
      hiddenReason: hiddenAt === null ? null : hiddenReason,
    })),
    next: found.cursor,
  }
}

/** A page of what the actor sells, by tab, the newest first. */
export async function findOwnSales(actor: Actor, tab: SalesTab, cursor: string | null): Promise<DealPage> {
  if (actor.kind !== "member") return { rows: [], next: null }
  return findDealPage(
    actor.userId,
    sql`items.buyer_id`,
    and(eq(items.sellerId, actor.userId), TAB_CONDITIONS[tab]),
    SALES_ORDER,
    cursor,
  )
}

/** A page of what the actor bought, the latest first. */
export async function findBoughtItems(actor: Actor, cursor: string | null): Promise<DealPage> {
  if (actor.kind !== "member") return { rows: [], next: null }
  return findDealPage(
    actor.userId,
    sql`items.seller_id`,
    and(eq(items.buyerId, actor.userId), eq(items.state, "sold")),
    BOUGHT_ORDER,
    cursor,
  )
}

/** How many items the actor has under each tab. */
export async function countSales(actor: Actor): Promise<Record<SalesTab, number>> {
  const counts: Record<SalesTab, number> = { selling: 0, sold: 0, hidden: 0 }
  if (actor.kind !== "member") return counts
  const [countsRow] = await db()
    .select(
      Object.fromEntries(
        SALES_TABS.map((tab) => [tab, sql<number>`count(*) filter (where ${TAB_CONDITIONS[tab]})::int`]),
      ),
    )
    .from(items)
    .where(and(eq(items.sellerId, actor.userId), sql`${items.deletedAt} is null`))
  for (const tab of SALES_TABS) counts[tab] = Number(countsRow?.[tab] ?? 0)
  return counts
}
