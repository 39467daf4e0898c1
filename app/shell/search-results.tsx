/** What the search screen shows: hits, services, and what helps where there are none. */
import { Bell, ChevronRight } from "#app/ui/icons.tsx"
import { toAlertKeyword } from "#app/basics/alert-words.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import type { ReactNode } from "react"
import { Link, href, useLocation } from "react-router"
import type { Route } from "./screens/+types/search"
import { ExpertCard } from "../areas/experts/parts/expert-card.tsx"
import { WithHeart } from "../areas/experts/parts/with-heart.tsx"
import { HireCard } from "../areas/jobs/parts/hire-card.tsx"
import { SeekCard } from "../areas/jobs/parts/seek-card.tsx"
import { ItemCard } from "../areas/market/parts/item-card.tsx"
import { CATEGORY_LABELS } from "../areas/orders/rules.ts"
import { HitCard } from "../areas/search/parts/hit-card.tsx"
import { HighlightedText } from "../areas/search/parts/highlighted-text.tsx"
import { TAB_LABELS, type SearchTab } from "../areas/search/rules.ts"
import type { Hit } from "../areas/search/service/search.server.ts"
import type { FoundService } from "../areas/search/service/services.server.ts"
import { ProductCard } from "../areas/shop/parts/product-card.tsx"
import { CardHeart } from "../areas/shop/parts/product-grid.tsx"
import { CategoryArt } from "../ui/art/art.tsx"
import { EmptyState } from "../ui/empty-state.tsx"
import { Section } from "../ui/section.tsx"
import { listCategoryItems, buildSearchHref, buildSearchState } from "./navigation.ts"

type View = Route.ComponentProps["loaderData"]

/** Cards of a row on wide screens. */
export const CARDS_PER_ROW = 3

/** Lists as the areas draw theirs. */
const LIST_CLASSES: Readonly<Record<SearchTab, string>> = {
  services: "grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3",
  jobs: "grid max-md:-mt-4 md:gap-4 lg:grid-cols-2 max-md:[&>li:last-child>article]:border-b-0",
  market: "item-list",
  shop: "grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 md:gap-x-5 lg:grid-cols-4",
}
/** In a single row, no more than fill it. */
const SINGLE_ROW_CLASSES: Readonly<Partial<Record<SearchTab, string>>> = {
  services: "lg:[&>:nth-child(n+4)]:hidden",
  market: "max-lg:md:[&>:nth-child(n+4)]:hidden",
  shop: "max-md:sm:[&>:nth-child(n+4)]:hidden max-lg:md:[&>:nth-child(n+4)]:hidden",
}

/** What was found in a tab, by the cards of its area. `isSingleRow` shows one row of them on wide screens. */
export function HitList({
  tab,
  hits,
  isSingleRow = false,
}: {
  tab: SearchTab
  hits: readonly Hit[]
  isSingleRow?: boolean
}) {
  return (
    <ul className={`${LIST_CLASSES[tab]} ${isSingleRow ? (SINGLE_ROW_CLASSES[tab] ?? "") : ""}`}>
      {hits.map((hit) => (
        <li
          key={`${hit.kind} ${hit.id}`}
          className={tab === "market" ? undefined : "grid min-w-0 grid-cols-[minmax(0,1fr)]"}
        >
          <ResultCard hit={hit} />
        </li>
      ))}
    </ul>
  )
}

/** That nothing is near `nearRegion`, and the way to what is farther. */
export function FarNotice({ nearRegion, widerHref }: { nearRegion: string; widerHref: string }) {
  return (
    <p className={`${LINE_CLASSES} mb-5 md:mb-8`}>
      {`${formatRegionShortName(nearRegion)} 가까이에는 없어요 · `}
      <Link to={widerHref} className="hit font-semibold text-primary-ink hover:underline">
        더 넓게 보기
      </Link>
    </p>
  )
}

/** Whether a list that begins with what is near found something, and nothing of it near. */
export const isAllFar = (hits: readonly Hit[]) => hits.length > 0 && hits.every((hit) => hit.isFar)

