import { Heart, History, Search, ShoppingCart, Store, TicketPercent } from "#app/ui/icons.tsx"
import type { z } from "zod"
import { Form, Link, redirect, useFetcher, useLocation, href as toHref } from "react-router"
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { isSeller, type Actor } from "#app/areas/accounts/rules.ts"
import { formatCount } from "#app/basics/counted.ts"
import { getNextPageUrl, changeQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { FilterColumn, FilterSheet } from "#app/ui/filter-panel.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import { ContinuedListNotice } from "#app/ui/continued-list-notice.tsx"
import { HeartForm } from "#app/ui/heart-button.tsx"
import { ListPages } from "#app/ui/list-pages.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { CrossedRangeNotice } from "#app/ui/price-range-fields.tsx"
import { Page } from "#app/ui/section.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { BannerRow } from "../../campaigns/parts/banner-row.tsx"
import { CollectionSection } from "../../campaigns/parts/collection-section.tsx"
import {
  findShopFront,
  omitCollectionCards,
  selectShowcase,
} from "../../campaigns/service/showcase.server.ts"
import { ProductQuery } from "../forms.ts"
import { countCartKinds } from "../cart-middleware.server.ts"
import { DealSection } from "../parts/deal-section.tsx"
import { listActiveProductFilters, ProductFilters } from "../parts/product-filters.tsx"
import { ProductCells } from "../parts/product-grid.tsx"
import { RecentStrip } from "../parts/recent-strip.tsx"
import { VacationAlert } from "../parts/vacation-alert.tsx"
import { describeVacation } from "../vacation-rules.ts"
import { now } from "#app/basics/clock.ts"
import { DEPARTMENT_LABELS, DEPARTMENTS, PRODUCT_SORT_LABELS, PRODUCT_SORTS } from "../rules.ts"
import { findProducts, findSellerOptions } from "../service/catalogue.server.ts"
import { findWishedIds } from "../service/product-lists.server.ts"
import type { Route } from "./+types/shopping"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const { searchParams } = new URL(request.url)
  // Words are looked for by the search alone, which knows what things are also called.
  if (searchParams.has("q")) throw redirect(`${toHref("/search")}?${buildShopSearch(searchParams)}`)
  const query = readQuery(ProductQuery, searchParams)
  const isWhole = !isNarrowed(query)
  // The list under the deals and collections of the shop, and what comes after its first page.
  const isFrontList = !isNarrowed({ ...query, after: null }) && !query.department && query.sort === "popular"
  const isFirstView = isFrontList && query.after === null
  const [{ cards: found, total, next }, front, sellers] = await Promise.all([
    findProducts(query),
    isFrontList ? findFrontOf(actor) : null,
    findSellerOptions(),
  ])
  // What stands above the list is not shown a second time.
  const cards = front ? found.filter(({ id }) => !front.ids.has(id)) : found
  const deals = isFirstView && front ? front.deals : []
  const shop = sellers.find((seller) => seller.id === query.seller)
  const isMember = actor.kind === "member"
  const view = {
    cards,
    total,
    next,
    wishedIds: await findWishedIds(actor, [...cards, ...deals]),
    isMember,
    // Members have the way to their cart in the top bar.
    cartKinds: isMember ? 0 : countCartKinds(context),
    isFirstView,
    query,
    deals,
    showcase: isFirstView && front ? omitCollectionCards(context, front.showcase) : null,
    sellers: sellers.map(({ id, name }) => ({ id, name })),
    vacation: describeVacation(shop?.vacation ?? null, now()),
    after: query.after,
    isSelling: isSeller(actor),
    sellerName: shop?.name ?? null,
    origin: getBaseUrl(request.url),
    isIndexed: isWhole && (query.department === null || query.sort === "popular"),
  }
  return omitFromPageData(context, view, "cards", "wishedIds", "deals")
}

/** The deals and what else `actor` is shown above the list of the shop, with the `ids` of their products. */
async function findFrontOf(actor: Actor) {
  const front = await findShopFront()
  const showcase = selectShowcase(actor, front)
  const cards = [...front.deals, ...showcase.collections.flatMap((collection) => collection.cards)]
  return { deals: front.deals, showcase, ids: new Set(cards.map(({ id }) => id)) }
}

/** Whether the deals stand above the list; left out of a page's data they do. */
const hasDeals = (view: View) => view.deals?.length !== 0

/** What the search keeps of the address of a list. */
const SEARCHED_NAMES = ["q", "department", "seller", "free", "stock", "min", "max"]

