/** /my-info/deals: what one bought and sold with safe payment. */
import { Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatWon } from "#app/basics/won.ts"
import { PullToRefresh } from "#app/ui/pull-to-refresh.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { MyDealsQuery } from "../deal-forms.ts"
import { DEAL_STATE_LABELS, DEAL_STATE_TONES } from "../deal-rules.ts"
import { DEAL_METHOD_LABELS } from "../rules.ts"
import { findOwnDeals } from "../service/deal-views.server.ts"
import type { DealListRow } from "../views.ts"
import type { Route } from "./+types/my-deals"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { side, after } = readQuery(MyDealsQuery, new URL(request.url).searchParams)
  return { ...(await findOwnDeals(actor, side, after)), side }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("안심결제 내역") },
  { name: "robots", content: "noindex" },
]

const SIDES = [
  ["bought", "산 물건"],
  ["sold", "판 물건"],
] as const
const buildUrl = (side: string, after?: string) =>
  getListUrl("/my-info/deals", { side: "bought" }, { side, after })

export default function MyDeals({ loaderData: { rows, next, side } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PullToRefresh />
      <PageHeader title="안심결제 내역" back={{ href: href("/my-info"), label: "마이" }}>
        {side === "sold" ? (
          <Link to={href("/my-info/money")} className="btn btn-line btn-sm">
            내 정산
          </Link>
        ) : null}
      </PageHeader>
      <nav aria-label="거래" className="bar-of-chips">
        {SIDES.map(([value, label]) => (
          <FilterChip key={value} href={buildUrl(value)} isActive={value === side}>
            {label}
          </FilterChip>
        ))}
      </nav>
      {rows.length > 0 ? (
        <ul className="mt-2 divide-y divide-base-300">
          {rows.map((row) => (
            <li key={row.id}>
              <DealListCard row={row} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="orders"
          title={side === "bought" ? "안심결제로 산 물건이 없어요" : "안심결제로 판 물건이 없어요"}
          text={
            side === "bought"
              ? "물건을 받을 때까지 돈이 보관되는 거래예요."
              : "물건을 올릴 때 안심결제를 켜면 먼저 돈이 보관돼요."
          }
          action={
            side === "bought"
              ? { href: href("/marketplace"), label: "중고거래 둘러보기" }
              : { href: href("/marketplace/post"), label: "판매하기" }
          }
        />
      )}
      <NextPageLink href={next && buildUrl(side, next)} />
    </Page>
  )
}

function DealListCard({ row }: { row: DealListRow }) {
  return (
    <article className="relative flex gap-4 py-4">
      {row.picture ? (
        <Picture {...row.picture} alt="" ratio="square" sizes="88px" className="w-22 flex-none rounded-lg" />
      ) : (
        <span className="size-22 flex-none rounded-lg bg-fill" />
      )}
      <div className="min-w-0 flex-1">
        <StateBadge tone={DEAL_STATE_TONES[row.state]}>{DEAL_STATE_LABELS[row.state]}</StateBadge>
        <h2 className="mt-1 line-clamp-2 text-base font-medium">
          <Link
            to={href("/marketplace/deals/:dealId", { dealId: row.id })}
            className="after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            {row.title}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-ink-3">
          {row.partnerName}님 · {DEAL_METHOD_LABELS[row.method]} · <RelativeTime at={row.at} />
        </p>
        <p className="num mt-1 text-lg font-bold">{formatWon(row.totalWon)}</p>
      </div>
    </article>
  )
}
