/**
 * What every use case of a room begins with: whose it is, the lock, whether the two may talk, and how a
 * message gets its number.
 */
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { LIMITS, formatPreview, type ChatCard, type MessageKind } from "../rules.ts"
import { chatMembers, chatPictures, chatRooms } from "../schema.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    /** `receiverId` is the other person of the room. */
    "message.sent": {
      roomId: string
      messageId: string
      seq: number
      senderId: string
      receiverId: string
      /** A card, which its area tells its people by itself. */
      isCard?: boolean
    }
  }
}

export type RoomMember = typeof chatMembers.$inferSelect
export type ChatRoom = typeof chatRooms.$inferSelect

/** The actor's own row of a room; undefined for everybody but its two people. */
export async function findRoomMember(actor: Actor, roomId: string): Promise<RoomMember | undefined> {
  if (actor.kind !== "member" || !isId(roomId)) return undefined
  const [member] = await db()
    .select()
    .from(chatMembers)
    .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, actor.userId)))
  return member
}

/** Counts one message of `userId`; false where the minute is full. */
export async function consumeMessageQuota(userId: string): Promise<boolean> {
  return (
    await countHit([{ key: `chat:messages:${userId}`, max: LIMITS.messagesPerMinute, windowMs: 60_000 }])
  ).ok
}

/**
 * The room, locked until the end of the transaction, and the actor's row in it. Every message takes this lock
 * first, so that numbers have no gaps.
 */
export async function lockRoom(
  tx: Transaction,
  userId: string,
  roomId: string,
): Promise<{ room: ChatRoom; me: RoomMember } | undefined> {
  const [row] = await tx
    .select({ room: chatRooms, me: chatMembers })
    .from(chatRooms)
    .innerJoin(chatMembers, and(eq(chatMembers.roomId, chatRooms.id), eq(chatMembers.userId, userId)))
    .where(eq(chatRooms.id, roomId))
    .for("update", { of: chatRooms })
  return row
}

/**
 * Writes the next message of a locked room, brings it to the top of both lists and announces it. `quiet`
 * leaves the lists and the counts as they are and announces nothing: the room says by itself that somebody
 * has left.
 */
export async function appendMessage(
  tx: Transaction,
  { room, me }: { room: ChatRoom; me: RoomMember },
  message: {
    kind: MessageKind
    text: string
    clientKey: string
    pictureIds?: readonly string[]
    appointmentId?: string | null
    card?: ChatCard
    isSilent?: boolean
  },
): Promise<{ messageId: string; seq: number }> {
  const messageId = newId()
  const seq = room.lastSeq + 1
  const at = now()
  const pictureIds = message.pictureIds ?? []
  const isSilent = message.isSilent ?? false
  const writtenAt = sql`${at.toISOString()}::timestamptz`
  const isSender = sql`user_id = ${me.userId}`
  // One statement for the message, its room and both people's rows: this is the busiest of all that is
  // written.
  await tx.execute(sql`
    with message as (
      insert into chat_messages (id, room_id, seq, sender_id, kind, text, appointment_id, card, client_key,
        created_at)
      values (${messageId}, ${room.id}, ${seq}, ${me.userId}, ${message.kind}, ${message.text},
        ${message.appointmentId ?? null}, ${message.card ? JSON.stringify(message.card) : null}::jsonb,
        ${message.clientKey}, ${writtenAt})
    ), room as (
      update chat_rooms set last_seq = ${seq}::int
        ${
          isSilent
            ? sql``
            : sql`, last_message_at = ${writtenAt},
        last_sender_id = ${me.userId}, last_text =
          ${formatPreview({ ...message, pictures: pictureIds.length })}`
        }
      where id = ${room.id}
    )
    update chat_members set last_seq = ${seq}::int
      ${
        isSilent
          ? sql``
          : sql`, active_at = ${writtenAt},
      listed = true`
      },
      -- Who writes has seen what was written before.
      read_seq = case when ${isSender} then ${seq}::int else read_seq end, unread = case
        when ${isSender} then 0
        else unread + ${isSilent ? 0 : 1}::int end
    where room_id = ${room.id}`)
  if (pictureIds.length > 0)
    await tx
      .insert(chatPictures)
      .values(pictureIds.map((pictureId, position) => ({ messageId, position, pictureId })))
  await emit(tx, "message.sent", {
    roomId: room.id,
    messageId,
    seq,
    senderId: me.userId,
    receiverId: me.partnerId,
    isCard: message.kind === "card",
  })
  return { messageId, seq }
}
