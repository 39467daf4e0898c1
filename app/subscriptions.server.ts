/** Owns who hears which event and which work time starts: the one file that joins areas. */
import { ORDER_EVENTS, tellPeopleOfOrder } from "./areas/orders/service/events.server.ts"
import { completeSilently, expireOrders, expireProposals } from "./areas/orders/service/time.server.ts"
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
  for (const event of ORDER_EVENTS) subscribe(event, tellPeopleOfOrder)
  scheduleJob({ name: "expire-orders", cron: "*/5 * * * *", work: expireOrders })
  scheduleJob({ name: "expire-proposals", cron: "*/5 * * * *", work: expireProposals })
  scheduleJob({ name: "complete-orders", cron: "*/10 * * * *", work: completeSilently })
}
