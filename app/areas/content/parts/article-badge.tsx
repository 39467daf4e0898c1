import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ARTICLE_STATE_LABELS, type ArticleState } from "../rules.ts"

const tones: Record<ArticleState, Tone> = {
  draft: "warn",
  scheduled: "progress",
  published: "open",
  archived: "done",
}

export const ArticleBadge = ({ state }: { state: ArticleState }) => (
  <StateBadge tone={tones[state]}>{ARTICLE_STATE_LABELS[state]}</StateBadge>
)
