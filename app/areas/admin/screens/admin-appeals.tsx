import { Link } from "react-router"
import { z } from "zod"
import { listAddress } from "#app/basics/addresses.ts"
import { choice, listPlace, optional, readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/shell/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import {
  APPEAL_QUEUE_LABELS,
  APPEAL_QUEUES,
  APPEAL_STATE_LABELS,
  APPEAL_TONES,
  type AppealQueue,
} from "../../jobs/rules.ts"
import { countAppeals, findAppealQueue } from "../../jobs/service/appeals.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { Sorts } from "../parts/sorts.tsx"
import { WAIT_SORTS, type WaitSort } from "../rules.ts"
import type { Route } from "./+types/admin-appeals"

const QueueQuery = z.object({
  queue: choice(APPEAL_QUEUES, "상태").catch("waiting"),
  sort: optional(choice(WAIT_SORTS, "정렬")).catch(null),
  after: listPlace,
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { queue, after, ...asked } = readQuery(QueueQuery, new URL(request.url).searchParams)
  const sort = asked.sort ?? FIRST_SORTS[queue]
  const [counts, page] = await Promise.all([
    countAppeals(actor),
    findAppealQueue(actor, { queue, newest: sort === "newest", cursor: after }),
  ])
  return counts && page && { queue, sort, counts, ...page, first: after === null }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("노쇼 이의") },
  { name: "robots", content: "noindex" },
]

/** What waits is oldest first, what is decided newest first. */
const FIRST_SORTS: Record<AppealQueue, WaitSort> = { waiting: "oldest", decided: "newest" }
const address = (queue: AppealQueue, sort: WaitSort | null, after?: string) =>
  listAddress("/admin/appeals", { queue: "waiting", sort: FIRST_SORTS[queue] }, { queue, sort, after })

const SORTS = [
  ["oldest", "오래된순"],
  ["newest", "최신순"],
] as const

const NOTES: Record<AppealQueue, string> = {
  waiting: "양쪽 이야기를 보고 결정해 주세요.",
  decided: "결정한 이의예요.",
}

export default function AdminAppeals({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { queue, sort, counts, rows, cursor, first } = loaderData
  return (
    <AdminFrame current="appeals">
      <PageHeader title="노쇼 이의" text={NOTES[queue]} />
      <div className="bar-of-chips">
        {APPEAL_QUEUES.map((each) => (
          <FilterChip key={each} href={address(each, null)} active={each === queue} count={counts[each]}>
            {APPEAL_QUEUE_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <Sorts of={SORTS} chosen={sort} address={(one) => address(queue, one)} />
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
                  to={`/admin/appeals/${row.id}`}
                  className="block truncate text-base font-semibold after:absolute after:inset-0"
                >
                  {row.title}
                </Link>
                <p className="truncate text-sm text-ink-3">{row.text}</p>
              </div>
              <p className="truncate text-sm text-ink-2">
                {row.side === "worker" ? `근로자 ${row.name}님` : `사업장 ${row.businessName}`}
              </p>
              <div className="flex items-center gap-2 md:flex-col md:items-end md:gap-1">
                <StateBadge tone={APPEAL_TONES[row.state]}>{APPEAL_STATE_LABELS[row.state]}</StateBadge>
                <RelativeTime at={row.createdAt} className="text-xs text-ink-3" />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager first={first} next={cursor} address={(after) => address(queue, sort, after)} />
    </AdminFrame>
  )
}
