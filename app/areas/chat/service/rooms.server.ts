/**
 * Rooms: opening one for two people and a subject, the list of one's rooms, looking at one, leaving it.
 */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import type { SubjectKind, SubjectRef } from "#app/basics/subject.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { loadSubjectCards, getSubjectKey, getSubjectSource } from "#app/platform/subjects.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { findEmails } from "../../accounts/service/profile.server.ts"
import { buildBlockColumn, isBlockedBetween } from "../../trust/service/blocks.server.ts"
import { LIMITS, FILTER_SUBJECT_KINDS, type RoomFilter as ListView } from "../rules.ts"
import { chatMembers, chatRooms } from "../schema.server.ts"
import type { RoomPage, RoomRow, RoomView } from "../views.ts"
import { appendMessage, findRoomMember, lockRoom } from "./room-access.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const HOUR_MS = 3_600_000

/**
 * The room in which the actor talks with the partner whom the subject names (`with`: the one of several,
 * where an owner opens it); the one they have, or a new one. Refusals: `not_found` (no such subject, or
 * nobody to talk with), `over` (closed or sold while it was read), `blocked`, `partner_left`,
 * `too_many_rooms`.
 */
export async function openRoom(
  actor: Actor,
  input: { kind: SubjectKind; id: string; with: string | null },
): Promise<
  Outcome<"not_found" | "over" | "blocked" | "partner_left" | "too_many_rooms", { roomId: string }>
> {
  const source = getSubjectSource(input.kind)
  if (actor.kind !== "member" || !isId(input.id) || !source?.findPartnerId) return refuse("not_found")
  const partnerId = await source.findPartnerId(actor.userId, input.id, input.with)
  if (!partnerId || partnerId === actor.userId)
    return refuse((await source.isClosed?.(input.id)) ? "over" : "not_found")
  const [low, high] = [actor.userId, partnerId].sort()
  if (!low || !high) return refuse("not_found")
  const sameRoom = and(
    eq(chatRooms.subjectKind, input.kind),
    eq(chatRooms.subjectId, input.id),
    eq(chatRooms.lowUserId, low),
    eq(chatRooms.highUserId, high),
  )
  const [existing] = await db().select({ id: chatRooms.id }).from(chatRooms).where(sameRoom)
  if (existing) {
    await db()
      .update(chatMembers)
      .set({ listed: true, activeAt: now() })
      .where(
        and(
          eq(chatMembers.roomId, existing.id),
          eq(chatMembers.userId, actor.userId),
          eq(chatMembers.listed, false),
        ),
      )
    return ok({ roomId: existing.id })
  }
  if (await isBlockedBetween(actor.userId, partnerId)) return refuse("blocked")
  if (!(await findEmails([partnerId])).has(partnerId)) return refuse("partner_left")
  const card = (await loadSubjectCards([input])).get(getSubjectKey(input))
  if (!card) return refuse("not_found")
  if (
    !(await countHit([{ key: `chat:rooms:${actor.userId}`, max: LIMITS.roomsPerHour, windowMs: HOUR_MS }])).ok
  )
    return refuse("too_many_rooms")
  return inTransaction(async (tx) => {
    const at = now()
    const [created] = await tx
      .insert(chatRooms)
      .values({
        id: newId(),
        subjectKind: input.kind,
        subjectId: input.id,
        lowUserId: low,
        highUserId: high,
        subjectTitle: card.title,
        subjectPictureId: card.pictureId,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: chatRooms.id })
    if (!created) {
      // The other person, or a second click, was faster.
      const [concurrent] = await tx.select({ id: chatRooms.id }).from(chatRooms).where(sameRoom)
      return concurrent ? ok({ roomId: concurrent.id }) : refuse("not_found")
    }
    await tx.insert(chatMembers).values([
      { roomId: created.id, userId: actor.userId, partnerId, listed: true, activeAt: at },
      { roomId: created.id, userId: partnerId, partnerId: actor.userId, listed: false, activeAt: at },
    ])
    return ok({ roomId: created.id })
  })
}

const ROOM_ORDER = descending("latest", [chatMembers.activeAt, "time"], [chatMembers.roomId, "id"])

/**
 * A page of the actor's rooms, the latest talk first. `after` is the cursor of an earlier page; anything else
 * begins at the top. `limit`: most rooms of the page (20).
 */
