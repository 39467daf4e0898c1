import { Link, href } from "react-router"
import { z } from "zod"
import { readQuery } from "#app/basics/form.ts"
import { choice, listCursor } from "#app/basics/form-fields.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { findEscalatedClaims } from "../../orders/service/warranty-views.server.ts"
import { WARRANTY_STATE_LABELS, WARRANTY_STATE_TONES } from "../../orders/warranty-rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-warranties"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const QUEUES = ["waiting", "decided"] as const
const WarrantyQuery = z.object({ queue: choice(QUEUES, "목록").catch("waiting"), after: listCursor })

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after } = readQuery(WarrantyQuery, new URL(request.url).searchParams)
  const page = await findEscalatedClaims(actor, { queue, cursor: after })
  if (!page) return null
  const people = await findOfficeNames(
    actor,
    page.rows.flatMap((row) => [row.customerId, row.expertId]),
  )
  const nameOf = (id: string) => people.get(id)?.name ?? "탈퇴한 회원"
  return {
    queue,
    cursor: page.cursor,
    rows: page.rows.map(({ customerId, expertId, ...row }) => ({
      ...row,
      customer: nameOf(customerId),
      expert: nameOf(expertId),
    })),
    isFirstPage: after === null,
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("하자보수") },
  { name: "robots", content: "noindex" },
]

const QUEUE_LABELS = { waiting: "검토할 접수", decided: "정한 접수" } as const
const buildUrl = (queue: string, after?: string) =>
  getListUrl("/admin/warranties", { queue: "waiting" }, { queue, after })

export default function AdminWarranties({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { queue, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="warranties">
      <PageHeader title="하자보수" text="전문가가 답하지 않았거나 거절해서 고객이 검토를 요청한 하자예요." />
      <div className="bar-of-chips">
        {QUEUES.map((each) => (
          <FilterChip key={each} href={buildUrl(each)} isActive={each === queue}>
            {QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={queue === "waiting" ? "검토할 하자가 없어요" : "아직 정한 하자가 없어요"}
        />
      ) : (
        <ul className="mt-4 grid gap-3">
          {rows.map((row) => (
            <li key={row.id} className="card-line relative grid gap-1 p-5">
              <p className="flex flex-wrap items-center gap-2">
                <StateBadge tone={WARRANTY_STATE_TONES[row.state]}>
                  {WARRANTY_STATE_LABELS[row.state]}
                </StateBadge>
                <span className="text-sm text-ink-3">
                  <RelativeTime at={row.at} />
                  {row.isLate ? " · 답이 늦었어요" : ""}
                </span>
              </p>
              <h2 className="text-base font-semibold">
                <Link
                  to={`${href("/admin/orders/:orderId", { orderId: row.orderId })}#warranty`}
                  className="after:absolute after:inset-0 after:content-[''] hover:underline"
                >
                  {row.title}
                </Link>
              </h2>
              <p className="text-sm text-ink-2">
                고객 {row.customer} · 전문가 {row.expert}
                {row.decision ? ` · ${row.decision === "repair" ? "보수하기로 정함" : "하자가 아님"}` : ""}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager isFirstPage={isFirstPage} nextCursor={cursor} buildHref={(after) => buildUrl(queue, after)} />
    </AdminLayout>
  )
}
