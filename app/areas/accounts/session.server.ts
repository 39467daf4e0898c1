/**
 * The way from a cookie to the actor: one indexed query a request, the same expiry as on the page,
 * taking back a closing.
 */
import { and, eq, gt, inArray, lt, sql, type SQL } from "drizzle-orm"
import { now } from "../../basics/clock.ts"
import { readCookie } from "../../platform/cookies.server.ts"
import { getDatabaseOutage } from "../../platform/database-watch.server.ts"
import { db } from "../../platform/db.server.ts"
import { isSecondFactorRequired } from "./second-factor-rule.server.ts"
import { readApart, runWithoutReader } from "../../platform/read-position.server.ts"
import { DRAFT_COOKIE, parseDraftCookie } from "../../platform/drafts.server.ts"
import {
  SESSION,
  getSessionTimeoutMs,
  type Actor,
  type ExpertState,
  type Member,
  type OfficeRole,
  type Role,
  type SellerState,
  type SessionEndReason,
  type UserType,
} from "./rules.ts"
import { NEIGHBOURHOOD_COOKIE, parseNeighbourhoodCookie } from "./neighbourhood-cookie.server.ts"
import type { Neighbourhood } from "./neighbourhood-rules.ts"
import { sessions } from "./schema.server.ts"
import { countForActor } from "./service/actor-counts.server.ts"

export const SESSION_COOKIE = "baroildang.session_token"

/**
 * The token of the session cookie, "token.signature"; the token alone is 32 random characters, looked up by a
 * unique index. Null where there is none.
 */
function readSessionToken(request: Request): string | null {
  const token = readCookie(request, SESSION_COOKIE)?.split(".")[0]
  return token && token.length <= 128 ? token : null
}

const publicName = sql`(select people.name from people where people.user_id = p.user_id)`

/** When session `s` of profile `p` ends unless it is used: one that opens the office earlier than others. */
const endOfSession = sql`case when p.role = 'admin' then least(s.expires_at,
  s.updated_at + ${SESSION.adminTimeoutMs}::int * interval '1 millisecond') else s.expires_at end`

/** When session `s` of profile `p` ends however it is used; null where use moves its end on. */
const finalEndOfSession = sql`case when p.role = 'admin'
  then s.created_at + ${SESSION.adminMaxMs}::int * interval '1 millisecond'
  when s.kept then s.expires_at end`

/**
 * Whether the person of session `s` is an administrator without a second factor: neither a code nor a passkey
 * stood before this session.
 */
const lacksSecondFactor = () =>
  sql`p.role = 'admin' and ${isSecondFactorRequired()}::boolean and s.passkey_id is null
    and not exists (select from second_factors f where f.user_id = s.user_id
      and f.confirmed_at is not null) as lacks_second_factor`

/** What an actor is made of, of the row `found`; the areas have said by then what they count. */
const selectMemberColumns =
  () => sql`id, user_id, email, email_verified, has_profile, user_type, role, final_ends_at,
      office_role, public_name,
      region_code,
      avatar_id, session_timeout_ms, phone_verified, expert_state, seller_state, kept, lacks_second_factor,
      coalesce(jsonb_array_length(cart), 0) as cart_count,
      ${countForActor("chat", sql`found.user_id`)} as chat_count,
      ${countForActor("notifications", sql`found.user_id`)} as notification_count,
      (select json_agg(json_build_object('regionCode', n.region_code, 'dong', n.dong, 'range', n.range,
        'checkedAt', round(extract(epoch from n.checked_at) * 1000)) order by n.chosen_at desc)
        from neighbourhoods n where n.user_id = found.user_id) as neighbourhoods,
      exists (select from agreements a where not exists (select from consents c
        where c.user_id = found.user_id and c.kind = a.kind and c.granted
        and c.version >= a.version)) as must_agree`

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD"

const EXPIRY_AFTER_USE = sql`coalesce((select expires_at from moved), expires_at)`

/** The parts of the statement that reads a session which note that it was used at `time`. */
function updateOfUse(time: Date, options: { cancelsClosing?: boolean }): SQL {
  const at = sql`${time.toISOString()}::timestamptz`
  return sql`, moved as (
      update sessions s set closing_at = null, updated_at = case when found.moves then ${at}
        else s.updated_at end,
        expires_at = case when found.moves and not found.kept
          then ${at} + least(coalesce(found.session_timeout_ms, ${SESSION.defaultTimeoutMs}::int),
            case when found.role = 'admin' then ${SESSION.adminTimeoutMs}::int
              else ${SESSION.hardLogoutMs}::int end) * interval '1 millisecond'
          else s.expires_at end
      from found where s.id = found.id and (found.moves or (${options.cancelsClosing !== false}::boolean
        and found.closing_at is not null))
      returning s.expires_at
    ), used as (
      update profiles p set used_at = ${at} from found where p.user_id = found.user_id and found.used_again
    )`
}

