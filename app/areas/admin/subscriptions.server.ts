/** Which events the back office hears, and which of its work time starts. */
import { batchSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { linkAuditLog, noteAuditHead } from "#app/platform/audit-chain.server.ts"
import { countPastDays, countToday } from "./service/count-figures.server.ts"
import { sendFigureMails } from "./service/figure-mail.server.ts"
import { forgetPastAccess } from "./service/access.server.ts"
import { forgetPastCases } from "./service/cases.server.ts"
import { forgetPastRecords, publishQueueChange } from "./service/desk.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = ["office_refund.moved"] as const satisfies readonly EventName[]

/** Every event with which something begins or ends to wait for the back office. */
const QUEUE_EVENTS = [
  "order.disputed",
  "dispute.proposed",
  "dispute.answered",
  "dispute.decided",
  "dispute.appealed",
  "order.completed",
  "order.cancelled",
  "warranty.moved",
  "deal.moved",
  "report.filed",
  "report.actioned",
  "report.dismissed",
  "report.appealed",
  "report.settled",
  "application.appealed",
  "application.appeal_decided",
  "wage.escalated",
  "wage.handled",
  "wage.moved",
  "expert.applied",
  "expert.decided",
  "expert.insured",
  "insurance.refused",
  "seller.applied",
  "seller.decided",
  "product.decided",
  "shop.claim_moved",
  "ticket.opened",
  "ticket.answered",
  "ticket.moved",
  "payout.moved",
  "office_refund.moved",
  "account.changed_by_office",
] as const satisfies readonly EventName[]

const onQueueChange = [batchSubscriber(publishQueueChange)]

export const subscriptions: Subscriptions = Object.fromEntries(
  QUEUE_EVENTS.map((event) => [event, onQueueChange]),
)

export const schedule: readonly ScheduledJob[] = [
  { name: "forget-opened-records", cron: "23 4 * * *", handler: forgetPastRecords },
  { name: "count-today", cron: "*/5 * * * *", handler: countToday },
  { name: "count-past-days", cron: "17 2 * * *", handler: countPastDays },
  // Told when the day before is counted; its mail waits for the morning, as all do.
  { name: "send-figures", cron: "40 5 * * *", handler: sendFigureMails },
  { name: "link-audit-log", cron: "* * * * *", handler: linkAuditLog },
  { name: "note-audit-head", cron: "7 0 * * *", handler: noteAuditHead },
  { name: "forget-access", cron: "52 4 * * *", handler: forgetPastAccess },
  { name: "forget-cases", cron: "41 4 * * *", handler: forgetPastCases },
]
