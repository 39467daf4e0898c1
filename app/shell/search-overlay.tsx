import { ArrowUpLeft, Clock, X } from "lucide-react"
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react"
import { Link, useLocation } from "react-router"
import { useHydrated } from "../ui/hydrated.ts"
import { keywordsFor } from "./navigation.ts"
import { forgetAllSearches, forgetSearch, useRecentSearches } from "./recent-searches.ts"
import { SearchForm, TermLink } from "./search-form.tsx"

/** The search icon and what it opens (specification §2). Without scripts it is a link to /search, which has the same. */
export function SearchOverlay({ children, className }: { children: ReactNode; className: string }) {
  const hydrated = useHydrated()
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const close = () => dialog.current?.close()
  useEffect(() => {
    if (key) dialog.current?.close()
  }, [key])
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || !dialog.current) return
    event.preventDefault()
    dialog.current.showModal()
    dialog.current.querySelector("input")?.focus()
  }
  return (
    <>
      <Link to="/search" aria-label="검색" className={className} onClick={open}>
        {children}
      </Link>
      {hydrated && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click beside the panel closes it; Escape does the same by itself
        <dialog
          ref={dialog}
          aria-label="검색"
          onClick={(event) => event.target === dialog.current && close()}
          className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-raised p-0 text-base-content open:[animation:fade-in_.16s_var(--ease-out)] md:inset-x-0 md:top-3 md:mx-auto md:h-fit md:w-[40rem] md:rounded-3xl md:shadow-float"
        >
          <div className="px-4 py-3 md:p-6">
            <SearchForm
              onSearch={close}
              help={<SearchHelp onChoose={close} />}
              beside={
                <button type="button" aria-label="닫기" onClick={close} className="-mr-2 grid size-11 flex-none cursor-pointer place-items-center rounded-full">
                  <X aria-hidden size={22} strokeWidth={1.75} />
                </button>
              }
            />
          </div>
        </dialog>
      )}
    </>
  )
}

/** Recent searches, when there are any, and the keywords recommended at this path. */
export function SearchHelp({ onChoose }: { onChoose?: () => void }) {
  const { pathname } = useLocation()
  const recent = useRecentSearches()
  const chosen = onChoose ? { onChoose } : {}
  return (
    <>
      {recent.length > 0 && (
        <section className="mt-6" aria-labelledby="recent-searches">
          <div className="flex items-center justify-between">
            <h2 id="recent-searches" className="text-base font-bold">최근 검색어</h2>
            <button type="button" onClick={forgetAllSearches} className="hit cursor-pointer rounded-sm text-sm font-medium text-ink-3 hover:underline">
              전체삭제
            </button>
          </div>
          <ul className="mt-1.5">
            {recent.map((term) => (
              <li key={term} className="flex items-center">
                <TermLink term={term} {...chosen} className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-lg -outline-offset-2">
                  <Clock aria-hidden size={18} strokeWidth={1.75} className="flex-none text-ink-3" />
                  <span className="truncate">{term}</span>
                </TermLink>
                <button type="button" aria-label={`${term} 삭제`} onClick={() => forgetSearch(term)} className="-mr-2 grid size-11 flex-none cursor-pointer place-items-center rounded-full text-ink-3">
                  <X aria-hidden size={18} strokeWidth={1.75} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="mt-6 pb-2" aria-labelledby="recommended-keywords">
        <h2 id="recommended-keywords" className="text-base font-bold">추천 검색어</h2>
        <ul className="mt-3 flex flex-wrap gap-2">
          {keywordsFor(pathname).map((term) => (
            <li key={term}>
              <TermLink term={term} {...chosen} className="hit inline-flex h-9 items-center gap-1 rounded-full bg-fill px-3.5 text-sm font-medium transition-colors hover:bg-base-300">
                {term}
                <ArrowUpLeft aria-hidden size={14} strokeWidth={1.75} className="rotate-90 text-ink-3" />
              </TermLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