/**
 * Who makes `request`. A session that is over, closed for more than 30 s, banned or left counts as a
 * visitor. `countsAsUse` says that the person did something: it moves the expiry on (not where one stays
 * signed in, which lasts 30 days from sign-in; there only the hour of the last use is noted).
 * `cancelsClosing` false: a closing goes on all the same.
 */
export async function findActor(
  request: Request,
  options: { countsAsUse: boolean; cancelsClosing?: boolean },
): Promise<Actor> {
  const visitor: Actor = {
    kind: "visitor",
    draftId: parseDraftCookie(readCookie(request, DRAFT_COOKIE)),
    neighbourhood: parseNeighbourhoodCookie(readCookie(request, NEIGHBOURHOOD_COOKIE)) ?? undefined,
  }
  const token = readSessionToken(request)
  if (token === null) return visitor
  const time = now()
  const at = sql`${time.toISOString()}::timestamptz`
  const timeBefore = (ms: number) => sql`${new Date(time.getTime() - ms).toISOString()}::timestamptz`
  // Moving the expiry on and taking back a closing are part of the reading: one statement, and a row is
  // written only where it must be. Where the primary is away a standby says who it is (decision 111).
  const isReadAlone = getDatabaseOutage() !== undefined && isRead(request)
  const readSession = () =>
    db().execute<SessionRow>(sql`
    with found as (
      select s.id, s.user_id, ${endOfSession} as expires_at,
        round(extract(epoch from ${finalEndOfSession}) * 1000)::float8 as final_ends_at,
        s.kept and p.role is distinct from 'admin' as kept, s.closing_at, u.email, u.email_verified,
        p.user_id is not null as has_profile, p.user_type, p.role, p.office_role,
        ${publicName} as public_name, ${lacksSecondFactor()}, p.region_code, p.avatar_id,
        p.session_timeout_ms,
        p.phone_verified_at is not null as phone_verified, p.cart, p.expert_state, p.seller_state,
        ${options.countsAsUse}::boolean and s.updated_at < case
          when s.kept and p.role is distinct from 'admin'
          then ${timeBefore(SESSION.lastUseMs)}
          else ${timeBefore(SESSION.activityDebounceMs)} end as moves,
        ${options.countsAsUse}::boolean and p.used_at < ${timeBefore(SESSION.lastUseMs)} as used_again
      from sessions s join users u on u.id = s.user_id left join profiles p on p.user_id = s.user_id
      where s.token = ${token} and s.expires_at > ${at} and (s.closing_at is null
        or s.closing_at >= ${timeBefore(SESSION.closingGraceMs)})
        and (p.role is distinct from 'admin' or (s.updated_at > ${timeBefore(SESSION.adminTimeoutMs)}
          and s.created_at > ${timeBefore(SESSION.adminMaxMs)}))
        and p.left_at is null and (p.banned_until is null or p.banned_until <= ${at})
    )${isReadAlone ? sql`` : updateOfUse(time, options)}
    select ${selectMemberColumns()},
      round(extract(epoch from ${isReadAlone ? sql`expires_at` : EXPIRY_AFTER_USE}) * 1000)::float8 as ends_at
    from found`)
  const [row] = await (isReadAlone ? readApart(readSession) : runWithoutReader(readSession))
  return row ? toMember(row) : visitor
}

/**
 * The member whom `admin` looks as in the view `viewId` of this session; null where it is over, or they are
 * banned, left or an administrator themselves.
 */
export async function findViewedMember(admin: Member, viewId: string): Promise<Member | null> {
  const at = sql`${now().toISOString()}::timestamptz`
  const [row] = await db().execute<SessionRow>(sql`
    with found as (
      select v.id, v.user_id, v.ends_at as expires_at, null::float8 as final_ends_at, false as kept,
        u.email, u.email_verified,
        p.user_id is not null as has_profile, p.user_type, p.role, p.office_role,
        ${publicName} as public_name, false as lacks_second_factor, p.region_code, p.avatar_id,
        p.session_timeout_ms, p.phone_verified_at is not null as phone_verified, p.cart, p.expert_state,
        p.seller_state
      from person_views v join users u on u.id = v.user_id join profiles p on p.user_id = v.user_id
      where v.id = ${viewId}::uuid and v.session_id = ${admin.sessionId}::uuid and v.ended_at is null
        and v.ends_at > ${at} and p.role <> 'admin' and p.left_at is null
        and (p.banned_until is null or p.banned_until <= ${at})
    )
    select ${selectMemberColumns()},
      round(extract(epoch from expires_at) * 1000)::float8 as ends_at from found`)
  return row
    ? { ...toMember(row), mustAgree: false, viewedBy: { adminId: admin.userId, endsAt: row.ends_at } }
    : null
}

