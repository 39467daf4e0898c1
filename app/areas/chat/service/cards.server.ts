/** Cards in rooms: areas say in the room of two people what happened with the thing that they talk about. */
import { createHash } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { ChatCard } from "../rules.ts"
import { chatMembers, chatMessages, chatRooms } from "../schema.server.ts"
import { appendMessage, lockRoom } from "./room-access.server.ts"

export type CardPost = {
  subject: SubjectRef & { title: string; pictureId: string | null }
  /** Who did what the card says, and to whom it is news. */
  senderId: string
  receiverId: string
  card: ChatCard
  /** What the card is about, once: posted again it is the same card. */
  deduplicationKey: string
}

/** The room of two people about a thing, made where they have none. */
async function findOrCreateRoom(
  tx: Transaction,
  { subject, senderId, receiverId }: CardPost,
): Promise<string | undefined> {
  const [low = "", high = ""] = [senderId, receiverId].sort()
  const sameRoom = and(
    eq(chatRooms.subjectKind, subject.kind),
    eq(chatRooms.subjectId, subject.id),
    eq(chatRooms.lowUserId, low),
    eq(chatRooms.highUserId, high),
  )
  const [existing] = await tx.select({ id: chatRooms.id }).from(chatRooms).where(sameRoom)
  if (existing) return existing.id
  const at = now()
  const [created] = await tx
    .insert(chatRooms)
    .values({
      id: newId(),
      subjectKind: subject.kind,
      subjectId: subject.id,
      lowUserId: low,
      highUserId: high,
      subjectTitle: subject.title,
      subjectPictureId: subject.pictureId,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: chatRooms.id })
  if (!created) return (await tx.select({ id: chatRooms.id }).from(chatRooms).where(sameRoom))[0]?.id
  await tx.insert(chatMembers).values([
    { roomId: created.id, userId: senderId, partnerId: receiverId, listed: true, activeAt: at },
    { roomId: created.id, userId: receiverId, partnerId: senderId, listed: true, activeAt: at },
  ])
  return created.id
}

/** A key of the form that messages have, made of what a card is about. */
const toClientKey = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)

/**
 * Posts a card into the room of two people, which is made where they have none. Also where one has blocked
 * the other: it says what happened, and nobody wrote it. Nothing where one of them has left the product.
 */
export async function postRoomCard(tx: Transaction, post: CardPost): Promise<void> {
  const roomId = await findOrCreateRoom(tx, post)
  const locked = roomId === undefined ? undefined : await lockRoom(tx, post.senderId, roomId)
  if (!locked || locked.me.partnerLeft) return
  const clientKey = toClientKey(post.deduplicationKey)
  const [posted] = await tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.roomId, locked.room.id),
        eq(chatMessages.senderId, post.senderId),
        eq(chatMessages.clientKey, clientKey),
      ),
    )
  if (posted) return
  await appendMessage(tx, locked, { kind: "card", text: post.card.title, card: post.card, clientKey })
}
