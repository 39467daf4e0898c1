import { href } from "react-router"
/** What 마이 shows: how much of every area waits for the person. */
import type { Member } from "../areas/accounts/rules.ts"
import { countWaitingJobs } from "../areas/jobs/service/waiting-counts.server.ts"
import { countWaitingDeals } from "../areas/market/service/waiting-counts.server.ts"
import { countWaitingOrders } from "../areas/orders/service/waiting-counts.server.ts"
import { countWaitingPurchases } from "../areas/shop/service/waiting-counts.server.ts"
import { runSubqueries } from "../platform/json-subqueries.server.ts"

type Counts = Awaited<ReturnType<typeof findCounts>>
type WaitingThing = { href: string; label: string; count: number }

const findCounts = (userId: string) =>
  runSubqueries({
    orders: countWaitingOrders(userId),
    jobs: countWaitingJobs(userId),
    deals: countWaitingDeals(userId),
    purchases: countWaitingPurchases(userId),
  })

/** Money and people who wait stand before what only comes. */
const toWaitingThings = ({ orders, jobs, deals, purchases }: Counts): WaitingThing[] => [
  { href: `${href("/orders")}?tab=open`, label: "받은 견적", count: orders.proposals },
  { href: `${href("/orders")}?tab=working`, label: "결제할 공사비", count: orders.payments },
  { href: `${href("/orders")}?tab=working`, label: "확인할 작업", count: orders.finishedWork },
  { href: `${href("/orders")}?tab=working`, label: "답할 추가 작업", count: orders.extraWork },
  { href: `${href("/expert-dashboard/proposals")}?tab=accepted`, label: "맡은 작업", count: orders.workToDo },
  { href: href("/my-info/applications"), label: "답할 일자리 제안", count: jobs.offers },
  { href: href("/my-info/applications"), label: "서명할 근로계약서", count: jobs.contracts },
  { href: href("/my-info/hiring"), label: "새 지원자", count: jobs.applications },
  { href: href("/my-info/sales"), label: "답할 가격 제안", count: deals.priceOffers },
  { href: `${href("/my-info/deals")}?side=sold`, label: "보낼 택배", count: deals.parcels },
  { href: href("/my-info/deals"), label: "결제할 중고거래", count: deals.payments },
  { href: href("/my-info/deals"), label: "확인할 중고 물건", count: deals.receivedGoods },
  { href: href("/shopping/orders"), label: "입금할 주문", count: purchases.deposits },
  { href: href("/shopping/orders"), label: "도착 예정", count: purchases.arriving },
]

/** Finds what waits for `actor`, in one query; what does not wait is left out. */
export async function findWaitingThings(actor: Member): Promise<WaitingThing[]> {
  return toWaitingThings(await findCounts(actor.userId)).filter(({ count }) => count > 0)
}
