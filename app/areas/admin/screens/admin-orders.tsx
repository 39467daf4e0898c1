import { Link, href } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { OrderBadge } from "../../orders/parts/order-badge.tsx"
import { CATEGORIES, CATEGORY_LABELS, type Category } from "../../orders/rules.ts"
import {
  countFilteredOrders,
  countOrders,
  findOrdersForAdmin,
  type OrderCounts,
} from "../../orders/service/admin-orders.server.ts"
import { toOpenedFilter } from "../figure-rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminTable, listHideableLabels, type AdminTableColumn } from "../parts/admin-table.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminOrdersQuery } from "../list-queries.ts"
import { ORDER_QUEUE_LABELS, ORDER_QUEUE_FILTERS, ORDER_QUEUES, type OrderQueue } from "../rules.ts"
import type { Route } from "./+types/admin-orders"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const {
    q: term,
    queue,
    category,
    sort,
    after,
    ...narrowing
  } = readQuery(AdminOrdersQuery, new URL(request.url).searchParams)
  const filter = { ...ORDER_QUEUE_FILTERS[queue], category, term, ...toOpenedFilter(narrowing) }
  const [page, counts, total] = await Promise.all([
    findOrdersForAdmin(actor, { ...filter, oldest: sort === "oldest", cursor: after }),
    countOrders(actor),
    countFilteredOrders(actor, filter),
  ])
  if (!counts) return null
  const people = await findOfficeNames(
    actor,
    page.rows.flatMap((row) => [row.customerId, row.expertId ?? []].flat()),
  )
  return {
    listQuery: { term, queue, category, sort, ...narrowing },
    total,
    counts: ORDER_QUEUES.map((each) => ({ queue: each, count: countQueue(counts, each) })),
    rows: page.rows.map((row) => ({
      ...row,
      customer: people.get(row.customerId)?.name ?? "탈퇴한 회원",
      expert: row.expertId ? (people.get(row.expertId)?.name ?? "탈퇴한 전문가") : null,
    })),
    cursor: page.cursor,
    isFirstPage: after === null,
  }
})

/** Of disputes, those that were decided are counted apart. */
function countQueue({ byState, decidedDisputes }: OrderCounts, queue: OrderQueue): number {
  const { states, isDisputeDecided } = ORDER_QUEUE_FILTERS[queue]
  if (isDisputeDecided) return decidedDisputes
  const count = states.reduce((sum, state) => sum + byState[state], 0)
  return isDisputeDecided === false ? Math.max(0, count - decidedDisputes) : count
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청 관리") },
  { name: "robots", content: "noindex" },
]

type ListQuery = {
  term: string
  queue: OrderQueue
  category: Category | null
  sort: "newest" | "oldest"
  /** The days on which they were opened, and the 시·도. */
  from: string | null
  to: string | null
  region: string | null
}
const buildListUrl = ({ term, ...listQuery }: ListQuery, after?: string) =>
  getListUrl("/admin/orders", { queue: "all", sort: "newest" }, { q: term, ...listQuery, after })

const isNarrowed = ({ term, category, from, region, queue }: ListQuery) =>
  Boolean(term || category || from || region) || queue !== "all"

const SORT_OPTIONS = [
  ["newest", "최신순"],
  ["oldest", "오래된순"],
] as const

type View = NonNullable<Route.ComponentProps["loaderData"]>

