/** What follows a message: the pages of both people, and a notification for who is not looking. */
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import { getRoomPath } from "../rules.ts"
import { chatMembers, chatRooms } from "../schema.server.ts"
import { findRoomPeople } from "./room-people.server.ts"
import { countUnread } from "./read-state.server.ts"

type MessageSentEvent = {
  roomId: string
  messageId: string
  seq: number
  senderId: string
  receiverId: string
  isCard?: boolean
}

/**
 * Subscriber of `message.sent`: every page of the two people hears of it, with the number by which each knows
 * what it misses.
 */
export async function publishMessages(events: readonly MessageSentEvent[], tx: Transaction): Promise<void> {
  const unread = await countUnread(
    events.flatMap(({ senderId, receiverId }) => [senderId, receiverId]),
    tx,
  )
  for (const { roomId, messageId, seq, senderId, receiverId } of events) {
    const message = { type: "chat.message", roomId, messageId, seq, senderId }
    for (const userId of [senderId, receiverId])
      void publishToUsers([userId], { ...message, chatCount: unread(userId) })
  }
}

/**
 * Subscriber of `message.sent`: a notification for a receiver who has not read it and looks elsewhere. A run
 * of unread messages makes one notification: it is named after where the reading stopped. Of cards their area
 * tells by itself.
 */
export async function notifyMessages(sent: readonly MessageSentEvent[], tx: Transaction): Promise<void> {
  const events = sent.filter(({ isCard }) => !isCard)
  if (events.length === 0) return
  const rows = await tx
    .select({
      roomId: chatMembers.roomId,
      receiverId: chatMembers.userId,
      senderId: chatMembers.partnerId,
      readSeq: chatMembers.readSeq,
      unread: chatMembers.unread,
      listed: chatMembers.listed,
      lookingUntil: chatMembers.lookingUntil,
      lastText: chatRooms.lastText,
      title: chatRooms.subjectTitle,
      subject: { kind: chatRooms.subjectKind, id: chatRooms.subjectId },
    })
    .from(chatMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMembers.roomId))
    .where(
      and(
        sql`(${chatMembers.roomId}, ${chatMembers.userId}) in (select *
          from unnest(${sql.param(events.map((event) => event.roomId))}::uuid[],
          ${sql.param(events.map((event) => event.receiverId))}::uuid[]))`,
      ),
    )
  const lastSeqByReceiver = new Map(events.map((event) => [`${event.roomId} ${event.receiverId}`, event.seq]))
  const absentReceivers = rows.filter(
    (row) =>
      row.listed &&
      row.unread > 0 &&
      row.readSeq < (lastSeqByReceiver.get(`${row.roomId} ${row.receiverId}`) ?? 0) &&
      !(row.lookingUntil && row.lookingUntil > now()),
  )
  const toSender = ({ subject, senderId, receiverId }: (typeof rows)[number]) => ({
    subject,
    userId: senderId,
    otherId: receiverId,
  })
  const findPerson = await findRoomPeople(absentReceivers.map(toSender), tx)
  await notify(
    tx,
    absentReceivers.map((row) => ({
      userId: row.receiverId,
      kind: "chat" as const,
      title: `${findPerson(toSender(row))?.name ?? "상대방"}님이 메시지를 보냈어요`,
      text: row.lastText || row.title,
      href: getRoomPath(row.roomId),
      deduplicationKey: `chat.message:${row.roomId}:${row.readSeq}`,
    })),
  )
}
