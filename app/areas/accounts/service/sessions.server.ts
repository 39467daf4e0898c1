/** Owns the beginning and the end of sessions, and the cookies they live in. */
import { and, eq, inArray, ne } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { cookieText } from "../../../platform/cookies.server.ts"
import { db, inTransaction, type Executor } from "../../../platform/db.server.ts"
import { adoptVisitorDrafts, DRAFT_COOKIE } from "../../../platform/drafts.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { endSessions } from "../../../platform/live.server.ts"
import { adoptPictures } from "../../../platform/pictures.server.ts"
import { networkOf } from "../../../platform/rate-limit.server.ts"
import { signature } from "../../../platform/signatures.server.ts"
import { SESSION, sessionTimeout, type Actor, type Member } from "../rules.ts"
import { knownAddresses, sessions } from "../schema.server.ts"
import { readCookie, SESSION_COOKIE } from "../session.server.ts"
import { deviceCookie, knownDevice } from "./devices.server.ts"
import { randomToken } from "./tokens.server.ts"

/** From where somebody signs in. `request` gives cookies and protocol, `address` the visitor's address. */
export type Origin = { request: Request; address: string; actor: Actor }

/**
 * Signs `userId` in with a session of its own: a new token, the former session of this browser ended, the
 * visitor's drafts and pictures taken along, the device and the address remembered. Returns the Set-Cookie
 * lines. `kept`: 로그인 상태 유지, 30 days.
 */
export async function startSession(
  origin: Origin,
  userId: string,
  options: {
    kept: boolean
    sessionTimeoutMs: number | null
    method: "password" | "kakao" | "naver" | "google"
  },
): Promise<Headers> {
  const { request, address, actor } = origin
  const token = randomToken()
  const at = now()
  const lastsMs = options.kept ? SESSION.keptMs : sessionTimeout(options)
  const known = signature("address", `${userId} ${networkOf(address)}`)
  await db()
    .insert(sessions)
    .values({
      id: newId(),
      userId,
      token,
      kept: options.kept,
      expiresAt: new Date(at.getTime() + lastsMs),
      createdAt: at,
      updatedAt: at,
      ipAddress: address,
      userAgent: request.headers.get("User-Agent")?.slice(0, 300) ?? null,
    })
  await db()
    .insert(knownAddresses)
    .values({ userId, addressHash: known, seenAt: at })
    .onConflictDoUpdate({ target: [knownAddresses.userId, knownAddresses.addressHash], set: { seenAt: at } })
  if (actor.kind === "member") await endSession(actor)
  const headers = new Headers()
  headers.append(
    "Set-Cookie",
    cookieText(
      request,
      SESSION_COOKIE,
      `${token}.${signature("session", token)}`,
      options.kept ? SESSION.keptMs : undefined,
    ),
  )
  headers.append("Set-Cookie", deviceCookie(request, userId))
  headers.append("Set-Cookie", lastMethodCookie(request, options.method))
  if (actor.kind === "visitor" && actor.draftId) {
    await adoptVisitorDrafts(actor.draftId, userId)
    await adoptPictures(actor.draftId, userId)
    headers.append("Set-Cookie", cookieText(request, DRAFT_COOKIE, "", 0))
  }
  return headers
}

const LAST_METHOD_COOKIE = "baroildang.last"
const lastMethodCookie = (request: Request, method: string) =>
  cookieText(request, LAST_METHOD_COOKIE, method, 365 * 86_400_000)

/** How this browser signed in the last time, for the hint on /login. */
export const lastMethod = (request: Request): string | null => readCookie(request, LAST_METHOD_COOKIE) ?? null

/** Ends one session and its live stream. */
export async function endSession(member: Pick<Member, "userId" | "sessionId">): Promise<void> {
  await db().delete(sessions).where(eq(sessions.id, member.sessionId))
  await endSessions(member.userId, [member.sessionId])
}

/** Says that the person has logged out of this browser by hand, where it is known. */
export async function noteSignOut(request: Request, { userId }: Member): Promise<void> {
  const device = knownDevice(request, userId)
  if (device) await inTransaction((tx) => emit(tx, "account.signed-out", { userId, device }))
}

/** The Set-Cookie line that makes the browser forget its session. */
export const forgetSession = (request: Request): string => cookieText(request, SESSION_COOKIE, "", 0)

/**
 * Ends every session of a user, but for `exceptSessionId`, and their live streams: with the transaction's
 * commit where `executor` is one. What comes with the next request is a visitor.
 */
export async function endSessionsOf(
  executor: Executor,
  userId: string,
  exceptSessionId?: string,
): Promise<void> {
  const ended = await executor
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined))
    .returning({ id: sessions.id })
  if (ended.length > 0)
    await endSessions(
      userId,
      ended.map((session) => session.id),
    )
}

/** As {@link endSessionsOf}, for every session of several users. Returns those who had one. */
export async function endSessionsOfEach(executor: Executor, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const ended = await executor
    .delete(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .returning({ id: sessions.id, userId: sessions.userId })
  const whose = [...new Set(ended.map((session) => session.userId))]
  await Promise.all(
    whose.map((userId) =>
      endSessions(
        userId,
        ended.filter((session) => session.userId === userId).map((session) => session.id),
      ),
    ),
  )
  return whose
}
