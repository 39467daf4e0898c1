/**
 * The events of orders: what they are called, whom they concern, and telling the pages of those people.
 */
import { publishToUsers } from "#app/platform/live.server.ts"
import type { WarrantyMove } from "../warranty-rules.ts"

/** Whom an order concerns; `expertId` is the chosen expert. */
export type OrderEvent = { orderId: string; customerId: string; expertId: string | null }
/** `expertId` wrote the proposal. */
type ProposalEvent = { orderId: string; proposalId: string; customerId: string; expertId: string }
/** `partId` is of an order that is paid safely. */
type PartEvent = { orderId: string; partId: string; customerId: string; expertId: string }
type SplitEvent = { orderId: string; splitId: string; customerId: string; expertId: string }
/** `at` is the moment of the step, ISO text: a dispute may be proposed for several times. */
type DisputeEvent = {
  orderId: string
  disputeId: string
  customerId: string
  expertId: string
  at: string
}
type WarrantyEvent = { orderId: string; claimId: string; customerId: string; expertId: string }
type ChangeOrderEvent = { orderId: string; changeOrderId: string; customerId: string; expertId: string }

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** One of the two wants the customer's own number to be seen, or no longer. */
    "contact.sharing_changed": OrderEvent & {
      expertId: string
      by: "customer" | "expert"
      shares: boolean
      /** Both want it now. */ isShared: boolean
    }
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
    /** The choice is undone, by its customer or because nobody paid; `expertId` is who had been chosen. */
    "order.reopened": OrderEvent & { expertId: string; byCustomer: boolean; reopenedProposalIds: string[] }
    "part.asked": PartEvent
    "part.held": PartEvent
    "part.released": PartEvent
    /** Nobody paid the part in time: it is asked for anew when its turn comes. */
    "part.lapsed": PartEvent
    /** The customer is to pay or to confirm a part; `number` counts the reminders of its state. */
    "part.reminder": PartEvent & { of: "pay" | "confirm"; number: number }
    /** Something about the payment of a part that its two people see. */
    "part.changed": PartEvent & { what: string }
    "split.proposed": SplitEvent & { proposedBy: "customer" | "expert" }
    "split.accepted": SplitEvent & { proposedBy: "customer" | "expert" }
    "split.expired": SplitEvent
    "dispute.proposed": DisputeEvent
    "dispute.answered": DisputeEvent & { answeredBy: "customer" | "expert" }
    "dispute.decided": DisputeEvent
    "dispute.appealed": DisputeEvent & { appealedBy: "customer" | "expert" }
    "warranty.moved": WarrantyEvent & { move: WarrantyMove | "open"; at: string }
    /** Today is the last day to answer, or it has passed. */
    "warranty.reminder": WarrantyEvent & { of: "due" | "late"; answerDueOn: string }
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
