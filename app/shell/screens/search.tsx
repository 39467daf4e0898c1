import { Link, href, useFetcher, useLocation } from "react-router"
import { hasMarkFilters } from "../../basics/subject.ts"
import { buildShareMeta } from "../../basics/share-meta.ts"
import { getBaseUrl } from "../../platform/env.server.ts"
import type { Route } from "./+types/search"
import { getActor } from "../../areas/accounts/guards.server.ts"
import { isCategory } from "../../areas/orders/rules.ts"
import {
  cleanTerm,
  formatCount,
  MAX_COUNTED,
  SORTS_BY_TAB,
  type SearchSort,
  SEARCH_TABS,
  TAB_LABELS,
  type SearchTab,
} from "../../areas/search/rules.ts"
import { searchEverything } from "../../areas/search/service/search.server.ts"
import { recordSearch, listPopularTerms } from "../../areas/search/service/terms.server.ts"
import { getNextPageUrl, changeQuery } from "../../basics/list-urls.ts"
import { withJosa } from "../../basics/korean.ts"
import { isRegionCode, WHOLE_COUNTRY } from "../../basics/regions.ts"
import { requestContext } from "../../platform/request.server.ts"
import { ContinuedListNotice } from "../../ui/continued-list-notice.tsx"
import { useChildInSight } from "../../ui/child-in-sight.ts"
import { MoreLink } from "../../ui/more-link.tsx"
import type { ScreenHandle } from "../../ui/screen-handle.ts"
import { buildWholeSearchHref } from "../../ui/filter-form.tsx"
import { CrossedRangeNotice } from "../../ui/price-range-fields.tsx"
import { Page, Section } from "../../ui/section.tsx"
import { usePages } from "../../ui/use-pages.ts"
import { titleOf } from "../../basics/brand.ts"
import { isSearchScope, buildSearchHref, type SearchScope } from "../navigation.ts"
import { getRegionValue, NearNotice, SearchFilters } from "../search-filters.tsx"
import { SearchForm } from "../search-form.tsx"
import { readNarrowing } from "../search-narrowing.server.ts"
import { WithFilterColumn } from "../search-narrowing.tsx"
import { SearchHelp } from "../search-panel.tsx"
import {
  AlertLink,
  CARDS_PER_ROW,
  FarNotice,
  HitList,
  isAllFar,
  NearHitList,
  Services,
  NoHitsInTab,
  NoResults,
} from "../search-results.tsx"
import { readApart } from "#app/platform/read-position.server.ts"

/** The tab a scope is shown under; null for all of them. */
const TAB_BY_SCOPE: Readonly<Partial<Record<SearchScope, SearchTab>>> = {
  services: "services",
  repair: "services",
  interior: "services",
  moving: "services",
  demolition: "services",
  installation: "services",
  jobs: "jobs",
  marketplace: "market",
  shopping: "shop",
}
const SCOPE_BY_TAB = {
  services: "services",
  jobs: "jobs",
  market: "marketplace",
  shop: "shopping",
} as const satisfies Record<SearchTab, SearchScope>