/** The query of a search in the shop, narrowed as `query` is. */
const buildShopSearch = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([
    ["type", "shopping"],
    ...[...query].filter(([name, value]) => value !== "" && SEARCHED_NAMES.includes(name)),
  ])

/** Whether less is listed than all of a department. */
const isNarrowed = ({ min, max, seller, free, stock, deal, after }: z.output<typeof ProductQuery>) =>
  [min, max, seller, free, stock, deal, after].some(Boolean)

type View = Route.ComponentProps["loaderData"]
const getHeading = ({ query }: Pick<View, "query">) =>
  query.deal ? "오늘특가" : query.department ? DEPARTMENT_LABELS[query.department] : "쇼핑"

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("쇼핑") }]
  return [
    { title: titleOf(getHeading(view)) },
    ...buildShareMeta({
      origin: view.origin,
      path: changeQuery(toHref("/shopping"), "", { department: view.query.department }),
      name: getHeading(view),
      description: `${getHeading(view)} 상품 ${formatCount(view.total, "개")}를 가격과 후기로 비교하고 바로 주문해 보세요.`,
      breadcrumbs: view.query.department ? [{ name: "쇼핑", path: toHref("/shopping") }] : [],
    }),
    ...(view.isIndexed ? [] : [{ name: "robots", content: "noindex, follow" }]),
  ]
}

type QueryChanges = Record<string, string | null>

export default function Shopping({ loaderData: view }: Route.ComponentProps) {
  const { search } = useLocation()
  const { query } = view
  const hrefWith = (changes: QueryChanges) => changeQuery(toHref("/shopping"), search, changes)
  const activeFilters = listActiveProductFilters({ ...query, department: null }, view.sellerName)
  const collections = view.showcase?.collections ?? []
  return (
    <Page
      className={
        "pt-4 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:gap-x-10 md:pt-10 " +
        "lg:grid-cols-[15rem_minmax(0,1fr)]"
      }
    >
      <ListFilters view={view} isFiltered={activeFilters.length > 0} />
      <div className="min-w-0">
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-2xl font-bold">{getHeading(view)}</h1>
          <Link
            to={view.isSelling ? toHref("/shopping/admin") : toHref("/shop/post")}
            className="btn btn-line btn-sm"
          >
            <Store size={16} />
            {view.isSelling ? "판매자 센터" : "입점하기"}
          </Link>
        </div>
        <div
          className={
            "mt-4 md:[&_.field-box]:border md:[&_.field-box]:border-line-strong " +
            "md:[&_.field-box]:bg-base-100"
          }
        >
          <ShopSearch search={search} />
        </div>
        <CrossedRangeNotice query={new URLSearchParams(search)} />
        <DepartmentChips query={query} search={search} />
        <Shortcuts isMember={view.isMember} cartKinds={view.cartKinds} />
        {view.showcase ? <BannerRow banners={view.showcase.banners} className="mt-4 md:mt-6" /> : null}
        {hasDeals(view) && (
          <DealSection cards={view.deals} wishedIds={view.wishedIds} allHref={hrefWith({ deal: "1" })} />
        )}
        {collections.map((collection) => (
          <CollectionSection key={collection.id} collection={collection} />
        ))}
        {hasDeals(view) || collections.length > 0 ? <div className="band pt-7 md:mt-10 md:pt-0" /> : null}
        {view.isFirstView ? <RecentStrip isMember={view.isMember} className="mb-7 md:mb-10" /> : null}
        <ListBar view={view} search={search} />
        {activeFilters.length > 0 && (
          <div className="bar-of-chips mt-1">
            {activeFilters.map((filter) => (
              <FilterChip key={filter.name} href={hrefWith({ [filter.name]: null })} isActive isRemovable>
                {filter.label}
              </FilterChip>
            ))}
          </div>
        )}
        {view.vacation ? <VacationAlert notice={view.vacation} className="mt-4 mb-5" /> : null}
        {view.after && <ContinuedListNotice firstPageHref={hrefWith({})} />}
        {view.total === 0 ? (
          <EmptyState
            art="search"
            title="조건에 맞는 상품이 없어요"
            text="필터를 줄여 보세요."
            action={{ href: toHref("/shopping"), label: "모든 상품 보기" }}
          />
        ) : (
          <Results key={search} view={view} search={search} />
        )}
      </div>
    </Page>
  )
}

/** The filters beside the list, where there is room for them. */
function ListFilters({ view, isFiltered }: { view: View; isFiltered: boolean }) {
  const resetHref = changeQuery(toHref("/shopping"), "", { department: view.query.department })
  return (
    <FilterColumn resetHref={isFiltered ? resetHref : null}>
      <ProductFilters sellers={view.sellers} live />
    </FilterColumn>
  )
}

