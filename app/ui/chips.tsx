import { X } from "./icons.tsx"
import { useRef, type ReactNode } from "react"
import { Link } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { useScrolledIntoView } from "./scrolled-into-view.ts"

/**
 * A choice that lives in the address. `isActive` in a single-choice row is dark; with `isRemovable` it is a
 * filter above the results, whose link takes it away; `count` says how many are behind it. Put chips into a
 * `<div className="bar-of-chips">`.
 */
export function FilterChip({
  href,
  isActive,
  isRemovable = false,
  count,
  children,
}: {
  href: string
  isActive: boolean
  isRemovable?: boolean
  count?: number | undefined
  children: ReactNode
}) {
  const stateClasses =
    isRemovable && isActive
      ? "bg-primary-tint text-primary-ink font-semibold"
      : isActive
        ? "bg-neutral text-neutral-content font-semibold"
        : "filter-chip-idle"
  const link = useRef<HTMLAnchorElement>(null)
  useScrolledIntoView(link, isActive && !isRemovable)
  return (
    <Link
      ref={link}
      to={href}
      preventScrollReset
      aria-current={isActive && !isRemovable ? "true" : undefined}
      className={`filter-chip ${stateClasses}`}
    >
      {children}
      {count === undefined ? null : (
        <>
          {" "}
          <span className="num">{formatCount(count, "")}</span>
        </>
      )}
      {isRemovable && isActive ? (
        <>
          <X size={14} strokeWidth={2} />
          <span className="sr-only">해제</span>
        </>
      ) : null}
    </Link>
  )
}

/** How a list is sorted: links in a row, the chosen one in ink. */
export function SortLinks({
  options,
}: {
  options: readonly { href: string; label: string; isActive: boolean }[]
}) {
  return (
    <nav aria-label="정렬" className="sort-row">
      {options.map((option) => (
        <Link
          key={option.href}
          to={option.href}
          preventScrollReset
          aria-current={option.isActive ? "true" : undefined}
          className="sort-link"
        >
          {option.label}
        </Link>
      ))}
    </nav>
  )
}
