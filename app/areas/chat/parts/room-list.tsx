import { Link, href as toHref } from "react-router"
import { now } from "#app/basics/clock.ts"
import { daysBetween, formatDate, formatTime } from "#app/basics/time.ts"
import { PullToRefresh } from "#app/ui/pull-to-refresh.tsx"
import { Avatar } from "#app/ui/avatar.tsx"
import { CountBadge } from "#app/ui/badge.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import { LIMITS, ROOM_FILTER_LABELS, ROOM_FILTERS, type RoomFilter } from "../rules.ts"
import type { RoomListView } from "../views.ts"
import { PartnerAndSubject } from "./partner-and-subject.tsx"

/** The address of the chat screen; what is as usual is left out. */
export function buildChatHref(params: {
  room?: string | null
  view?: RoomFilter
  show?: number
  before?: number
  message?: number
}): string {
  const query = new URLSearchParams()
  if (params.room) query.set("room", params.room)
  if (params.view && params.view !== "all") query.set("view", params.view)
  if (params.show && params.show > LIMITS.roomsPerPage) query.set("show", String(params.show))
  if (params.before) query.set("before", String(params.before))
  if (params.message) query.set("message", String(params.message))
  const text = query.toString()
  return text === "" ? "/chat" : `${toHref("/chat")}?${text}`
}

/** 오후 2:15 today, 어제, 11월 18일. */
function formatListTime(at: string, currentTime: Date): string {
  const days = daysBetween(at, currentTime)
  return days <= 0 ? formatTime(at) : days === 1 ? "어제" : formatDate(at, currentTime)
}

const EMPTY_TEXTS: Record<RoomFilter, { title: string; text: string }> = {
  all: { title: "아직 나눈 대화가 없어요", text: "전문가나 판매자에게 궁금한 것을 물어보세요." },
  services: { title: "견적 대화가 없어요", text: "전문가의 페이지나 받은 견적에서 채팅을 시작할 수 있어요." },
  market: { title: "중고거래 대화가 없어요", text: "마음에 드는 물건에서 채팅을 시작할 수 있어요." },
  unread: { title: "모두 읽었어요", text: "새 메시지가 오면 여기에 보여요." },
}

/** The rooms of one person, the latest talk first. */
export function RoomList({
  rooms,
  more,
  view,
  show,
  selected,
}: {
  rooms: RoomListView["rooms"]
  more: boolean
  view: RoomFilter
  show: number
  selected: string | null
}) {
  return (
    <>
      <nav aria-label="대화 나눠 보기" className="bar-of-chips mx-0 flex-none flex-nowrap px-4 pb-3">
        {ROOM_FILTERS.map((filter) => (
          <FilterChip
            key={filter}
            href={buildChatHref({ room: selected, view: filter })}
            isActive={filter === view}
          >
            {ROOM_FILTER_LABELS[filter]}
          </FilterChip>
        ))}
      </nav>
      {selected === null && <PullToRefresh />}
      {rooms.length === 0 ? (
        <EmptyState
          art="chat"
          title={EMPTY_TEXTS[view].title}
          text={EMPTY_TEXTS[view].text}
          action={view === "all" ? { href: toHref("/experts"), label: "전문가 찾아보기" } : undefined}
        />
      ) : (
        <ul aria-label="대화 목록" className="md:min-h-0 md:flex-1 md:overflow-y-auto">
          {rooms.map((room) => (
            <li key={room.id}>
              <RoomListItem
                room={room}
                href={buildChatHref({ room: room.id, view, show })}
                selected={room.id === selected}
              />
            </li>
          ))}
          {more ? (
            <li>
              <MoreLink
                href={buildChatHref({ room: selected, view, show: show + LIMITS.roomsPerPage })}
                skeleton="rows"
              >
                대화 더 보기
              </MoreLink>
            </li>
          ) : null}
        </ul>
      )}
    </>
  )
}

function RoomListItem({
  room,
  href,
  selected,
}: {
  room: RoomListView["rooms"][number]
  href: string
  selected: boolean
}) {
  const { partner, subject, unread } = room
  const text = room.lastText === "" ? "대화를 시작해 보세요" : room.lastText
  return (
    <Link
      to={href}
      preventScrollReset
      aria-current={selected ? "page" : undefined}
      className={
        "flex items-center gap-3.5 px-4 py-3.5 -outline-offset-2 transition-colors " +
        `${selected ? "bg-primary-tint" : "hover:bg-fill"}`
      }
    >
      <Avatar pictureId={partner.avatarId} name={partner.name} size={52} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-1.5 text-xs text-ink-3">
          <PartnerAndSubject name={partner.name} subject={subject.title} />
          <span suppressHydrationWarning className="flex-none">
            {formatListTime(room.at, now())}
          </span>
        </span>
        <span
          className={
            "mt-0.5 block truncate text-base " +
            `${unread > 0 ? "font-medium text-base-content" : "text-ink-2"}`
          }
        >
          {text}
        </span>
      </span>
      <CountBadge count={unread} label={`안 읽은 메시지 ${unread}개`} className="flex-none" />
      {subject.pictureId ? (
        <span className="picture block size-11 flex-none overflow-hidden rounded-lg bg-fill">
          <img
            src={pictureUrl(subject.pictureId, 160)}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        </span>
      ) : null}
    </Link>
  )
}
