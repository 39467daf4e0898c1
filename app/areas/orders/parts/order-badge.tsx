import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import {
  DECIDED_DISPUTE_LABEL,
  ORDER_STATE_LABELS,
  PROPOSAL_STATE_LABELS,
  type OrderState,
  type ProposalState,
} from "../rules.ts"

const ORDER_TONES: Record<OrderState, Tone> = {
  draft: "done",
  open: "open",
  matched: "progress",
  in_progress: "progress",
  delivered: "progress",
  changes_requested: "warn",
  completed: "done",
  disputed: "warn",
  cancelled: "done",
  expired: "done",
}
const PROPOSAL_TONES: Record<ProposalState, Tone> = {
  sent: "open",
  viewed: "open",
  accepted: "progress",
  declined: "refused",
  withdrawn: "done",
  expired: "done",
  not_selected: "done",
}

/** The state of a request in its word and colour; a dispute that is decided waits for an appeal alone. */
export function OrderBadge({
  state,
  isDisputeDecided = false,
}: {
  state: OrderState
  isDisputeDecided?: boolean
}) {
  if (isDisputeDecided) return <StateBadge tone="progress">{DECIDED_DISPUTE_LABEL}</StateBadge>
  return <StateBadge tone={ORDER_TONES[state]}>{ORDER_STATE_LABELS[state]}</StateBadge>
}

/** The state of a proposal in its word and colour. */
export function ProposalBadge({ state }: { state: ProposalState }) {
  return <StateBadge tone={PROPOSAL_TONES[state]}>{PROPOSAL_STATE_LABELS[state]}</StateBadge>
}
