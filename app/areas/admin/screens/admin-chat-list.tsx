import { Link, href } from "react-router"
import { z } from "zod"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
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
  ADMIN_ROOM_SORTS,
  ADMIN_ROOM_FILTER_LABELS,
  ADMIN_ROOM_FILTERS,
  type AdminRoomSort,
  type AdminRoomFilter,
} from "../../chat/rules.ts"
import { listAdminRooms } from "../../chat/service/admin-rooms.server.ts"
import { KIND_LABELS, STATE_LABELS } from "../../trust/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import type { Route } from "./+types/admin-chat-list"
import { choice, listCursor } from "#app/basics/form-fields.ts"

const RoomsQuery = z.object({
  view: choice(ADMIN_ROOM_FILTERS, "종류").catch("all"),
  sort: choice(ADMIN_ROOM_SORTS, "정렬").catch("newest"),
  after: listCursor,
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { view, sort, after } = readQuery(RoomsQuery, new URL(request.url).searchParams)
  const page = await listAdminRooms(actor, { view, sort, cursor: after })
  return page && { view, sort, ...page, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("채팅 관리") },
  { name: "robots", content: "noindex" },
]

const buildListUrl = (view: AdminRoomFilter, sort: AdminRoomSort, after?: string) =>
  getListUrl("/admin/chat-list", { view: "all", sort: "newest" }, { view, sort, after })

const SORT_OPTIONS = [
  ["newest", "최근에 연 순"],
  ["oldest", "먼저 연 순"],
] as const

export default function AdminChatList({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { view, sort, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="chats">
      <PageHeader
        title="채팅"
        text="두 사람의 대화예요. 내용은 신고가 들어왔을 때만, 신고 화면에서 그 앞뒤를 볼 수 있어요."
      />
      <div className="bar-of-chips">
        {ADMIN_ROOM_FILTERS.map((each) => (
          <FilterChip key={each} href={buildListUrl(each, sort)} isActive={each === view}>
            {ADMIN_ROOM_FILTER_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl(view, nextSort)}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="chat"
          title={view === "reported" ? "신고된 대화가 없어요" : "여기에 해당하는 대화가 없어요"}
        />
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {rows.map((room) => (
            <RoomRow key={room.id} room={room} />
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(view, sort, after)}
      />
    </AdminLayout>
  )
}

type Room = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

/** Who talks about what, and how much; it leads to the report where there is one. */
function RoomRow({ room }: { room: Room }) {
  return (
    <li
      className={
        "relative grid gap-x-4 gap-y-1 px-4 py-3.5 " +
        "md:grid-cols-[minmax(0,1fr)_12rem_5.5rem_8.5rem] md:items-center md:px-5 " +
        `${room.report ? "hover:bg-base-200" : ""}`
      }
    >
      <div className="min-w-0">
        <p className="truncate text-base font-semibold">{room.people.join(" · ")}</p>
        <p className="truncate text-sm text-ink-3">
          {KIND_LABELS[room.kind]} · {room.title}
        </p>
      </div>
      <p className="text-sm text-ink-3 md:contents md:text-ink-2">
        <span className="md:text-sm">
          마지막 메시지 {room.lastAt ? <RelativeTime at={room.lastAt} /> : "없음"}
        </span>
        <span aria-hidden className="md:hidden">
          {" "}
          ·{" "}
        </span>
        <span className="num md:text-right md:text-sm">{formatNumber(room.messages)}개</span>
      </p>
      <p className={`flex items-center gap-2 md:justify-end ${room.report ? "" : "max-md:hidden"}`}>
        {room.report ? (
          <Link
            to={href("/admin/reports/:reportId", { reportId: room.report.id })}
            className={
              "flex items-center gap-2 text-sm font-semibold text-primary-ink after:absolute " +
              "after:inset-0"
            }
          >
            <StateBadge tone={STATE_LABELS[room.report.state].tone}>
              {STATE_LABELS[room.report.state].label}
            </StateBadge>
            신고 보기
          </Link>
        ) : (
          <span className="text-sm text-ink-3">신고 없음</span>
        )}
      </p>
    </li>
  )
}
