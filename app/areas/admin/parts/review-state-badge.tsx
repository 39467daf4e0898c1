import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import type { ReviewVisibility } from "../../experts/rules.ts"

const STATES: Record<ReviewVisibility, { tone: Tone; label: string }> = {
  waiting: { tone: "warn", label: "공개 전" },
  published: { tone: "done", label: "공개" },
  removed: { tone: "refused", label: "삭제" },
}

/** Where a review stands: not yet shown, shown, taken down. */
export const ReviewStateBadge = ({ state }: { state: ReviewVisibility }) => (
  <StateBadge tone={STATES[state].tone}>{STATES[state].label}</StateBadge>
)
