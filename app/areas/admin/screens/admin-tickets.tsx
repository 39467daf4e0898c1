import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { PriorityBadge, TicketBadge } from "../../content/parts/ticket-badge.tsx"
import {
  TICKET_STATE_LABELS,
  TICKET_STATES,
  TICKET_TOPIC_LABELS,
  type TicketPriority,
  type TicketState,
} from "../../content/rules.ts"
import { countWaitingTickets, listTickets } from "../../content/service/tickets.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, listHideableLabels, type AdminTableColumn } from "../parts/admin-table.tsx"
import { SavedViews } from "../parts/saved-views.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { BulkPreviewBar } from "../parts/bulk-preview-bar.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminTicketsQuery } from "../list-queries.ts"
import type { TimeSort } from "../rules.ts"
import type { Route } from "./+types/admin-tickets"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const {
    q: term,
    state,
    priority,
    sort,
    after,
  } = readQuery(AdminTicketsQuery, new URL(request.url).searchParams)
  const [page, openCount] = await Promise.all([
    listTickets(actor, {
      state: state === "all" ? null : state,
      priority,
      term,
      newest: sort === "newest",
      cursor: after,
    }),
    countWaitingTickets(actor),
  ])
  return {
    listQuery: { term, state, priority, sort },
    isFirstPage: after === null,
    open: openCount?.open ?? 0,
    ...page,
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("문의 관리") },
  { name: "robots", content: "noindex" },
]

type ListQuery = {
  term: string
  state: TicketState | "all"
  priority: TicketPriority | null
  sort: TimeSort
}
const buildListUrl = ({ term, state, priority, sort }: ListQuery, after?: string) =>
  getListUrl("/admin/tickets", { state: "open", sort: "newest" }, { q: term, state, priority, sort, after })

const SORT_OPTIONS = [
  ["newest", "최신순"],
  ["oldest", "오래 기다린순"],
] as const

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "제목",
    slot: "name",
    className: "md:max-w-96",
    render: (row) => (
      <Link
        to={href("/admin/tickets/:ticketId", { ticketId: row.id })}
        className="block truncate font-semibold after:absolute after:inset-0"
      >
        {row.title}
      </Link>
    ),
  },
  {
    label: "종류",
    slot: "wide",
    className: "whitespace-nowrap",
    render: (row) => TICKET_TOPIC_LABELS[row.topic],
  },
  { label: "보낸 사람", slot: "detail", className: "truncate md:max-w-40", render: (row) => `${row.name}님` },
  {
    label: "받은 때",
    slot: "figure",
    className: "text-sm text-ink-3",
    render: (row) => <RelativeTime at={row.createdAt} />,
  },
  { label: "급한 정도", slot: "wide", render: (row) => <PriorityBadge priority={row.priority} /> },
  { label: "상태", slot: "badge", render: (row) => <TicketBadge state={row.state} /> },
]

export default function AdminTickets({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { listQuery, isFirstPage, open, rows, cursor } = loaderData
  const { term, state, priority, sort } = listQuery
  return (
    <AdminLayout current="tickets">
      <PageHeader
        title="문의"
        text={open > 0 ? `답변을 기다리는 문의가 ${open}건 있어요.` : "기다리는 문의가 없어요."}
      >
        <Link to={href("/admin/tickets/macros")} className="btn btn-line btn-sm hit">
          답변 문구
        </Link>
        <ExportButton kind="tickets" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <SavedViews list="tickets" columns={listHideableLabels(COLUMNS)} />
      <AdminSearch
        action={href("/admin/tickets")}
        label="문의 찾기"
        placeholder="제목, 이름, 이메일"
        term={term}
        hiddenFields={{
          state: state === "open" ? null : state,
          priority,
          sort: sort === "newest" ? null : sort,
        }}
      />
      <div className="bar-of-chips">
        {TICKET_STATES.map((each) => (
          <FilterChip key={each} href={buildListUrl({ ...listQuery, state: each })} isActive={each === state}>
            {TICKET_STATE_LABELS[each]}
          </FilterChip>
        ))}
        <FilterChip href={buildListUrl({ ...listQuery, state: "all" })} isActive={state === "all"}>
          전체
        </FilterChip>
        <FilterChip
          href={buildListUrl({ ...listQuery, priority: priority === "high" ? null : "high" })}
          isActive={priority === "high"}
        >
          급한 것만
        </FilterChip>
      </div>
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art={term ? "search" : "done"}
          title={term ? `‘${term}’에 맞는 문의가 없어요` : "여기에 해당하는 문의가 없어요"}
          text={term && state !== "all" ? "상태를 전체로 바꿔 찾아보세요." : undefined}
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
        <BulkPreviewBar
          kind="tickets"
          moves={state === "closed" ? ["reopen"] : state === "all" ? ["close", "reopen"] : ["close"]}
        />
      ) : null}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}
