import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { PageQuery } from "../forms.ts"
import { DealCard } from "../parts/deal-card.tsx"
import { findBoughtItems } from "../service/own-deals.server.ts"
import type { Route } from "./+types/purchases"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return findBoughtItems(actor, readQuery(PageQuery, new URL(request.url).searchParams).after)
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("구매 내역") },
  { name: "robots", content: "noindex" },
]

export default function Purchases({ loaderData: { rows, next } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader title="구매 내역" back={{ href: href("/my-info"), label: "마이" }}>
        <Link to={href("/my-info/deals")} className="btn btn-tint">
          안심결제
        </Link>
      </PageHeader>
      {rows.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {rows.map((row) => (
            <li key={row.id}>
              <DealCard row={row}>
                {row.reviewed ? null : (
                  <Link to={href("/marketplace/:itemId/review", { itemId: row.id })} className="btn btn-tint">
                    후기 쓰기
                  </Link>
                )}
              </DealCard>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="orders"
          title="아직 산 물건이 없어요"
          text="이웃이 내놓은 물건을 둘러보세요."
          action={{ href: href("/marketplace"), label: "중고거래 둘러보기" }}
        />
      )}
      <NextPageLink href={next && `${href("/my-info/purchases")}?${new URLSearchParams({ after: next })}`} />
    </Page>
  )
}
