/**
 * GET /chat/messages: a room's messages after or before a number. POST: sends into the room, answered with
 * what is new. For the page's scripts.
 */
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { MessagesQuery } from "../forms.ts"
import { sendIntoRoom } from "../sending.server.ts"
import { readMessages, readMessagesAfter } from "../service/messages.server.ts"
import { findRoom } from "../service/rooms.server.ts"
import type { Route } from "./+types/chat-messages"

const LATEST = { "Cache-Control": "no-store" }
const nothing = () => Response.json({ problem: "채팅방을 찾지 못했어요." }, { status: 404, headers: LATEST })

/** {messages, before, partnerReadSeq}; 401 signed out, 404 not one of the room's two people. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const query = readQuery(MessagesQuery, new URL(request.url).searchParams)
  const room = await findRoom(actor, query.room)
  if (!room) return nothing()
  const page =
    query.after === null
      ? await readMessages(actor, room.id, query.before)
      : { messages: await readMessagesAfter(actor, room.id, query.after), before: null }
  return Response.json(
    { ...page, partnerReadSeq: room.partnerReadSeq, lastSeq: room.lastSeq },
    { headers: LATEST },
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
  const done = await sendIntoRoom(actor, roomId, await request.formData())
  if (!done.ok) return done.status === 404 ? nothing() : Response.json(done.answer, { status: done.status })
  return Response.json({
    messages: done.seq === null ? [] : await readMessagesAfter(actor, roomId, done.seq - 1),
  })
}
