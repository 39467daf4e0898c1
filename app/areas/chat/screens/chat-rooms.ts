/** GET /chat/rooms: the list as it is now, for the page's scripts. */
import { getActor } from "#app/areas/accounts/guards.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { ChatQuery } from "../forms.ts"
import { loadRoomList } from "../room-list.server.ts"
import type { Route } from "./+types/chat-rooms"

/** {rooms, more}; 401 signed out. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (actor.kind === "visitor") return new Response(null, { status: 401 })
  const { list } = await loadRoomList(actor, readQuery(ChatQuery, new URL(request.url).searchParams))
  return Response.json(list, { headers: { "Cache-Control": "no-store" } })
}
