import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import {
  TICKET_PRIORITY_LABELS,
  TICKET_STATE_LABELS,
  type TicketPriority,
  type TicketState,
} from "../rules.ts"

const TONE_BY_STATE: Record<TicketState, Tone> = { open: "warn", answered: "ok", closed: "done" }

export const TicketBadge = ({ state }: { state: TicketState }) => (
  <StateBadge tone={TONE_BY_STATE[state]}>{TICKET_STATE_LABELS[state]}</StateBadge>
)

/** How urgent the office finds a question; nothing where it is as any other. */
export const PriorityBadge = ({ priority }: { priority: TicketPriority }) =>
  priority === "normal" ? null : (
    <StateBadge tone={priority === "high" ? "refused" : "done"}>
      {TICKET_PRIORITY_LABELS[priority]}
    </StateBadge>
  )