export async function listRooms(
  actor: Member,
  query: { view: ListView; after: string | null; limit?: number },
): Promise<RoomPage> {
  const limit = query.limit ?? LIMITS.roomsPerPage
  const kinds = FILTER_SUBJECT_KINDS[query.view]
  const where: (SQL | undefined)[] = [
    eq(chatMembers.userId, actor.userId),
    eq(chatMembers.listed, true),
    query.view === "unread" ? sql`${chatMembers.unread} > 0` : undefined,
    kinds ? inArray(chatRooms.subjectKind, [...kinds]) : undefined,
  ]
  const { rows, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({ room: chatRooms, me: chatMembers, sortKeys })
        .from(chatMembers)
        .innerJoin(chatRooms, eq(chatRooms.id, chatMembers.roomId)),
    order: ROOM_ORDER,
    filter: and(...where),
    cursor: query.after,
    size: limit,
  })
  return {
    rooms: rows.map(({ room, me }): RoomRow => ({
      id: room.id,
      subject: {
        kind: room.subjectKind,
        id: room.subjectId,
        title: room.subjectTitle,
        pictureId: room.subjectPictureId,
      },
      partnerId: me.partnerId,
      // What was said before one left is gone.
      lastText: room.lastSeq > me.fromSeq ? room.lastText : "",
      lastMine: room.lastSenderId === actor.userId,
      at: me.activeAt.toISOString(),
      unread: me.unread,
    })),
    after: query.after,
    next: cursor,
  }
}

/** One room; null for everybody but its two people. */
export async function findRoom(actor: Actor, roomId: string): Promise<RoomView | null> {
  if (actor.kind !== "member" || !isId(roomId)) return null
  const partner = alias(chatMembers, "partner")
  const [row] = await db()
    .select({
      room: chatRooms,
      me: chatMembers,
      partnerReadSeq: partner.readSeq,
      block: buildBlockColumn(chatMembers.userId, chatMembers.partnerId),
    })
    .from(chatMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatMembers.roomId))
    .innerJoin(
      partner,
      and(eq(partner.roomId, chatMembers.roomId), eq(partner.userId, chatMembers.partnerId)),
    )
    .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, actor.userId)))
  if (!row) return null
  const { room, me } = row
  return {
    id: room.id,
    subject: {
      kind: room.subjectKind,
      id: room.subjectId,
      title: room.subjectTitle,
      pictureId: room.subjectPictureId,
    },
    partnerId: me.partnerId,
    partnerLeft: me.partnerLeft,
    block: row.block,
    lastSeq: room.lastSeq,
    readSeq: me.readSeq,
    partnerReadSeq: row.partnerReadSeq,
    unread: me.unread,
  }
}

/**
 * Leaves a room: it goes from the actor's list, and what was said so far is gone for them; the partner keeps
 * it, is told, and brings the room back by writing. Refusal: `not_found`.
 */
export async function leaveRoom(actor: Actor, roomId: string): Promise<Outcome<"not_found">> {
  const member = await findRoomMember(actor, roomId)
  if (!member) return refuse("not_found")
  return inTransaction(async (tx) => {
    const locked = await lockRoom(tx, member.userId, roomId)
    if (!locked) return refuse("not_found")
    const { room, me } = locked
    if (!me.listed) return ok()
    const shouldAnnounce = room.lastSeq > me.fromSeq && !me.partnerLeft
    const seq = shouldAnnounce
      ? (
          await appendMessage(tx, locked, {
            kind: "system",
            text: "상대방이 채팅방을 나갔어요",
            clientKey: newId(),
            isSilent: true,
          })
        ).seq
      : room.lastSeq
    await tx
      .update(chatMembers)
      .set({ listed: false, fromSeq: seq, readSeq: seq, unread: 0, lookingUntil: null })
      .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, member.userId)))
    return ok()
  })
}

/** Subscriber of `subject.changed`: the rooms about a thing say what it is called now. */
export async function updateRoomSubjects(ref: SubjectRef, tx: Transaction): Promise<void> {
  if (!isId(ref.id)) return
  const sameSubject = and(eq(chatRooms.subjectKind, ref.kind), eq(chatRooms.subjectId, ref.id))
  const [room] = await tx.select({ id: chatRooms.id }).from(chatRooms).where(sameSubject).limit(1)
  if (!room) return
  const card = (await loadSubjectCards([ref])).get(getSubjectKey(ref))
  if (card)
    await tx
      .update(chatRooms)
      .set({ subjectTitle: card.title, subjectPictureId: card.pictureId })
      .where(sameSubject)
}

/**
 * Subscriber of `account.left`: nothing can be sent to who has left the product; their own rooms are closed.
 */
export async function closeRoomsOfUser({ userId }: { userId: string }, tx: Transaction): Promise<void> {
  const rooms = tx.select({ id: chatMembers.roomId }).from(chatMembers).where(eq(chatMembers.userId, userId))
  await tx
    .update(chatMembers)
    .set({ partnerLeft: true })
    .where(and(eq(chatMembers.partnerId, userId), inArray(chatMembers.roomId, rooms)))
  await tx
    .update(chatMembers)
    .set({ listed: false, unread: 0, lookingUntil: null })
    .where(eq(chatMembers.userId, userId))
}
