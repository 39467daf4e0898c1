/**
 * What reports and moderation know of a message: whose it is, who may report it, hiding it. What it says
 * shows only beside a report.
 */
import { and, eq, inArray, ne } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import type { SubjectSource } from "#app/platform/subjects.server.ts"
import { getRoomPath } from "../rules.ts"
import { chatMembers, chatMessages } from "../schema.server.ts"

export const messageSubject: SubjectSource = {
  kind: "message",
  async loadCards(ids) {
    const rows = await db()
      .select({ id: chatMessages.id, roomId: chatMessages.roomId, senderId: chatMessages.senderId })
      .from(chatMessages)
      .where(inArray(chatMessages.id, ids.filter(isId)))
    return rows.map(({ id, roomId, senderId }) => ({
      kind: "message",
      id,
      title: "채팅 메시지",
      line: "두 사람만 볼 수 있는 대화예요",
      priceText: null,
      pictureId: null,
      href: getRoomPath(roomId),
      state: null,
      ownerId: senderId,
    }))
  },
  /** Who has received a message has its sender for a partner; nobody else has anything to do with it. */
  async findPartnerId(userId, id) {
    if (!isId(id)) return null
    const [row] = await db()
      .select({ senderId: chatMessages.senderId })
      .from(chatMessages)
      .innerJoin(
        chatMembers,
        and(eq(chatMembers.roomId, chatMessages.roomId), eq(chatMembers.userId, userId)),
      )
      .where(and(eq(chatMessages.id, id), ne(chatMessages.senderId, userId)))
    return row?.senderId ?? null
  },
  async setHidden(tx, id, reason) {
    const updatedRows = await tx
      .update(chatMessages)
      .set({ hiddenReason: reason })
      .where(eq(chatMessages.id, id))
      .returning({ id: chatMessages.id })
    return updatedRows.length > 0
  },
}