const LINE_CLASSES = "rounded-xl bg-fill px-4 py-3 text-base text-ink-2"

/** As {@link HitList}, with a line where what is near ends and the rest of the country begins. */
export function NearHitList({ tab, hits }: { tab: SearchTab; hits: readonly Hit[] }) {
  const near = hits.filter((hit) => !hit.isFar)
  const far = hits.filter((hit) => hit.isFar)
  if (near.length === 0 || far.length === 0) return <HitList tab={tab} hits={hits} />
  return (
    <>
      <HitList tab={tab} hits={near} />
      <p className={`${LINE_CLASSES} mt-5 mb-5 md:mt-9 md:mb-8`}>
        가까운 결과는 여기까지예요. 아래는 더 먼 곳이에요.
      </p>
      <HitList tab={tab} hits={far} />
    </>
  )
}

/** To the alert of what comes with the words that were searched; nothing where an area has no alerts. */
export function AlertLink({ tab, view }: { tab: SearchTab | null; view: View }) {
  const keyword = toAlertKeyword(view.correctedTerm ?? view.term)
  const alert = tab === "market" || tab === "jobs" ? ALERTS[tab] : null
  if (!alert || keyword === null) return null
  return (
    <Link
      to={`${alert.href}?${new URLSearchParams({ keyword })}`}
      className="hit inline-flex items-center gap-1 rounded-sm text-sm text-primary-ink hover:underline"
    >
      <Bell size={16} /> {`‘${keyword}’ ${alert.label}`}
    </Link>
  )
}
const ALERTS = {
  market: { href: href("/my-info/keywords"), label: "새 물건 알림 받기" },
  jobs: { href: href("/my-info/job-alerts"), label: "새 일자리 알림 받기" },
} as const

function ResultCard({ hit }: { hit: Hit }) {
  const { own, marks } = hit
  const titleContent = <HighlightedText text={hit.title} marks={marks.title} />
  switch (own?.kind) {
    case "expert":
      return (
        <WithHeart expert={own.card} heart={own.card.heart}>
          <ExpertCard
            expert={own.card}
            nameContent={<HighlightedText text={own.card.name} marks={marks.title} />}
            oneLineContent={<HighlightedText text={own.card.oneLine} marks={marks.line} />}
          />
        </WithHeart>
      )
    case "item":
      return <ItemCard item={own.card} titleContent={titleContent} />
    case "product":
      return (
        <div className="relative h-full">
          <ProductCard card={own.card} titleContent={titleContent} />
          <CardHeart card={own.card} isWished={own.card.isWished} />
        </div>
      )
    case "hire":
      return <HireCard post={own.card} hasHeart titleContent={titleContent} />
    case "seek":
      return <SeekCard post={own.card} titleContent={titleContent} />
    case undefined:
      return <HitCard hit={hit} />
  }
}

/** The question a service opens in the request flow, or the page of a category. */
const buildServiceHref = (found: FoundService) =>
  found.service === null
    ? href("/category/:categoryId", { categoryId: found.category })
    : `${href("/orders/new")}?${new URLSearchParams({ category: found.category, service: found.service })}`

