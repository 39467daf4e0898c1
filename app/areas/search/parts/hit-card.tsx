import { BriefcaseBusiness, UserRound } from "lucide-react"
import { Link } from "react-router"
import type { SubjectCard } from "#app/basics/subject.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { Marked } from "./marked.tsx"

type Mark = { start: number; end: number }

/** Anything that was found, by the card every area has for its things: a row on phones, a card with a line from md on. */
export function HitCard({ hit }: { hit: SubjectCard & { marks: { title: Mark[]; line: Mark[] } } }) {
  const { title, line, priceText, pictureId, href, state, kind } = hit
  return (
    <article className="relative flex h-full gap-4 border-b border-base-300 py-4 md:card-line md:p-4 md:transition-colors md:hover:border-line-strong">
      <Thumbnail kind={kind} pictureId={pictureId} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="line-clamp-2 text-base font-medium">
          <Link to={href} prefetch="intent" viewTransition className="after:absolute after:inset-0 md:after:rounded-xl">
            <Marked text={title} marks={hit.marks.title} />
          </Link>
        </h3>
        <p className="mt-0.5 truncate text-sm text-ink-3">
          <Marked text={line} marks={hit.marks.line} />
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 pt-2">
          {state && <StateBadge tone={state.tone}>{state.label}</StateBadge>}
          {priceText !== null && <b className="text-lg font-bold">{priceText}</b>}
        </p>
      </div>
    </article>
  )
}

function Thumbnail({ kind, pictureId }: { kind: SubjectCard["kind"]; pictureId: string | null }) {
  if (pictureId !== null) {
    return (
      <span className="picture relative block size-24 flex-none overflow-hidden rounded-lg bg-fill">
        <img src={pictureUrl(pictureId, 320)} alt="" width={96} height={96} loading="lazy" decoding="async" className="size-full object-cover" />
      </span>
    )
  }
  const Icon = kind === "hire" ? BriefcaseBusiness : kind === "seek" ? UserRound : null
  return Icon ? (
    <span className="grid size-11 flex-none place-items-center rounded-lg bg-primary-tint text-primary-ink">
      <Icon aria-hidden size={22} strokeWidth={1.75} />
    </span>
  ) : null
}