/** What the address asks for, without the filters of an area. */
function readSearchQuery(query: URLSearchParams) {
  const requestedType = query.get("type")
  const scope: SearchScope = isSearchScope(requestedType) ? requestedType : "all"
  const regionParam = query.get("region") ?? ""
  const isNationwide = regionParam === WHOLE_COUNTRY
  const tab = TAB_BY_SCOPE[scope] ?? null
  const sorts = tab === null ? [] : SORTS_BY_TAB[tab]
  return {
    term: cleanTerm(query.get("q") ?? ""),
    scope,
    tab,
    category: isCategory(scope) ? scope : null,
    region: isRegionCode(regionParam) && !isNationwide ? regionParam : null,
    isNationwide,
    sort: sorts.find((sortKey) => sortKey === query.get("sort")) ?? ("recommended" as const),
    after: query.get("after"),
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const { scope, after, ...asked } = readSearchQuery(query)
  const { term, tab, category, region } = asked
  const isExact = query.has("exact")
  const actor = getActor(context)
  const { own, filters } = await readApart(() => readNarrowing(tab, query))
  const isNarrowed = hasMarkFilters(filters)
  const result = await readApart(() => searchEverything({ ...asked, filters, cursor: after, isExact }, actor))
  const found =
    Object.values(result.counts).reduce((total, count) => total + count, 0) + result.services.length
  if (after === null && result.correctedTerm === null) {
    const isWhole = !isExact && region === null && category === null && !isNarrowed
    const countReader = (who: string) => noteSearch({ term, tab, found, isWhole }, who)
    const details = context.get(requestContext)
    if (actor.kind === "member") countReader(actor.userId)
    else if (details.address !== "") countReader(details.address)
    else details.countReader = countReader
  }
  return {
    ...asked,
    scope,
    after,
    ...result,
    found,
    own,
    isNarrowed,
    total: getExactCount(result.counts, tab),
    next: tab === null ? null : (result.lists[0]?.next ?? null),
    popular: found === 0 ? await readApart(() => listPopularTerms(8)) : [],
    origin: getBaseUrl(request.url),
  }
}

/** How many there are, for the button of the filters; null where counting stopped. */
function getExactCount(counts: Readonly<Record<SearchTab, number>>, tab: SearchTab | null): number | null {
  const count = tab === null ? 0 : counts[tab]
  return count > MAX_COUNTED ? null : count
}

/** Notes what was looked for: what found something, and where everything was looked through, what did not. */
function noteSearch(
  { term, tab, found, isWhole }: { term: string; tab: SearchTab | null; found: number; isWhole: boolean },
  who: string,
): void {
  if (found > 0) recordSearch(term, tab ?? "all", who)
  else if (isWhole) recordSearch(term, null, who)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.term ? `‘${loaderData.term}’ 검색 결과` : "검색") },
  ...(loaderData
    ? buildShareMeta({
        origin: loaderData.origin,
        path: loaderData.term
          ? `${href("/search")}?q=${encodeURIComponent(loaderData.term)}`
          : href("/search"),
        name: loaderData.term ? `‘${loaderData.term}’ 검색 결과` : "검색",
        description: "전문가, 일자리, 중고 물건, 상품을 한 번에 찾아보세요.",
        noIndex: "follow",
      })
    : []),
]

export const handle = { background: "white" } satisfies ScreenHandle

type View = Route.ComponentProps["loaderData"]

export default function Search({ loaderData: view }: Route.ComponentProps) {
  const { term, scope } = view
  const region = getRegionValue(view)
  const { search } = useLocation()
  return (
    <Page className="pt-3 md:pt-10">
      <h1 className="sr-only">{term === "" ? "검색" : `‘${term}’ 검색 결과`}</h1>
      <SearchForm
        defaultValue={term}
        type={scope}
        className="md:max-w-[40rem]"
        leading={region ? <input type="hidden" name="region" value={region} /> : undefined}
      />
      {term === "" ? (
        <div className="md:max-w-[40rem]">
          <SearchHelp />
        </div>
      ) : (
        <>
          <Tabs view={view} />
          <SearchFilters view={view} search={search} />
          {view.own !== null && <CrossedRangeNotice query={new URLSearchParams(search)} />}
          <NearNotice view={view} search={search} />
          <p aria-live="polite" className="sr-only">
            {view.found === 0 ? "결과가 없어요" : `결과 ${formatCount(view.found)}건`}
          </p>
          {view.correctedTerm && (
            <p className="mt-4 rounded-lg bg-primary-tint px-4 py-3 text-base text-base-content">
              <b className="font-semibold">‘{view.correctedTerm}’</b>
              {withJosa(view.correctedTerm, "으로/로").slice(view.correctedTerm.length)} 찾은 결과예요.{" "}
              <Link
                to={changeQuery(href("/search"), search, { exact: "1" })}
                className="hit font-semibold text-primary-ink underline"
              >
                ‘{term}’{withJosa(term, "으로/로").slice(term.length)} 찾기
              </Link>
            </p>
          )}
          {view.found === 0 && !view.isNarrowed ? (
            <NoResults view={view} />
          ) : view.tab === null ? (
            <AllTabs view={view} />
          ) : (
            <WithFilterColumn view={view} search={search}>
              <SingleTab key={search} view={view} search={search} />
            </WithFilterColumn>
          )}
        </>
      )}
    </Page>
  )
}

/** Everything is shown in one order. */
const NO_SORTS: readonly SearchSort[] = []

