import { ArrowUpLeft, Clock, X } from "#app/ui/icons.tsx"
import { useLocation } from "react-router"
import { listKeywords } from "./navigation.ts"
import { forgetAllSearches, forgetSearch, useRecentSearches } from "./recent-searches.ts"
import { SearchForm, TermLink } from "./search-form.tsx"

/** What the search icon opens; loaded when the page has come to rest. */
export function SearchPanel({ close }: { close: () => void }) {
  return (
    <div className="px-4 py-3 md:p-6">
      <SearchForm
        onSearch={close}
        help={<SearchHelp onChoose={close} />}
        trailing={
          <button
            type="button"
            aria-label="닫기"
            onClick={close}
            className="-mr-2 grid size-11 flex-none cursor-pointer place-items-center rounded-full"
          >
            <X size={22} />
          </button>
        }
      />
    </div>
  )
}

/** Recent searches, when there are any, and the keywords recommended at this path. */
export function SearchHelp({ onChoose }: { onChoose?: () => void }) {
  const { pathname } = useLocation()
  const recentSearches = useRecentSearches()
  const linkProps = onChoose ? { onChoose } : {}
  return (
    <>
      {recentSearches.length > 0 && (
        <section className="mt-6" aria-labelledby="recent-searches">
          <div className="flex items-center justify-between">
            <h2 id="recent-searches" className="text-base font-bold">
              최근 검색어
            </h2>
            <button
              type="button"
              onClick={forgetAllSearches}
              className="hit cursor-pointer rounded-sm text-sm font-medium text-ink-3 hover:underline"
            >
              전체 삭제
            </button>
          </div>
          <ul className="mt-1.5">
            {recentSearches.map((term) => (
              <li key={term} className="flex items-center">
                <TermLink
                  term={term}
                  {...linkProps}
                  className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-lg -outline-offset-2"
                >
                  <Clock size={18} className="flex-none text-ink-3" />
                  <span className="truncate">{term}</span>
                </TermLink>
                <button
                  type="button"
                  aria-label={`${term} 삭제`}
                  onClick={() => forgetSearch(term)}
                  className={
                    "-mr-2 grid size-11 flex-none cursor-pointer place-items-center rounded-full " +
                    "text-ink-3"
                  }
                >
                  <X size={18} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="mt-6 pb-2" aria-labelledby="recommended-keywords">
        <h2 id="recommended-keywords" className="text-base font-bold">
          추천 검색어
        </h2>
        <ul className="mt-3 flex flex-wrap gap-2">
          {listKeywords(pathname).map((term) => (
            <li key={term}>
              <TermLink
                term={term}
                {...linkProps}
                className={
                  "hit inline-flex min-h-9 items-center gap-1 rounded-full bg-fill px-3.5 text-sm " +
                  "font-medium transition-colors hover:bg-base-300"
                }
              >
                {term}
                <ArrowUpLeft size={14} className="rotate-90 text-ink-3" />
              </TermLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