function toMember(row: SessionRow): Member {
  return {
    kind: "member",
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    profile: row.has_profile
      ? {
          userType: row.user_type ?? "customer",
          role: row.lacks_second_factor ? "user" : (row.role ?? "user"),
          officeRole: row.office_role ?? "content",
          name: row.public_name ?? "",
          regionCode: row.region_code,
          avatarId: row.avatar_id,
          sessionTimeoutMs: row.session_timeout_ms,
          phoneVerified: row.phone_verified,
          cartCount: row.cart_count,
          chatCount: row.chat_count,
        }
      : null,
    neighbourhoods: row.neighbourhoods ?? [],
    expertState: row.expert_state,
    sellerState: row.seller_state,
    notificationCount: row.notification_count,
    expiresAt: row.ends_at,
    finalEndsAt: row.final_ends_at,
    staysSignedIn: row.kept,
    mustAgree: row.must_agree,
    lacksSecondFactor: row.lacks_second_factor ?? false,
  }
}

type SessionRow = {
  id: string
  user_id: string
  email: string
  email_verified: boolean
  has_profile: boolean
  user_type: UserType | null
  role: Role | null
  office_role: OfficeRole | null
  public_name: string | null
  region_code: string | null
  avatar_id: string | null
  session_timeout_ms: number | null
  phone_verified: boolean
  expert_state: ExpertState | null
  seller_state: SellerState | null
  kept: boolean
  final_ends_at: number | null
  cart_count: number
  chat_count: number
  notification_count: number
  must_agree: boolean
  neighbourhoods: Neighbourhood[] | null
  lacks_second_factor: boolean | null
  ends_at: number
}

/**
 * Lets the actor's session last from now on, as its profile says; a kept one lasts as it did. Returns when it
 * ends, in milliseconds since 1970.
 */
export async function extendSession(actor: Member): Promise<number> {
  if (actor.staysSignedIn) return actor.expiresAt
  const time = now().getTime()
  const expiresAt = time + getSessionTimeoutMs(actor.profile)
  await db()
    .update(sessions)
    .set({ expiresAt: new Date(expiresAt), updatedAt: new Date(time), closingAt: null })
    .where(eq(sessions.id, actor.sessionId))
  return expiresAt
}

/** When a session ends, in milliseconds since 1970; null where it is gone. */
export async function getSessionEnd(sessionId: string): Promise<number | null> {
  const [session] = await db()
    .select({ expiresAt: sessions.expiresAt, closingAt: sessions.closingAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  if (!session) return null
  return Math.min(
    session.expiresAt.getTime(),
    session.closingAt ? session.closingAt.getTime() + SESSION.closingGraceMs : Number.POSITIVE_INFINITY,
  )
}

/** Those among `sessionIds` that are not over. */
export async function listActiveSessionIds(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...sessionIds]), gt(sessions.expiresAt, now())))
  return new Set(rows.map((row) => row.id))
}

/** When the session began: a fresh sign-in stands for a password. */
export async function getSessionStart(actor: Member): Promise<Date> {
  const [session] = await db()
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
  return session?.createdAt ?? new Date(0)
}

/**
 * Marks the actor's session as closing: it ends in 30 s unless a request takes it back. Kept sessions stay.
 */
export async function markClosing(actor: Member): Promise<void> {
  if (actor.staysSignedIn) return
  await db().update(sessions).set({ closingAt: now() }).where(eq(sessions.id, actor.sessionId))
}

/**
 * Why the session whose cookie a visitor's `request` still carries is over; null where there is no cookie.
 * After a day nobody knows any more, and it counts as ended elsewhere.
 */
export async function findSessionEndReason(request: Request): Promise<SessionEndReason | null> {
  const token = readSessionToken(request)
  if (token === null) return null
  const [session] = await db().execute<{ is_closing: boolean; ends_at: number }>(sql`
    select s.closing_at is not null as is_closing,
      extract(epoch from least(${endOfSession}, ${finalEndOfSession}))::float8 * 1000 as ends_at
    from sessions s left join profiles p on p.user_id = s.user_id where s.token = ${token}`)
  if (session?.is_closing) return "closed"
  return session && session.ends_at <= now().getTime() ? "time" : "elsewhere"
}

/** Removes sessions that have been over for a day; a job calls it. */
export async function deleteExpiredSessions(): Promise<void> {
  const time = new Date(now().getTime() - SESSION.endedRetentionMs)
  await db().delete(sessions).where(lt(sessions.expiresAt, time))
  await db()
    .delete(sessions)
    .where(
      and(
        eq(sessions.staysSignedIn, false),
        lt(sessions.closingAt, new Date(time.getTime() - SESSION.closingGraceMs)),
      ),
    )
}
