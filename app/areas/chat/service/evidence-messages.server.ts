/** Messages as the evidence of an order asks for them. */
import { eq, inArray, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { chatMessages, chatRooms } from "../schema.server.ts"

/**
 * The messages of `ids` that somebody wrote, with what their room is about. `isKept`: it is not hidden, and
 * both people of the room still have it.
 */
export async function findMessagesForEvidence(ids: readonly string[]) {
  const rows = await db()
    .select({
      id: chatMessages.id,
      kind: chatRooms.subjectKind,
      subjectId: chatRooms.subjectId,
      senderId: chatMessages.senderId,
      text: chatMessages.text,
      at: chatMessages.createdAt,
      pictureIds: sql<string[]>`array(select p.picture_id::text from chat_pictures p
        where p.message_id = ${chatMessages.id} order by p.position)`,
      isKept: sql<boolean>`${chatMessages.hiddenReason} is null and 2 = (select count(*) from chat_members m
        where m.room_id = ${chatMessages.roomId} and m.from_seq < ${chatMessages.seq})`,
    })
    .from(chatMessages)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .where(inArray(chatMessages.id, [...ids]))
  return rows.flatMap(({ kind, subjectId, senderId, ...message }) =>
    senderId === null ? [] : [{ ...message, senderId, subject: { kind, id: subjectId } }],
  )
}
