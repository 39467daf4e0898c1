import { formatNumber } from "../../basics/numbers.ts"
import { MapPin } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import type { Route } from "./+types/home"
import { getActor } from "../../areas/accounts/guards.server.ts"
import { BannerRow } from "../../areas/campaigns/parts/banner-row.tsx"
import { CollectionSection } from "../../areas/campaigns/parts/collection-section.tsx"
import { omitCollectionCards } from "../../areas/campaigns/service/showcase.server.ts"
import { OpenOrderCard } from "../../areas/orders/parts/open-order-card.tsx"
import { formatRegionShortName, listSidos } from "../../basics/regions.ts"
import { buildShareMeta } from "../../basics/share-meta.ts"
import { getBaseUrl } from "../../platform/env.server.ts"
import { omitFromPageData } from "../../platform/request.server.ts"
import { AreaArt, CategoryArt, type ArtArea } from "../../ui/art/art.tsx"
import { CachedHtml } from "../../ui/cached-html.tsx"
import { Page, Section } from "../../ui/section.tsx"
import { ServerHtml } from "../../ui/server-html.tsx"
import { brand, titleOf } from "../../basics/brand.ts"
import { loadHomeView } from "../home-view.server.ts"
import { listOfferedCategories } from "../../areas/orders/category-rules.ts"
import { isOpenPath, buildSearchHref, buildSearchState } from "../navigation.ts"
import { SearchForm } from "../search-form.tsx"
import { CardSection, FOUR_COLUMN_CLASSES, SECTIONS } from "../home-sections.tsx"

const REGION_SELECT_CLASS =
  "min-h-11 cursor-pointer rounded-md bg-transparent pr-2 pl-1.5 font-semibold field-sizing-content"

