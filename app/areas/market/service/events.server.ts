/**
 * The events of second-hand: what they are called, whom they concern, and telling the pages of those
 * people.
 */
import { publishToUsers } from "#app/platform/live.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { eq } from "drizzle-orm"
import type { ItemMove } from "../rules.ts"
import { itemWishes } from "../schema.server.ts"

/**
 * `buyerId` is the one of before or after the move; `dealId` the deal that moved the item, where it is paid
 * safely.
 */
type ItemMovedEvent = {
  itemId: string
  sellerId: string
  buyerId: string | null
  move: ItemMove
  dealId: string | null
}
type OfferEvent = { itemId: string; offerId: string; sellerId: string; buyerId: string; priceWon: number }

declare module "#app/platform/events.server.ts" {
  interface Events {
    "item.posted": { itemId: string; sellerId: string }
    "item.edited": { itemId: string; sellerId: string }
    "item.price_dropped": { itemId: string; sellerId: string; fromWon: number; toWon: number }
    "item.moved": ItemMovedEvent
    /** Hidden, shown, deleted, raised. */
    "item.shown": { itemId: string; sellerId: string }
    "offer.made": OfferEvent
    "offer.accepted": OfferEvent
    "offer.declined": OfferEvent
    "offer.expired": OfferEvent
    "deal.reviewed": { itemId: string; reviewId: string; writerId: string; subjectId: string }
  }
}

const MAX_LIVE_RECEIVERS = 500

/**
 * Subscriber: tells the open pages of those who deal about the item, and of those who
 * have it on their list.
 */
export async function publishItemChange(
  event: {
    itemId: string
    sellerId?: string
    buyerId?: string | null
    writerId?: string
    subjectId?: string
  },
  tx: Transaction,
): Promise<void> {
  const wishers = await tx
    .select({ userId: itemWishes.userId })
    .from(itemWishes)
    .where(eq(itemWishes.itemId, event.itemId))
    .limit(MAX_LIVE_RECEIVERS)
  const userIds = [
    event.sellerId,
    event.buyerId,
    event.writerId,
    event.subjectId,
    ...wishers.map((wisher) => wisher.userId),
  ]
  await publishToUsers([...new Set(userIds.filter((id) => typeof id === "string"))], {
    type: "item.changed",
    itemId: event.itemId,
  })
}
