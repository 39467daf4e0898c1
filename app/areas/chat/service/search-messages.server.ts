/** Finds what was said in one's own rooms. */
import { and, eq, isNull, ne, sql } from "drizzle-orm"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import { db } from "#app/platform/db.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { chatMembers, chatMessages, chatRooms } from "../schema.server.ts"
import type { FoundMessage } from "../views.ts"

const FOUND_PER_PAGE = 20
const ORDER = descending("found", [chatMessages.createdAt, "time"], [chatMessages.id, "id"])

/**
 * Messages that hold `words` anywhere, in rooms of the actor's and since they came into them, the newest
 * first; none for less than two letters. `after` is the cursor of an earlier page. One query.
 */
export async function searchMessages(
  actor: Member,
  { words, after }: { words: string; after: string | null },
): Promise<{ found: FoundMessage[]; next: string | null }> {
  if (words.trim().length < 2) return { found: [], next: null }
  const { rows, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: chatMessages.id,
          roomId: chatMessages.roomId,
          seq: chatMessages.seq,
          senderId: chatMessages.senderId,
          text: chatMessages.text,
          createdAt: chatMessages.createdAt,
          subjectKind: chatRooms.subjectKind,
          subjectId: chatRooms.subjectId,
          subjectTitle: chatRooms.subjectTitle,
          partnerId: chatMembers.partnerId,
          sortKeys,
        })
        .from(chatMembers)
        .innerJoin(chatRooms, eq(chatRooms.id, chatMembers.roomId))
        .innerJoin(chatMessages, eq(chatMessages.roomId, chatMembers.roomId)),
    order: ORDER,
    filter: and(
      eq(chatMembers.userId, actor.userId),
      eq(chatMembers.listed, true),
      sql`${chatMessages.seq} > ${chatMembers.fromSeq}`,
      eq(chatMessages.kind, "text"),
      isNull(chatMessages.hiddenReason),
      ne(chatMessages.text, ""),
      sql`${chatMessages.text} ilike ${toContainsPattern(words)}`,
    ),
    cursor: after,
    size: FOUND_PER_PAGE,
  })
  return {
    found: rows.map(({ senderId, createdAt, ...row }) => ({
      id: row.id,
      roomId: row.roomId,
      seq: row.seq,
      text: row.text,
      isMine: senderId === actor.userId,
      at: createdAt.toISOString(),
      subject: { kind: row.subjectKind, id: row.subjectId },
      subjectTitle: row.subjectTitle,
      partnerId: row.partnerId,
    })),
    next: cursor,
  }
}
