import { ChevronRight } from "lucide-react"
import { Link, useLocation } from "react-router"
import type { Route } from "./+types/search"
import { ExpertCard } from "../../areas/experts/parts/expert-card.tsx"
import { CATEGORIES, CATEGORY_LABELS, isCategory } from "../../areas/orders/rules.ts"
import { TERM_LENGTH } from "../../areas/search/rules.ts"
import { searchEverything, type FoundService } from "../../areas/search/service.server.ts"
import { normalise } from "../../basics/korean.ts"
import { isRegionCode, regionName, wholeCountry } from "../../basics/regions.ts"
import { CategoryArt } from "../../ui/art/category-art.tsx"
import { FilterChip } from "../../ui/chips.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import type { ScreenHandle } from "../../ui/screen-handle.ts"
import { Page, Section } from "../../ui/section.tsx"
import { titleOf } from "../brand.ts"
import { isSearchType, searchHref, type SearchType } from "../navigation.ts"
import { SearchForm } from "../search-form.tsx"
import { SearchHelp } from "../search-overlay.tsx"

export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const term = [...normalise(query.get("q") ?? "")].slice(0, TERM_LENGTH).join("")
  const asked = query.get("type")
  const type: SearchType = isSearchType(asked) ? asked : "all"
  const place = query.get("region") ?? ""
  const region = isRegionCode(place) && place !== wholeCountry ? place : null
  const category = isCategory(type) ? type : null
  return { term, type, category, region, ...(await searchEverything(term, { category, region })) }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.term ? `‘${loaderData.term}’ 검색 결과` : "검색") },
  { name: "robots", content: "noindex, follow" },
]

export const handle = { ground: "white" } satisfies ScreenHandle

/** Kinds of things that can be searched; jobs, second-hand and shop join when they open. */
const TABS: readonly { type: SearchType; label: string }[] = [{ type: "all", label: "전체" }, ...CATEGORIES.map((category) => ({ type: category, label: CATEGORY_LABELS[category] }))]

export default function Search({ loaderData: view }: Route.ComponentProps) {
  const { term, region } = view
  const type = view.category ?? "all"
  const nothing = view.services.length === 0 && view.expertCount === 0
  return (
    <Page className="pt-3 md:pt-10">
      <h1 className="sr-only">{term === "" ? "검색" : `‘${term}’ 검색 결과`}</h1>
      <SearchForm defaultValue={term} type={view.type} className="md:max-w-[40rem]" before={region ? <input type="hidden" name="region" value={region} /> : undefined} />
      {term === "" ? (
        <div className="md:max-w-[40rem]">
          <SearchHelp />
        </div>
      ) : (
        <>
          <nav aria-label="검색 범위" className="bar-of-chips mt-3">
            {TABS.map((tab) => (
              <FilterChip key={tab.type} href={searchHref(term, tab.type, region ?? "")} active={tab.type === type}>
                {tab.label}
              </FilterChip>
            ))}
            {region && (
              <FilterChip href={searchHref(term, view.type)} active removable>
                {regionName(region)}
              </FilterChip>
            )}
          </nav>
          {nothing ? (
            <Nothing term={term} narrowed={type !== "all" || region !== null} />
          ) : (
            <>
              {view.services.length > 0 && <Services services={view.services} />}
              {view.expertCount > 0 && (
                <Section
                  title="전문가"
                  count={view.expertCount}
                  first={view.services.length === 0}
                  more={view.moreExperts ? { href: expertsHref(term, view.category, region), label: "모두 보기" } : undefined}
                >
                  <div className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
                    {view.experts.map((expert) => (
                      <ExpertCard key={expert.id} expert={expert} />
                    ))}
                  </div>
                  {view.moreExperts && (
                    <p className="flex justify-center pt-6">
                      <Link to={expertsHref(term, view.category, region)} className="btn btn-quiet min-w-40">
                        전문가 {view.expertCount.toLocaleString("en-US")}명 모두 보기
                      </Link>
                    </p>
                  )}
                </Section>
              )}
            </>
          )}
        </>
      )}
    </Page>
  )
}

function expertsHref(term: string, category: string | null, region: string | null): string {
  const query = new URLSearchParams({ q: term })
  if (category) query.set("category", category)
  if (region) query.set("region", region)
  return `/experts?${query}`
}

/** The question a service opens in the request flow, or the page of a category. */
const serviceHref = (found: FoundService) => (found.service === null ? `/category/${found.category}` : `/orders/new?${new URLSearchParams({ category: found.category, service: found.service })}`)

function Services({ services }: { services: readonly FoundService[] }) {
  return (
    <Section title="서비스" first>
      <ul className="grid gap-2.5 md:grid-cols-2 md:gap-4 lg:grid-cols-4">
        {services.map((found) => (
          <li key={`${found.category} ${found.service ?? ""}`}>
            <Link to={serviceHref(found)} className="flex h-full min-h-18 items-center gap-3.5 rounded-xl bg-fill p-3.5 transition-colors hover:bg-base-300 md:border md:border-base-300 md:bg-base-100 md:p-4 md:hover:border-line-strong md:hover:bg-base-100">
              <span className="grid size-11 flex-none place-items-center rounded-lg bg-primary-tint">
                <CategoryArt category={found.category} size={28} />
              </span>
              <span className="min-w-0 flex-1">
                <b className="block truncate font-semibold">{found.label}</b>
                <span className="block truncate text-sm text-ink-3">{found.description === "" ? CATEGORY_LABELS[found.category] : found.description}</span>
              </span>
              <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="flex-none text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Nothing found: what may help, and where to go on. */
function Nothing({ term, narrowed }: { term: string; narrowed: boolean }) {
  const { pathname } = useLocation()
  return (
    <>
      <EmptyState
        art="search"
        title={`‘${term}’에 맞는 결과가 없어요`}
        text={narrowed ? "범위를 넓히면 찾을 수 있을지도 몰라요." : "더 짧은 말이나 다른 말로 찾아보세요. ‘ㄷㅂ’처럼 첫소리만 써도 돼요."}
        action={narrowed ? { href: searchHref(term), label: "전체에서 찾기" } : { href: "/orders/new", label: "견적 요청하고 제안받기" }}
      />
      {pathname === "/search" && (
        <div className="mx-auto md:max-w-[40rem]">
          <SearchHelp />
        </div>
      )}
    </>
  )
}
