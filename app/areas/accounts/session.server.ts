/** Owns the way from a cookie to the actor: one indexed query a request, the same expiry as on the page, taking back a closing. */
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm"
import { now } from "../../basics/clock.ts"
import { isId } from "../../basics/ids.ts"
import { db } from "../../platform/db.server.ts"
import { DRAFT_COOKIE } from "../../platform/drafts.server.ts"
import { SESSION, sessionTimeout, type Actor, type Member } from "./rules.ts"
import { profiles, sessions, users } from "./schema.server.ts"

export const SESSION_COOKIE = "baroildang.session_token"

/** The value of one cookie of `request`, decoded; undefined where it is absent or broken. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=")
    if (at > 0 && pair.slice(0, at).trim().replace(/^__(Secure|Host)-/, "") === name) {
      try {
        return decodeURIComponent(pair.slice(at + 1).trim())
      } catch {
        return undefined
      }
    }
  }
  return undefined
}

/**
 * Who makes `request`. A session that is over, closed for more than 30 s, banned or left counts as a visitor. `used` says that
 * the person did something: it moves the expiry on (not for a kept session, which lasts 30 days from sign-in). `takesBack` false: a closing goes
 * on all the same.
 */
export async function findActor(request: Request, options: { used: boolean; takesBack?: boolean }): Promise<Actor> {
  const draftId = readCookie(request, DRAFT_COOKIE)
  const visitor: Actor = { kind: "visitor", draftId: draftId && isId(draftId) ? draftId : null }
  // The cookie is "token.signature"; the token alone is 32 random characters, looked up by a unique index.
  const token = readCookie(request, SESSION_COOKIE)?.split(".")[0]
  if (!token || token.length > 128) return visitor
  const [row] = await db()
    .select({
      sessionId: sessions.id,
      userId: users.id,
      email: users.email,
      emailVerified: users.emailVerified,
      expiresAt: sessions.expiresAt,
      updatedAt: sessions.updatedAt,
      kept: sessions.kept,
      closingAt: sessions.closingAt,
      profileOf: profiles.userId,
      userType: profiles.userType,
      role: profiles.role,
      name: profiles.name,
      regionCode: profiles.regionCode,
      avatarId: profiles.avatarId,
      sessionTimeoutMs: profiles.sessionTimeoutMs,
      phoneVerifiedAt: profiles.phoneVerifiedAt,
      bannedUntil: profiles.bannedUntil,
      leftAt: profiles.leftAt,
      cartCount: sql<number>`coalesce((select sum((line ->> 'quantity')::int) from jsonb_array_elements(${profiles.cart}) line), 0)::int`,
      expertState: profiles.expertState,
      sellerState: profiles.sellerState,
      noticeCount: sql<number>`(select count(*)::int from (select from notifications n where n.user_id = ${sessions.userId} and n.read_at is null limit 100) unread)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, sessions.userId))
    .where(eq(sessions.token, token))
  if (!row) return visitor
  const time = now().getTime()
  const closed = row.closingAt !== null && time - row.closingAt.getTime() > SESSION.closingGraceMs
  if (row.expiresAt.getTime() <= time || closed || row.leftAt || (row.bannedUntil && row.bannedUntil.getTime() > time)) return visitor

  const profile = row.profileOf
    ? {
        userType: row.userType ?? "customer",
        role: row.role ?? "user",
        name: row.name ?? "",
        regionCode: row.regionCode,
        avatarId: row.avatarId,
        sessionTimeoutMs: row.sessionTimeoutMs,
        phoneVerified: row.phoneVerifiedAt !== null,
        cartCount: row.cartCount,
      }
    : null
  const member: Member = {
    kind: "member",
    userId: row.userId,
    sessionId: row.sessionId,
    email: row.email,
    emailVerified: row.emailVerified,
    profile,
    expertState: row.expertState,
    sellerState: row.sellerState,
    noticeCount: row.noticeCount,
    expiresAt: row.expiresAt.getTime(),
    kept: row.kept,
  }
  const moved = options.used && !row.kept && time - row.updatedAt.getTime() > SESSION.activityDebounceMs
  if (moved) member.expiresAt = time + sessionTimeout(profile)
  if (moved || (row.closingAt && options.takesBack !== false)) {
    await db()
      .update(sessions)
      .set({ closingAt: null, ...(moved ? { expiresAt: new Date(member.expiresAt), updatedAt: new Date(time) } : {}) })
      .where(eq(sessions.id, row.sessionId))
  }
  return member
}

/** Lets the actor's session last from now on, as its profile says; a kept one lasts as it did. Returns when it ends, in milliseconds since 1970. */
export async function extendSession(actor: Member): Promise<number> {
  if (actor.kept) return actor.expiresAt
  const time = now().getTime()
  const expiresAt = time + sessionTimeout(actor.profile)
  await db()
    .update(sessions)
    .set({ expiresAt: new Date(expiresAt), updatedAt: new Date(time), closingAt: null })
    .where(eq(sessions.id, actor.sessionId))
  return expiresAt
}

/** When a session ends, in milliseconds since 1970; null where it is gone. */
export async function sessionEndsAt(sessionId: string): Promise<number | null> {
  const [session] = await db().select({ expiresAt: sessions.expiresAt, closingAt: sessions.closingAt }).from(sessions).where(eq(sessions.id, sessionId))
  if (!session) return null
  return Math.min(session.expiresAt.getTime(), session.closingAt ? session.closingAt.getTime() + SESSION.closingGraceMs : Number.POSITIVE_INFINITY)
}

/** Those among `sessionIds` that are not over. */
export async function aliveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await db().select({ id: sessions.id }).from(sessions).where(and(inArray(sessions.id, [...sessionIds]), gt(sessions.expiresAt, now())))
  return new Set(rows.map((row) => row.id))
}

/** When the session began: a fresh sign-in stands for a password. */
export async function sessionBeganAt(actor: Member): Promise<Date> {
  const [session] = await db().select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, actor.sessionId))
  return session?.createdAt ?? new Date(0)
}

/** Marks the actor's session as closing: it ends in 30 s unless a request takes it back. Kept sessions stay. */
export async function markClosing(actor: Member): Promise<void> {
  if (actor.kept) return
  await db().update(sessions).set({ closingAt: now() }).where(eq(sessions.id, actor.sessionId))
}

/** Removes sessions that are over; a job calls it. */
export async function sweepSessions(): Promise<void> {
  const time = now()
  await db().delete(sessions).where(lt(sessions.expiresAt, time))
  await db().delete(sessions).where(and(eq(sessions.kept, false), lt(sessions.closingAt, new Date(time.getTime() - SESSION.closingGraceMs))))
}
