import { Link } from "react-router"
import type { SubjectCard } from "#app/basics/subject.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { KIND_LABELS } from "../rules.ts"

/** What is reported, on a tinted block. `isLinked` where the reader may look at it. */
export function ReportedCard({ card, isLinked = false }: { card: SubjectCard; isLinked?: boolean }) {
  return (
    <div className="relative flex items-center gap-3 rounded-xl bg-base-200 p-4">
      {card.pictureId ? (
        <img
          src={`/pictures/${card.pictureId}/160.webp`}
          alt=""
          width={56}
          height={56}
          className="picture size-14 flex-none rounded-lg object-cover"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm text-ink-3">
          {KIND_LABELS[card.kind]}
          {card.state ? <StateBadge tone={card.state.tone}>{card.state.label}</StateBadge> : null}
        </p>
        <p className="mt-0.5 text-base font-semibold break-words">
          {isLinked && card.href ? (
            <Link to={card.href} className="after:absolute after:inset-0 after:rounded-xl hover:underline">
              {card.title}
            </Link>
          ) : (
            card.title
          )}
        </p>
        {card.line ? <p className="truncate text-sm text-ink-2">{card.line}</p> : null}
      </div>
    </div>
  )
}
