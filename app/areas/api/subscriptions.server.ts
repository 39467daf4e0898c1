/** Which events the area api hears, and which of its work time starts. */
import type { Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { deleteOldApiAnswers } from "./service/answers.server.ts"
import { deleteKeysOfLeavingMember } from "./service/keys.server.ts"

export const subscriptions: Subscriptions = { "account.left": [deleteKeysOfLeavingMember] }

export const schedule: readonly ScheduledJob[] = [
  { name: "sweep-api-answers", cron: "57 * * * *", handler: deleteOldApiAnswers },
]
