/** Owns a person's own lists: what they sell and sold, what they bought. */
import { and, desc, eq, sql, type SQL } from "drizzle-orm"
import { isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { SALES_TABS, type SalesTab } from "../rules.ts"
import { items } from "../schema.server.ts"
import type { DealRow } from "../views.ts"
import { talkCount, wishCount } from "./numbers.server.ts"
import { firstPicture } from "./pictures.server.ts"

const PER_PAGE = 20

export type DealPage = { rows: DealRow[]; next: string | null }

const away = sql`(${items.putAwayAt} is not null or ${items.hiddenAt} is not null)`
const TAB_CONDITIONS: Record<SalesTab, SQL> = {
  selling: sql`${items.state} <> 'sold' and not ${away}`,
  sold: sql`${items.state} = 'sold' and not ${away}`,
  hidden: away,
}

const columns = (me: string, partner: SQL) => ({
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
  picture: firstPicture,
  wishes: wishCount,
  talks: talkCount,
  offers: sql<number>`(select count(*)::int from price_offers po
    where po.item_id = items.id and po.state = 'offered')`,
  partner: sql<{
    userId: string
    name: string
  } | null>`(select json_build_object('userId', p.user_id, 'name', p.name) from people p
    where p.user_id = ${partner})`,
  reviewed: sql<boolean>`exists (select from deal_reviews r
    where r.item_id = items.id and r.writer_id = ${me}::uuid)`,
})

async function pageOf(
  me: string,
  partner: SQL,
  which: SQL | undefined,
  by: typeof items.createdAt | typeof items.soldAt,
  cursor: string | null,
): Promise<DealPage> {
  const [at, id] = decodeCursor(cursor, [isTimestamp, isId]) ?? []
  const after = id ? sql`(${by}, ${items.id}) < (${at}::timestamptz, ${id}::uuid)` : undefined
  const rows = await db()
    .select(columns(me, partner))
    .from(items)
    .where(and(which, sql`${items.deletedAt} is null`, after))
    .orderBy(desc(by), desc(items.id))
    .limit(PER_PAGE + 1)
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  const place = last && ((by === items.soldAt ? last.soldAt : null) ?? last.createdAt)
  return {
    rows: shown.map(({ createdAt, soldAt, bumpedAt, hiddenAt, hiddenReason, putAwayAt, ...row }) => ({
      ...row,
      at: (soldAt ?? createdAt).toISOString(),
      bumpedAt: bumpedAt.toISOString(),
      listed: hiddenAt === null && putAwayAt === null,
      hiddenReason: hiddenAt === null ? null : hiddenReason,
    })),
    next: last && place ? encodeCursor([place.toISOString(), last.id]) : null,
  }
}

/** A page of what the actor sells, by tab, the newest first. */
export async function findSales(actor: Actor, tab: SalesTab, cursor: string | null): Promise<DealPage> {
  if (actor.kind !== "member") return { rows: [], next: null }
  return pageOf(
    actor.userId,
    sql`items.buyer_id`,
    and(eq(items.sellerId, actor.userId), TAB_CONDITIONS[tab]),
    items.createdAt,
    cursor,
  )
}

/** A page of what the actor bought, the latest first. */
export async function findPurchases(actor: Actor, cursor: string | null): Promise<DealPage> {
  if (actor.kind !== "member") return { rows: [], next: null }
  return pageOf(
    actor.userId,
    sql`items.seller_id`,
    and(eq(items.buyerId, actor.userId), eq(items.state, "sold")),
    items.soldAt,
    cursor,
  )
}

/** How many items the actor has under each tab. */
export async function countSales(actor: Actor): Promise<Record<SalesTab, number>> {
  const counts: Record<SalesTab, number> = { selling: 0, sold: 0, hidden: 0 }
  if (actor.kind !== "member") return counts
  const [found] = await db()
    .select(
      Object.fromEntries(
        SALES_TABS.map((tab) => [tab, sql<number>`count(*) filter (where ${TAB_CONDITIONS[tab]})::int`]),
      ),
    )
    .from(items)
    .where(and(eq(items.sellerId, actor.userId), sql`${items.deletedAt} is null`))
  for (const tab of SALES_TABS) counts[tab] = Number(found?.[tab] ?? 0)
  return counts
}
