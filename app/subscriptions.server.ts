/** Owns who hears which event and which work time starts: the one file that joins areas. */
import { NUMBER_EVENTS, refreshNumbersOfEvent } from "./areas/experts/service/events.server.ts"
import { publishDueReviews } from "./areas/experts/service/reviews.server.ts"
import { subscribe, sweepEvents } from "./platform/events.server.ts"
import { scheduleJob } from "./platform/jobs.server.ts"
import { sweepLimits } from "./platform/rate-limit.server.ts"

let done = false

/** Subscribes everything once; to be called before events or jobs start. */
export function startSubscriptions(): void {
  if (done) return
  done = true
  scheduleJob({ name: "sweep-events", cron: "17 4 * * *", work: sweepEvents })
  scheduleJob({ name: "sweep-limits", cron: "*/15 * * * *", work: sweepLimits })
  scheduleJob({ name: "publish-reviews", cron: "*/5 * * * *", work: publishDueReviews })
  for (const event of NUMBER_EVENTS) subscribe(event, refreshNumbersOfEvent)
}
