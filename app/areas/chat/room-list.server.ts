/** The list of rooms as a screen shows it: with the names and pictures of the others. */
import type { Member } from "../accounts/rules.ts"
import type { PersonCard } from "../accounts/service/profile.server.ts"
import { LIMITS, type RoomFilter as ListView } from "./rules.ts"
import { findRoomPeople, type RoomPerson } from "./service/room-people.server.ts"
import { listRooms } from "./service/rooms.server.ts"
import type { PartnerView, RoomListView, RoomView } from "./views.ts"

/** The other person of a room as the screens name them. */
export const toPartnerView = (
  userId: string,
  person: PersonCard | undefined,
  hasLeft: boolean,
): PartnerView => ({
  userId,
  name: person?.name ?? "알 수 없는 회원",
  avatarId: person?.avatarId ?? null,
  hasLeft,
})

/**
 * The first `show` rooms of a view, and the partner of `opened`, a room that is shown beside them. Two
 * queries.
 */
export async function loadRoomList(
  actor: Member,
  query: { view: ListView; show: number },
  opened: RoomView | null = null,
): Promise<{ list: RoomListView; partner: PartnerView | null }> {
  const page = await listRooms(actor, { view: query.view, after: null, limit: query.show })
  const toPerson = ({ subject, partnerId }: Pick<RoomView, "subject" | "partnerId">): RoomPerson => ({
    subject,
    userId: partnerId,
    otherId: actor.userId,
  })
  const findPerson = await findRoomPeople([...page.rooms, ...(opened ? [opened] : [])].map(toPerson))
  const rooms = page.rooms.map((room) => ({
    ...room,
    partner: toPartnerView(room.partnerId, findPerson(toPerson(room)), false),
  }))
  return {
    list: { rooms, more: page.next !== null && query.show < LIMITS.maxRooms },
    partner: opened && toPartnerView(opened.partnerId, findPerson(toPerson(opened)), opened.partnerLeft),
  }
}
