import type { LucideIcon } from "lucide-react"
import { useRef, type ReactNode } from "react"
import { Link } from "react-router"
import { useInSight } from "./in-sight.ts"
import { useRememberedPlace } from "./way-back.ts"

export type SidePlace = { place: string; href: string; label: string; icon: LucideIcon }

/**
 * A desk of many screens: where one is at the side (above, on phones), what one looks at beside it; `after`
 * stands under the places from md on.
 */
export function SideFrame({
  label,
  places,
  current,
  after,
  children,
}: {
  label: string
  places: readonly SidePlace[]
  current: string
  after?: ReactNode
  children: ReactNode
}) {
  useRememberedPlace()
  return (
    <div
      className={
        "mx-auto w-full page-width px-4 pb-12 md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:gap-8 " +
        "md:px-6 md:pb-16"
      }
    >
      <nav
        aria-label={label}
        className={
          "-mx-4 flex gap-1 overflow-x-auto border-b border-base-300 px-4 py-2 [scrollbar-width:none] " +
          "md:sticky md:top-20 md:mx-0 md:mt-8 md:max-h-[calc(100dvh-6rem)] md:flex-col md:gap-0 " +
          "md:overflow-x-hidden md:overflow-y-auto md:self-start md:border-0 md:p-0"
        }
      >
        {places.map((each) => (
          <Place key={each.place} isHere={each.place === current} {...each} />
        ))}
        {after}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Place({ href, label, icon: Icon, isHere }: SidePlace & { isHere: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  // On phones the places are a strip: the one where one is must be seen.
  useInSight(link, isHere)
  return (
    <Link
      ref={link}
      to={href}
      aria-current={isHere ? "page" : undefined}
      className={
        "flex h-11 flex-none items-center gap-3 rounded-lg px-3.5 text-base md:h-9.5 " +
        `${isHere ? "bg-primary-tint font-semibold text-primary-ink" : "font-medium hover:bg-fill"}`
      }
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="hidden md:block" />
      {label}
    </Link>
  )
}

/** One number of a desk, in a `dl`; `urgent` where somebody waits too long. */
export function Figure({
  name,
  value,
  note,
  href,
  urgent = false,
}: {
  name: string
  value: string
  note?: string | undefined
  href?: string
  urgent?: boolean
}) {
  return (
    <div className={`relative card-line p-4 md:p-5 ${href ? "hover:bg-base-200" : ""}`}>
      <dt className="text-sm text-ink-3">
        {href ? (
          <Link to={href} className="after:absolute after:inset-0 after:rounded-xl">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className="mt-1">
        <span className="text-xl font-bold">{value}</span>
        {note ? (
          <span className={`mt-0.5 block text-sm ${urgent ? "font-medium text-refused-ink" : "text-ink-3"}`}>
            {note}
          </span>
        ) : null}
      </dd>
    </div>
  )
}
