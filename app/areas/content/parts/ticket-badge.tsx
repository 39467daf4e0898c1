import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { TICKET_STATE_LABELS, type TicketState } from "../rules.ts"

const tones: Record<TicketState, Tone> = { open: "warn", answered: "ok", closed: "done" }

export const TicketBadge = ({ state }: { state: TicketState }) => (
  <StateBadge tone={tones[state]}>{TICKET_STATE_LABELS[state]}</StateBadge>
)