const COLUMNS: readonly AdminTableColumn<View["rows"][number]>[] = [
  {
    label: "요청",
    slot: "name",
    className: "md:max-w-72",
    render: (row) => (
      <>
        <Link
          to={href("/admin/orders/:orderId", { orderId: row.id })}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          {row.title}
        </Link>
        <span className="text-sm text-ink-3">
          {CATEGORY_LABELS[row.category]} · {formatRegionShortName(row.regionCode)} · 견적 {row.proposalCount}
        </span>
      </>
    ),
  },
  {
    label: "고객 → 전문가",
    slot: "detail",
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
    slot: "figure",
    isNumeric: true,
    render: (row) =>
      row.agreedWon === null ? (
        <span className="text-ink-3 max-md:hidden">-</span>
      ) : (
        <span className="max-md:font-semibold">{formatWon(row.agreedWon)}</span>
      ),
  },
  {
    label: "올라온 때",
    slot: "wide",
    className: "whitespace-nowrap text-ink-3",
    render: (row) => <RelativeTime at={row.createdAt} />,
  },
  {
    label: "상태",
    slot: "badge",
    render: (row) => <OrderBadge state={row.state} isDisputeDecided={row.isDisputeDecided} />,
  },
]

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, total, counts, rows, cursor, isFirstPage } = loaderData
  const { term, queue, category, sort, from, to, region } = listQuery
  return (
    <AdminLayout current="orders">
      <PageHeader
        title="견적 요청"
        text={`${isNarrowed(listQuery) ? "찾은 요청" : "모든 요청"} ${formatCount(total, "건")}`}
      >
        <ExportButton kind="orders" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <SavedViews list="orders" columns={listHideableLabels(COLUMNS)} />
      <AdminSearch
        action={href("/admin/orders")}
        label="견적 요청 찾기"
        placeholder="제목, 고객이나 전문가 이름"
        term={term}
        hiddenFields={{
          queue: queue === "all" ? null : queue,
          category,
          sort: sort === "newest" ? null : sort,
          from,
          to,
          region,
        }}
      />
      <OpenedFilter listQuery={listQuery} />
      <QueueChips listQuery={listQuery} counts={counts} />
      <CategoryChips listQuery={listQuery} />
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="orders"
          title={term ? `‘${term}’에 맞는 요청이 없어요` : "여기에 해당하는 요청이 없어요"}
          text={term ? "이름은 첫 글자부터 적고, 상태와 분야를 넓혀 보세요." : undefined}
        />
      ) : (
        <AdminTable rows={rows} keyOf={(row) => row.id} columns={COLUMNS} />
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}

/** What the list is narrowed to by the figures that led here. */
function OpenedFilter({ listQuery }: Pick<View, "listQuery">) {
  const { from, to, region } = listQuery
  if (!(from && to) && !region) return null
  return (
    <div className="mb-2 bar-of-chips">
      {from && to ? (
        <FilterChip href={buildListUrl({ ...listQuery, from: null, to: null })} isActive isRemovable>
          {from === to ? formatDate(from) : `${formatDate(from)}~${formatDate(to)}`}
        </FilterChip>
      ) : null}
      {region ? (
        <FilterChip href={buildListUrl({ ...listQuery, region: null })} isActive isRemovable>
          {formatRegionShortName(region)}
        </FilterChip>
      ) : null}
    </div>
  )
}

function QueueChips({ listQuery, counts }: Pick<View, "listQuery" | "counts">) {
  return (
    <div className="bar-of-chips">
      {counts.map((each) => (
        <FilterChip
          key={each.queue}
          href={buildListUrl({ ...listQuery, queue: each.queue })}
          isActive={each.queue === listQuery.queue}
          count={each.count}
        >
          {ORDER_QUEUE_LABELS[each.queue]}
        </FilterChip>
      ))}
    </div>
  )
}

function CategoryChips({ listQuery }: Pick<View, "listQuery">) {
  return (
    <div className="bar-of-chips mt-2">
      <FilterChip
        href={buildListUrl({ ...listQuery, category: null })}
        isActive={listQuery.category === null}
      >
        모든 분야
      </FilterChip>
      {CATEGORIES.map((each) => (
        <FilterChip
          key={each}
          href={buildListUrl({ ...listQuery, category: each })}
          isActive={each === listQuery.category}
        >
          {CATEGORY_LABELS[each]}
        </FilterChip>
      ))}
    </div>
  )
}
