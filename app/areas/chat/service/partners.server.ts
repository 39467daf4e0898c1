/** Who has talked about a thing: a seller hands an item to one of them. */
import { and, desc, eq, inArray, isNotNull } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import type { SubjectKind, SubjectRef } from "#app/basics/subject.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import { loadSubjectCards, getSubjectKey } from "#app/platform/subjects.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { chatMembers, chatRooms } from "../schema.server.ts"

/** `lastMessageAt` is an ISO time. */
export type ChatPartner = { userId: string; name: string; avatarId: string | null; lastMessageAt: string }

const MAX_PARTNERS = 100

/**
 * Everybody who has exchanged messages about `subject` with its owner, the latest first, at most 100; for a
 * use case of the owner, which asks who they are.
 */
export async function listPartners(subject: SubjectRef): Promise<ChatPartner[]> {
  if (!isId(subject.id)) return []
  const [rows, cards] = await Promise.all([
    db()
      .select({ userId: chatMembers.userId, at: chatRooms.lastMessageAt })
      .from(chatRooms)
      .innerJoin(chatMembers, eq(chatMembers.roomId, chatRooms.id))
      .where(
        and(
          eq(chatRooms.subjectKind, subject.kind),
          eq(chatRooms.subjectId, subject.id),
          isNotNull(chatRooms.lastMessageAt),
        ),
      )
      .orderBy(desc(chatRooms.lastMessageAt))
      .limit(MAX_PARTNERS * 2),
    loadSubjectCards([subject]),
  ])
  const ownerId = cards.get(getSubjectKey(subject))?.ownerId
  const others = rows.filter((row) => row.userId !== ownerId)
  const people = await findPeople(others.map((row) => row.userId))
  return others.flatMap(({ userId, at }) => {
    const person = people.get(userId)
    return person && at
      ? [{ userId, name: person.name, avatarId: person.avatarId, lastMessageAt: at.toISOString() }]
      : []
  })
}

/**
 * What rooms of one kind of subject are about, by the room; the other rooms are left out. For subscribers of
 * "message.sent".
 */
export async function findSubjectIdsByRoom(
  executor: Executor,
  roomIds: readonly string[],
  kind: SubjectKind,
): Promise<Map<string, string>> {
  const rows = await executor
    .select({ roomId: chatRooms.id, id: chatRooms.subjectId })
    .from(chatRooms)
    .where(and(inArray(chatRooms.id, [...new Set(roomIds)]), eq(chatRooms.subjectKind, kind)))
  return new Map(rows.map((row) => [row.roomId, row.id]))
}
