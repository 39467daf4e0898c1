/** What the area search emits, which events it hears, and which of its work time starts. */
import { type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { refreshEntry } from "./service/index.server.ts"
import { continueNightlyRebuild } from "./service/rebuild.server.ts"
import { updatePopularTerms } from "./service/terms.server.ts"
import { updateTokenFrequencies } from "./service/token-frequencies.server.ts"

export const subscriptions: Subscriptions = {
  "subject.changed": [refreshEntry],
}

export const schedule: readonly ScheduledJob[] = [
  // From just after midnight, as cards may speak of days that are left, in pieces until the whole is done.
  { name: "rebuild-search", cron: "1-56/5 * * * *", handler: () => continueNightlyRebuild() },
  { name: "count-common-tokens", cron: "43 * * * *", handler: updateTokenFrequencies },
  { name: "count-popular-terms", cron: "13 * * * *", handler: updatePopularTerms },
]
