/** What of campaigns time starts. */
import type { Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { countCampaignResults, sendCampaigns } from "./service/send-campaigns.server.ts"

export const subscriptions: Subscriptions = {}

export const schedule: readonly ScheduledJob[] = [
  { name: "send-campaigns", cron: "* * * * *", handler: sendCampaigns },
  { name: "count-campaigns", cron: "*/15 * * * *", handler: countCampaignResults },
]
