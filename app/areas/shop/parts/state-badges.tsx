import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { getLineStateLabel, getPaymentLabel, type LineState, type ParcelState } from "../rules.ts"
import { type ClaimKind, type ClaimState, formatClaimLabel } from "../claim-rules.ts"

const LINE_TONES: Record<LineState, Tone> = {
  payment_waiting: "warn",
  paid: "open",
  preparing: "progress",
  shipped: "progress",
  delivered: "ok",
  confirmed: "done",
  cancelled: "done",
  returned: "done",
}
export const LineBadge = ({
  state,
  parcelState = null,
  isMissing = false,
}: {
  state: LineState
  parcelState?: ParcelState | null
  isMissing?: boolean
}) => (
  <StateBadge tone={isMissing ? "warn" : LINE_TONES[state]}>
    {getLineStateLabel({ state, parcelState, isMissing })}
  </StateBadge>
)

const CLAIM_TONES: Record<ClaimState, Tone> = {
  requested: "warn",
  approved: "progress",
  rejected: "refused",
  collecting: "progress",
  collected: "progress",
  completed: "done",
  withdrawn: "done",
}
export const ClaimBadge = ({ kind, state }: { kind: ClaimKind; state: ClaimState }) => (
  <StateBadge tone={CLAIM_TONES[state]}>{formatClaimLabel(kind, state)}</StateBadge>
)

const PAYMENT_TONES: Readonly<Record<string, Tone>> = {
  결제완료: "open",
  "결제 대기": "warn",
  "결제 확인 중": "warn",
  "입금 대기": "warn",
  "환불 중": "warn",
  "부분 취소": "progress",
}

/** The state of a payment with what went back of it. */
export function PaymentBadge({ purchase }: { purchase: Parameters<typeof getPaymentLabel>[0] }) {
  const label = getPaymentLabel(purchase)
  return <StateBadge tone={PAYMENT_TONES[label] ?? "done"}>{label}</StateBadge>
}
