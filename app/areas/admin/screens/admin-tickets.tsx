import { Link } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { TicketBadge } from "../../content/parts/ticket-badge.tsx"
import { TICKET_STATE_LABELS, TICKET_STATES, TICKET_TOPIC_LABELS } from "../../content/rules.ts"
import { countWaitingTickets, listTickets } from "../../content/service/tickets.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { TicketsQuery } from "../queries.ts"
import type { Route } from "./+types/admin-tickets"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { state, after } = readQuery(TicketsQuery, new URL(request.url).searchParams)
  const [page, waiting] = await Promise.all([listTickets(actor, { state: state === "all" ? null : state, cursor: after }), countWaitingTickets(actor)])
  return { state, first: after === null, open: waiting?.open ?? 0, ...page }
}

export const meta: Route.MetaFunction = () => [{ title: titleOf("문의 관리") }, { name: "robots", content: "noindex" }]

export default function AdminTickets({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { state, first, open, rows, cursor } = loaderData
  return (
    <AdminFrame current="tickets">
      <PageHeader title="문의" text={open > 0 ? `답변을 기다리는 문의가 ${open}건 있어요.` : "기다리는 문의가 없어요."}>
        <ExportButton kind="tickets" query={`state=${state}`} />
      </PageHeader>
      <div className="bar-of-chips mb-4">
        {TICKET_STATES.map((each) => <FilterChip key={each} href={`/admin/tickets?state=${each}`} active={each === state}>{TICKET_STATE_LABELS[each]}</FilterChip>)}
        <FilterChip href="/admin/tickets?state=all" active={state === "all"}>전체</FilterChip>
      </div>
      {rows.length === 0 ? (
        <EmptyState art="done" title="여기에 해당하는 문의가 없어요" />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={`/admin/tickets/${row.id}`} className="flex items-center gap-3 p-4 hover:bg-base-200 md:px-5">
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-base font-semibold">{row.title}</span>
                  <span className="mt-0.5 block text-sm text-ink-3">{TICKET_TOPIC_LABELS[row.topic]} · {row.name}님 · <RelativeTime at={row.createdAt} /></span>
                </span>
                <TicketBadge state={row.state} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pager first={first} next={cursor} address={(after) => `/admin/tickets?state=${state}${after ? `&after=${after}` : ""}`} />
    </AdminFrame>
  )
}
