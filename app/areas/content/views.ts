/** What screens show of tickets. Times are ISO. */
import type { TicketPriority, TicketState } from "./rules.ts"

export type OfficeTicket = {
  priority: TicketPriority
  notes: { id: string; author: string; body: string; createdAt: string }[]
  /** What the same person asked besides, the newest first. */
  others: { id: string; title: string; state: TicketState; createdAt: string }[]
  macros: Macro[]
}
export type Macro = { id: string; title: string; body: string }
