/** Where the filters of a list stand: beside it from md on, in a sheet on phones. */
import { useEffect, useState, type ReactNode } from "react"
import { Link } from "react-router"
import { Sheet } from "./dialog.tsx"
import { useHydrated } from "./hydrated.ts"
import { SlidersHorizontal } from "./icons.tsx"

const COLUMN_ID = "filters"

/** The filters beside a list from md on. `resetHref` is the list without them; null where none is set. */
export function FilterColumn({
  resetHref,
  className = "",
  children,
}: {
  resetHref: string | null
  className?: string
  children: ReactNode
}) {
  return (
    <aside aria-label="필터" id={COLUMN_ID} className={`filter-column ${className}`}>
      <div className="mb-5 flex min-h-9 items-center justify-between">
        <h2 className="text-lg font-bold">필터</h2>
        {resetHref ? (
          <Link to={resetHref} preventScrollReset className="hit text-sm text-ink-3 hover:underline">
            초기화
          </Link>
        ) : null}
      </div>
      {children}
    </aside>
  )
}

/**
 * The same filters on phones. The page is sent with one form, that of the column: until scripts run the
 * button leads to it, which shows it. `count` filters are set; `isIcon` leaves the word out.
 */
export function FilterSheet({
  count,
  isIcon = false,
  children,
}: {
  count: number
  isIcon?: boolean
  children: ReactNode
}) {
  const hydrated = useHydrated()
  const wasAskedFor = useAskedForBefore()
  const content = isIcon ? (
    <SlidersHorizontal size={18} />
  ) : (
    <>
      <SlidersHorizontal size={16} /> {count > 0 ? `필터 ${count}` : "필터"}
    </>
  )
  const label = isIcon ? "필터" : undefined
  const className = `btn btn-line btn-sm ${isIcon ? "px-2.5" : ""}`
  if (!hydrated)
    return (
      <a href={`#${COLUMN_ID}`} aria-label={label} className={className}>
        {content}
      </a>
    )
  return (
    <Sheet
      trigger={
        <button type="button" aria-label={label} className={className}>
          {content}
        </button>
      }
      title="필터"
      defaultOpen={wasAskedFor}
    >
      {children}
    </Sheet>
  )
}

/** Whether the filters were tapped before scripts ran; takes the mark of it out of the address. */
function useAskedForBefore(): boolean {
  const [wasAskedFor] = useState(() => typeof location === "object" && location.hash === `#${COLUMN_ID}`)
  useEffect(() => {
    if (wasAskedFor) history.replaceState(history.state, "", location.pathname + location.search)
  }, [wasAskedFor])
  return wasAskedFor
}
