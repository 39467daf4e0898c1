/**
 * The events of orders: what they are called, whom they concern, and telling the pages of those people.
 */
import { publishToUsers } from "#app/platform/live.server.ts"

/** Whom an order concerns; `expertId` is the chosen expert. */
export type OrderEvent = { orderId: string; customerId: string; expertId: string | null }
/** `expertId` wrote the proposal. */
type ProposalEvent = { orderId: string; proposalId: string; customerId: string; expertId: string }
type ChangeOrderEvent = { orderId: string; changeOrderId: string; customerId: string; expertId: string }

declare module "#app/platform/events.server.ts" {
  interface Events {
    "order.opened": OrderEvent & { invitedExpertId: string | null }
    "order.matched": OrderEvent
    "order.started": OrderEvent
    "order.delivered": OrderEvent
    "order.changes_requested": OrderEvent
    "order.completed": OrderEvent
    "order.cancelled": OrderEvent
    "order.expired": OrderEvent
    "order.disputed": OrderEvent
    "proposal.sent": ProposalEvent
    "proposal.revised": ProposalEvent
    "proposal.viewed": ProposalEvent
    "proposal.accepted": ProposalEvent
    "proposal.declined": ProposalEvent
    "proposal.withdrawn": ProposalEvent
    "proposal.expired": ProposalEvent
    "proposal.not_selected": ProposalEvent
    "change_order.proposed": ChangeOrderEvent
    "change_order.accepted": ChangeOrderEvent
    "change_order.rejected": ChangeOrderEvent
  }
}

/**
 * Subscriber: tells the open pages of the customer and of the expert that the order
 * changed.
 */
export async function publishOrderChange(event: {
  orderId: string
  customerId: string
  expertId: string | null
}): Promise<void> {
  const userIds = event.expertId === null ? [event.customerId] : [event.customerId, event.expertId]
  await publishToUsers(userIds, { type: "order.changed", orderId: event.orderId })
}
