/** The numbers beside an item: wishes, talks, views. None of them is a row that everybody waits for. */
import { inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { BoundedCache } from "#app/platform/bounded-cache.server.ts"
import { getDatabaseOutage } from "#app/platform/database-watch.server.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { findSubjectIdsByRoom } from "../../chat/service/partners.server.ts"
import { items, itemTalks, itemViews } from "../schema.server.ts"

/** Columns of a query over `items`. */
export const wishCountSql = sql<number>`(select count(*)::int from item_wishes iw
  where iw.item_id = items.id)`
export const chatCountSql = sql<number>`(select count(*)::int from item_talks it where it.item_id = items.id)`
export const viewCountSql = sql<number>`(select coalesce(sum(iv.views), 0)::int from item_views iv
  where iv.item_id = items.id)`

const VIEW_SHARDS = 8
const VIEW_DEDUPLICATION_MS = 30 * MINUTE_MS
const lastViewAt = new BoundedCache<number>("counted_views", 8 * 1_048_576)

/**
 * Counts one view of an item by `viewer` (a user's id or an address), at most one in half an hour; none while
 * the database takes no writes.
 */
export async function countView(itemId: string, viewer: string): Promise<void> {
  if (getDatabaseOutage() !== undefined) return
  const key = `${itemId}:${viewer}`
  const at = now().getTime()
  const lastAt = lastViewAt.get(key)
  if (lastAt !== undefined && at - lastAt < VIEW_DEDUPLICATION_MS && at >= lastAt) return
  lastViewAt.set(key, at)
  await db()
    .insert(itemViews)
    .values({ itemId, shard: Math.floor(Math.random() * VIEW_SHARDS), views: 1 })
    .onConflictDoUpdate({
      target: [itemViews.itemId, itemViews.shard],
      set: { views: sql`${itemViews.views} + 1` },
    })
}

/**
 * Subscriber of "message.sent": notes who talks with the seller about an item; again does nothing. Cards are
 * no talk.
 */
export async function recordItemChats(
  sent: readonly { roomId: string; senderId: string; receiverId: string; isCard?: boolean }[],
  tx: Transaction,
): Promise<void> {
  const events = sent.filter(({ isCard }) => !isCard)
  if (events.length === 0) return
  const subjects = await findSubjectIdsByRoom(
    tx,
    events.map((event) => event.roomId),
    "item",
  )
  if (subjects.size === 0) return
  const itemRows = await tx
    .select({ id: items.id, sellerId: items.sellerId })
    .from(items)
    .where(inArray(items.id, [...new Set(subjects.values())]))
  const sellerByItem = new Map(itemRows.map((item) => [item.id, item.sellerId]))
  const chats = events.flatMap(({ roomId, senderId, receiverId }) => {
    const itemId = subjects.get(roomId)
    const sellerId = itemId && sellerByItem.get(itemId)
    return itemId && sellerId
      ? [{ itemId, userId: sellerId === senderId ? receiverId : senderId, createdAt: now() }]
      : []
  })
  if (chats.length > 0) await tx.insert(itemTalks).values(chats).onConflictDoNothing()
}
