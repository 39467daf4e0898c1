import { Plus } from "#app/ui/icons.tsx"
import { href, Link, redirect } from "react-router"
import { z } from "zod"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { isAdmin, isExpert } from "#app/areas/accounts/rules.ts"
import { findExpertCards } from "#app/areas/experts/service/directory.server.ts"
import { findReviewedOrderIds } from "#app/areas/experts/service/review-lists.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { PullToRefresh } from "#app/ui/pull-to-refresh.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { MyOrderCard } from "../parts/my-order-card.tsx"
import { ORDER_TAB_LABELS, ORDER_TABS, type OrderTab } from "../rules.ts"
import { countMyOrders, findMyOrders } from "../service/my-orders.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { Route } from "./+types/my-orders"

const PAGE_SIZE = 20
const MAX_ROWS = 200
const Query = z.object({
  tab: z.enum(ORDER_TABS).catch("all"),
  show: z.coerce.number().int().min(PAGE_SIZE).max(MAX_ROWS).catch(PAGE_SIZE),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  if (isAdmin(actor)) throw redirect(href("/"))
  if (isExpert(actor)) throw redirect(href("/expert-dashboard"))
  const { tab, show } = readQuery(Query, new URL(request.url).searchParams)
  const [page, counts] = await Promise.all([findMyOrders(actor, { tab, limit: show }), countMyOrders(actor)])
  const [experts, rated] = await Promise.all([
    findExpertCards(page.rows.flatMap((row) => row.expertId ?? [])),
    findReviewedOrderIds(
      actor,
      page.rows.flatMap((row) => (row.state === "completed" ? row.id : [])),
    ),
  ])
  const rows = page.rows.map((row) => {
    const expert = row.expertId ? experts.get(row.expertId) : undefined
    return {
      ...row,
      expert: expert ? { name: expert.name, avatarId: expert.avatarId } : null,
      rated: rated.has(row.id),
    }
  })
  return {
    tab,
    rows,
    counts,
    nextHref: page.cursor && show < MAX_ROWS ? getListHref(tab, show + PAGE_SIZE) : null,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 견적 요청") },
  { name: "robots", content: "noindex" },
]

const getListHref = (tab: OrderTab, show = PAGE_SIZE) => {
  const query = new URLSearchParams({
    ...(tab === "all" ? {} : { tab }),
    ...(show === PAGE_SIZE ? {} : { show: String(show) }),
  }).toString()
  return query ? `${href("/orders")}?${query}` : "/orders"
}

const EMPTY_TITLES: Record<OrderTab, string> = {
  all: "아직 견적 요청이 없어요",
  open: "모집 중인 요청이 없어요",
  working: "진행 중인 작업이 없어요",
  completed: "완료한 작업이 없어요",
  ended: "취소하거나 마감된 요청이 없어요",
}

export default function MyOrders({ loaderData: { tab, rows, counts, nextHref } }: Route.ComponentProps) {
  return (
    <Page>
      <PullToRefresh />
      <PageHeader title="내 견적 요청">
        <Link to={href("/orders/new")} className="btn btn-primary w-full md:w-auto">
          <Plus size={20} />
          견적 요청하기
        </Link>
      </PageHeader>
      {counts.all > 0 && (
        <nav aria-label="상태별 보기" className="bar-of-chips mb-4 md:mb-6">
          {ORDER_TABS.map((orderTab) => (
            <FilterChip
              key={orderTab}
              href={getListHref(orderTab)}
              isActive={orderTab === tab}
              count={counts[orderTab]}
            >
              {ORDER_TAB_LABELS[orderTab]}
            </FilterChip>
          ))}
        </nav>
      )}
      {rows.length === 0 ? (
        <EmptyState
          art="orders"
          title={EMPTY_TITLES[tab]}
          text={
            counts.all === 0 ? "필요한 일을 알려 주시면 우리 동네 전문가들이 견적을 보내드려요." : undefined
          }
          action={
            counts.all === 0
              ? { href: href("/orders/new"), label: "견적 요청하기" }
              : { href: href("/orders"), label: "전체보기" }
          }
        />
      ) : (
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4">
          {rows.map((order) => (
            <li key={order.id}>
              <MyOrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      {nextHref ? <MoreLink href={nextHref} /> : null}
    </Page>
  )
}
