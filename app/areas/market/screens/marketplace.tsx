import { Bell, Plus } from "#app/ui/icons.tsx"
import { Link, useFetcher, href } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { readQuery } from "#app/basics/form.ts"
import { getRegionListUrl, readListQuery } from "#app/basics/list-urls.ts"
import { formatRegionName, formatRegionShortName } from "#app/basics/regions.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { FilterColumn, FilterSheet } from "#app/ui/filter-panel.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { HeartForm } from "#app/ui/heart-button.tsx"
import { ContinuedListNotice } from "#app/ui/continued-list-notice.tsx"
import { ListPages } from "#app/ui/list-pages.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { MoreLink } from "#app/ui/more-link.tsx"
import { CrossedRangeNotice } from "#app/ui/price-range-fields.tsx"
import { Page } from "#app/ui/section.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { isNeighbourhoodUnknown } from "../../accounts/neighbourhood-rules.ts"
import {
  MapLink,
  NearEnd,
  NeighbourhoodQuestion,
  NeighbourhoodTitle,
  WidenedNotice,
} from "../../accounts/parts/neighbourhood-title.tsx"
import { ItemQuery } from "../forms.ts"
import { ItemCard } from "../parts/item-card.tsx"
import { ItemFilters, buildItemsUrl, listActiveItemFilters } from "../parts/item-filters.tsx"
import { ITEM_CATEGORIES, ITEM_CATEGORY_LABELS, ITEM_SORTS, ITEM_SORT_LABELS } from "../rules.ts"
import { searchItems } from "../service/item-lists.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/marketplace"

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const search = readListQuery(new URL(request.url), params, { name: "category", values: ITEM_CATEGORIES })
  if (!search) notFound()
  const query = readQuery(ItemQuery, search)
  const { category, region, condition, method, min, max, range, sort, after } = query
  const filters = {
    category,
    region,
    range,
    condition,
    method,
    min,
    max,
    free: query.free !== null,
    open: query.open !== null,
    offers: query.offers !== null,
  }
  const actor = getActor(context)
  const itemPage = await searchItems(actor, filters, sort, after)
  const view = {
    ...filters,
    isAsking: isNeighbourhoodUnknown(actor),
    sort,
    after,
    ...itemPage,
    origin: getBaseUrl(request.url),
    path: getRegionListUrl("/marketplace", region, ["category", category]),
    // A list of a category or a place is worth finding; every further combination of filters is the same
    // things again.
    isIndexed:
      !(
        condition.length > 0 ||
        method ||
        min !== null ||
        max !== null ||
        filters.free ||
        filters.open ||
        filters.offers ||
        range ||
        after
      ) && sort === "recent",
  }
  return omitFromPageData(context, view, "cards")
}

type View = Route.ComponentProps["loaderData"]

const getHeading = (view: Pick<View, "region" | "category">) =>
  [view.region ? formatRegionShortName(view.region) : null, "중고거래"].filter(Boolean).join(" ")

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("중고거래") }]
  const title = [
    view.region ? formatRegionName(view.region) : null,
    view.category ? `중고 ${ITEM_CATEGORY_LABELS[view.category]}` : "중고거래",
  ]
    .filter(Boolean)
    .join(" ")
  return [
    { title: titleOf(title) },
    ...buildShareMeta({
      origin: view.origin,
      path: view.path,
      name: title,
      breadcrumbs: view.path === "/marketplace" ? [] : [{ name: "중고거래", path: href("/marketplace") }],
      description: `${title}: 이웃이 내놓은 물건을 사진과 가격으로 비교하고 채팅으로 거래하세요. 나눔도 있어요.`,
      noIndex: view.isIndexed ? false : "follow",
    }),
  ]
}

export default function Marketplace({ loaderData: view }: Route.ComponentProps) {
  const search = useListSearch("category")
  const activeFilters = listActiveItemFilters({ ...view, category: null }, (changes) =>
    buildItemsUrl(search, changes),
  )
  return (
    <Page className="pt-5 md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] md:gap-x-10 md:pt-10">
      <ListFilters view={view} hasFilters={activeFilters.length > 0} />
      <div className="min-w-0">
        <ListHeader view={view} filterCount={activeFilters.length} />
        <CrossedRangeNotice query={new URLSearchParams(search)} />
        <NeighbourhoodQuestion isAsking={view.isAsking} />
        <CategoryChips view={view} search={search} />
        <SortsAndActiveFilters
          sort={view.sort}
          hasNear={view.near !== null}
          search={search}
          activeFilters={activeFilters}
        />
        {view.after && <ContinuedListNotice firstPageHref={buildItemsUrl(search, {})} className="mt-2" />}
        <WidenedNotice near={view.near} noun="물건" />
        {view.cards?.length === 0 ? (
          <NoResults view={view} />
        ) : (
          <Results key={search} view={view} search={search} />
        )}
      </div>
      <Link
        to={href("/marketplace/post")}
        className={
          "btn btn-primary btn-lg fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 " +
          "rounded-full! px-5 shadow-float md:hidden"
        }
      >
        <Plus size={20} /> 판매하기
      </Link>
    </Page>
  )
}

