import { formatNumber } from "../basics/numbers.ts"
import { ChevronLeft, ChevronRight } from "./icons.tsx"
import type { ReactNode } from "react"
import { Link } from "react-router"
import { withRememberedQuery } from "./remembered-query.ts"

/** The width and the margins of a screen. `isNarrow` is for forms and reading. */
export function Page({
  children,
  isNarrow = false,
  className = "",
}: {
  children: ReactNode
  isNarrow?: boolean
  className?: string
}) {
  return (
    <div
      className={
        `mx-auto w-full px-4 pb-10 md:px-6 md:pb-16 ${isNarrow ? "max-w-[42rem]" : "page-width"} ` +
        `${className}`
      }
    >
      {children}
    </div>
  )
}

/**
 * A part of a screen under a title. On phones a grey band from edge to edge parts it from what is above (not
 * where `isFirst`), from md on 64 px of air. Stands inside the screen's margins (see Page).
 */
export function Section({
  title,
  count,
  more,
  subtitle,
  titleSuffix,
  isFirst = false,
  id,
  className = "",
  children,
}: {
  title: ReactNode
  count?: number | null | undefined
  more?: { href: string; label: string } | undefined
  /** A sentence under the title. */
  subtitle?: ReactNode
  /** What stands right behind the title, such as a dot or a timer. */
  titleSuffix?: ReactNode
  isFirst?: boolean
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      className={[isFirst ? "section section-first" : "section band", className].filter(Boolean).join(" ")}
    >
      <div className="section-heading">
        <div>
          <h2 className="section-title">
            {title}
            {count !== undefined && count !== null && (
              <span className="num text-ink-3">{formatNumber(count)}</span>
            )}
            {titleSuffix}
          </h2>
          {subtitle ? <p className="section-subtitle">{subtitle}</p> : null}
        </div>
        {more ? (
          <Link to={more.href} className="section-more">
            {more.label}
            <ChevronRight size={16} />
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}

/**
 * The title of a screen, with a way back above it where there is one; `children` stand beneath or, from md
 * on, at the right. `bar`: on phones a detail bar stands above, with its own way back, and says the title
 * ("same") or another ("other").
 */
export function PageHeader({
  title,
  back,
  text,
  bar,
  children,
}: {
  title: ReactNode
  back?: { href: string; label: string } | string | undefined
  text?: ReactNode
  bar?: "same" | "other"
  children?: ReactNode
}) {
  const backLink = typeof back === "string" ? { href: back, label: "뒤로" } : back
  return (
    <header
      className={
        `flex flex-col gap-4 ${bar === "same" && !text && !children ? "pt-2 pb-2" : "pt-5 pb-5"} ` +
        "md:flex-row md:items-end md:justify-between md:pt-10 md:pb-7"
      }
    >
      <div className="min-w-0">
        {backLink ? (
          <Link
            to={withRememberedQuery(backLink.href)}
            className={
              `hit -ml-1 mb-2 inline-flex ${bar ? "max-md:hidden" : ""} items-center gap-0.5 ` +
              "rounded-sm text-sm font-medium text-ink-2 hover:underline"
            }
          >
            <ChevronLeft size={18} />
            {backLink.label}
          </Link>
        ) : null}
        <h1 className={`text-2xl font-bold ${bar === "same" ? "max-md:sr-only" : ""}`}>{title}</h1>
        {text ? <p className="mt-1.5 text-base text-ink-2">{text}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2 empty:hidden">{children}</div> : null}
    </header>
  )
}

/** A white card with a line. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <div className={`card-line p-4 md:p-5 ${className}`}>{children}</div>
}
