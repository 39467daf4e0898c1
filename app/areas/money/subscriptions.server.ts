/** Owns which events the area money hears, and which of its work time starts. */
import type { Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { assignInitialCommission } from "./service/commission.server.ts"
import { recheckOpenPayments } from "./service/payments.server.ts"
import { executeOpenRefunds } from "./service/refunds.server.ts"

export const subscriptions: Subscriptions = { "seller.decided": [assignInitialCommission] }

export const schedule: readonly ScheduledJob[] = [
  { name: "ask-payments", cron: "* * * * *", handler: recheckOpenPayments },
  { name: "pay-refunds", cron: "*/2 * * * *", handler: executeOpenRefunds },
]
