import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { SalesQuery } from "../forms.ts"
import { DealCard, SaleActions } from "../parts/deal-card.tsx"
import { SALES_TABS, SALES_TAB_LABELS } from "../rules.ts"
import { countSales, findOwnSales } from "../service/own-deals.server.ts"
import type { Route } from "./+types/sales"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { tab, after } = readQuery(SalesQuery, new URL(request.url).searchParams)
  const [page, counts] = await Promise.all([findOwnSales(actor, tab, after), countSales(actor)])
  return { ...page, counts, tab }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("판매 내역") },
  { name: "robots", content: "noindex" },
]

const tabPath = (tab: string) =>
  tab === "selling" ? "/my-info/sales" : `${href("/my-info/sales")}?tab=${tab}`

export default function Sales({ loaderData: { rows, next, counts, tab } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader title="판매 내역" back={{ href: href("/my-info"), label: "마이" }}>
        <Link to={`${href("/my-info/deals")}?side=sold`} className="btn btn-tint">
          안심결제
        </Link>
        <Link to={href("/marketplace/post")} className="btn btn-primary">
          판매하기
        </Link>
      </PageHeader>
      <nav aria-label="상태" className="bar-of-chips">
        {SALES_TABS.map((each) => (
          <FilterChip
            key={each}
            href={tabPath(each)}
            isActive={each === tab}
          >{`${SALES_TAB_LABELS[each]} ${counts[each]}`}</FilterChip>
        ))}
      </nav>
      {rows.length > 0 ? (
        <ul className="mt-2 divide-y divide-base-300">
          {rows.map((row) => (
            <li key={row.id}>
              <DealCard row={row}>
                <SaleActions row={row} />
              </DealCard>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="orders"
          title={
            tab === "selling"
              ? "판매 중인 물건이 없어요"
              : tab === "sold"
                ? "거래를 마친 물건이 없어요"
                : "숨긴 물건이 없어요"
          }
          {...(tab === "selling" ? { text: "안 쓰는 물건을 이웃에게 팔거나 나눠 보세요." } : {})}
          action={tab === "selling" ? { href: href("/marketplace/post"), label: "판매하기" } : undefined}
        />
      )}
      <NextPageLink href={next && `${href("/my-info/sales")}?${new URLSearchParams({ tab, after: next })}`} />
    </Page>
  )
}
