import { Link, href } from "react-router"
import { z } from "zod"
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
  APPEAL_QUEUE_LABELS,
  APPEAL_QUEUES,
  APPEAL_STATE_LABELS,
  APPEAL_TONES,
  type AppealQueue,
} from "../../jobs/rules.ts"
import { countAppeals, findAppealQueue } from "../../jobs/service/appeals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { TIME_SORTS, type TimeSort } from "../rules.ts"
import type { Route } from "./+types/admin-appeals"
import { optional, choice, listCursor } from "#app/basics/form-fields.ts"

const AppealsQuery = z.object({
  queue: choice(APPEAL_QUEUES, "상태").catch("waiting"),
  sort: optional(choice(TIME_SORTS, "정렬")).catch(null),
  after: listCursor,
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { queue, after, ...queryRest } = readQuery(AppealsQuery, new URL(request.url).searchParams)
  const sort = queryRest.sort ?? DEFAULT_SORTS[queue]
  const [counts, page] = await Promise.all([
    countAppeals(actor),
    findAppealQueue(actor, { queue, newest: sort === "newest", cursor: after }),
  ])
  return counts && page && { queue, sort, counts, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("노쇼 이의") },
  { name: "robots", content: "noindex" },
]

/** What waits is oldest first, what is decided newest first. */
const DEFAULT_SORTS: Record<AppealQueue, TimeSort> = { waiting: "oldest", decided: "newest" }
const buildListUrl = (queue: AppealQueue, sort: TimeSort | null, after?: string) =>
  getListUrl("/admin/appeals", { queue: "waiting", sort: DEFAULT_SORTS[queue] }, { queue, sort, after })

const SORT_OPTIONS = [
  ["oldest", "오래된순"],
  ["newest", "최신순"],
] as const

const QUEUE_DESCRIPTIONS: Record<AppealQueue, string> = {
  waiting: "양쪽 이야기를 보고 결정해 주세요.",
  decided: "결정한 이의예요.",
}

export default function AdminAppeals({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { queue, sort, counts, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="appeals">
      <PageHeader title="노쇼 이의" text={QUEUE_DESCRIPTIONS[queue]} />
      <div className="bar-of-chips">
        {APPEAL_QUEUES.map((each) => (
          <FilterChip
            key={each}
            href={buildListUrl(each, null)}
            isActive={each === queue}
            count={counts[each]}
          >
            {APPEAL_QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl(queue, nextSort)}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={queue === "waiting" ? "결정할 이의가 없어요" : "아직 결정한 이의가 없어요"}
        />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((row) => (
            <li
              key={row.id}
              className={
                "relative grid gap-x-4 gap-y-1 px-4 py-3.5 hover:bg-base-200 " +
                "md:grid-cols-[minmax(0,1fr)_12rem_6.5rem] md:items-center md:px-5"
              }
            >
              <div className="min-w-0">
                <Link
                  to={href("/admin/appeals/:applicationId", { applicationId: row.id })}
                  className="block truncate text-base font-semibold after:absolute after:inset-0"
                >
                  {row.title}
                </Link>
                <p className="truncate text-sm text-ink-3">{row.text}</p>
              </div>
              <p className="truncate text-sm text-ink-2">
                {row.side === "worker" ? `근로자 ${row.name}` : `사업장 ${row.businessName}`}
              </p>
              <div className="flex items-center gap-2 md:flex-col md:items-end md:gap-1">
                <StateBadge tone={APPEAL_TONES[row.state]}>{APPEAL_STATE_LABELS[row.state]}</StateBadge>
                <RelativeTime at={row.createdAt} className="text-xs text-ink-3" />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(queue, sort, after)}
      />
    </AdminLayout>
  )
}
