/** Which events the area api hears, and which of its work time starts. */
import { mergeSubscriptions, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { deleteOldApiAnswers } from "./service/answers.server.ts"
import { deleteKeysOfLeavingMember } from "./service/keys.server.ts"
import { deleteOldWebhooks, deliverWebhooks } from "./service/webhook-deliveries.server.ts"
import { webhookSubscriptions } from "./service/webhook-queue.server.ts"
import { deleteWebhooksOfLeavingMember } from "./service/webhooks.server.ts"

export const subscriptions: Subscriptions = mergeSubscriptions([
  { "account.left": [deleteKeysOfLeavingMember, deleteWebhooksOfLeavingMember] },
  ...webhookSubscriptions,
])

export const schedule: readonly ScheduledJob[] = [
  { name: "sweep-api-answers", cron: "57 * * * *", handler: deleteOldApiAnswers },
  { name: "deliver-webhooks", cron: "* * * * *", handler: deliverWebhooks },
  { name: "sweep-webhooks", cron: "52 4 * * *", handler: deleteOldWebhooks },
]
