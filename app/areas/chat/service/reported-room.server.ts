/** What an admin sees of a room after a report, and who sees the pictures of a room. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import { auditViews } from "#app/platform/audit.server.ts"
import { db } from "#app/platform/db.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { ReportContext } from "../../trust/service/report-context.server.ts"
import { chatMembers, chatMessages, chatPictures, chatRooms } from "../schema.server.ts"
import type { MessageView } from "../views.ts"
import { listMessagesAround } from "./messages.server.ts"

export type ReportedRoom = {
  roomId: string
  subject: SubjectRef & { title: string }
  people: { userId: string; name: string; avatarId: string | null }[]
  /**
   * The reported message and up to 20 before and after it, oldest first; `senderId` null for what the room
   * says by itself.
   */
  messages: (MessageView & { senderId: string | null; reported: boolean })[]
}

/**
 * The room around a reported message; null where there is no such message. Only for services that have made
 * sure that an admin asks and that the message was reported: it writes down that this admin looked into the
 * room, and from then on admins see its pictures.
 */
export async function loadReportedRoom(
  admin: { userId: string },
  messageId: string,
): Promise<ReportedRoom | null> {
  if (!isId(messageId)) return null
  const [found] = await db()
    .select({ room: chatRooms, seq: chatMessages.seq })
    .from(chatMessages)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .where(eq(chatMessages.id, messageId))
  if (!found) return null
  const { room, seq } = found
  await db()
    .update(chatRooms)
    .set({ reviewedAt: now() })
    .where(and(eq(chatRooms.id, room.id), isNull(chatRooms.reviewedAt)))
  const [messages, people] = await Promise.all([
    listMessagesAround(room.id, seq),
    findPeople([room.lowUserId, room.highUserId]),
    auditViews(admin, [buildLookAudit(room.id, room.subjectTitle)]),
  ])
  return {
    roomId: room.id,
    subject: { kind: room.subjectKind, id: room.subjectId, title: room.subjectTitle },
    people: [...people.values()].map(({ userId, name, avatarId }) => ({ userId, name, avatarId })),
    messages: messages.map((message) => ({ ...message, reported: message.id === messageId })),
  }
}

const buildLookAudit = (roomId: string, title: string) => ({
  action: "chat.read" as const,
  subject: { kind: "room", id: roomId, title },
})

/** What an admin sees beside the report of a message: the room around it. */
export const reportedMessageContext: ReportContext = async (admin, messageId) => {
  const room = await loadReportedRoom(admin, messageId)
  if (!room) return null
  const names = new Map(room.people.map((person) => [person.userId, person.name]))
  return {
    title: `대화 · ${room.subject.title}`,
    lines: room.messages.map(({ id, senderId, text, at, pictures, kind, hidden, reported }) => ({
      id,
      authorName: kind === "system" || kind === "card" ? null : (names.get(senderId ?? "") ?? "탈퇴한 회원"),
      text: hidden ? `${text} (가려짐)` : text,
      at,
      pictureIds: pictures.map((picture) => picture.id),
      reported,
    })),
  }
}

/**
 * Whether a picture of a room may be seen: by its two people, and by an admin once a report has led into the
 * room.
 */
export async function canReadChatPicture(
  reader: { userId: string; isAdmin: boolean },
  pictureId: string,
): Promise<boolean> {
  const [row] = await db()
    .select({ memberId: chatMembers.userId, reviewedAt: chatRooms.reviewedAt })
    .from(chatPictures)
    .innerJoin(chatMessages, eq(chatMessages.id, chatPictures.messageId))
    .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
    .leftJoin(
      chatMembers,
      and(eq(chatMembers.roomId, chatMessages.roomId), eq(chatMembers.userId, reader.userId)),
    )
    .where(eq(chatPictures.pictureId, pictureId))
  return row !== undefined && (row.memberId !== null || (reader.isAdmin && row.reviewedAt !== null))
}

/** What two people said about a disputed thing, oldest first. */
export type DisputedConversation = { roomId: string; messages: (MessageView & { senderId: string | null })[] }

/**
 * The end of what `people` said to each other about one of `subjects`, for the admin who settles their
 * dispute; empty for anybody else. That this admin looked stands in the audit log, and from the first look on
 * admins see the pictures of the room.
 */
export async function listDisputedConversations(
  actor: Actor,
  subjects: readonly SubjectRef[],
  people: readonly [string, string],
): Promise<DisputedConversation[]> {
  if (!hasRight(actor, "trust") || subjects.length === 0) return []
  const [low, high] = [...people].sort()
  const rooms = await db()
    .select({
      id: chatRooms.id,
      title: chatRooms.subjectTitle,
      lastSeq: chatRooms.lastSeq,
      reviewedAt: chatRooms.reviewedAt,
    })
    .from(chatRooms)
    .where(
      and(
        sql`(${chatRooms.subjectKind}, ${chatRooms.subjectId}) in (${sql.join(
          subjects.map(({ kind, id }) => sql`(${kind}, ${id}::uuid)`),
          sql`, `,
        )})`,
        eq(chatRooms.lowUserId, low ?? ""),
        eq(chatRooms.highUserId, high ?? ""),
      ),
    )
    .limit(3)
  if (rooms.some((room) => room.reviewedAt === null))
    await db()
      .update(chatRooms)
      .set({ reviewedAt: now() })
      .where(
        and(
          inArray(
            chatRooms.id,
            rooms.map((room) => room.id),
          ),
          isNull(chatRooms.reviewedAt),
        ),
      )
  await auditViews(
    actor,
    rooms.map((room) => buildLookAudit(room.id, room.title)),
  )
  const conversations = await Promise.all(
    rooms.map(async (room) => ({
      roomId: room.id,
      messages: await listMessagesAround(room.id, room.lastSeq),
    })),
  )
  return conversations.filter((conversation) => conversation.messages.length > 0)
}
