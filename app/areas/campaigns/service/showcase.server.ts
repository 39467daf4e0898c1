/**
 * The banners and collections of home and the shop: read with what else the page reads of everybody's, and
 * told apart by who looks in memory.
 */
import { sql } from "drizzle-orm"
import type { RouterContextProvider } from "react-router"
import { now } from "#app/basics/clock.ts"
import type { CardPicture } from "#app/basics/picture-view.ts"
import { runSubqueries, type JsonSubquery } from "#app/platform/json-subqueries.server.ts"
import { cardPictureJson } from "#app/platform/pictures.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { getNeighbourhood } from "../../accounts/neighbourhood-rules.ts"
import { isCustomer, isExpert, isSeller, type Actor } from "../../accounts/rules.ts"
import { cardsSubquery, dealsSubquery, type ProductPage } from "../../shop/service/catalogue.server.ts"
import { BANNER_LIMITS, type BannerAudience, type BannerKind, type BannerPlace } from "../rules.ts"

type ProductCard = ProductPage["cards"][number]

/** A banner or a collection that runs, as it is read for everybody. */
type RunningBanner = {
  id: string
  kind: BannerKind
  title: string
  text: string
  href: string
  picture: CardPicture | null
  productIds: string[]
  audience: BannerAudience
  regionCode: string | null
}

/** Where a running banner's row is: an index of place and end finds it. */
const runningCondition = (place: BannerPlace, at: Date) => sql`
  b.place = ${place} and b.ends_at > ${at.toISOString()}::timestamptz
    and b.starts_at <= ${at.toISOString()}::timestamptz`

const bannersSubquery = (place: BannerPlace, at: Date): JsonSubquery<RunningBanner[]> => ({
  json: sql`(select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'title', r.title,
      'text', r.text, 'href', r.href, 'productIds', r.product_ids, 'audience', r.audience,
      'regionCode', r.region_code, 'picture', (select ${cardPictureJson("p")} from pictures p
        where p.id = r.picture_id)) order by r.position, r.ends_at, r.id), '[]')
    from (select * from banners b where ${runningCondition(place, at)}
      order by b.position, b.ends_at, b.id limit ${BANNER_LIMITS.readPerPlace}) r)`,
  read: (answer) => answer as RunningBanner[],
})

const collectionCardsSubquery = (place: BannerPlace, at: Date) =>
  cardsSubquery(
    sql`select unnest(b.product_ids) from banners b
      where b.kind = 'collection' and ${runningCondition(place, at)}`,
    at,
  )

/** What runs in `place`, for the query that reads what everybody sees of a page. */
export const showcaseSubqueries = (place: BannerPlace) => ({
  banners: bannersSubquery(place, now()),
  collectionCards: collectionCardsSubquery(place, now()),
})

/** The deals of the shop with what runs there, in one query, shared. */
export const findShopFront = cacheBriefly(async () =>
  runSubqueries({ deals: dealsSubquery(now()), ...showcaseSubqueries("shop") }),
)

type BannerCardView = Pick<RunningBanner, "id" | "title" | "text" | "href" | "picture">
type CollectionView = Pick<RunningBanner, "id" | "title" | "text" | "href"> & { cards: ProductCard[] }
export type Showcase = { banners: BannerCardView[]; collections: CollectionView[] }

/** `showcase` with the cards of collections left out of the page's data: its HTML says them. */
export const omitCollectionCards = (context: Readonly<RouterContextProvider>, showcase: Showcase) => ({
  ...showcase,
  collections: showcase.collections.map((collection) => omitFromPageData(context, collection, "cards")),
})

const AUDIENCE_TESTS: Record<BannerAudience, (actor: Actor) => boolean> = {
  everyone: () => true,
  visitors: (actor) => actor.kind === "visitor",
  customers: isCustomer,
  experts: isExpert,
  sellers: isSeller,
}

/** Of what runs in a place what `actor` is shown; a collection of which nothing can be bought is left out. */
export function selectShowcase(
  actor: Actor,
  {
    banners,
    collectionCards,
  }: { banners: readonly RunningBanner[]; collectionCards: readonly ProductCard[] },
): Showcase {
  const here = getNeighbourhood(actor)?.regionCode ?? ""
  const own = banners.filter(
    ({ audience, regionCode }) =>
      AUDIENCE_TESTS[audience](actor) && (regionCode === null || here.startsWith(regionCode)),
  )
  const cardById = new Map(collectionCards.map((card) => [card.id, card]))
  return {
    banners: own
      .filter(({ kind }) => kind === "banner")
      .slice(0, BANNER_LIMITS.shownBanners)
      .map(({ id, title, text, href, picture }) => ({ id, title, text, href, picture })),
    collections: own
      .filter(({ kind }) => kind === "collection")
      .map(({ id, title, text, href, productIds }) => ({
        id,
        title,
        text,
        href,
        cards: productIds.flatMap((productId) => cardById.get(productId) ?? []),
      }))
      .filter(({ cards }) => cards.length > 0)
      .slice(0, BANNER_LIMITS.shownCollections),
  }
}
