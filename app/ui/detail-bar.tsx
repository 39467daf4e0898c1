import { ChevronLeft, Ellipsis, Flag, House, Search } from "./icons.tsx"
import { Link, useNavigate, href as toHref } from "react-router"
import { Sheet } from "./dialog.tsx"
import { useHydrated } from "./hydrated.ts"
import { readRouterEntry } from "./router-entry.ts"
import { ShareRows, MENU_ROW_CLASSES } from "./share-rows.tsx"

const ROUND_BUTTON_CLASSES = "grid size-11 flex-none cursor-pointer place-items-center rounded-full"

/** "‹": back to where one was within the product, else to `href`. */
export function BackLink({ href, className = ROUND_BUTTON_CLASSES }: { href: string; className?: string }) {
  const navigate = useNavigate()
  return (
    <Link
      to={href}
      aria-label="뒤로"
      className={className}
      onClick={(event) => {
        // Where no page of ours is behind this one, the link itself is followed.
        if (readRouterEntry().idx === 0) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      <ChevronLeft size={24} />
    </Link>
  )
}

/** "⋯" of a detail screen: share, copy the address, search, home. */
export function MoreMenu({
  reportHref,
  className = ROUND_BUTTON_CLASSES,
}: {
  /** Where what is shown is reported; left out for whom it belongs to. */
  reportHref?: string | undefined
  className?: string
}) {
  const hydrated = useHydrated()
  if (!hydrated) {
    return (
      <Link to={toHref("/sitemap")} aria-label="전체 메뉴" className={className}>
        <Ellipsis size={22} />
      </Link>
    )
  }
  return (
    <Sheet
      trigger={
        <button type="button" aria-label="더 보기">
          <Ellipsis size={22} />
        </button>
      }
      triggerClassName={className}
      title="더 보기"
    >
      <div className="grid">
        <ShareRows />
        <Link to={toHref("/search")} className={MENU_ROW_CLASSES}>
          <Search size={20} /> 검색
        </Link>
        <Link to={toHref("/")} className={MENU_ROW_CLASSES}>
          <House size={20} /> 홈으로
        </Link>
        {reportHref ? (
          <Link to={reportHref} className={MENU_ROW_CLASSES}>
            <Flag size={20} /> 신고하기
          </Link>
        ) : null}
      </div>
    </Sheet>
  )
}

/**
 * On phones, in place of the top navigation, where one thing is looked at; without a menu where one is done
 * (`isTask`).
 */
export function DetailBar({
  title,
  backHref,
  isTask = false,
}: {
  title: string
  backHref: string
  isTask?: boolean
}) {
  return (
    <header className="sticky top-0 z-40 flex min-h-14 items-center bg-base-100 px-1.5 md:hidden">
      <BackLink href={backHref} />
      <p className="min-w-0 flex-1 truncate text-center text-lg font-bold">{title}</p>
      {isTask ? <span aria-hidden className="size-11 flex-none" /> : <MoreMenu />}
    </header>
  )
}
