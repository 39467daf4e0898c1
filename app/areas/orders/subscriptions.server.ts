/** What the area orders emits, which events it hears, and which of its work time starts. */
import {
  batchSubscriber,
  mergeSubscriptions,
  slowSubscriber,
  type EventName,
  type Subscriptions,
} from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { assignMissingRelays, assignRelayOfOrder, releaseRelays } from "./service/contact-relay.server.ts"
import { publishOrderChange } from "./service/events.server.ts"
import { recordMessageEvidence } from "./service/evidence.server.ts"
import { partNotifications } from "./service/part-notifications.server.ts"
import { orderNotifications } from "./service/notifications.server.ts"
import { deleteTemplatesOfLeavingMember } from "./service/proposal-templates.server.ts"
import { confirmSilentParts, remindOfParts } from "./service/silence.server.ts"
import { closeDecidedDisputes } from "./service/disputes.server.ts"
import { expireSplits } from "./service/splits.server.ts"
import { runWarrantyClock } from "./service/warranty-clock.server.ts"
import { warrantyNotifications } from "./service/warranty-notifications.server.ts"
import {
  autoCompleteOrders,
  closeProposalsOfStoppedExpert,
  expireOrders,
  expireProposals,
} from "./service/scheduled.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "contact.sharing_changed",
  "order.opened",
  "order.matched",
  "order.started",
  "order.delivered",
  "order.changes_requested",
  "order.completed",
  "order.cancelled",
  "order.expired",
  "order.disputed",
  "proposal.sent",
  "proposal.revised",
  "proposal.viewed",
  "proposal.accepted",
  "proposal.declined",
  "proposal.withdrawn",
  "proposal.expired",
  "proposal.not_selected",
  "change_order.proposed",
  "change_order.accepted",
  "change_order.rejected",
  "order.reopened",
  "part.asked",
  "part.held",
  "part.released",
  "part.lapsed",
  "part.reminder",
  "part.changed",
  "split.proposed",
  "split.accepted",
  "split.expired",
  "dispute.proposed",
  "dispute.answered",
  "dispute.decided",
  "dispute.appealed",
  "warranty.moved",
  "warranty.reminder",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = mergeSubscriptions([
  {
    "account.left": [deleteTemplatesOfLeavingMember],
    "contact.sharing_changed": [publishOrderChange],
    "order.opened": [publishOrderChange],
    "order.matched": [publishOrderChange, slowSubscriber(assignRelayOfOrder)],
    "order.started": [publishOrderChange],
    "order.delivered": [publishOrderChange],
    "order.changes_requested": [publishOrderChange],
    "order.completed": [publishOrderChange],
    "order.cancelled": [publishOrderChange],
    "order.expired": [publishOrderChange],
    "order.disputed": [publishOrderChange],
    "proposal.sent": [publishOrderChange],
    "proposal.revised": [publishOrderChange],
    "proposal.viewed": [publishOrderChange],
    "proposal.accepted": [publishOrderChange],
    "proposal.declined": [publishOrderChange],
    "proposal.withdrawn": [publishOrderChange],
    "proposal.expired": [publishOrderChange],
    "proposal.not_selected": [publishOrderChange],
    "change_order.proposed": [publishOrderChange],
    "change_order.accepted": [publishOrderChange],
    "change_order.rejected": [publishOrderChange],
    "order.reopened": [publishOrderChange],
    "part.asked": [publishOrderChange],
    "part.held": [publishOrderChange],
    "part.released": [publishOrderChange],
    "part.lapsed": [publishOrderChange],
    "part.changed": [publishOrderChange],
    "split.proposed": [publishOrderChange],
    "split.accepted": [publishOrderChange],
    "split.expired": [publishOrderChange],
    "dispute.proposed": [publishOrderChange],
    "dispute.answered": [publishOrderChange],
    "dispute.decided": [publishOrderChange],
    "dispute.appealed": [publishOrderChange],
    "warranty.moved": [publishOrderChange],
    "warranty.reminder": [publishOrderChange],
    "message.sent": [batchSubscriber(recordMessageEvidence)],
    "expert.decided": [closeProposalsOfStoppedExpert],
  },
  ...orderNotifications,
  ...partNotifications,
  warrantyNotifications,
])

export const schedule: readonly ScheduledJob[] = [
  { name: "expire-orders", cron: "*/5 * * * *", handler: expireOrders },
  { name: "expire-proposals", cron: "*/5 * * * *", handler: expireProposals },
  { name: "complete-orders", cron: "*/10 * * * *", handler: autoCompleteOrders },
  { name: "confirm-parts", cron: "*/10 * * * *", handler: confirmSilentParts },
  { name: "remind-of-parts", cron: "*/5 * * * *", handler: remindOfParts },
  { name: "close-disputes", cron: "*/10 * * * *", handler: closeDecidedDisputes },
  { name: "warranty-clock", cron: "*/10 * * * *", handler: runWarrantyClock },
  { name: "assign-relays", cron: "*/5 * * * *", handler: assignMissingRelays },
  { name: "release-relays", cron: "20 * * * *", handler: releaseRelays },
  { name: "expire-splits", cron: "*/5 * * * *", handler: expireSplits },
]
