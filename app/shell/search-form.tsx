/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */
/* oxlint-disable jsx-a11y/interactive-supports-focus */
// A list of suggestions is no datalist: it has links, marks and notes (ARIA combobox pattern).
import { Clock, Search, UserRound, Wrench } from "lucide-react"
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react"
import { Form, Link, useLocation, useNavigate } from "react-router"
import { Marked } from "../areas/search/parts/marked.tsx"
import type { Suggestion } from "../areas/search/forms.ts"
import { useHydrated } from "../ui/hydrated.ts"
import { searchHref, searchState, searchTypeOf, type SearchScope } from "./navigation.ts"
import { rememberSearch, useRecentSearches } from "./recent-searches.ts"
import { useSuggestions } from "./use-suggestions.ts"

type Offer = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" }

const MOST_RECENT = 3

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
  look = "plain",
  before,
  beside,
  help,
  onSearch,
}: {
  className?: string
  defaultValue?: string
  type?: SearchScope
  placeholder?: string
  look?: "plain" | "hero"
  before?: ReactNode
  beside?: ReactNode
  help?: ReactNode
  onSearch?: () => void
}) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const listId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState("")
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const offers = useOffers(typed)
  const searched = type ?? searchTypeOf(pathname)
  const floats = help === undefined
  const shows = hydrated && open && offers.length > 0

  const leave = () => {
    setOpen(false)
    setActive(-1)
    setTyped("")
    onSearch?.()
  }
  const searchFor = (term: string) => {
    const region = form.current ? text(new FormData(form.current), "region") : ""
    rememberSearch(term)
    form.current?.querySelector<HTMLInputElement>("input[name=q]")?.blur()
    leave()
    void navigate(searchHref(term, searched, region), {
      state: {
        ...searchState(term, pathname),
        ...(searched === "services" ? {} : { searchType: searched }),
        searchRegion: region,
      },
    })
  }
  const choose = (offer: Offer) => {
    if (offer.href === null) return searchFor(offer.text)
    rememberSearch(offer.text)
    leave()
    return void navigate(offer.href)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = text(new FormData(event.currentTarget), "q").trim()
    if (term !== "") searchFor(term)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends the composition of a syllable is not meant for the form.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      if (event.key === "Enter") event.preventDefault()
      return
    }
    const chosen = offers[active]
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (offers.length === 0) return
      event.preventDefault()
      setOpen(true)
      const step = event.key === "ArrowDown" ? 1 : -1
      // The field itself is one of the places: from -1 up to the last.
      setActive(((active + 1 + step + offers.length + 1) % (offers.length + 1)) - 1)
    } else if (event.key === "Enter" && shows && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === "Escape" && shows && floats) {
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    }
  }
  const hero = look === "hero"
  return (
    <search className={className}>
      <Form
        ref={form}
        action="/search"
        method="get"
        noValidate={hydrated}
        onSubmit={submit}
        className={floats ? "relative" : ""}
      >
        {searched !== "all" && <input type="hidden" name="type" value={searched} />}
        <div className="flex items-center gap-1">
          <div
            className={
              "flex min-w-0 flex-1 items-center bg-fill pl-4 ring-inset focus-within:bg-base-100 " +
              "focus-within:ring-2 focus-within:ring-primary " +
              (hero
                ? "min-h-14 rounded-xl md:min-h-16 md:rounded-2xl md:bg-raised md:pr-2 md:pl-5 md:shadow-float"
                : "min-h-13 rounded-lg")
            }
          >
            {before}
            <Search
              aria-hidden
              size={20}
              strokeWidth={1.75}
              className={`flex-none text-ink-2 ${hero ? "md:hidden" : ""}`}
            />
            <input
              name="q"
              type="text"
              inputMode="search"
              aria-label="검색어"
              {...(hydrated &&
                ({
                  role: "combobox",
                  "aria-expanded": shows,
                  "aria-controls": listId,
                  "aria-autocomplete": "list",
                  "aria-activedescendant": shows && active >= 0 ? `${listId}-${active}` : undefined,
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
                setTyped(event.currentTarget.value)
                setActive(-1)
                setOpen(true)
              }}
              onKeyDown={onKeyDown}
              onBlur={() => floats && setOpen(false)}
              className={
                "min-w-0 flex-1 self-stretch bg-transparent px-3 text-base outline-none " +
                "placeholder:text-ink-3"
              }
            />
            <button
              type="submit"
              aria-label="검색하기"
              className={hero ? "btn btn-primary size-12 flex-none rounded-xl p-0 max-md:sr-only" : "sr-only"}
            >
              <Search aria-hidden size={22} strokeWidth={2} />
            </button>
          </div>
          {beside}
        </div>
        <ul
          id={listId}
          role="listbox"
          aria-label="검색 제안"
          hidden={!shows}
          className={
            floats
              ? "absolute inset-x-0 top-full z-30 mt-2 max-h-[70vh] overflow-y-auto rounded-xl " +
                "bg-raised p-2 text-base-content shadow-float"
              : "mt-3 pb-2"
          }
        >
          {shows &&
            offers.map((offer, at) => (
              // The keys are those of the field, which keeps the focus (ARIA combobox).
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={`${offer.kind} ${offer.href ?? offer.text}`}
                id={`${listId}-${at}`}
                role="option"
                aria-selected={at === active}
                // The field keeps the focus while a suggestion is pressed.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(offer)}
                className={
                  "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2.5 hover:bg-fill " +
                  `${at === active ? "bg-fill" : ""}`
                }
              >
                <OfferIcon kind={offer.kind} />
                <span className="min-w-0 flex-none truncate max-w-[70%]">
                  <Marked text={offer.text} marks={offer.marks} />
                </span>
                <span className="min-w-0 flex-1 truncate text-right text-sm text-ink-3">{offer.note}</span>
              </li>
            ))}
        </ul>
        {!shows && help}
      </Form>
    </search>
  )
}

/** Recent searches that hold what is typed, then what the server suggests, each text once. */
function useOffers(typed: string): readonly Offer[] {
  const recent = useRecentSearches()
  const suggestions = useSuggestions(typed)
  const term = typed.trim()
  if (term === "") return []
  const before = recent
    .filter((one) => one.includes(term) && one !== term)
    .slice(0, MOST_RECENT)
    .map((one): Offer => {
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
    ...before,
    ...suggestions.filter((one) => one.href !== null || !before.some((other) => other.text === one.text)),
  ]
}

const icons = { recent: Clock, term: Search, service: Wrench, expert: UserRound } as const

function OfferIcon({ kind }: { kind: Offer["kind"] }) {
  const Icon = icons[kind]
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
  const choose = () => {
    rememberSearch(term)
    onChoose?.()
  }
  return (
    <Link
      to={searchHref(term, searchTypeOf(pathname))}
      state={searchState(term, pathname)}
      onClick={choose}
      className={className}
    >
      {children}
    </Link>
  )
}