function DepartmentChips({ query, search }: { query: View["query"]; search: string }) {
  const hrefWith = (changes: QueryChanges) => changeQuery(toHref("/shopping"), search, changes)
  return (
    <CachedHtml
      as="nav"
      source={DEPARTMENTS}
      variant={search}
      aria-label="분류"
      className="bar-of-chips mt-3"
    >
      {() => (
        <>
          <FilterChip
            href={hrefWith({ department: null, deal: null })}
            isActive={query.department === null && !query.deal}
          >
            전체
          </FilterChip>
          <FilterChip href={hrefWith({ department: null, deal: "1" })} isActive={query.deal !== null}>
            오늘특가
          </FilterChip>
          {DEPARTMENTS.map((department) => (
            <FilterChip
              key={department}
              href={hrefWith({ department, deal: null })}
              isActive={query.department === department}
            >
              {DEPARTMENT_LABELS[department]}
            </FilterChip>
          ))}
        </>
      )}
    </CachedHtml>
  )
}

/** Ways to what somebody has gathered: visitors have no cart in the top bar. */
function Shortcuts({ isMember, cartKinds }: { isMember: boolean; cartKinds: number }) {
  const shortcuts = [
    ...(isMember
      ? [
          { href: toHref("/my-info/wishes/products"), label: "찜", Icon: Heart },
          { href: toHref("/my-info/coupons"), label: "쿠폰함", Icon: TicketPercent },
        ]
      : [
          {
            href: toHref("/shopping/cart"),
            label: cartKinds > 0 ? `장바구니 ${cartKinds}` : "장바구니",
            Icon: ShoppingCart,
          },
        ]),
    { href: toHref("/shopping/recent"), label: "최근 본 상품", Icon: History },
  ]
  return (
    <nav aria-label="모아 둔 것" className="mt-2 flex flex-wrap gap-x-5">
      {shortcuts.map(({ href, label, Icon }) => (
        <Link
          key={href}
          to={href}
          className={
            "hit flex items-center gap-1.5 rounded-sm py-1.5 text-sm font-medium text-ink-2 hover:underline"
          }
        >
          <Icon size={18} />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** How many there are, in which order, and the filters of a phone. */
function ListBar({ view, search }: { view: View; search: string }) {
  const hrefWith = (changes: QueryChanges) => changeQuery(toHref("/shopping"), search, changes)
  return (
    <div className="mt-3 flex items-center justify-between gap-3 md:mt-4">
      <p aria-live="polite" className="flex-none text-sm text-ink-2">
        상품 <b className="num font-semibold text-base-content">{formatCount(view.total, "개")}</b>
      </p>
      <div className="min-w-0 overflow-hidden">
        <SortLinks
          options={PRODUCT_SORTS.map((sort) => ({
            href: hrefWith({ sort: sort === "popular" ? null : sort }),
            label: PRODUCT_SORT_LABELS[sort],
            isActive: view.query.sort === sort,
          }))}
        />
      </div>
      <div className="flex-none md:hidden">
        <FilterSheet count={0} isIcon>
          <ProductFilters sellers={view.sellers} total={view.total} />
        </FilterSheet>
      </div>
    </div>
  )
}

function Results({ view, search }: { view: View; search: string }) {
  const { pages, more } = usePages(view, useFetcher<typeof loader>(), (after) =>
    getNextPageUrl("/shopping", search, after),
  )
  return (
    <HeartForm intent="favorite">
      <h2 className="sr-only">상품 목록</h2>
      <ListPages
        pages={pages}
        getRows={({ cards, wishedIds }) => cards && wishedIds && { cards, wishedIds }}
        className="product-grid mt-4"
        prefetch="intent"
      >
        {(rows, index) => <ProductCells {...rows} eagerCount={hasDeals(view) || index > 0 ? 0 : 4} />}
      </ListPages>
      {more ? <MoreLink {...more} skeleton="cards" /> : null}
    </HeartForm>
  )
}

/** The field of the shop, a plain form to the search. */
function ShopSearch({ search }: { search: string }) {
  return (
    <search>
      <Form action={toHref("/search")} className="relative">
        {[...buildShopSearch(new URLSearchParams(search))].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search size={20} className="pointer-events-none absolute top-4 left-4 text-ink-3" />
        <input
          name="q"
          type="search"
          aria-label="상품 검색"
          placeholder="생활용품 검색"
          required
          maxLength={100}
          enterKeyHint="search"
          className="field-box pl-12 [&::-webkit-search-cancel-button]:hidden"
        />
      </Form>
    </search>
  )
}
