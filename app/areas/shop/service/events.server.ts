/**
 * The events of the shop: what they are called, whom they concern, and telling the pages of those
 * people.
 */
import { publishToUsers } from "#app/platform/live.server.ts"
import type { LineMove } from "../rules.ts"
import type { ClaimMove } from "../claim-rules.ts"

/** Whom an order concerns. */
export type SellerOrderEvent = { groupId: string; orderId: string; buyerId: string; sellerId: string }
export type LineEvent = SellerOrderEvent & { lineId: string; move: LineMove }
export type ClaimEvent = SellerOrderEvent & {
  lineId: string
  claimId: string
  move: ClaimMove | "request"
  /** An admin did it in the seller's place. */ byAdmin?: boolean
}

declare module "#app/platform/events.server.ts" {
  interface Events {
    "shop.paid": SellerOrderEvent
    "shop.payment_failed": { groupId: string; buyerId: string }
    "shop.deposit_waiting": { groupId: string; buyerId: string }
    "shop.expired": { groupId: string; buyerId: string; /** The buyer called it off. */ byBuyer?: boolean }
    "shop.line_moved": LineEvent
    "shop.claim_moved": ClaimEvent
    "shop.refunded": { refundId: string; groupId: string; buyerId: string }
    "shop.account_needed": { refundId: string; groupId: string; buyerId: string }
    /** Where a deposit goes back to was told, by its buyer or by the operator for them. */
    "shop.refund_account_told": { groupId: string; buyerId: string; tellingId: string; byOffice: boolean }
    "product.reviewed": { reviewId: string; productId: string; sellerId: string }
    "product.asked": { questionId: string; productId: string; sellerId: string }
  }
}

/**
 * Subscriber, for all that happened together: tells the open pages of buyers and
 * sellers that an order changed.
 */
export async function publishSellerOrderChanges(events: readonly SellerOrderEvent[]): Promise<void> {
  const eventBySellerOrder = new Map(events.map((event) => [event.orderId, event]))
  for (const event of eventBySellerOrder.values())
    await publishToUsers([event.buyerId, event.sellerId], { type: "shop.changed", orderId: event.orderId })
}

/** Subscriber of what concerns the buyer alone. */
export async function publishPurchaseChange(event: { groupId: string; buyerId: string }): Promise<void> {
  await publishToUsers([event.buyerId], { type: "shop.changed", groupId: event.groupId })
}
