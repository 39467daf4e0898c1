import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import {
  getDefaultSort,
  KIND_LABELS,
  REASON_LABELS,
  REPORT_QUEUE_LABELS,
  REPORT_QUEUES,
  STATE_LABELS,
  type ReportQueue,
} from "../../trust/rules.ts"
import { countReports, listReportQueue } from "../../trust/service/report-queue.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { BulkPreviewBar } from "../parts/bulk-preview-bar.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminReportsQuery } from "../list-queries.ts"
import type { TimeSort } from "../rules.ts"
import type { Route } from "./+types/admin-reports"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const {
    q: term,
    queue,
    after,
    ...queryRest
  } = readQuery(AdminReportsQuery, new URL(request.url).searchParams)
  const sort = queryRest.sort ?? getDefaultSort(term, queue)
  const [counts, page] = await Promise.all([
    countReports(actor),
    listReportQueue(actor, { queue, term, newest: sort === "newest", cursor: after }),
  ])
  return counts && page && { listQuery: { term, queue, sort }, counts, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("신고") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { term: string; queue: ReportQueue; sort: TimeSort | null }
const buildListUrl = ({ term, queue, sort }: ListQuery, after?: string) =>
  getListUrl(
    "/admin/reports",
    { queue: "waiting", sort: getDefaultSort(term, queue) },
    { q: term, queue: term ? null : queue, sort, after },
  )

const SORT_OPTIONS = [
  ["oldest", "오래된순"],
  ["newest", "최신순"],
] as const

const QUEUE_DESCRIPTIONS: Record<ReportQueue, string> = {
  waiting: "아직 결정하지 않은 신고예요.",
  appealed: "결정한 사람이 아닌 다른 관리자가 봐요.",
  actioned: "조치한 신고예요. 14일 안에 이의를 제기할 수 있어요.",
  dismissed: "조치하지 않고 끝낸 신고예요.",
  settled: "이의까지 끝난 신고예요.",
}

export default function AdminReports({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, counts, rows, cursor, isFirstPage } = loaderData
  const { term, queue, sort } = listQuery
  return (
    <AdminLayout current="reports">
      <PageHeader
        title="신고"
        text={term ? `모든 상태에서 찾은 ‘${term}’ 검색 결과예요.` : QUEUE_DESCRIPTIONS[queue]}
      >
        <ExportButton kind="reports" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <AdminSearch
        action={href("/admin/reports")}
        label="신고 찾기"
        placeholder="신고된 것, 상대의 이름"
        term={term}
      />
      <div className="bar-of-chips">
        {REPORT_QUEUES.map((each) => (
          <FilterChip
            key={each}
            href={buildListUrl({ term: "", queue: each, sort: null })}
            isActive={!term && each === queue}
            count={counts[each]}
          >
            {REPORT_QUEUE_LABELS[each]}
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
              ? `‘${term}’에 맞는 신고가 없어요`
              : queue === "waiting"
                ? "기다리는 신고가 없어요"
                : "여기에 해당하는 신고가 없어요"
          }
        />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((row) => (
            <ReportRow key={row.id} row={row} isWaiting={queue === "waiting"} />
          ))}
        </ul>
      )}
      {rows.length > 0 && queue === "waiting" ? <BulkPreviewBar kind="reports" /> : null}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

/** One report; those that wait can be chosen. */
function ReportRow({ row, isWaiting }: { row: Row; isWaiting: boolean }) {
  return (
    <li
      className={
        "relative grid gap-x-4 gap-y-1 px-4 py-3.5 hover:bg-base-200 max-md:pl-14 " +
        "md:grid-cols-[2rem_minmax(0,1fr)_11rem_6.5rem] md:items-center md:px-5"
      }
    >
      <div className="max-md:absolute max-md:top-4 max-md:left-4">
        {isWaiting ? <BulkCheckbox id={row.id} label={row.title} /> : null}
      </div>
      <div className="min-w-0">
        <Link
          to={href("/admin/reports/:reportId", { reportId: row.id })}
          className="block truncate text-base font-semibold after:absolute after:inset-0"
        >
          {row.title}
        </Link>
        <p className="truncate text-sm text-ink-3">
          {[
            KIND_LABELS[row.kind],
            row.accused ? `${row.accused}님` : null,
            row.others > 0 ? `같은 신고 ${row.others}건 더` : null,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <p className="text-sm text-ink-2">{REASON_LABELS[row.reason]}</p>
      <div className="flex items-center gap-2 md:flex-col md:items-end md:gap-1">
        <StateBadge tone={STATE_LABELS[row.state].tone}>{STATE_LABELS[row.state].label}</StateBadge>
        <RelativeTime at={row.createdAt} className="text-xs text-ink-3" />
      </div>
    </li>
  )
}
