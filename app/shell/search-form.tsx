import { Search } from "lucide-react"
import type { FormEvent, ReactNode } from "react"
import { Form, useLocation, useNavigate } from "react-router"
import { searchHref, searchState, searchTypeOf, type SearchType } from "./navigation.ts"
import { rememberSearch } from "./recent-searches.ts"

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/**
 * The field one searches with: a plain form to /search, which an empty term does not send (specification §5). With scripts the
 * term is remembered and goes along as navigation state. `before` stands left of the field, such as a region.
 */
export function SearchForm({
  className = "", defaultValue = "", type, placeholder = "어떤 도움이 필요하세요?", look = "plain", before, onSearch,
}: {
  className?: string
  defaultValue?: string
  type?: SearchType
  placeholder?: string
  look?: "plain" | "hero"
  before?: ReactNode
  onSearch?: () => void
}) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const searched = type ?? searchTypeOf(pathname)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const term = text(form, "q").trim()
    if (term === "") return
    const region = text(form, "region")
    rememberSearch(term)
    onSearch?.()
    void navigate(searchHref(term, searched, region), { state: { ...searchState(term, pathname), searchType: searched, searchRegion: region } })
  }
  const hero = look === "hero"
  return (
    <search className={className}>
      <Form action="/search" method="get" onSubmit={submit}>
      {searched !== "all" && <input type="hidden" name="type" value={searched} />}
      <div className={hero ? "flex min-h-14 items-center rounded-xl bg-fill pl-4 ring-inset focus-within:bg-base-100 focus-within:ring-2 focus-within:ring-primary md:min-h-16 md:rounded-2xl md:bg-raised md:pr-2 md:pl-5 md:shadow-float" : "flex min-h-13 items-center rounded-lg bg-fill pl-4 ring-inset focus-within:bg-base-100 focus-within:ring-2 focus-within:ring-primary"}>
        {before}
        <Search aria-hidden size={20} strokeWidth={1.75} className={`flex-none text-ink-2 ${hero ? "md:hidden" : ""}`} />
        <input
          name="q"
          type="search"
          aria-label="검색어"
          required
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          defaultValue={defaultValue}
          key={defaultValue}
          placeholder={placeholder}
          className="min-w-0 flex-1 self-stretch bg-transparent px-3 text-base outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
        />
        <button type="submit" aria-label="검색하기" className={hero ? "btn btn-primary size-12 flex-none rounded-xl p-0 max-md:sr-only" : "sr-only"}>
          <Search aria-hidden size={22} strokeWidth={2} />
        </button>
      </div>
      </Form>
    </search>
  )
}
