import type { LucideIcon } from "lucide-react"
import { useRef, type ReactNode } from "react"
import { Link } from "react-router"
import { useScrolledIntoView } from "./scrolled-into-view.ts"
import { useRememberQuery } from "./remembered-query.ts"

export type SideNavItem = { itemId: string; href: string; label: string; icon: LucideIcon }

/**
 * A desk of many screens: where one is at the side (above, on phones), what one looks at beside it; `after`
 * stands under the places from md on.
 */
export function SideNavLayout({
  label,
  items,
  currentItemId,
  footer,
  children,
}: {
  label: string
  items: readonly SideNavItem[]
  currentItemId: string
  footer?: ReactNode
  children: ReactNode
}) {
  useRememberQuery()
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
        {items.map((item) => (
          <SideNavLink key={item.itemId} isCurrent={item.itemId === currentItemId} {...item} />
        ))}
        {footer}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function SideNavLink({ href, label, icon: Icon, isCurrent }: SideNavItem & { isCurrent: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  // On phones the places are a strip: the one where one is must be seen.
  useScrolledIntoView(link, isCurrent)
  return (
    <Link
      ref={link}
      to={href}
      aria-current={isCurrent ? "page" : undefined}
      className={
        "flex h-11 flex-none items-center gap-3 rounded-lg px-3.5 text-base md:h-9.5 " +
        `${isCurrent ? "bg-primary-tint font-semibold text-primary-ink" : "font-medium hover:bg-fill"}`
      }
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="hidden md:block" />
      {label}
    </Link>
  )
}

/** One number of a desk, in a `dl`; `isUrgent` where somebody waits too long. */
export function StatTile({
  name,
  value,
  note,
  href,
  isUrgent = false,
}: {
  name: string
  value: string
  note?: string | undefined
  href?: string
  isUrgent?: boolean
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
          <span
            className={`mt-0.5 block text-sm ${isUrgent ? "font-medium text-refused-ink" : "text-ink-3"}`}
          >
            {note}
          </span>
        ) : null}
      </dd>
    </div>
  )
}
