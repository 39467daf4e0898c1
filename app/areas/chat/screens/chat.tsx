import { titleOf } from "#app/basics/brand.ts"
import { Search, Settings } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import { loadSubjectCards, getSubjectKey, getSubjectSource } from "#app/platform/subjects.server.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { ChatQuery } from "../forms.ts"
import { loadRoomList } from "../room-list.server.ts"
import { buildChatHref, RoomList } from "../parts/room-list.tsx"
import { useLiveRooms } from "../parts/use-conversation.ts"
import { RoomPane, type RoomSubjectView } from "../parts/room-pane.tsx"
import { answerRoomForm } from "../room-actions.server.ts"
import { listMessages } from "../service/messages.server.ts"
import { findRoom } from "../service/rooms.server.ts"
import type { Route } from "./+types/chat"
import { useActionAnswer } from "#app/ui/action-answer.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const query = readQuery(ChatQuery, new URL(request.url).searchParams)
  const { room: roomId, view, show, before } = query
  const room = roomId === null ? null : await findRoom(actor, roomId)
  if (roomId !== null && !room) notFound()
  const [{ list, partner }, page, subject] = await Promise.all([
    loadRoomList(actor, { view, show }, room),
    room ? listMessages(actor, room.id, before) : null,
    room ? loadRoomSubject(actor.userId, room) : null,
  ])
  return {
    view,
    show,
    list,
    opened:
      room && page && partner
        ? {
            room,
            page,
            subject,
            partner,
            isLatestPage: before === null || before > room.lastSeq,
            markedSeq: query.message,
            clientKeys: { message: newId(), appointment: newId() },
          }
        : null,
  }
}

/** The card of what a room is about, as this person may see it; null where it is gone. */
async function loadRoomSubject(
  userId: string,
  { subject: ref, partnerId }: { subject: SubjectRef; partnerId: string },
): Promise<RoomSubjectView | null> {
  const source = getSubjectSource(ref.kind)
  if (source?.loadCardFor) {
    const card = await source.loadCardFor(userId, ref.id, partnerId)
    return card && { ...card, isOwner: card.ownerId === userId }
  }
  const card = (await loadSubjectCards([ref])).get(getSubjectKey(ref))
  return card ? { ...card, next: null, isOwner: card.ownerId === userId } : null
}

/** Without scripts everything is sent here. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const roomId = new URL(request.url).searchParams.get("room") ?? ""
  const to = buildChatHref({ room: roomId })
  return answerRoomForm(await request.formData(), { actor, roomId, roomHref: to }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.opened ? `${loaderData.opened.partner.name}님과의 대화` : "채팅") },
  { name: "robots", content: "noindex" },
]
export const handle = { bar: "none", backHref: href("/my-info") } satisfies ScreenHandle

const ICON_LINK_CLASSES = "grid size-11 place-items-center rounded-full transition-colors hover:bg-fill"

export default function Chat({ loaderData: { view, show, list, opened }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { rooms, more } = useLiveRooms(list, { view, show })
  return (
    <div className="chat-frame mx-auto page-width md:px-6 md:py-6">
      {/* On a phone the list with its heading is gone while a room is shown. */}
      {opened ? <h1 className="sr-only md:hidden">채팅</h1> : null}
      <div
        className={
          "h-full md:grid md:grid-cols-[20rem_minmax(0,1fr)] md:overflow-hidden md:card-line " +
          "lg:grid-cols-[24rem_minmax(0,1fr)]"
        }
      >
        <div
          className={
            "min-h-0 flex-col pb-6 md:flex md:border-r md:border-base-300 md:pb-0 " +
            `${opened ? "hidden" : "flex"}`
          }
        >
          <header
            className={"flex min-h-14 flex-none items-center justify-between pr-1.5 pl-4 md:min-h-16 md:pl-5"}
          >
            <h1 className="text-2xl font-bold md:text-xl">채팅</h1>
            <div className="flex">
              <Link to={href("/chat/search")} aria-label="대화 찾기" className={ICON_LINK_CLASSES}>
                <Search size={22} />
              </Link>
              <Link to={href("/my-info/notifications")} aria-label="알림 설정" className={ICON_LINK_CLASSES}>
                <Settings size={22} />
              </Link>
            </div>
          </header>
          <RoomList rooms={rooms} more={more} view={view} show={show} selected={opened?.room.id ?? null} />
        </div>
        {opened ? (
          <RoomPane
            key={`${opened.room.id} ${opened.isLatestPage} ${opened.markedSeq}`}
            {...opened}
            answer={answer}
            backHref={buildChatHref({ view, show })}
          />
        ) : (
          <div className="hidden place-items-center md:grid">
            <EmptyState
              art="chat"
              title="대화를 골라 주세요"
              text="왼쪽 목록에서 대화를 고르면 여기에 보여요."
            />
          </div>
        )}
      </div>
    </div>
  )
}
