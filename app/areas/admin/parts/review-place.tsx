import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import type { ReviewPlace } from "../../experts/rules.ts"

const PLACES: Record<ReviewPlace, { tone: Tone; label: string }> = {
  waiting: { tone: "warn", label: "공개 전" },
  published: { tone: "done", label: "공개" },
  removed: { tone: "refused", label: "삭제" },
}

/** Where a review stands: not yet shown, shown, taken down. */
export const ReviewPlaceBadge = ({ place }: { place: ReviewPlace }) => (
  <StateBadge tone={PLACES[place].tone}>{PLACES[place].label}</StateBadge>
)
