/** The events of deals that are paid safely, and telling the pages of their two people. */
import { publishToUsers } from "#app/platform/live.server.ts"
import type { DealMove, DealActorRole, DealState } from "../deal-rules.ts"

export type DealEvent = { dealId: string; itemId: string; buyerId: string; sellerId: string }

declare module "#app/platform/events.server.ts" {
  interface Events {
    "deal.asked": DealEvent
    /** `at` is the moment of the move, ISO text: some moves are made more than once. */
    "deal.moved": DealEvent & {
      move: DealMove
      role: DealActorRole
      from: DealState
      to: DealState
      at: string
    }
    /** Something about its payment that the two see. */
    "deal.changed": DealEvent & { what: string }
  }
}

/** Subscriber: tells the open pages of the two of a deal. */
export async function publishDealChange({ itemId, dealId, buyerId, sellerId }: DealEvent): Promise<void> {
  await publishToUsers([buyerId, sellerId], { type: "deal.changed", itemId, dealId })
}
