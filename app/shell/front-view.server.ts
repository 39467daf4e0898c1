/** Owns what the home screen says of every area, in words. */
import { now } from "../basics/clock.ts"
import { regionShort } from "../basics/regions.ts"
import { formatDate } from "../basics/time.ts"
import { formatWonRange } from "../basics/won.ts"
import { shared } from "../platform/short-cache.server.ts"
import { isApprovedExpert, type Actor } from "../areas/accounts/rules.ts"
import { latestNotices } from "../areas/content/service/read-articles.server.ts"
import { popularExperts } from "../areas/experts/service/directory.server.ts"
import { newestReviews } from "../areas/experts/service/review-lists.server.ts"
import { newestHires } from "../areas/jobs/service/hire-lists.server.ts"
import { newestItems } from "../areas/market/service/list.server.ts"
import type { OpenOrderFacts } from "../areas/orders/parts/open-order-card.tsx"
import { serviceLabel } from "../areas/orders/questions.ts"
import { CATEGORY_LABELS, LIMITS } from "../areas/orders/rules.ts"
import { countOpenToday, newestOpenOrders } from "../areas/orders/service/board.server.ts"
import { dealProducts } from "../areas/shop/service/catalogue.server.ts"
import { askTogether } from "../platform/asked.server.ts"

const ORDERS = 8
/** Read a little further back, to find a request that has proposals already. */
const ORDERS_READ = 24
const EXPERTS = 8
const ITEMS = 8
const REVIEWS = 6
const HIRES = 6
const NOTICES = 3

type OpenOrder = ReturnType<ReturnType<typeof newestOpenOrders>["read"]>[number]

function whenOf(order: OpenOrder): string {
  if (order.schedule === "date" && order.wantedOn) return formatDate(order.wantedOn, now())
  return order.schedule === "soon" ? "되도록 빨리" : "날짜 협의"
}

/** An open request in the words of its card. */
const orderFacts = (order: OpenOrder): OpenOrderFacts => ({
  id: order.id,
  category: order.category,
  categoryLabel: CATEGORY_LABELS[order.category],
  title: order.title,
  where: `${regionShort(order.regionCode)} · ${whenOf(order)}`,
  budget: formatWonRange(order.budgetMinWon, order.budgetMaxWon),
  proposals: order.proposalCount,
  mostProposals: LIMITS.proposals,
  openedAt: order.openedAt,
})

/** What needs no query of its own. Of the open requests the hero tells of one: it has proposals right now. */
const together = shared(async () => {
  const { orders, ...others } = await askTogether({
    orders: newestOpenOrders(ORDERS_READ),
    openToday: countOpenToday(),
    reviews: newestReviews(REVIEWS),
    notices: latestNotices(NOTICES),
  })
  const busiest = orders
    .filter((order) => order.proposalCount >= 2)
    .sort((a, b) => b.proposalCount - a.proposalCount)[0]
  return {
    ...others,
    orders: orders.slice(0, ORDERS).map(orderFacts),
    arrived: busiest
      ? {
          proposals: busiest.proposalCount,
          category: busiest.category,
          text: `${serviceLabel(busiest.category, busiest.service)} · ${regionShort(busiest.regionCode)}`,
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
const CARDS = {
  experts: shared(() => popularExperts(EXPERTS)),
  hires: shared(() => newestHires(HIRES)),
  items: shared(() => newestItems(ITEMS)),
  deals: dealProducts,
}

type OwnCards = { [Name in keyof typeof CARDS]: Awaited<ReturnType<(typeof CARDS)[Name]>> }
export type FrontCards = OwnCards & Pick<Awaited<ReturnType<typeof together>>, "reviews" | "notices">

async function readCards(): Promise<OwnCards> {
  const read = await Promise.all(
    Object.entries(CARDS).map(async ([name, cards]) => [name, await cards()] as const),
  )
  return Object.fromEntries(read) as OwnCards
}

/** What the home screen shows `actor`; what is shared is the same object for everybody. */
export async function frontView(actor: Actor) {
  const [{ orders, arrived, openToday, reviews, notices }, own] = await Promise.all([together(), readCards()])
  return {
    orders,
    arrived,
    openToday,
    cards: { ...own, reviews, notices } satisfies FrontCards,
    ordersLead: isApprovedExpert(actor) ? ("orders" as const) : ("category" as const),
    regionCode: actor.kind === "member" ? (actor.profile?.regionCode ?? null) : null,
  }
}
