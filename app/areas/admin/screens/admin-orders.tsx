import { Link } from "react-router"
import { listAddress } from "#app/basics/addresses.ts"
import { readQuery } from "#app/basics/form.ts"
import { regionShort } from "#app/basics/regions.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { OrderBadge } from "../../orders/parts/order-badge.tsx"
import { CATEGORIES, CATEGORY_LABELS, type Category } from "../../orders/rules.ts"
import { countFoundOrders, countOrders, findAllOrders } from "../../orders/service/admin.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { OfficeTable } from "../parts/office-table.tsx"
import { Sorts } from "../parts/sorts.tsx"
import { OrdersQuery } from "../queries.ts"
import { ORDER_QUEUE_LABELS, ORDER_QUEUE_STATES, ORDER_QUEUES, type OrderQueue } from "../rules.ts"
import type { Route } from "./+types/admin-orders"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { q: term, queue, category, sort, after } = readQuery(OrdersQuery, new URL(request.url).searchParams)
  const filter = { states: ORDER_QUEUE_STATES[queue], category, term }
  const [page, counts, total] = await Promise.all([
    findAllOrders(actor, { ...filter, oldest: sort === "oldest", cursor: after }),
    countOrders(actor),
    countFoundOrders(actor, filter),
  ])
  if (!counts) return null
  const people = await findPeople(page.rows.flatMap((row) => [row.customerId, row.expertId ?? []].flat()))
  return {
    shown: { term, queue, category, sort },
    total,
    counts: ORDER_QUEUES.map((each) => ({
      queue: each,
      count: ORDER_QUEUE_STATES[each].reduce((sum, state) => sum + counts[state], 0),
    })),
    rows: page.rows.map((row) => ({
      ...row,
      customer: people.get(row.customerId)?.name ?? "탈퇴한 회원",
      expert: row.expertId ? (people.get(row.expertId)?.name ?? "탈퇴한 전문가") : null,
    })),
    cursor: page.cursor,
    first: after === null,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청 관리") },
  { name: "robots", content: "noindex" },
]

type Shown = { term: string; queue: OrderQueue; category: Category | null; sort: "newest" | "oldest" }
const address = ({ term, ...shown }: Shown, after?: string) =>
  listAddress("/admin/orders", { queue: "all", sort: "newest" }, { q: term, ...shown, after })

const SORTS = [
  ["newest", "최신순"],
  ["oldest", "오래된순"],
] as const

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { shown, total, counts, rows, cursor, first } = loaderData
  const { term, queue, category, sort } = shown
  return (
    <AdminFrame current="orders">
      <PageHeader
        title="견적 요청"
        text={`${term || category || queue !== "all" ? "찾은 요청" : "모든 요청"} ${total.toLocaleString("en-US")}건`}
      >
        <ExportButton kind="orders" list={address(shown)} rows={rows} />
      </PageHeader>
      <AdminSearch
        action="/admin/orders"
        label="견적 요청 찾기"
        placeholder="제목, 고객이나 전문가 이름"
        term={term}
        kept={{ queue: queue === "all" ? null : queue, category, sort: sort === "newest" ? null : sort }}
      />
      <div className="bar-of-chips">
        {counts.map((each) => (
          <FilterChip
            key={each.queue}
            href={address({ ...shown, queue: each.queue })}
            active={each.queue === queue}
            count={each.count}
          >
            {ORDER_QUEUE_LABELS[each.queue]}
          </FilterChip>
        ))}
      </div>
      <div className="bar-of-chips mt-2">
        <FilterChip href={address({ ...shown, category: null })} active={category === null}>
          모든 분야
        </FilterChip>
        {CATEGORIES.map((each) => (
          <FilterChip key={each} href={address({ ...shown, category: each })} active={each === category}>
            {CATEGORY_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <Sorts of={SORTS} chosen={sort} address={(one) => address({ ...shown, sort: one })} />
      {rows.length === 0 ? (
        <EmptyState
          art="orders"
          title={term ? `‘${term}’에 맞는 요청이 없어요` : "여기에 해당하는 요청이 없어요"}
          text={term ? "이름은 첫 글자부터 적고, 상태와 분야를 넓혀 보세요." : undefined}
        />
      ) : (
        <OfficeTable
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            {
              label: "요청",
              place: "name",
              className: "md:max-w-72",
              render: (row) => (
                <>
                  <Link
                    to={`/admin/orders/${row.id}`}
                    className="block truncate font-semibold after:absolute after:inset-0"
                  >
                    {row.title}
                  </Link>
                  <span className="text-sm text-ink-3">
                    {CATEGORY_LABELS[row.category]} · {regionShort(row.regionCode)} · 견적 {row.proposalCount}
                  </span>
                </>
              ),
            },
            {
              label: "고객 → 전문가",
              place: "detail",
              render: (row) => (
                <>
                  {row.customer}
                  {row.expert ? ` → ${row.expert}` : ""}
                  <span className="text-ink-3 md:hidden">
                    {" "}
                    · <RelativeTime at={row.createdAt} />
                  </span>
                </>
              ),
            },
            {
              label: "금액",
              place: "figure",
              end: true,
              render: (row) =>
                row.agreedWon === null ? (
                  <span className="text-ink-3 max-md:hidden">-</span>
                ) : (
                  <span className="max-md:font-semibold">{formatWon(row.agreedWon)}</span>
                ),
            },
            {
              label: "올라온 때",
              place: "wide",
              className: "whitespace-nowrap text-ink-3",
              render: (row) => <RelativeTime at={row.createdAt} />,
            },
            { label: "상태", place: "badge", render: (row) => <OrderBadge state={row.state} /> },
          ]}
        />
      )}
      <Pager first={first} next={cursor} address={(after) => address(shown, after)} />
    </AdminFrame>
  )
}
