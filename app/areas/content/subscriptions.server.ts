/** What the area content emits, which events it hears, and which of its work time starts. */
import { slowSubscriber, type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { closeSilentTickets, notifyTicketAnswered } from "./service/tickets.server.ts"
import { publishDueArticles } from "./service/write-articles.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "ticket.opened",
  "ticket.answered",
  "ticket.moved",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "ticket.answered": [slowSubscriber(notifyTicketAnswered)],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "publish-articles", cron: "* * * * *", handler: publishDueArticles },
  { name: "close-tickets", cron: "7 5 * * *", handler: closeSilentTickets },
]
