import { Link, href } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { PaymentBadge } from "../../shop/parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { LINE_STATE_LABELS } from "../../shop/rules.ts"
import { countFilteredPurchases, findPurchasesForAdmin } from "../../shop/service/admin-purchases.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminTable, listHideableLabels, type AdminTableColumn } from "../parts/admin-table.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminPurchasesQuery } from "../list-queries.ts"
import type { Route } from "./+types/admin-purchases"
import {
  PURCHASE_PAYMENT_FILTERS,
  type PurchasePaymentFilter,
  PURCHASE_PAYMENT_FILTER_LABELS,
  PURCHASE_FULFILMENT_FILTERS,
  type PurchaseFulfilmentFilter,
  PURCHASE_FULFILMENT_FILTER_LABELS,
  type PurchaseSort,
} from "#app/areas/shop/filter-rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const {
    q: term,
    pay,
    work,
    sort,
    after,
  } = readQuery(AdminPurchasesQuery, new URL(request.url).searchParams)
  const filter = { pay, work, term }
  const [page, total] = await Promise.all([
    findPurchasesForAdmin(actor, { filter, sort, cursor: after }),
    countFilteredPurchases(actor, filter),
  ])
  return { listQuery: { ...filter, sort }, total, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("쇼핑 주문 관리") },
  { name: "robots", content: "noindex" },
]

type ListQuery = {
  term: string
  pay: PurchasePaymentFilter | null
  work: PurchaseFulfilmentFilter | null
  sort: PurchaseSort
}
const buildListUrl = ({ term, ...listQuery }: ListQuery, after?: string) =>
  getListUrl("/admin/purchases", { sort: "newest" }, { q: term, ...listQuery, after })

const SORT_OPTIONS = [
  ["newest", "최신순"],
  ["oldest", "오래된순"],
  ["amount", "금액 높은순"],
] as const

type View = NonNullable<Route.ComponentProps["loaderData"]>

const COLUMNS: readonly AdminTableColumn<View["rows"][number]>[] = [
  {
    label: "주문",
    slot: "name",
    className: "md:max-w-80",
    render: (row) => (
      <Link
        to={href("/admin/purchases/:groupId", { groupId: row.id })}
        className="flex min-w-0 items-center gap-3 after:absolute after:inset-0"
      >
        <Thumbnail pictureId={row.pictureId} size={44} />
        <span className="min-w-0">
          <span className="block truncate font-semibold">
            {row.title}
            {row.lines > 1 ? ` 외 ${row.lines - 1}건` : ""}
          </span>
          <span className="block truncate text-sm text-ink-3">
            <span className="num">{row.number}</span> · {row.shops.join(", ")}
          </span>
        </span>
      </Link>
    ),
  },
  {
    label: "구매자",
    slot: "detail",
    render: (row) => (
      <>
        {row.buyer}
        <span className="text-sm text-ink-3 md:block">
          <span className="md:hidden"> · </span>
          <RelativeTime at={row.createdAt} />
        </span>
      </>
    ),
  },
  {
    label: "상품 상태",
    slot: "wide",
    render: (row) => (
      <>
        <span className="block text-sm text-ink-2">
          {row.states.map((state) => LINE_STATE_LABELS[state]).join(", ")}
        </span>
        {row.openClaims > 0 ? (
          <StateBadge tone="warn" className="mt-1">
            신청 {row.openClaims}건
          </StateBadge>
        ) : null}
      </>
    ),
  },
  {
    label: "금액",
    slot: "figure",
    isNumeric: true,
    render: (row) => (
      <>
        <span className="font-semibold">{formatWon(row.totalWon)}</span>
        {row.refundedWon > 0 ? (
          <span className="block text-sm text-ink-3">환불 {formatWon(row.refundedWon)}</span>
        ) : null}
      </>
    ),
  },
  { label: "결제", slot: "badge", render: (row) => <PaymentBadge purchase={row} /> },
]

export default function AdminPurchases({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, total, rows, cursor, isFirstPage } = loaderData
  const { term, pay, work, sort } = listQuery
  return (
    <AdminLayout current="purchases">
      <PageHeader
        title="쇼핑 주문"
        text={`${term || pay || work ? "찾은 주문" : "모든 주문"} ${formatCount(total, "건")}`}
      >
        <ExportButton kind="purchases" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <SavedViews list="purchases" columns={listHideableLabels(COLUMNS)} />
      <AdminSearch
        action={href("/admin/purchases")}
        label="쇼핑 주문 찾기"
        placeholder="주문번호, 구매자, 상품, 상점"
        term={term}
        hiddenFields={{ pay, work, sort: sort === "newest" ? null : sort }}
      />
      <PaymentChips listQuery={listQuery} />
      <FulfilmentChips listQuery={listQuery} />
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="orders"
          title={term ? `‘${term}’에 맞는 주문이 없어요` : "여기에 해당하는 주문이 없어요"}
          text={term ? "구매자 이름은 첫 글자부터 적고, 고른 조건을 풀어 보세요." : undefined}
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

type ChipsProps = Pick<View, "listQuery">

function PaymentChips({ listQuery }: ChipsProps) {
  return (
    <div className="bar-of-chips">
      <FilterChip href={buildListUrl({ ...listQuery, pay: null })} isActive={listQuery.pay === null}>
        전체
      </FilterChip>
      {PURCHASE_PAYMENT_FILTERS.map((each) => (
        <FilterChip
          key={each}
          href={buildListUrl({ ...listQuery, pay: each })}
          isActive={each === listQuery.pay}
        >
          {PURCHASE_PAYMENT_FILTER_LABELS[each]}
        </FilterChip>
      ))}
    </div>
  )
}

/** Where the goods are; the one that is chosen can be taken away. */
function FulfilmentChips({ listQuery }: ChipsProps) {
  return (
    <div className="bar-of-chips mt-2">
      {PURCHASE_FULFILMENT_FILTERS.map((each) => (
        <FilterChip
          key={each}
          href={buildListUrl({ ...listQuery, work: listQuery.work === each ? null : each })}
          isActive={each === listQuery.work}
          isRemovable
        >
          {PURCHASE_FULFILMENT_FILTER_LABELS[each]}
        </FilterChip>
      ))}
    </div>
  )
}
