import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { SellerBadge } from "../../selling/parts/state-badges.tsx"
import { SELLER_STATES } from "../../shop/rules.ts"
import { countSellersByState, findSellersForAdmin } from "../../selling/service/approvals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { AdminTable, listHideableLabels, type AdminTableColumn } from "../parts/admin-table.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import type { BulkMove } from "../bulk-rules.ts"
import { BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { BulkPreviewBar } from "../parts/bulk-preview-bar.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminSellersQuery } from "../list-queries.ts"
import { SELLER_QUEUE_LABELS, SELLER_QUEUE_STATES, SELLER_QUEUES, type SellerQueue } from "../rules.ts"
import type { Route } from "./+types/admin-shop-owners"
import type { SellerSort } from "#app/areas/selling/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { q: term, queue, sort, after } = readQuery(AdminSellersQuery, new URL(request.url).searchParams)
  const [counts, page] = await Promise.all([
    countSellersByState(actor),
    findSellersForAdmin(actor, {
      states: term ? SELLER_STATES : SELLER_QUEUE_STATES[queue],
      term,
      sort,
      cursor: after,
    }),
  ])
  if (!counts) return null
  return {
    listQuery: { term, queue, sort },
    counts: SELLER_QUEUES.map((each) => ({
      queue: each,
      count: SELLER_QUEUE_STATES[each].reduce((sum, state) => sum + counts[state], 0),
    })),
    ...page,
    isFirstPage: after === null,
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("판매자 심사") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { term: string; queue: SellerQueue; sort: SellerSort }
const buildListUrl = ({ term, queue, sort }: ListQuery, after?: string) =>
  getListUrl(
    "/admin/users/shop-owners",
    { queue: "waiting", sort: "oldest" },
    { q: term, queue: term ? null : queue, sort, after },
  )

const SORT_OPTIONS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 신청순"],
  ["name", "상점 이름순"],
] as const

/** What fits those of each queue. */
const BULK_MOVES_OF_QUEUE: Record<SellerQueue, readonly BulkMove[]> = {
  waiting: ["approve", "reject"],
  needs_info: ["reject"],
  approved: ["suspend"],
  rejected: [],
  stopped: ["resume"],
}

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "상점",
    slot: "name",
    render: (row) => (
      <Link
        to={href("/admin/users/shop-owners/:sellerId", { sellerId: row.sellerId })}
        className="flex items-center gap-3 font-semibold after:absolute after:inset-0"
      >
        <Avatar pictureId={row.avatarId} name={row.name} size={36} />
        <span className="min-w-0 truncate">{row.name}</span>
      </Link>
    ),
  },
  { label: "사업자", slot: "detail", render: (row) => `${row.businessName} · ${row.representative}` },
  {
    label: "판매 중 · 서류",
    slot: "wide",
    className: "text-ink-2",
    render: (row) => `상품 ${row.products}개 · 서류 ${row.documents}장`,
  },
  {
    label: "들어온 때",
    slot: "figure",
    className: "text-ink-3",
    render: (row) => <RelativeTime at={row.appliedAt} />,
  },
  { label: "상태", slot: "badge", render: (row) => <SellerBadge state={row.state} /> },
]

export default function AdminShopOwners({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, counts, rows, cursor, isFirstPage } = loaderData
  const { term, queue, sort } = listQuery
  return (
    <AdminLayout current="sellers">
      <PageHeader
        title="판매자"
        text={term ? `모든 상태에서 찾은 ‘${term}’ 검색 결과예요.` : "입점 신청서와 서류를 보고 결정해요."}
      />
      <SavedViews list="shop-owners" columns={listHideableLabels(COLUMNS)} />
      <AdminSearch
        action={href("/admin/users/shop-owners")}
        label="판매자 찾기"
        placeholder="상점, 상호, 대표자, 사업자등록번호"
        term={term}
        hiddenFields={{ sort: sort === "oldest" ? null : sort }}
      />
      <div className="bar-of-chips">
        {counts.map((each) => (
          <FilterChip
            key={each.queue}
            href={buildListUrl({ ...listQuery, term: "", queue: each.queue })}
            isActive={!term && each.queue === queue}
            count={each.count}
          >
            {SELLER_QUEUE_LABELS[each.queue]}
          </FilterChip>
        ))}
      </div>
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art={term ? "search" : "done"}
          title={
            term
              ? `‘${term}’에 맞는 판매자가 없어요`
              : queue === "waiting"
                ? "기다리는 신청서가 없어요"
                : "여기에 해당하는 판매자가 없어요"
          }
        />
      ) : (
        <>
          <AdminTable
            rows={rows}
            keyOf={(row) => row.sellerId}
            columns={COLUMNS}
            renderCheckbox={(row) => <BulkCheckbox id={row.sellerId} label={row.name} />}
          />
          <BulkPreviewBar kind="sellers" {...(term ? {} : { moves: BULK_MOVES_OF_QUEUE[queue] })} />
        </>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}