export function Services({ services }: { services: readonly FoundService[] }) {
  return (
    <Section title="서비스" isFirst>
      <ul className="grid gap-2.5 md:grid-cols-2 md:gap-4 lg:grid-cols-4">
        {services.map((found) => (
          <li key={`${found.category} ${found.service ?? ""}`}>
            <Link
              to={buildServiceHref(found)}
              className={
                "flex h-full min-h-18 items-center gap-3.5 rounded-xl bg-fill p-3.5 transition-colors " +
                "hover:bg-base-300 md:border md:border-base-300 md:bg-base-100 md:p-4 " +
                "md:hover:border-line-strong md:hover:bg-base-100"
              }
            >
              <span className="grid size-11 flex-none place-items-center rounded-lg bg-primary-tint">
                <CategoryArt category={found.category} size={28} />
              </span>
              <span className="min-w-0 flex-1">
                <b className="block truncate font-semibold">{found.label}</b>
                <span className="block truncate text-sm text-ink-3">
                  {found.description === "" ? CATEGORY_LABELS[found.category] : found.description}
                </span>
              </span>
              <ChevronRight size={18} className="flex-none text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Nothing in this tab: by its filters, or at all though others have something. */
export function NoHitsInTab({ view, wholeHref }: { view: View; wholeHref: string }) {
  if (view.isNarrowed)
    return (
      <EmptyState
        art="search"
        title="조건에 맞는 결과가 없어요"
        text="필터를 줄이면 찾을 수 있을지도 몰라요."
        action={{ href: wholeHref, label: "필터 모두 지우기" }}
      />
    )
  return (
    <>
      <EmptyState
        art="search"
        title={`${view.tab ? TAB_LABELS[view.tab] : ""}에는 결과가 없어요`}
        text="다른 곳에서 찾은 결과가 있어요."
        action={{ href: buildSearchHref(view.term, "all", view.region ?? ""), label: "전체에서 보기" }}
      />
      <p className="text-center">
        <AlertLink tab={view.tab} view={view} />
      </p>
    </>
  )
}

/** Nothing found: what may help, and where to go on. */
export function NoResults({ view }: { view: View }) {
  const { term, region, scope, popular } = view
  const isNarrowed = region !== null || scope !== "all"
  const help: ReactNode[] = [
    "띄어쓰기나 맞춤법을 확인해 보세요.",
    "‘ㄷㅂ’처럼 첫소리만 써도 찾을 수 있어요. 두 글자부터요.",
    "더 짧은 말이나 다른 말로 찾아보세요.",
  ]
  return (
    <>
      <EmptyState
        art="search"
        title={`‘${term}’에 맞는 결과가 없어요`}
        text={
          isNarrowed
            ? "범위를 넓히면 찾을 수 있을지도 몰라요."
            : "찾는 일을 알려 주시면 전문가가 먼저 제안해요."
        }
        action={
          isNarrowed
            ? { href: buildSearchHref(term), label: "전체에서 찾기" }
            : { href: href("/orders/new"), label: "견적 요청하고 제안받기" }
        }
      />
      <p className="mb-6 flex flex-wrap justify-center gap-x-5 gap-y-3">
        {(["market", "jobs"] as const)
          .filter((tab) => view.tab === null || view.tab === tab)
          .map((tab) => (
            <AlertLink key={tab} tab={tab} view={view} />
          ))}
      </p>
      <div className="mx-auto md:max-w-[40rem]">
        <section aria-labelledby="search-help" className="rounded-xl bg-fill p-4 md:p-5">
          <h2 id="search-help" className="text-base font-bold">
            이렇게 찾아보세요
          </h2>
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-base text-ink-2">
            {help.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </section>
        {popular.length > 0 && <PopularTerms terms={popular} />}
        <CategoryLinks />
      </div>
    </>
  )
}

/** What many look for, each a search of its own. */
function PopularTerms({ terms }: { terms: readonly string[] }) {
  const { pathname } = useLocation()
  return (
    <section aria-labelledby="popular-terms" className="mt-6">
      <h2 id="popular-terms" className="text-base font-bold">
        많이 찾는 말
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {terms.map((popularTerm) => (
          <li key={popularTerm}>
            <Link
              to={buildSearchHref(popularTerm)}
              state={buildSearchState(popularTerm, pathname)}
              className={
                "hit inline-flex min-h-9 items-center rounded-full bg-fill px-3.5 text-sm " +
                "font-medium hover:bg-base-300"
              }
            >
              {popularTerm}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryLinks() {
  return (
    <section aria-labelledby="category-links" className="mt-6">
      <h2 id="category-links" className="text-base font-bold">
        분야에서 찾기
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {listCategoryItems().map((item) => (
          <li key={item.href}>
            <Link
              to={item.href}
              className={
                "hit inline-flex min-h-9 items-center rounded-full border border-line-strong px-3.5 " +
                "text-sm font-medium hover:bg-fill"
              }
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