function Tabs({ view }: { view: View }) {
  const { term, counts } = view
  const services = Math.min(counts.services + view.services.length, MAX_COUNTED + 1)
  const tabs = [
    { scope: "all" as const, label: "전체", count: null, sorts: NO_SORTS, isActive: view.tab === null },
    ...SEARCH_TABS.map((tab) => ({
      scope: SCOPE_BY_TAB[tab],
      label: TAB_LABELS[tab],
      count: tab === "services" ? services : counts[tab],
      sorts: SORTS_BY_TAB[tab],
      isActive: view.tab === tab,
    })),
  ]
  const row = useChildInSight(tabs.findIndex(({ isActive }) => isActive))
  return (
    <nav
      ref={row}
      aria-label="검색 범위"
      className={
        "relative -mx-4 mt-3 flex overflow-x-auto border-b border-base-300 px-4 [scrollbar-width:none] " +
        "md:mx-0 md:mt-5 md:gap-2 md:px-0"
      }
    >
      {tabs.map((tab) => (
        <Link
          key={tab.scope}
          to={buildSearchHref(
            term,
            tab.scope,
            getRegionValue(view),
            tab.sorts.includes(view.sort) && view.sort !== "recommended" ? view.sort : "",
          )}
          preventScrollReset
          aria-current={tab.isActive ? "page" : undefined}
          className={
            "flex min-h-12 flex-none items-center gap-1 px-3 text-base whitespace-nowrap first:pl-0 " +
            (tab.isActive
              ? "-outline-offset-2 font-bold shadow-[inset_0_-2px_0_var(--color-base-content)]"
              : "-outline-offset-2 font-medium text-ink-3 hover:text-base-content")
          }
        >
          {tab.label}
          {tab.count !== null && view.category === null && (
            <span className={`num text-sm ${tab.isActive ? "text-primary-ink" : "text-ink-3"}`}>
              {formatCount(tab.count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** The best few of every tab. */
function AllTabs({ view }: { view: View }) {
  const { term, services, lists } = view
  return (
    <>
      {services.length > 0 && <Services services={services.slice(0, 4)} />}
      {lists.map((list, index) => (
        <Section
          key={list.tab}
          title={list.tab === "services" ? "전문가" : TAB_LABELS[list.tab]}
          isFirst={index === 0 && services.length === 0}
          titleSuffix={<span className="num text-ink-3">{formatCount(view.counts[list.tab])}</span>}
          subtitle={<AlertLink tab={list.tab} view={view} />}
          more={
            list.next === null && list.hits.length <= CARDS_PER_ROW
              ? undefined
              : {
                  href: buildSearchHref(term, SCOPE_BY_TAB[list.tab], getRegionValue(view)),
                  label: "전체보기",
                }
          }
        >
          {view.nearRegion !== null && isAllFar(list.hits) && (
            <FarNotice
              nearRegion={view.nearRegion}
              widerHref={buildSearchHref(term, SCOPE_BY_TAB[list.tab], WHOLE_COUNTRY)}
            />
          )}
          <HitList tab={list.tab} hits={list.hits} isSingleRow />
        </Section>
      ))}
    </>
  )
}

function SingleTab({ view, search }: { view: View; search: string }) {
  const { pages, more } = usePages(view, useFetcher<typeof loader>(), (after) =>
    getNextPageUrl("/search", search, after),
  )
  const hits = pages.flatMap((page) => page.lists.flatMap((list) => list.hits))
  return (
    <>
      {view.services.length > 0 && view.tab === "services" && view.after === null && (
        <Services services={view.services} />
      )}
      {view.after && <ContinuedListNotice firstPageHref={changeQuery(href("/search"), search, {})} />}
      {hits.length > 0 ? (
        <Section
          title={view.tab === "services" ? "전문가" : "검색 결과"}
          isFirst={view.services.length === 0 || view.tab !== "services"}
          className={view.own === null ? "" : "md:pt-0!"}
          titleSuffix={
            <span className="num text-ink-3">{view.tab ? formatCount(view.counts[view.tab]) : ""}</span>
          }
          subtitle={<AlertLink tab={view.tab} view={view} />}
        >
          {view.nearRegion !== null && view.after === null && isAllFar(hits) && (
            <FarNotice
              nearRegion={view.nearRegion}
              widerHref={changeQuery(href("/search"), search, { region: WHOLE_COUNTRY })}
            />
          )}
          <NearHitList tab={view.tab ?? "services"} hits={hits} />
          {more ? <MoreLink {...more} /> : null}
        </Section>
      ) : view.tab === "services" && view.services.length > 0 ? null : (
        <NoHitsInTab view={view} wholeHref={buildWholeSearchHref(new URLSearchParams(search))} />
      )}
    </>
  )
}
