import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { z } from "zod"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { TicketBadge } from "../parts/ticket-badge.tsx"
import { TICKET_TOPIC_LABELS } from "../rules.ts"
import { listMyTickets } from "../service/tickets.server.ts"
import type { Route } from "./+types/my-tickets"
import { listCursor } from "#app/basics/form-fields.ts"

const ListQuery = z.object({ after: listCursor })

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { after } = readQuery(ListQuery, new URL(request.url).searchParams)
  return { ...(await listMyTickets(actor, after)), isFirstPage: after === null }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 문의") },
  { name: "robots", content: "noindex" },
]

export default function MyTickets({ loaderData: { rows, cursor, isFirstPage } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader title="내 문의" back={{ href: href("/my-info"), label: "마이" }}>
        <Link to={href("/contact")} className="btn btn-primary">
          새로 문의하기
        </Link>
      </PageHeader>
      {rows.length === 0 ? (
        <EmptyState
          art="chat"
          title="아직 남긴 문의가 없어요"
          text="궁금한 점이 있으면 언제든 물어보세요."
          action={{ href: href("/contact"), label: "문의하기" }}
        />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((row) => (
            <li key={row.id}>
              <Link
                to={href("/my-info/tickets/:ticketId", { ticketId: row.id })}
                className="flex items-center gap-3 p-4 hover:bg-base-200 md:px-5"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-base font-semibold">{row.title}</span>
                  <span className="mt-0.5 block text-sm text-ink-3">
                    {TICKET_TOPIC_LABELS[row.topic]} · <RelativeTime at={row.createdAt} />
                  </span>
                </span>
                <TicketBadge state={row.state} />
                <ChevronRight size={18} className="flex-none text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => getListUrl("/my-info/tickets", {}, { after })}
      />
    </Page>
  )
}
