/**
 * GET /chat/messages: a room's messages after or before a number. POST: sends into the room, answered with
 * what is new. For the page's scripts.
 */
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { MessagesQuery } from "../forms.ts"
import { answerRoomForm } from "../room-actions.server.ts"
import { listMessages, listMessagesAfter } from "../service/messages.server.ts"
import { findRoom } from "../service/rooms.server.ts"
import type { Route } from "./+types/chat-messages"

const NO_STORE_HEADERS = { "Cache-Control": "no-store" }
const respondNotFound = () =>
  Response.json({ problem: "채팅방을 찾지 못했어요." }, { status: 404, headers: NO_STORE_HEADERS })

/** {messages, before, partnerReadSeq}; 401 signed out, 404 not one of the room's two people. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const query = readQuery(MessagesQuery, new URL(request.url).searchParams)
  const room = await findRoom(actor, query.room)
  if (!room) return respondNotFound()
  const page =
    query.after === null
      ? await listMessages(actor, room.id, query.before)
      : { messages: await listMessagesAfter(actor, room.id, query.after), before: null }
  return Response.json(
    { ...page, partnerReadSeq: room.partnerReadSeq, lastSeq: room.lastSeq },
    { headers: NO_STORE_HEADERS },
  )
}

/**
 * {messages}: the message sent and what came with it. {problem} or {errors} with 400, 409, 429; 401, 404 as
 * above.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "visitor")
    return Response.json({ problem: "로그인이 끝났어요. 다시 로그인해 주세요." }, { status: 401 })
  const roomId = new URL(request.url).searchParams.get("room") ?? ""
  const sent = { actor, roomId, roomHref: null }
  const answered = await answerRoomForm(await request.formData(), sent, { to: "" })
  return answered instanceof Response ? answered : Response.json(answered.data, answered.init ?? {})
}
