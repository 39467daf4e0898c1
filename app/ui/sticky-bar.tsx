import type { ReactNode } from "react"

/**
 * The action of a phone's screen, always under the thumb: buttons of 52 px beside each other. It stands in
 * place of the bottom navigation (see shell.css). From md on it is part of the page, or gone (`phoneOnly`)
 * where a side card has the same action; `isDocked`, at the bottom of the window there, too.
 */
export function StickyBar({
  children,
  phoneOnly = false,
  isDocked = false,
}: {
  children: ReactNode
  phoneOnly?: boolean
  isDocked?: boolean
}) {
  return (
    <>
      <div aria-hidden className="h-24 md:hidden" />
      <div
        data-sticky-bar
        className={
          "sticky-bar " +
          `${isDocked ? "md:sticky md:px-0 md:py-4" : "md:static md:bg-transparent md:p-0"} ` +
          `${phoneOnly ? "md:hidden" : ""}`
        }
      >
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
    </>
  )
}
