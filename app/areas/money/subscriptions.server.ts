/** Owns which of the work of the area money time starts. */
import type { Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { recheckOpenPayments } from "./service/payments.server.ts"
import { executeOpenRefunds } from "./service/refunds.server.ts"

export const subscriptions: Subscriptions = {}

export const schedule: readonly ScheduledJob[] = [
  { name: "ask-payments", cron: "* * * * *", handler: recheckOpenPayments },
  { name: "pay-refunds", cron: "*/2 * * * *", handler: executeOpenRefunds },
]
