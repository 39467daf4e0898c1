/** The list of rooms as a screen shows it: with the names and pictures of the others. */
import type { Member } from "../accounts/rules.ts"
import { findPeople } from "../accounts/service/profile.server.ts"
import { LIMITS, type RoomFilter as ListView } from "./rules.ts"
import { listRooms } from "./service/rooms.server.ts"
import type { PartnerView, RoomListView } from "./views.ts"

type People = Awaited<ReturnType<typeof findPeople>>

/** One of `people` as the screens name them. */
export const toPartnerView = (people: People, userId: string, left: boolean): PartnerView => ({
  userId,
  name: people.get(userId)?.name ?? "알 수 없는 회원",
  avatarId: people.get(userId)?.avatarId ?? null,
  hasLeft: left,
})

/**
 * The first `show` rooms of a view; `otherUserIds` are people whom the caller needs as well, in the same
 * query.
 */
export async function loadRoomList(
  actor: Member,
  query: { view: ListView; show: number },
  otherUserIds: readonly string[] = [],
): Promise<{ list: RoomListView; people: People }> {
  const page = await listRooms(actor, { view: query.view, after: null, limit: query.show })
  const people = await findPeople([...page.rooms.map((room) => room.partnerId), ...otherUserIds])
  const rooms = page.rooms.map((room) => ({ ...room, partner: toPartnerView(people, room.partnerId, false) }))
  return { list: { rooms, more: page.next !== null && query.show < LIMITS.maxRooms }, people }
}
