/** Owns the notification centre: what a person was told, newest first, read or not. */
import { and, count, desc, eq, isNull, lt, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { decodeCursor, encodeCursor } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { dayMs } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { tellUsers } from "#app/platform/live.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { NOTICE_LIMITS, type NotificationKind } from "../rules.ts"
import { notifications } from "../schema.server.ts"

export type NoticeView = {
  id: string
  kind: NotificationKind
  title: string
  text: string
  createdAt: string
  read: boolean
}

/** A page of what the actor was told, newest first, of one kind alone where given. One query. */
export async function findNotices(
  actor: Member,
  options: { kind: NotificationKind | null; cursor: string | null },
): Promise<{ rows: NoticeView[]; next: string | null }> {
  const [after] = decodeCursor(options.cursor, [isId]) ?? []
  const rows = await db()
    .select({
      id: notifications.id,
      kind: notifications.kind,
      title: notifications.title,
      text: notifications.text,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, actor.userId),
        eq(notifications.inApp, true),
        options.kind ? eq(notifications.kind, options.kind) : undefined,
        after ? lt(notifications.id, after) : undefined,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(NOTICE_LIMITS.perPage + 1)
  const shown = rows.slice(0, NOTICE_LIMITS.perPage)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ createdAt, readAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    })),
    next: last && rows.length > NOTICE_LIMITS.perPage ? encodeCursor([last.id]) : null,
  }
}

/** How many of each kind the actor has not read, for the chips. One query. */
export async function countUnread(actor: Member): Promise<Partial<Record<NotificationKind, number>>> {
  const rows = await db()
    .select({ kind: notifications.kind, unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, actor.userId), isNull(notifications.readAt)))
    .groupBy(notifications.kind)
  return Object.fromEntries(rows.map((row) => [row.kind, row.unread]))
}

/** Marks one of the actor's as read and says where it leads; null for anybody else's. */
export async function openNotice(actor: Member, id: unknown): Promise<string | null> {
  if (!isId(id)) return null
  const [row] = await db()
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now().toISOString()}::timestamptz)` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, actor.userId)))
    .returning({ href: notifications.href })
  if (row) await tellRead(actor)
  return row?.href ?? null
}

/** Marks one of the actor's as read; another's stays as it is. */
export async function readNotice(actor: Member, id: string): Promise<void> {
  await markRead(actor, eq(notifications.id, id))
}

/** Marks everything as read, of one kind alone where given. */
export async function readAllNotices(actor: Member, kind: NotificationKind | null): Promise<void> {
  await markRead(actor, kind ? eq(notifications.kind, kind) : undefined)
}

async function markRead(actor: Member, which: ReturnType<typeof eq> | undefined): Promise<void> {
  const read = await inTransaction((tx) =>
    tx
      .update(notifications)
      .set({ readAt: now() })
      .where(and(eq(notifications.userId, actor.userId), isNull(notifications.readAt), which))
      .returning({ id: notifications.id }),
  )
  if (read.length > 0) await tellRead(actor)
}

/** The badge of every page and device follows. */
const tellRead = (actor: Member) => tellUsers([actor.userId], { type: "notifications.changed" })

/** Removes what was read 90 days ago, and everything after a year; a job calls it. */
export async function sweepNotices(): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs)
  await db()
    .delete(notifications)
    .where(lt(notifications.readAt, before(NOTICE_LIMITS.keepReadDays)))
  await db()
    .delete(notifications)
    .where(lt(notifications.createdAt, before(NOTICE_LIMITS.keepDays)))
}
