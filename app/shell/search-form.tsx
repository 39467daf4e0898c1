import { Search } from "#app/ui/icons.tsx"
import { useId, useRef, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from "react"
import { Form, Link, useLocation, useNavigate, href } from "react-router"
import { useHydrated } from "../ui/hydrated.ts"
import { buildSearchHref, buildSearchState, searchTypeOf, type SearchScope } from "./navigation.ts"
import { rememberSearch } from "./recent-searches.ts"
import { OptionList, useOptionList, type SearchOption } from "./search-options.tsx"

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/** The tab of the search that holds what an area has; all else are services. */
const SEARCH_TAB_BY_SCOPE: Readonly<Partial<Record<SearchScope, string>>> = {
  all: "",
  jobs: "jobs",
  marketplace: "market",
  shopping: "shop",
}

const FIELD_ATTRIBUTES = {
  name: "q",
  type: "text",
  inputMode: "search",
  "aria-label": "검색어",
  required: true,
  maxLength: 100,
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
  enterKeyHint: "search",
} as const

type SearchFormProps = {
  className?: string
  defaultValue?: string
  type?: SearchScope
  placeholder?: string
  variant?: "plain" | "hero"
  leading?: ReactNode
  trailing?: ReactNode
  help?: ReactNode
  onSearch?: () => void
}

/**
 * The field one searches with: a plain form to /search, which an empty term does not send (specification §5).
 * With scripts the term is remembered and goes along as navigation state, and what may be meant is offered
 * beneath while it is typed. `leading` stands left of the field, such as a region; `trailing` right of it.
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
}: SearchFormProps) {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  const listId = useId()
  const searchScope = type ?? searchTypeOf(pathname)
  const isFloating = help === undefined
  const list = useOptionList(isFloating, SEARCH_TAB_BY_SCOPE[searchScope] ?? "services")
  const { options, activeIndex, isListVisible, typeText, closeList } = list
  const form = useRef<HTMLFormElement>(null)
  const { submitSearch, chooseOption } = useSearch(form, searchScope, () => {
    list.reset()
    onSearch?.()
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = text(new FormData(event.currentTarget), "q").trim()
    if (term !== "") submitSearch(term)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = list.handleKey(event)
    if (chosen) chooseOption(chosen)
  }
  return (
    <search className={className}>
      <Form
        ref={form}
        action={href("/search")}
        method="get"
        noValidate={hydrated}
        onSubmit={handleSubmit}
        className={isFloating ? "relative" : ""}
      >
        {searchScope !== "all" && <input type="hidden" name="type" value={searchScope} />}
        <div className="flex items-center gap-1">
          <SearchBox isHero={variant === "hero"} leading={leading}>
            <input
              {...FIELD_ATTRIBUTES}
              {...(hydrated && describeCombobox(listId, isListVisible, activeIndex))}
              defaultValue={defaultValue}
              key={defaultValue}
              placeholder={placeholder}
              onInput={(event) => typeText(event.currentTarget.value)}
              onKeyDown={onKeyDown}
              onBlur={() => isFloating && closeList()}
              className={
                "min-w-0 flex-1 self-stretch bg-transparent px-3 text-base outline-none " +
                "placeholder:text-ink-3"
              }
            />
          </SearchBox>
          {trailing}
        </div>
        <OptionList
          id={listId}
          options={isListVisible ? options : []}
          activeIndex={activeIndex}
          isFloating={isFloating}
          onChoose={chooseOption}
        />
        {!isListVisible && help}
      </Form>
    </search>
  )
}

/** Goes to what is found by a term, or where an option leads; calls `onDone` before it does. */
function useSearch(form: RefObject<HTMLFormElement | null>, searchScope: SearchScope, onDone: () => void) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const submitSearch = (term: string) => {
    const region = form.current ? text(new FormData(form.current), "region") : ""
    rememberSearch(term)
    form.current?.querySelector<HTMLInputElement>("input[name=q]")?.blur()
    onDone()
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
    onDone()
    return void navigate(option.href)
  }
  return { submitSearch, chooseOption }
}

const describeCombobox = (listId: string, isListVisible: boolean, activeIndex: number) =>
  ({
    role: "combobox",
    "aria-expanded": isListVisible,
    "aria-controls": listId,
    "aria-autocomplete": "list",
    "aria-activedescendant": isListVisible && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined,
  }) as const

const HERO_BOX_CLASSES =
  "min-h-14 rounded-xl md:min-h-16 md:rounded-2xl md:bg-raised md:pr-2 md:pl-5 md:shadow-float"

/** The box around the field, with the button that sends it. */
function SearchBox({
  isHero,
  leading,
  children,
}: {
  isHero: boolean
  leading: ReactNode
  children: ReactNode
}) {
  return (
    <div
      className={
        "flex min-w-0 flex-1 items-center bg-fill pl-4 ring-inset focus-within:bg-base-100 " +
        "focus-within:ring-2 focus-within:ring-primary " +
        (isHero ? HERO_BOX_CLASSES : "min-h-13 rounded-lg")
      }
    >
      {leading}
      <Search size={20} className={`flex-none text-ink-2 ${isHero ? "md:hidden" : ""}`} />
      {children}
      <button
        type="submit"
        aria-label="검색하기"
        className={isHero ? "btn btn-primary size-12 flex-none rounded-xl p-0 max-md:sr-only" : "sr-only"}
      >
        <Search size={22} strokeWidth={2} />
      </button>
    </div>
  )
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
