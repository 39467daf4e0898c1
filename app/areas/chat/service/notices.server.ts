/** Owns what follows a message: the pages of both people, and a notification for who is not looking. */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { tellUsers } from "#app/platform/live.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { chatMembers, chatRooms } from "../schema.server.ts"
import { countUnread } from "./reading.server.ts"

type MessageEvent = { roomId: string; messageId: string; seq: number; senderId: string; receiverId: string }

/** Subscriber of `message.sent`: every page of the two people hears of it, with the number by which each knows what it misses. */
export async function tellMessage({ roomId, messageId, seq, senderId, receiverId }: MessageEvent, tx: Transaction): Promise<void> {
  const message = { type: "chat.message", roomId, messageId, seq, senderId }
  const unread = await countUnread([senderId, receiverId], tx)
  for (const userId of [senderId, receiverId]) await tellUsers([userId], { ...message, chatCount: unread(userId) })
}

/**
 * Subscriber of `message.sent`: a notification for a receiver who has not read it and looks elsewhere. A run of unread messages makes
 * one notification: it is named after where the reading stopped.
 */
export async function noticeMessage({ roomId, seq, senderId, receiverId }: MessageEvent, tx: Transaction): Promise<void> {
  const [row] = await tx
    .select({ readSeq: chatMembers.readSeq, unread: chatMembers.unread, listed: chatMembers.listed, lookingUntil: chatMembers.lookingUntil, lastText: chatRooms.lastText, title: chatRooms.subjectTitle })
    .from(chatMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMembers.roomId))
    .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, receiverId)))
  if (!row?.listed || row.unread === 0 || row.readSeq >= seq || (row.lookingUntil && row.lookingUntil > now())) return
  const name = (await findPeople([senderId])).get(senderId)?.name ?? "상대방"
  await notify(tx, [{ userId: receiverId, kind: "chat", title: `${name}님이 메시지를 보냈어요`, text: row.lastText || row.title, href: `/chat?room=${roomId}`, once: `chat.message:${roomId}:${row.readSeq}` }])
}
