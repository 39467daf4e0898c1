import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ARTICLE_STATE_LABELS, type ArticleState } from "../rules.ts"

const TONE_BY_STATE: Record<ArticleState, Tone> = {
  draft: "warn",
  scheduled: "progress",
  published: "open",
  archived: "done",
}

export const ArticleBadge = ({ state }: { state: ArticleState }) => (
  <StateBadge tone={TONE_BY_STATE[state]}>{ARTICLE_STATE_LABELS[state]}</StateBadge>
)
