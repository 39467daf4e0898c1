import { Heart } from "#app/ui/icons.tsx"
import { Link, href, useFetcher } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { getNextPageUrl, changeQuery, getRegionListUrl, readListQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatManwon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { FilterColumn, FilterSheet } from "#app/ui/filter-panel.tsx"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { HeartForm } from "#app/ui/heart-button.tsx"
import { ContinuedListNotice } from "#app/ui/continued-list-notice.tsx"
import { ListPages } from "#app/ui/list-pages.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { MoreLink } from "#app/ui/more-link.tsx"
import { Page } from "#app/ui/section.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { isNeighbourhoodUnknown, toNearView } from "../../accounts/neighbourhood-rules.ts"
import {
  MapLink,
  NearEnd,
  NeighbourhoodQuestion,
  NeighbourhoodTitle,
  WidenedNotice,
} from "../../accounts/parts/neighbourhood-title.tsx"
import { listOfferedCategories } from "../../orders/category-rules.ts"
import { CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import { ExpertQuery } from "../forms.ts"
import { ExpertCard } from "../parts/expert-card.tsx"
import { WithHeart } from "../parts/with-heart.tsx"
import { ExpertFilters, ExpertSearch } from "../parts/expert-filters.tsx"
import {
  BADGE_LABELS,
  EXPERT_SORT_LABELS,
  EXPERT_SORTS,
  type ExpertFilters as Filters,
  type ExpertSort,
} from "../rules.ts"
import { searchExperts } from "../service/directory.server.ts"
import { findExpertHearts } from "../service/favorites.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/experts"

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const search = readListQuery(new URL(request.url), params, { name: "category", values: CATEGORIES })
  if (!search) notFound()
  const query = readQuery(ExpertQuery, search)
  const { category, region, badge: badges, unit, sort, after } = query
  const actor = getActor(context)
  const minRating = query.rating === null ? null : Number(query.rating)
  const q = query.q ?? ""
  const near = region ? null : toNearView(actor, query.range)
  const filters = { category, region, badges, minRating, maxPriceWon: query.price, unit, q, near }
  const searchResult = await searchPublicExperts(filters, sort, after)
  const view = {
    category,
    region,
    badges,
    minRating,
    maxPriceWon: query.price,
    unit,
    q,
    sort,
    after,
    hearts: await findExpertHearts(actor, searchResult.cards),
    signedIn: actor.kind === "member",
    isAsking: isNeighbourhoodUnknown(actor),
    ...searchResult,
    origin: getBaseUrl(request.url),
    path: getRegionListUrl("/experts", region, ["category", category]),
    // One list of a trade or a place is worth finding; every further combination of filters is the same
    // people again.
    isIndexed:
      !(badges.length > 0 || minRating || query.price || unit || q || query.range || after) &&
      sort === "recommended",
  }
  return omitFromPageData(context, view, "cards", "hearts")
}

const searchPublicExperts = cacheBriefly((filters: Filters, sort: ExpertSort, after: string | null) =>
  searchExperts(filters, sort, after),
)

const getTitle = (view: {
  category: Route.ComponentProps["loaderData"]["category"]
  region: string | null
}) =>
  [
    view.region ? formatRegionName(view.region) : null,
    view.category ? CATEGORY_LABELS[view.category] : null,
    "전문가",
  ]
    .filter(Boolean)
    .join(" ")

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("전문가 찾기") }]
  const title = getTitle(view)
  const name = title === "전문가" ? "전문가 찾기" : title
  return [
    { title: titleOf(name) },
    ...buildShareMeta({
      origin: view.origin,
      path: view.path,
      name,
      breadcrumbs: view.path === "/experts" ? [] : [{ name: "전문가 찾기", path: href("/experts") }],
      description: `${title} ${formatCount(view.total, "명")}의 평점, 후기, 가격을 비교하고 무료로 견적을 받아 보세요.`,
      noIndex: view.isIndexed ? false : "follow",
    }),
  ]
}