function Results({ view, search }: { view: View; search: string }) {
  const { pages, more } = usePages(view, useFetcher<typeof loader>(), (after) =>
    buildItemsUrl(search, { after }),
  )
  return (
    <HeartForm intent="wish">
      <h2 className="sr-only">물건</h2>
      <ListPages pages={pages} getRows={({ cards }) => cards} className="item-list mt-4">
        {(items, page) =>
          items.map((item, index) => (
            <li key={item.id}>
              <ItemCard item={item} isEager={page === 0 && index < 4} />
            </li>
          ))
        }
      </ListPages>
      {more ? <MoreLink {...more} /> : null}
      <NearEnd near={view.near} noun="물건" isEnd={more === null} />
      {more ? null : <div aria-hidden className="h-16 md:hidden" />}
    </HeartForm>
  )
}

function NoResults({ view }: { view: View }) {
  return (
    <EmptyState
      art="search"
      title="조건에 맞는 물건이 없어요"
      text={
        view.region
          ? "동네를 넓히거나 필터를 줄여 보세요. 키워드 알림을 켜 두면 올라오자마자 알려 드려요."
          : "필터를 줄여 보세요. 키워드 알림을 켜 두면 올라오자마자 알려 드려요."
      }
      action={{
        href: view.category ? buildItemsUrl("", { category: view.category }) : href("/marketplace"),
        label: "필터 모두 지우기",
      }}
    />
  )
}

/** The filters beside the list, from md on. */
function ListFilters({ view, hasFilters }: { view: View; hasFilters: boolean }) {
  const resetHref = buildItemsUrl("", { sort: view.sort === "recent" ? null : view.sort })
  return (
    <FilterColumn
      resetHref={hasFilters || view.category ? resetHref : null}
      className="[&_fieldset>.grid-cols-2]:grid-cols-1"
    >
      <ItemFilters live total={view.total} />
    </FilterColumn>
  )
}

function ListHeader({ view, filterCount }: { view: View; filterCount: number }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-min flex-1 basis-24">
        <NeighbourhoodTitle near={view.near}>{getHeading(view)}</NeighbourhoodTitle>
        {view.total === null ? null : (
          <p aria-live="polite" className="mt-1 text-base text-ink-2">
            {view.total === 0 ? "맞는 물건이 아직 없어요" : `물건이 ${formatCount(view.total, "개")} 있어요`}
          </p>
        )}
        <AlertLink />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <MapLink things="items" />
        <div className="md:hidden">
          <FilterSheet count={filterCount}>
            <ItemFilters total={view.total} />
          </FilterSheet>
        </div>
        <Link to={href("/marketplace/post")} className="btn btn-primary hidden md:inline-flex">
          <Plus size={20} /> 판매하기
        </Link>
      </div>
    </div>
  )
}

/** To the alerts of new things. */
const AlertLink = () => (
  <Link
    to={href("/my-info/keywords")}
    className="hit mt-1 inline-flex items-center gap-1 rounded-sm text-sm text-primary-ink hover:underline"
  >
    <Bell size={16} /> 키워드 알림 받기
  </Link>
)

/** The categories, on phones. */
function CategoryChips({ view, search }: { view: View; search: string }) {
  return (
    <nav aria-label="카테고리" className="bar-of-chips mt-3 md:hidden">
      <FilterChip
        href={buildItemsUrl(search, { category: null, free: null })}
        isActive={view.category === null && !view.free}
      >
        전체
      </FilterChip>
      <FilterChip
        href={buildItemsUrl(search, { category: null, free: "1" })}
        isActive={view.category === null && view.free}
      >
        나눔
      </FilterChip>
      {ITEM_CATEGORIES.map((category) => (
        <FilterChip
          key={category}
          href={buildItemsUrl(search, { category })}
          isActive={view.category === category}
        >
          {ITEM_CATEGORY_LABELS[category]}
        </FilterChip>
      ))}
    </nav>
  )
}

function SortsAndActiveFilters({
  sort,
  hasNear,
  search,
  activeFilters,
}: {
  sort: View["sort"]
  hasNear: boolean
  search: string
  activeFilters: ReturnType<typeof listActiveItemFilters>
}) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 md:mt-4">
      <div className="min-w-0 overflow-hidden md:order-2">
        <SortLinks
          options={ITEM_SORTS.filter((option) => hasNear || option !== "near").map((option) => ({
            href: buildItemsUrl(search, { sort: option === "recent" ? null : option }),
            label: ITEM_SORT_LABELS[option],
            isActive: sort === option,
          }))}
        />
      </div>
      {activeFilters.length > 0 ? (
        <div className="bar-of-chips min-w-0">
          {activeFilters.map((filter) => (
            <FilterChip key={filter.key} href={filter.href} isActive isRemovable>
              {filter.label}
            </FilterChip>
          ))}
        </div>
      ) : (
        <span className="hidden md:block" />
      )}
    </div>
  )
}
