import { BriefcaseBusiness, UserRound } from "#app/ui/icons.tsx"
import { Link } from "react-router"
import type { SubjectCard } from "#app/basics/subject.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { HighlightedText } from "./highlighted-text.tsx"

type Mark = { start: number; end: number }

/**
 * Anything that was found, by the card every area has for its things: a row on phones, a card with a line
 * from md on.
 */
export function HitCard({ hit }: { hit: SubjectCard & { marks: { title: Mark[]; line: Mark[] } } }) {
  const { title, line, priceText, pictureId, href, state, kind } = hit
  return (
    <article
      className={
        "relative flex h-full gap-4 border-b border-base-300 py-4 md:card-line md:p-4 " +
        "md:transition-colors md:hover:border-line-strong"
      }
    >
      <Thumbnail kind={kind} pictureId={pictureId} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="line-clamp-2 text-base font-medium">
          <Link
            to={href}
            prefetch="intent"
            viewTransition
            className="after:absolute after:inset-0 md:after:rounded-xl"
          >
            <HighlightedText text={title} marks={hit.marks.title} />
          </Link>
        </h3>
        <p className="mt-0.5 truncate text-sm text-ink-3">
          <HighlightedText text={line} marks={hit.marks.line} />
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 pt-2">
          {state && !(kind === "item" && state.tone === "open") && (
            <StateBadge tone={state.tone}>{state.label}</StateBadge>
          )}
          {priceText !== null && <b className="text-lg font-bold">{priceText}</b>}
        </p>
      </div>
    </article>
  )
}

/** A thing is shown large and square, a person small and round; a job has a sign. */
function Thumbnail({ kind, pictureId }: { kind: SubjectCard["kind"]; pictureId: string | null }) {
  const isPerson = kind === "seek"
  const shapeClasses = isPerson ? "size-14 rounded-full" : "size-24 rounded-lg"
  if (pictureId !== null) {
    return (
      <span className={`picture relative block flex-none overflow-hidden bg-fill ${shapeClasses}`}>
        <img
          src={pictureUrl(pictureId, 320)}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </span>
    )
  }
  const Icon = kind === "hire" ? BriefcaseBusiness : isPerson ? UserRound : null
  return Icon ? (
    <span
      className={
        "grid size-14 flex-none place-items-center bg-primary-tint text-primary-ink " +
        `${isPerson ? "rounded-full" : "rounded-lg"}`
      }
    >
      <Icon size={24} />
    </span>
  ) : null
}
