/** Which events the area api hears, and which of its work time starts. */
import { batchSubscriber, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { deleteOldApiAnswers } from "./service/answers.server.ts"
import { deleteKeysOfLeavingMember } from "./service/keys.server.ts"
import {
  deleteOldWebhooks,
  deliverWebhooks,
  queueAsked,
  queueClaimMoved,
  queueDecided,
  queueLineMoved,
  queuePaid,
} from "./service/webhook-deliveries.server.ts"
import { deleteWebhooksOfLeavingMember } from "./service/webhooks.server.ts"

export const subscriptions: Subscriptions = {
  "account.left": [deleteKeysOfLeavingMember, deleteWebhooksOfLeavingMember],
  "shop.paid": [batchSubscriber(queuePaid)],
  "shop.line_moved": [batchSubscriber(queueLineMoved)],
  "shop.claim_moved": [queueClaimMoved],
  "product.asked": [queueAsked],
  "product.decided": [queueDecided],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "sweep-api-answers", cron: "57 * * * *", handler: deleteOldApiAnswers },
  { name: "deliver-webhooks", cron: "* * * * *", handler: deliverWebhooks },
  { name: "sweep-webhooks", cron: "52 4 * * *", handler: deleteOldWebhooks },
]
