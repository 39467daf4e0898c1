/** What the home screen says of every area, in words. */
import { now } from "../basics/clock.ts"
import { isNearby, type Distance } from "../basics/distance.ts"
import { formatRegionShortName } from "../basics/regions.ts"
import { formatDate } from "../basics/time.ts"
import { formatWonRange } from "../basics/won.ts"
import { cacheBriefly } from "../platform/short-cache.server.ts"
import { getNeighbourhood } from "../areas/accounts/neighbourhood-rules.ts"
import { isApprovedExpert, type Actor } from "../areas/accounts/rules.ts"
import { selectShowcase, showcaseSubqueries } from "../areas/campaigns/service/showcase.server.ts"
import { buildLatestNoticesQuery } from "../areas/content/service/read-articles.server.ts"
import { findPopularExperts } from "../areas/experts/service/directory.server.ts"
import { queryNewestReviews } from "../areas/experts/service/review-lists.server.ts"
import { findNewestHires } from "../areas/jobs/service/hire-lists.server.ts"
import { findNewestItems } from "../areas/market/service/item-lists.server.ts"
import type { OpenOrderCardView } from "../areas/orders/parts/open-order-card.tsx"
import { getServiceLabel } from "../areas/orders/questions.ts"
import { CATEGORY_LABELS, LIMITS } from "../areas/orders/rules.ts"
import { queryOpenedTodayCount, queryNewestOpenOrders } from "../areas/orders/service/board.server.ts"
import { findDealProducts } from "../areas/shop/service/catalogue.server.ts"
import { runSubqueries } from "../platform/json-subqueries.server.ts"

const MAX_ORDERS = 6
/** Read a little further back, to find a request that has proposals already. */
const MAX_ORDERS_READ = 24
const MAX_EXPERTS = 6
const MAX_ITEMS = 6
const MAX_REVIEWS = 6
const MAX_HIRES = 6
const MAX_NOTICES = 3

type OpenOrder = ReturnType<ReturnType<typeof queryNewestOpenOrders>["read"]>[number]

function formatSchedule(order: OpenOrder): string {
  if (order.schedule === "date" && order.wantedOn) return formatDate(order.wantedOn, now())
  return order.schedule === "soon" ? "가능한 빨리" : "날짜 협의"
}

/** An open request in the words of its card. */
const toOrderCard = (order: OpenOrder): OpenOrderCardView => ({
  id: order.id,
  category: order.category,
  categoryLabel: CATEGORY_LABELS[order.category],
  title: order.title,
  regionAndDate: `${formatRegionShortName(order.regionCode)} · ${formatSchedule(order)}`,
  budget: formatWonRange(order.budgetMinWon, order.budgetMaxWon),
  proposalCount: order.proposalCount,
  maxProposals: LIMITS.proposals,
  openedAt: order.openedAt,
})

/** What needs no query of its own. Of the open requests the hero tells of one: it has proposals right now. */
const loadSharedSections = cacheBriefly(async () => {
  const { orders, ...otherSections } = await runSubqueries({
    orders: queryNewestOpenOrders(MAX_ORDERS_READ),
    openToday: queryOpenedTodayCount(),
    reviews: queryNewestReviews(MAX_REVIEWS),
    notices: buildLatestNoticesQuery(MAX_NOTICES),
    ...showcaseSubqueries("home"),
  })
  const busiest = orders
    .filter((order) => order.proposalCount >= 2)
    .sort((a, b) => b.proposalCount - a.proposalCount)[0]
  return {
    ...otherSections,
    orders: orders.slice(0, MAX_ORDERS).map(toOrderCard),
    busiestOrder: busiest
      ? {
          id: busiest.id,
          proposals: busiest.proposalCount,
          category: busiest.category,
          text: [
            getServiceLabel(busiest.category, busiest.service),
            formatRegionShortName(busiest.regionCode),
          ].join(" · "),
        }
      : null,
  }
})

/**
 * The sections of the other areas: each reads at most 8 cards in one query, once in some seconds for
 * everybody. An area joins with a line here or in `together`, and one in SECTIONS of screens/home.tsx; a
 * section without cards is not shown. With the session's, the screen asks six queries when it is read for the
 * first time.
 */
const CARD_LOADERS = {
  experts: cacheBriefly((from: string | null) => findPopularExperts(MAX_EXPERTS, from)),
  hires: cacheBriefly((from: string | null) => findNewestHires(MAX_HIRES, from)),
  items: cacheBriefly((from: string | null) => findNewestItems(MAX_ITEMS, from)),
  deals: (_from: string | null) => findDealProducts(),
}

type AreaCards = { [Name in keyof typeof CARD_LOADERS]: Awaited<ReturnType<(typeof CARD_LOADERS)[Name]>> }
export type HomeCards = AreaCards &
  Pick<Awaited<ReturnType<typeof loadSharedSections>>, "reviews" | "notices">

/** `from`: the region that what is near comes first of; null for what everybody sees. */
async function loadAreaCards(from: string | null): Promise<AreaCards> {
  const entries = await Promise.all(
    Object.entries(CARD_LOADERS).map(async ([name, cards]) => [name, await cards(from)] as const),
  )
  return Object.fromEntries(entries) as AreaCards
}

const isAllFar = (cards: readonly { distance?: Distance | undefined }[]) =>
  !cards.some(({ distance }) => isNearby(distance))

/** What the home screen shows `actor`; what is shared is the same object for everybody. */
export async function loadHomeView(actor: Actor) {
  const here = getNeighbourhood(actor)?.regionCode ?? null
  const [{ orders, busiestOrder, openToday, reviews, notices, ...showcase }, areaCards] = await Promise.all([
    loadSharedSections(),
    loadAreaCards(here),
  ])
  return {
    orders,
    arrived: busiestOrder,
    showcase: selectShowcase(actor, showcase),
    openToday,
    cards: { ...areaCards, reviews, notices } satisfies HomeCards,
    isFar: {
      experts: isAllFar(areaCards.experts),
      hires: isAllFar(areaCards.hires),
      items: isAllFar(areaCards.items),
    },
    ordersLead: isApprovedExpert(actor) ? ("orders" as const) : ("category" as const),
    regionCode: here,
  }
}