export default function Experts({ loaderData: view }: Route.ComponentProps) {
  const search = useListSearch("category")
  const hrefWith = (changes: Parameters<typeof changeQuery>[2]) =>
    changeQuery(href("/experts"), search, changes)
  const activeFilters = [
    view.q && { name: "q", label: `“${view.q}”` },
    view.region && { name: "region", label: formatRegionName(view.region) },
    ...view.badges.map((badge) => ({
      name: "badge",
      label: BADGE_LABELS[badge],
      rest: view.badges.filter((each) => each !== badge),
    })),
    view.minRating && { name: "rating", label: `${view.minRating.toFixed(1)}점 이상` },
    view.maxPriceWon && { name: "price", label: `${formatManwon(view.maxPriceWon)} 이하` },
    view.unit && { name: "unit", label: `1${view.unit} 가격` },
  ].filter((one) => one !== null && one !== "" && one !== 0)
  return (
    <Page className="pt-5 md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:gap-x-10 md:pt-10">
      <FilterColumn resetHref={activeFilters.length > 0 ? getResetHref(view) : null}>
        <ExpertFilters live total={view.total} />
      </FilterColumn>
      <div className="min-w-0">
        <ListHeading view={view} />
        <NeighbourhoodQuestion isAsking={view.isAsking} />
        <div
          className={
            "mt-4 md:[&_.field-box]:border md:[&_.field-box]:border-line-strong " +
            "md:[&_.field-box]:bg-base-100"
          }
        >
          <ExpertSearch />
        </div>
        <nav aria-label="분야" className="bar-of-chips mt-3">
          <FilterChip href={hrefWith({ category: null })} isActive={view.category === null}>
            전체
          </FilterChip>
          {listOfferedCategories().map(({ id, label }) => (
            <FilterChip key={id} href={hrefWith({ category: id })} isActive={view.category === id}>
              {label}
            </FilterChip>
          ))}
        </nav>
        <SortAndFilters view={view} hrefWith={hrefWith} filterCount={activeFilters.length} />
        {activeFilters.length > 0 && (
          <div className="bar-of-chips mt-1">
            {activeFilters.map((filter) => (
              <FilterChip
                key={filter.label}
                href={hrefWith({ [filter.name]: "rest" in filter ? filter.rest : null })}
                isActive
                isRemovable
              >
                {filter.label}
              </FilterChip>
            ))}
          </div>
        )}
        {view.sort === "price" && view.unit === null && (
          <p className="mt-2 text-sm text-ink-2">
            같은 단위끼리 낮은 가격부터예요. 필터에서 단위를 고를 수 있어요.
          </p>
        )}
        {view.after && <ContinuedListNotice firstPageHref={hrefWith({})} />}
        <WidenedNotice near={view.near} noun="전문가" />
        {view.cards?.length === 0 ? (
          <NoResults view={view} />
        ) : (
          <Results key={search} view={view} search={search} />
        )}
      </div>
    </Page>
  )
}

type View = Route.ComponentProps["loaderData"]

function Results({ view, search }: { view: View; search: string }) {
  const { pages, more } = usePages(view, useFetcher<typeof loader>(), (after) =>
    getNextPageUrl("/experts", search, after),
  )
  return (
    <HeartForm intent="favorite">
      <h2 className="sr-only">검색 결과</h2>
      <ListPages
        pages={pages}
        getRows={({ cards, hearts }) => cards && hearts && { cards, hearts }}
        className="mt-4 grid [--row-height:15.75rem] gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3"
        prefetch="intent"
        viewTransition
      >
        {({ cards, hearts }) =>
          cards.map((expert) => (
            <li key={expert.id} className="near-row grid min-w-0">
              <WithHeart expert={expert} heart={hearts[expert.id] ?? null}>
                <CachedHtml source={expert} className="grid min-w-0">
                  {() => <ExpertCard expert={expert} withPrice />}
                </CachedHtml>
              </WithHeart>
            </li>
          ))
        }
      </ListPages>
      {more ? <MoreLink {...more} /> : null}
      <NearEnd near={view.near} noun="전문가" isEnd={more === null} />
    </HeartForm>
  )
}

function NoResults({ view }: { view: View }) {
  return (
    <EmptyState
      art="search"
      title="조건에 맞는 전문가가 없어요"
      text="지역을 넓히거나 필터를 줄여 보세요. 견적을 요청하면 전문가가 먼저 찾아와요."
      action={{
        href: view.category ? `${href("/experts")}?category=${view.category}` : href("/experts"),
        label: "필터 모두 지우기",
      }}
    />
  )
}

/** The list without its filters. */
const getResetHref = (view: View) =>
  changeQuery(href("/experts"), "", {
    category: view.category,
    sort: view.sort === "recommended" ? null : view.sort,
  })

function ListHeading({ view }: { view: View }) {
  const title = getTitle(view)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div>
        <NeighbourhoodTitle near={view.near}>{title === "전문가" ? "전문가 찾기" : title}</NeighbourhoodTitle>
        <p aria-live="polite" className="mt-1 text-base text-ink-2">
          전문가 <b className="font-semibold">{formatCount(view.total, "명")}</b>이 있어요
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <MapLink things="experts" />
        {view.signedIn ? (
          <Link to={href("/my-info/wishes/experts")} className="btn btn-line btn-sm">
            <Heart size={16} /> 찜한 전문가
          </Link>
        ) : null}
      </div>
    </div>
  )
}

function SortAndFilters({
  view,
  hrefWith,
  filterCount,
}: {
  view: View
  hrefWith: (changes: Record<string, string | null>) => string
  filterCount: number
}) {
  return (
    <div className="mt-2 flex items-center justify-between gap-3 md:mt-4">
      <div className="-ml-4 min-w-0 flex-1 overflow-hidden pl-4 md:ml-0 md:pl-0">
        <SortLinks
          options={EXPERT_SORTS.filter((sort) => view.near || sort !== "near").map((sort) => ({
            href: hrefWith({ sort: sort === "recommended" ? null : sort }),
            label: EXPERT_SORT_LABELS[sort],
            isActive: view.sort === sort,
          }))}
        />
      </div>
      <div className="flex-none md:hidden">
        <FilterSheet count={filterCount}>
          <ExpertFilters total={view.total} />
        </FilterSheet>
      </div>
    </div>
  )
}
