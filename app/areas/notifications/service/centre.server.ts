/** The notification centre: what a person was told, newest first, read or not. */
import { and, count, eq, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { publishToUsers } from "#app/platform/live.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { NOTIFICATION_LIMITS, type NotificationKind } from "../rules.ts"
import { notifications } from "../schema.server.ts"
import { descending, page } from "#app/platform/page.server.ts"

export type NotificationView = {
  id: string
  kind: NotificationKind
  title: string
  text: string
  createdAt: string
  read: boolean
}

// Ids are made in the order of time.
const NOTIFICATION_ORDER = descending("newest", [notifications.id, "id"])

/** A page of what the actor was told, newest first, of one kind alone where given. One query. */
export async function listNotifications(
  actor: Member,
  options: { kind: NotificationKind | null; cursor: string | null },
): Promise<{ rows: NotificationView[]; next: string | null }> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: notifications.id,
          kind: notifications.kind,
          title: notifications.title,
          text: notifications.text,
          createdAt: notifications.createdAt,
          readAt: notifications.readAt,
          sortKeys,
        })
        .from(notifications),
    order: NOTIFICATION_ORDER,
    filter: and(
      eq(notifications.userId, actor.userId),
      eq(notifications.inApp, true),
      options.kind ? eq(notifications.kind, options.kind) : undefined,
    ),
    cursor: options.cursor,
    size: NOTIFICATION_LIMITS.pageSize,
  })
  return {
    rows: found.rows.map(({ createdAt, readAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    })),
    next: found.cursor,
  }
}

/** How many of each kind the actor has not read, for the chips. One query. */
export async function countUnreadByKind(actor: Member): Promise<Partial<Record<NotificationKind, number>>> {
  const rows = await db()
    .select({ kind: notifications.kind, unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, actor.userId), isNull(notifications.readAt)))
    .groupBy(notifications.kind)
  return Object.fromEntries(rows.map((row) => [row.kind, row.unread]))
}

/** True where the actor was told of what is at `path`, read or not. One query. */
export async function wasNotifiedOf(actor: Member, path: string): Promise<boolean> {
  const isTheirs = and(eq(notifications.userId, actor.userId), eq(notifications.href, path))
  return (await db().$count(notifications, isTheirs)) > 0
}

/** Marks one of the actor's as read and says where it leads; null for anybody else's. */
export async function openNotification(actor: Member, id: unknown): Promise<string | null> {
  if (!isId(id)) return null
  const [row] = await db()
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now().toISOString()}::timestamptz)` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, actor.userId)))
    .returning({ href: notifications.href })
  if (row) await publishReadState(actor)
  return row?.href ?? null
}

/** Marks one of the actor's as read; another's stays as it is. */
export async function markNotificationRead(actor: Member, id: string): Promise<void> {
  await markMatchingRead(actor, eq(notifications.id, id))
}

/** Marks everything as read, of one kind alone where given. */
export async function markAllNotificationsRead(actor: Member, kind: NotificationKind | null): Promise<void> {
  await markMatchingRead(actor, kind ? eq(notifications.kind, kind) : undefined)
}

/** Marks what leads to `path`, such as /orders/0198…, or to a screen below it as read. */
export async function markThingNotificationsRead(actor: Member, path: string): Promise<void> {
  const below = ["/", "?", "#"].map((mark) => sql`starts_with(${notifications.href}, ${path + mark})`)
  await markMatchingRead(actor, or(eq(notifications.href, path), ...below))
}

async function markMatchingRead(actor: Member, condition: SQL | undefined): Promise<void> {
  await inTransaction((tx) => updateUnread(tx, actor, condition))
}

/**
 * Marks what told `userId` under one of these deduplication keys as read, in the transaction of what they did
 * about it: for things that are answered in a list, which many notifications lead to.
 */
export async function markAnsweredNotificationsRead(
  tx: Transaction,
  userId: string,
  deduplicationKeys: readonly string[],
): Promise<void> {
  await updateUnread(tx, { userId }, inArray(notifications.once, [...deduplicationKeys]))
}

/**
 * Marks what leads `userId` to exactly `path` as read, in the transaction of what they did there: for screens
 * without a thing's id in their address, which `actingMiddleware` therefore leaves.
 */
export async function markPathNotificationsRead(
  tx: Transaction,
  userId: string,
  path: string,
): Promise<void> {
  await updateUnread(tx, { userId }, eq(notifications.href, path))
}

async function updateUnread(tx: Transaction, owner: { userId: string }, condition: SQL | undefined) {
  const read = await tx
    .update(notifications)
    .set({ readAt: now() })
    .where(and(eq(notifications.userId, owner.userId), isNull(notifications.readAt), condition))
    .returning({ id: notifications.id })
  if (read.length > 0) await publishReadState(owner)
}

/** The badge of every page and device follows. */
const publishReadState = (owner: { userId: string }) =>
  publishToUsers([owner.userId], { type: "notifications.changed" })

/** Removes what was read 90 days ago, and everything after a year; a job calls it. */
export async function deleteExpiredNotifications(): Promise<void> {
  const getCutoff = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await db()
    .delete(notifications)
    .where(lt(notifications.readAt, getCutoff(NOTIFICATION_LIMITS.readRetentionDays)))
  await db()
    .delete(notifications)
    .where(lt(notifications.createdAt, getCutoff(NOTIFICATION_LIMITS.retentionDays)))
}
