import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { ProductBadge } from "../../selling/parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { DEPARTMENT_LABELS, PRODUCT_STATE_LABELS } from "../../shop/rules.ts"
import { countProductsByState, findProductsForAdmin } from "../../selling/service/approvals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, listHideableLabels, type AdminTableColumn } from "../parts/admin-table.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import type { BulkMove } from "../bulk-rules.ts"
import { BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { BulkPreviewBar } from "../parts/bulk-preview-bar.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminProductsQuery } from "../list-queries.ts"
import { PRODUCT_QUEUES, type ProductQueue } from "../rules.ts"
import type { Route } from "./+types/admin-products"
import type { ProductQueueSort } from "#app/areas/selling/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { q: term, state, sort, after } = readQuery(AdminProductsQuery, new URL(request.url).searchParams)
  const [counts, page] = await Promise.all([
    countProductsByState(actor),
    findProductsForAdmin(actor, { states: term ? PRODUCT_QUEUES : [state], term, sort, cursor: after }),
  ])
  return counts && { listQuery: { term, state, sort }, counts, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상품 심사") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { term: string; state: ProductQueue; sort: ProductQueueSort }
const buildListUrl = ({ term, state, sort }: ListQuery, after?: string) =>
  getListUrl(
    "/admin/products",
    { state: "proposed", sort: "oldest" },
    { q: term, state: term ? null : state, sort, after },
  )

const SORT_OPTIONS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 바뀐순"],
  ["price", "높은가격순"],
] as const

/** What fits those of each state. */
const BULK_MOVES_OF_STATE: Record<ProductQueue, readonly BulkMove[]> = {
  proposed: ["publish", "reject"],
  published: ["hide", "show"],
  rejected: ["hide", "show"],
  hidden: ["hide", "show"],
}

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "상품",
    slot: "name",
    className: "md:max-w-96",
    render: (row) => (
      <Link
        to={href("/admin/products/:productId", { productId: row.id })}
        className="flex min-w-0 items-center gap-3 after:absolute after:inset-0"
      >
        <Thumbnail pictureId={row.pictureId} size={44} />
        <span className="min-w-0 truncate font-semibold">{row.title}</span>
      </Link>
    ),
  },
  { label: "상점", slot: "detail", className: "md:max-w-48 truncate", render: (row) => row.sellerName },
  { label: "분류", slot: "wide", render: (row) => DEPARTMENT_LABELS[row.department] },
  {
    label: "바뀐 때",
    slot: "wide",
    className: "whitespace-nowrap text-sm text-ink-3",
    render: (row) => <RelativeTime at={row.updatedAt} />,
  },
  {
    label: "가격",
    slot: "figure",
    isNumeric: true,
    render: (row) => <b className="font-semibold">{formatWon(row.priceWon)}</b>,
  },
  {
    label: "상태",
    slot: "badge",
    render: (row) => <ProductBadge state={row.state} hidden={row.hidden} />,
  },
]

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, counts, rows, cursor, isFirstPage } = loaderData
  const { term, state, sort } = listQuery
  return (
    <AdminLayout current="products">
      <PageHeader
        title="상품 심사"
        text={term ? `모든 상태에서 찾은 ‘${term}’ 검색 결과예요.` : "판매자가 올린 상품을 보고 결정해요."}
      />
      <SavedViews list="products" columns={listHideableLabels(COLUMNS)} />
      <AdminSearch
        action={href("/admin/products")}
        label="상품 찾기"
        placeholder="상품, 브랜드, 상점 이름"
        term={term}
        hiddenFields={{ sort: sort === "oldest" ? null : sort }}
      />
      <div className="bar-of-chips">
        {PRODUCT_QUEUES.map((each) => (
          <FilterChip
            key={each}
            href={buildListUrl({ ...listQuery, term: "", state: each })}
            isActive={!term && each === state}
            count={counts[each]}
          >
            {PRODUCT_STATE_LABELS[each]}
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
              ? `‘${term}’에 맞는 상품이 없어요`
              : state === "proposed"
                ? "기다리는 상품이 없어요"
                : "여기에 해당하는 상품이 없어요"
          }
        />
      ) : (
        <AdminTable
          rows={rows}
          keyOf={(row) => row.id}
          columns={COLUMNS}
          renderCheckbox={(row) => <BulkCheckbox id={row.id} label={row.title} />}
        />
      )}
      {rows.length > 0 ? (
        <BulkPreviewBar kind="products" {...(term ? {} : { moves: BULK_MOVES_OF_STATE[state] })} />
      ) : null}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}
