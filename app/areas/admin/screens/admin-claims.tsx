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
import { ClaimBadge } from "../../shop/parts/state-badges.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { countClaimsByQueue, findClaimsForAdmin } from "../../shop/service/admin-claims.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminClaimsQuery } from "../list-queries.ts"
import type { Route } from "./+types/admin-claims"
import { CLAIM_QUEUES, type ClaimQueue, CLAIM_QUEUE_LABELS } from "#app/areas/shop/filter-rules.ts"
import {
  CLAIM_KINDS,
  type ClaimKind,
  CLAIM_KIND_LABELS,
  CLAIM_REASONS,
  isClaimReason,
} from "#app/areas/shop/claim-rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { q: term, queue, kind, sort, after } = readQuery(AdminClaimsQuery, new URL(request.url).searchParams)
  const [counts, page] = await Promise.all([
    countClaimsByQueue(actor),
    findClaimsForAdmin(actor, { filter: { queue, kind, term }, newest: sort === "newest", cursor: after }),
  ])
  return counts && { listQuery: { term, queue, kind, sort }, counts, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("취소·반품·교환 관리") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { term: string; queue: ClaimQueue; kind: ClaimKind | null; sort: "oldest" | "newest" }
const buildListUrl = ({ term, queue, ...listQuery }: ListQuery, after?: string) =>
  getListUrl(
    "/admin/claims",
    { queue: "requested", sort: "oldest" },
    { q: term, queue: term ? null : queue, ...listQuery, after },
  )

const SORT_OPTIONS = [
  ["oldest", "오래 기다린순"],
  ["newest", "최근 신청순"],
] as const
const QUEUE_DESCRIPTIONS: Record<ClaimQueue, string> = {
  late: "판매자가 3일 넘게 답하지 않았어요. 주문을 열어 대신 처리할 수 있어요.",
  requested: "판매자의 답을 기다리는 신청이에요. 필요하면 대신 처리할 수 있어요.",
  working: "승인된 뒤 상품이 돌아오는 중이에요.",
  rejected: "판매자가 거절했어요. 구매자가 다시 신청하면 대신 결정할 수 있어요.",
  completed: "끝난 신청이에요.",
  withdrawn: "구매자가 철회했어요.",
}

export default function AdminClaims({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, counts, rows, cursor, isFirstPage } = loaderData
  const { term, queue, kind, sort } = listQuery
  return (
    <AdminLayout current="claims">
      <PageHeader
        title="취소·반품·교환"
        text={term ? `모든 상태에서 찾은 ‘${term}’ 검색 결과예요.` : QUEUE_DESCRIPTIONS[queue]}
      >
        <ExportButton kind="claims" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <AdminSearch
        action={href("/admin/claims")}
        label="신청 찾기"
        placeholder="주문번호, 구매자, 상품, 상점"
        term={term}
        hiddenFields={{ kind, sort: sort === "oldest" ? null : sort }}
      />
      <div className="bar-of-chips">
        {CLAIM_QUEUES.map((each) => (
          <FilterChip
            key={each}
            href={buildListUrl({ ...listQuery, term: "", queue: each })}
            isActive={!term && each === queue}
            count={counts[each]}
          >
            {CLAIM_QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <div className="bar-of-chips mt-2">
        {CLAIM_KINDS.map((each) => (
          <FilterChip
            key={each}
            href={buildListUrl({ ...listQuery, kind: kind === each ? null : each })}
            isActive={kind === each}
            isRemovable
          >
            {CLAIM_KIND_LABELS[each]}
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
          title={term ? `‘${term}’에 맞는 신청이 없어요` : "여기에 해당하는 신청이 없어요"}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {rows.map((row) => (
            <ClaimRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

function ClaimRow({ row }: { row: Row }) {
  return (
    <li className="relative flex items-start gap-3.5 p-4 hover:bg-base-200 md:items-center md:px-5">
      <Thumbnail pictureId={row.pictureId} size={56} />
      <div
        className={"min-w-0 flex-1 md:grid md:grid-cols-[minmax(0,1fr)_12rem_7rem] md:items-center md:gap-4"}
      >
        <div className="min-w-0">
          <Link
            to={`${href("/admin/purchases/:groupId", { groupId: row.groupId })}#claim-${row.id}`}
            className="block truncate text-base font-semibold after:absolute after:inset-0"
          >
            {row.title}
          </Link>
          <p className="truncate text-sm text-ink-3">
            {isClaimReason(row.reason) ? CLAIM_REASONS[row.reason].label : row.reason} ·{" "}
            <span className="num">
              {row.quantity}개 {formatWon(row.paidWon)}
            </span>
          </p>
        </div>
        <p className="min-w-0 text-sm text-ink-2 max-md:truncate">
          <span className="md:block md:truncate">{row.buyer}</span>
          <span className="md:hidden"> → </span>
          <span className="md:block md:truncate md:text-ink-3">{row.seller}</span>
        </p>
        <p className="flex items-center gap-2 max-md:mt-1.5 md:flex-col md:items-end md:gap-1">
          <ClaimBadge kind={row.kind} state={row.state} />
          <RelativeTime at={row.createdAt} className="text-xs text-ink-3" />
        </p>
      </div>
    </li>
  )
}
