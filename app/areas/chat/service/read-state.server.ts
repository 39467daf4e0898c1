/**
 * How far somebody has read, who is looking, who is typing: facts of the moment, told to the pages of
 * both at once.
 */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { BoundedCache } from "#app/platform/bounded-cache.server.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { markThingNotificationsRead } from "../../notifications/service/centre.server.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import { getRoomPath } from "../rules.ts"
import { chatMembers } from "../schema.server.ts"
import { findRoomMember } from "./room-access.server.ts"

/** A page that shows the room says so again before this is over. */
const LOOKING_TTL_MS = 120_000
const TYPING_INTERVAL_MS = 2_000
/** A number in the navigation says no more than 99+. */
const MAX_COUNTED = 100

/** Unread messages of each of `userIds` in all rooms, at most 100; one query. */
export async function countUnread(
  userIds: readonly string[],
  executor: Executor = db(),
): Promise<(userId: string) => number> {
  const rows = await executor
    .select({
      userId: chatMembers.userId,
      count: sql<number>`least(sum(${chatMembers.unread}), ${MAX_COUNTED})::int`,
    })
    .from(chatMembers)
    .where(
      and(
        inArray(chatMembers.userId, [...userIds]),
        eq(chatMembers.listed, true),
        sql`${chatMembers.unread} > 0`,
      ),
    )
    .groupBy(chatMembers.userId)
  const counts = new Map(rows.map((row) => [row.userId, row.count]))
  return (userId) => counts.get(userId) ?? 0
}

/**
 * The actor has read the room up to message `seq` and is looking at it. Never goes back, never beyond the
 * last message. Tells both people where something changed, and what told the actor of these messages is read
 * with them. False for everybody but the room's two people.
 */
export async function markRead(actor: Actor, roomId: string, seq: number): Promise<boolean> {
  if (actor.kind !== "member" || !isId(roomId)) return false
  // One statement on one row: a message that comes at the same moment waits for it or is counted by it.
  const cappedSeq = sql`least(${seq}::int, ${chatMembers.lastSeq})`
  const before = db()
    .select({ roomId: chatMembers.roomId, readSeq: chatMembers.readSeq, unread: chatMembers.unread })
    .from(chatMembers)
    .where(and(eq(chatMembers.roomId, roomId), eq(chatMembers.userId, actor.userId)))
    .for("update")
    .as("before")
  const [row] = await db()
    .update(chatMembers)
    .set({
      readSeq: sql`greatest(${chatMembers.readSeq}, ${cappedSeq})`,
      unread: sql`least(${chatMembers.unread}, ${chatMembers.lastSeq} - greatest(${chatMembers.readSeq},
        ${cappedSeq}))`,
      lookingUntil: new Date(now().getTime() + LOOKING_TTL_MS),
    })
    .from(before)
    .where(and(eq(chatMembers.roomId, before.roomId), eq(chatMembers.userId, actor.userId)))
    .returning({
      readSeq: chatMembers.readSeq,
      unread: chatMembers.unread,
      partnerId: chatMembers.partnerId,
      earlierSeq: before.readSeq,
      earlierUnread: before.unread,
    })
  if (!row) return false
  if (row.readSeq === row.earlierSeq && row.unread === row.earlierUnread) return true
  const message = { type: "chat.read", roomId, userId: actor.userId, seq: row.readSeq }
  if (actor.notificationCount > 0) await markThingNotificationsRead(actor, getRoomPath(roomId))
  await Promise.all([
    publishToUsers([row.partnerId], message),
    publishToUsers([actor.userId], {
      ...message,
      chatCount: (await countUnread([actor.userId]))(actor.userId),
    }),
  ])
  return true
}

/** The actor's page shows the room no more: from now on a message is worth a notification. */
export async function markAway(actor: Actor, roomId: string): Promise<boolean> {
  if (actor.kind !== "member" || !isId(roomId)) return false
  await db()
    .update(chatMembers)
    .set({ lookingUntil: null })
    .where(
      and(
        eq(chatMembers.roomId, roomId),
        eq(chatMembers.userId, actor.userId),
        isNotNull(chatMembers.lookingUntil),
      ),
    )
  return true
}

const lastTypingAt = new BoundedCache<number>("typing", 2 * 1_048_576)

/**
 * The actor is typing: told to the partner's pages, kept nowhere, at most once in two seconds. False for
 * everybody but the room's two people.
 */
export async function publishTyping(actor: Actor, roomId: string): Promise<boolean> {
  if (actor.kind !== "member" || !isId(roomId)) return false
  const key = `${actor.userId} ${roomId}`
  const time = now().getTime()
  if (time - (lastTypingAt.get(key) ?? 0) < TYPING_INTERVAL_MS) return true
  const member = await findRoomMember(actor, roomId)
  if (!member) return false
  lastTypingAt.set(key, time)
  if (member.partnerLeft || (await isBlockedBetween(member.userId, member.partnerId))) return true
  await publishToUsers([member.partnerId], { type: "chat.typing", roomId, userId: actor.userId })
  return true
}
