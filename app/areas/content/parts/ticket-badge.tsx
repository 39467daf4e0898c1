import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { TICKET_STATE_LABELS, type TicketState } from "../rules.ts"

const TONE_BY_STATE: Record<TicketState, Tone> = { open: "warn", answered: "ok", closed: "done" }

export const TicketBadge = ({ state }: { state: TicketState }) => (
  <StateBadge tone={TONE_BY_STATE[state]}>{TICKET_STATE_LABELS[state]}</StateBadge>
)
