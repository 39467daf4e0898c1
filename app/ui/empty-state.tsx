import type { ReactElement } from "react"
import { Link } from "react-router"
import { EmptyArt, type EmptyKind } from "./art/art.tsx"

/** What a screen shows in place of a list without content: a picture, a sentence, and what to do next. */
export function EmptyState({
  art,
  title,
  text,
  action,
  heading = "h2",
}: {
  art: EmptyKind | ReactElement
  title: string
  text?: string
  action?: { href: string; label: string } | undefined
  heading?: "h1" | "h2" | "h3"
}) {
  const Heading = heading
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center md:py-20">
      {typeof art === "string" ? <EmptyArt kind={art} size={128} /> : art}
      <Heading className="mt-5 text-lg font-bold">{title}</Heading>
      {text ? <p className="mt-1.5 max-w-[24rem] text-base text-balance text-ink-2">{text}</p> : null}
      {action ? (
        <Link to={action.href} className="btn btn-tint mt-6">
          {action.label}
        </Link>
      ) : null}
    </div>
  )
}
