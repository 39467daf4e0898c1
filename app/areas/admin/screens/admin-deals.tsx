import { Link, href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { DealQueueQuery } from "../../market/deal-forms.ts"
import {
  CLAIM_KIND_LABELS,
  CLAIM_OUTCOME_LABELS,
  DEAL_STATE_LABELS,
  DEAL_STATE_TONES,
} from "../../market/deal-rules.ts"
import { findDisputedDeals } from "../../market/service/deal-views.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-deals"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(DealQueueQuery, new URL(request.url).searchParams)
  const page = await findDisputedDeals(actor, { queue, cursor: after })
  return page && { queue, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("중고 안심결제") },
  { name: "robots", content: "noindex" },
]

const QUEUE_LABELS = { waiting: "결정할 문제", decided: "결정한 문제" } as const
const buildUrl = (queue: string, after?: string) =>
  getListUrl("/admin/deals", { queue: "waiting" }, { queue, after })

export default function AdminDeals({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { queue, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="deals">
      <PageHeader
        title="중고 안심결제"
        text="두 사람이 합의하지 못한 거래예요. 결정할 때까지 돈은 그대로 보관돼요."
      />
      <div className="bar-of-chips">
        {(["waiting", "decided"] as const).map((each) => (
          <FilterChip key={each} href={buildUrl(each)} isActive={each === queue}>
            {QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={queue === "waiting" ? "결정할 문제가 없어요" : "아직 결정한 문제가 없어요"}
        />
      ) : (
        <ul className="mt-4 grid gap-3">
          {rows.map((row) => (
            <li key={row.id} className="card-line relative grid gap-1 p-5">
              <p className="flex flex-wrap items-center gap-2">
                <StateBadge tone={DEAL_STATE_TONES[row.state]}>{DEAL_STATE_LABELS[row.state]}</StateBadge>
                <span className="text-sm text-ink-3">
                  {CLAIM_KIND_LABELS[row.kind]} · <RelativeTime at={row.at} />
                </span>
              </p>
              <h2 className="text-base font-semibold">
                <Link
                  to={href("/admin/deals/:dealId", { dealId: row.id })}
                  className="after:absolute after:inset-0 after:content-[''] hover:underline"
                >
                  {row.title}
                </Link>
              </h2>
              <p className="num text-sm text-ink-2">
                {formatWon(row.totalWon)} · 구매자 {row.buyerName} · 판매자 {row.sellerName}
                {row.outcome ? ` · ${CLAIM_OUTCOME_LABELS[row.outcome]}` : ""}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager isFirstPage={isFirstPage} nextCursor={cursor} buildHref={(after) => buildUrl(queue, after)} />
    </AdminLayout>
  )
}
