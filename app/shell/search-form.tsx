/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */
/* oxlint-disable jsx-a11y/interactive-supports-focus */
// A list of suggestions is no datalist: it has links, marks and notes (ARIA combobox pattern).
import { Clock, Search, UserRound, Wrench } from "lucide-react"
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react"
import { Form, Link, useLocation, useNavigate } from "react-router"
import { HighlightedText } from "../areas/search/parts/highlighted-text.tsx"
import type { Suggestion } from "../areas/search/forms.ts"
import { useHydrated } from "../ui/hydrated.ts"
import { buildSearchHref, buildSearchState, searchTypeOf, type SearchScope } from "./navigation.ts"
import { rememberSearch, useRecentSearches } from "./recent-searches.ts"
import { useSuggestions } from "./use-suggestions.ts"

type SearchOption = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" }

const MAX_RECENT = 3

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/**
 * The field one searches with: a plain form to /search, which an empty term does not send (specification §5).
 * With scripts the term is remembered and goes along as navigation state, and what may be meant is offered
 * beneath while it is typed. `before` stands left of the field, such as a region; `beside` right of it.
 * `help` stands beneath, in the flow of the page, while nothing is typed; so do the offers then. Without it
 * they float over what follows.
 */
export function SearchForm({
  className = "",
  defaultValue = "",
  type,
  placeholder = "어떤 도움이 필요하세요?",
  variant = "plain",
  leading,
  trailing,
  help,
  onSearch,
}: {
  className?: string
  defaultValue?: string
  type?: SearchScope
  placeholder?: string
  variant?: "plain" | "hero"
  leading?: ReactNode
  trailing?: ReactNode
  help?: ReactNode
  onSearch?: () => void
}) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const listId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typedText, setTypedText] = useState("")
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const options = useSearchOptions(typedText)
  const searchScope = type ?? searchTypeOf(pathname)
  const isFloating = help === undefined
  const isListVisible = hydrated && isOpen && options.length > 0

  const closeAndReset = () => {
    setIsOpen(false)
    setActiveIndex(-1)
    setTypedText("")
    onSearch?.()
  }
  const submitSearch = (term: string) => {
    const region = form.current ? text(new FormData(form.current), "region") : ""
    rememberSearch(term)
    form.current?.querySelector<HTMLInputElement>("input[name=q]")?.blur()
    closeAndReset()
    void navigate(buildSearchHref(term, searchScope, region), {
      state: {
        ...buildSearchState(term, pathname),
        ...(searchScope === "services" ? {} : { searchType: searchScope }),
        searchRegion: region,
      },
    })
  }
  const chooseOption = (option: SearchOption) => {
    if (option.href === null) return submitSearch(option.text)
    rememberSearch(option.text)
    closeAndReset()
    return void navigate(option.href)
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = text(new FormData(event.currentTarget), "q").trim()
    if (term !== "") submitSearch(term)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends the composition of a syllable is not meant for the form.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      if (event.key === "Enter") event.preventDefault()
      return
    }
    const activeOption = options[activeIndex]
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (options.length === 0) return
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === "ArrowDown" ? 1 : -1
      // The field itself is one of the places: from -1 up to the last.
      setActiveIndex(((activeIndex + 1 + step + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === "Enter" && isListVisible && activeOption) {
      event.preventDefault()
      chooseOption(activeOption)
    } else if (event.key === "Escape" && isListVisible && isFloating) {
      event.preventDefault()
      setIsOpen(false)
      setActiveIndex(-1)
    }
  }
  const isHero = variant === "hero"
  return (
    <search className={className}>
      <Form
        ref={form}
        action="/search"
        method="get"
        noValidate={hydrated}
        onSubmit={handleSubmit}
        className={isFloating ? "relative" : ""}
      >
        {searchScope !== "all" && <input type="hidden" name="type" value={searchScope} />}
        <div className="flex items-center gap-1">
          <div
            className={
              "flex min-w-0 flex-1 items-center bg-fill pl-4 ring-inset focus-within:bg-base-100 " +
              "focus-within:ring-2 focus-within:ring-primary " +
              (isHero
                ? "min-h-14 rounded-xl md:min-h-16 md:rounded-2xl md:bg-raised md:pr-2 " +
                  "md:pl-5 md:shadow-float"
                : "min-h-13 rounded-lg")
            }
          >
            {leading}
            <Search
              aria-hidden
              size={20}
              strokeWidth={1.75}
              className={`flex-none text-ink-2 ${isHero ? "md:hidden" : ""}`}
            />
            <input
              name="q"
              type="text"
              inputMode="search"
              aria-label="검색어"
              {...(hydrated &&
                ({
                  role: "combobox",
                  "aria-expanded": isListVisible,
                  "aria-controls": listId,
                  "aria-autocomplete": "list",
                  "aria-activedescendant":
                    isListVisible && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined,
                } as const))}
              required
              maxLength={100}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              defaultValue={defaultValue}
              key={defaultValue}
              placeholder={placeholder}
              onInput={(event) => {
                setTypedText(event.currentTarget.value)
                setActiveIndex(-1)
                setIsOpen(true)
              }}
              onKeyDown={onKeyDown}
              onBlur={() => isFloating && setIsOpen(false)}
              className={
                "min-w-0 flex-1 self-stretch bg-transparent px-3 text-base outline-none " +
                "placeholder:text-ink-3"
              }
            />
            <button
              type="submit"
              aria-label="검색하기"
              className={
                isHero ? "btn btn-primary size-12 flex-none rounded-xl p-0 max-md:sr-only" : "sr-only"
              }
            >
              <Search aria-hidden size={22} strokeWidth={2} />
            </button>
          </div>
          {trailing}
        </div>
        <ul
          id={listId}
          role="listbox"
          aria-label="검색 제안"
          hidden={!isListVisible}
          className={
            isFloating
              ? "absolute inset-x-0 top-full z-30 mt-2 max-h-[70vh] overflow-y-auto rounded-xl " +
                "bg-raised p-2 text-base-content shadow-float"
              : "mt-3 pb-2"
          }
        >
          {isListVisible &&
            options.map((option, index) => (
              // The keys are those of the field, which keeps the focus (ARIA combobox).
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={`${option.kind} ${option.href ?? option.text}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                // The field keeps the focus while a suggestion is pressed.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => chooseOption(option)}
                className={
                  "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2.5 hover:bg-fill " +
                  `${index === activeIndex ? "bg-fill" : ""}`
                }
              >
                <OptionIcon kind={option.kind} />
                <span className="min-w-0 flex-none truncate max-w-[70%]">
                  <HighlightedText text={option.text} marks={option.marks} />
                </span>
                <span className="min-w-0 flex-1 truncate text-right text-sm text-ink-3">{option.note}</span>
              </li>
            ))}
        </ul>
        {!isListVisible && help}
      </Form>
    </search>
  )
}

/** Recent searches that hold what is typed, then what the server suggests, each text once. */
function useSearchOptions(typedText: string): readonly SearchOption[] {
  const recent = useRecentSearches()
  const suggestions = useSuggestions(typedText)
  const term = typedText.trim()
  if (term === "") return []
  const leading = recent
    .filter((one) => one.includes(term) && one !== term)
    .slice(0, MAX_RECENT)
    .map((one): SearchOption => {
      const start = one.indexOf(term)
      return {
        kind: "recent",
        text: one,
        note: "최근 검색",
        href: null,
        marks: [{ start, end: start + term.length }],
      }
    })
  return [
    ...leading,
    ...suggestions.filter((one) => one.href !== null || !leading.some((other) => other.text === one.text)),
  ]
}

const ICON_BY_KIND = { recent: Clock, term: Search, service: Wrench, expert: UserRound } as const

function OptionIcon({ kind }: { kind: SearchOption["kind"] }) {
  const Icon = ICON_BY_KIND[kind]
  return <Icon aria-hidden size={18} strokeWidth={1.75} className="flex-none text-ink-3" />
}

/** A term as a link to what is found by it. */
export function TermLink({
  term,
  className,
  onChoose,
  children,
}: {
  term: string
  className: string
  onChoose?: () => void
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const chooseOption = () => {
    rememberSearch(term)
    onChoose?.()
  }
  return (
    <Link
      to={buildSearchHref(term, searchTypeOf(pathname))}
      state={buildSearchState(term, pathname)}
      onClick={chooseOption}
      className={className}
    >
      {children}
    </Link>
  )
}