const CARD_NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = await loadHomeView(getActor(context))
  const cardsInHtml = {
    cards: omitFromPageData(context, view.cards, ...CARD_NAMES),
    showcase: omitCollectionCards(context, view.showcase),
    origin: getBaseUrl(request.url),
  }
  return omitFromPageData(context, { ...view, ...cardsInHtml }, "orders")
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf() }]
  const { origin } = view
  return [
    { title: titleOf() },
    ...buildShareMeta({ origin, path: href("/"), name: titleOf(), description: brand.description }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@graph": [
          {
            "@type": "Organization",
            "@id": `${origin}/#company`,
            name: brand.name,
            legalName: brand.company.name,
            url: `${origin}/`,
            logo: `${origin}/icon-512.png`,
            ...(brand.hasCompany ? { telephone: brand.supportPhone, email: brand.company.email } : {}),
          },
          {
            "@type": "WebSite",
            url: `${origin}/`,
            name: brand.name,
            description: brand.description,
            inLanguage: "ko-KR",
            publisher: { "@id": `${origin}/#company` },
            potentialAction: {
              "@type": "SearchAction",
              target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?q={search_term_string}` },
              "query-input": "required name=search_term_string",
            },
          },
        ],
      },
    },
  ]
}

type HomeData = Route.ComponentProps["loaderData"]

const AREA_LINKS: readonly { href: string; label: string; art: ArtArea }[] = [
  { href: href("/jobs/hire"), label: "일자리", art: "job" },
  { href: href("/marketplace"), label: "중고거래", art: "market" },
  { href: href("/shopping"), label: "쇼핑", art: "shop" },
  { href: href("/experts"), label: "전문가 찾기", art: "expert" },
]
const POPULAR_TERMS = ["도배", "누수 수리", "원룸이사", "입주청소", "에어컨 설치"]

/** Where to search: the whole country, a 시·도, or the region of one's profile. */
function RegionSelect({ regionCode }: { regionCode: string | null }) {
  return (
    <div className="relative hidden flex-none items-center border-r border-base-300 pr-1 md:flex">
      <MapPin size={20} className="pointer-events-none text-primary-ink" />
      <select name="region" aria-label="지역" defaultValue={regionCode ?? ""} className={REGION_SELECT_CLASS}>
        <option value="">전국</option>
        {regionCode && regionCode.length > 2 && (
          <option value={regionCode}>{formatRegionShortName(regionCode)}</option>
        )}
        {listSidos().map((sido) => (
          <option key={sido.code} value={sido.code}>
            {sido.short}
          </option>
        ))}
      </select>
    </div>
  )
}

function Hero({ home }: { home: HomeData }) {
  return (
    <section
      aria-labelledby="hero-title"
      className={
        "relative pt-4 md:mt-8 md:min-h-[26.5rem] md:overflow-hidden md:rounded-3xl md:bg-primary-tint " +
        "md:px-14 md:py-14"
      }
    >
      <div aria-hidden className="hero-art" />
      <div className="relative md:max-w-[26rem] lg:max-w-[36rem]">
        <h1 id="hero-title" className="text-2xl font-extrabold md:text-3xl lg:text-4xl">
          집에 필요한 모든&nbsp;일,
          <br />
          믿을 수 있는 이웃에게
        </h1>
        <p className="mt-2 hidden text-base text-ink-2 md:block lg:text-lg">
          견적은 무료예요. 여러 전문가를 비교하고 마음에 드는 분을 고르세요.
        </p>
        <SearchForm
          variant="hero"
          className="mt-5 md:mt-8"
          leading={<RegionSelect regionCode={home.regionCode} />}
        />
        <CachedHtml
          as="ul"
          source={POPULAR_TERMS}
          aria-label="많이 찾는 서비스"
          className="mt-4 hidden items-center gap-2 whitespace-nowrap md:flex"
        >
          {() => (
            <>
              <li className="text-sm text-ink-2">많이 찾아요</li>
              {POPULAR_TERMS.map((term) => (
                <li key={term}>
                  <Link
                    to={buildSearchHref(term)}
                    state={buildSearchState(term, "/")}
                    className="popular-term"
                  >
                    {term}
                  </Link>
                </li>
              ))}
            </>
          )}
        </CachedHtml>
      </div>
      {home.arrived && (
        <Link
          to={href("/requests/:orderId", { orderId: home.arrived.id })}
          className={
            "absolute right-[25%] bottom-5 hidden items-center gap-3 rounded-2xl bg-raised py-3 pr-5 " +
            "pl-3.5 shadow-float lg:flex"
          }
        >
          <span className="grid size-10 place-items-center rounded-full bg-primary-tint">
            <CategoryArt category={home.arrived.category} size={26} />
          </span>
          <span>
            <b className="block text-base font-semibold">견적 {home.arrived.proposals}건 도착</b>
            <span className="block text-sm text-ink-3">{home.arrived.text}</span>
          </span>
        </Link>
      )}
    </section>
  )
}

/** The five categories: two large and three small on a phone, a row of five on a desktop. */
function Categories() {
  return (
    <CachedHtml
      as="ul"
      source={listOfferedCategories()}
      variant="home"
      aria-label="서비스"
      className="category-tiles"
    >
      {() =>
        listOfferedCategories().map(({ id: key, label, description: text }, index) => {
          const isLarge = index < 2
          return (
            <li key={key}>
              <Link
                to={href("/category/:categoryId", { categoryId: key })}
                prefetch="intent"
                className={isLarge ? "category-tile category-tile-large" : "category-tile"}
              >
                <CategoryArt category={key} size={48} />
                <span>
                  <b>{label}</b>
                  <span>{text}</span>
                </span>
              </Link>
            </li>
          )
        })
      }
    </CachedHtml>
  )
}

/**
 * The other areas, below the categories of a phone; only those that have opened, and only where they make a
 * row.
 */
function Areas() {
  const openAreas = AREA_LINKS.filter((area) => isOpenPath(area.href))
  if (openAreas.length < 3) return null
  return (
    <CachedHtml as="ul" source={AREA_LINKS} aria-label="둘러보기" className="area-links">
      {() =>
        openAreas.map((area) => (
          <li key={area.href}>
            <Link to={area.href}>
              <AreaArt area={area.art} size={32} />
              {area.label}
            </Link>
          </li>
        ))
      }
    </CachedHtml>
  )
}

export default function Home({ loaderData: home }: Route.ComponentProps) {
  const canPropose = home.ordersLead === "orders"
  return (
    <Page>
      <Hero home={home} />
      <Categories />
      <Areas />
      <BannerRow banners={home.showcase.banners} className="mt-5 md:mt-6" />
      <div className="h-2 md:hidden" />
      {home.orders?.length === 0 ? null : (
        <Section
          title="지금 올라온 견적 요청"
          titleSuffix={<span aria-hidden className="live-dot ml-1" />}
          subtitle={
            home.openToday > 0 ? `오늘 ${formatNumber(home.openToday)}건이 새로 올라왔어요` : undefined
          }
          more={canPropose ? { href: href("/expert-dashboard/requests"), label: "전체보기" } : undefined}
        >
          <ServerHtml
            data={home.orders}
            variant={home.ordersLead}
            prefetch="intent"
            className={`card-row narrow-cards ${FOUR_COLUMN_CLASSES}`}
          >
            {(orders) =>
              orders.map((order) => (
                <OpenOrderCard
                  key={order.id}
                  order={order}
                  href={
                    canPropose
                      ? href("/orders/:orderId/propose", { orderId: order.id })
                      : href("/requests/:orderId", { orderId: order.id })
                  }
                />
              ))
            }
          </ServerHtml>
        </Section>
      )}
      <CardSection
        cards={home.cards.experts}
        section={SECTIONS.experts}
        near={home.regionCode}
        isFar={home.isFar.experts}
      />
      <CardSection
        cards={home.cards.hires}
        section={SECTIONS.hires}
        near={home.regionCode}
        isFar={home.isFar.hires}
      />
      <CardSection
        cards={home.cards.items}
        section={SECTIONS.items}
        near={home.regionCode}
        isFar={home.isFar.items}
      />
      <CardSection cards={home.cards.deals} section={SECTIONS.deals} />
      {home.showcase.collections.map((collection) => (
        <CollectionSection key={collection.id} collection={collection} />
      ))}
      <CardSection cards={home.cards.reviews} section={SECTIONS.reviews} />
      <CardSection cards={home.cards.notices} section={SECTIONS.notices} />
    </Page>
  )
}
