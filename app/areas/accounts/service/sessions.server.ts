/** The beginning and the end of sessions, and the cookies they live in. */
import { and, eq, inArray, ne } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { newId } from "../../../basics/ids.ts"
import { formatSetCookie, readCookie } from "../../../platform/cookies.server.ts"
import { db, inTransaction, type Executor } from "../../../platform/db.server.ts"
import { transferVisitorDrafts, DRAFT_COOKIE } from "../../../platform/drafts.server.ts"
import { emit } from "../../../platform/events.server.ts"
import { publishSessionEnd } from "../../../platform/live.server.ts"
import { transferVisitorPictures } from "../../../platform/pictures.server.ts"
import { networkOf } from "../../../platform/network.ts"
import { sign } from "../../../platform/signatures.server.ts"
import { SESSION, getSessionTimeoutMs, type Actor, type Member } from "../rules.ts"
import { knownAddresses, sessions } from "../schema.server.ts"
import { SESSION_COOKIE } from "../session.server.ts"
import { buildDeviceCookie, findKnownDevice } from "./devices.server.ts"
import { createToken } from "./tokens.server.ts"

/** From where somebody signs in. `request` gives cookies and protocol, `address` the visitor's address. */
export type SignInContext = { request: Request; address: string; actor: Actor }

export const SIGN_IN_METHODS = ["password", "phone", "passkey", "kakao", "naver", "google", "apple"] as const
type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export type SessionOptions = {
  staysSignedIn: boolean
  sessionTimeoutMs: number | null
  method: SignInMethod
  /** The passkey that was used, which stands for a second factor. */
  passkeyId?: string
}

/**
 * Signs `userId` in with a session of its own: a new token, the former session of this browser ended, the
 * visitor's drafts and pictures taken along, the device and the address remembered. Returns the Set-Cookie
 * lines. `kept`: 로그인 상태 유지, 30 days.
 */
export async function startSession(
  origin: SignInContext,
  userId: string,
  options: SessionOptions,
): Promise<Headers> {
  const { request, address, actor } = origin
  const token = createToken()
  const at = now()
  const durationMs = options.staysSignedIn ? SESSION.staySignedInMs : getSessionTimeoutMs(options)
  const knownAddressHash = sign("address", `${userId} ${networkOf(address)}`)
  await db()
    .insert(sessions)
    .values({
      id: newId(),
      userId,
      token,
      staysSignedIn: options.staysSignedIn,
      passkeyId: options.passkeyId,
      expiresAt: new Date(at.getTime() + durationMs),
      createdAt: at,
      updatedAt: at,
      ipAddress: address,
      userAgent: request.headers.get("User-Agent")?.slice(0, 300) ?? null,
    })
  await db()
    .insert(knownAddresses)
    .values({ userId, addressHash: knownAddressHash, seenAt: at })
    .onConflictDoUpdate({ target: [knownAddresses.userId, knownAddresses.addressHash], set: { seenAt: at } })
  if (actor.kind === "member") await endSession(actor)
  const headers = new Headers()
  headers.append(
    "Set-Cookie",
    formatSetCookie(
      request,
      SESSION_COOKIE,
      `${token}.${sign("session", token)}`,
      options.staysSignedIn ? SESSION.staySignedInMs : undefined,
    ),
  )
  headers.append("Set-Cookie", buildDeviceCookie(request, userId))
  headers.append("Set-Cookie", buildLastMethodCookie(request, options.method))
  if (actor.kind === "visitor" && actor.draftId) {
    await transferVisitorDrafts(actor.draftId, userId)
    await transferVisitorPictures(actor.draftId, userId)
    headers.append("Set-Cookie", formatSetCookie(request, DRAFT_COOKIE, "", 0))
  }
  return headers
}

const LAST_METHOD_COOKIE = "baroildang.last"
const buildLastMethodCookie = (request: Request, method: string) =>
  formatSetCookie(request, LAST_METHOD_COOKIE, method, 365 * 86_400_000)

/** How this browser signed in the last time, for the hint on /login. */
export const readLastSignInMethod = (request: Request): string | null =>
  readCookie(request, LAST_METHOD_COOKIE) ?? null

/** Ends one session and its live stream. */
export async function endSession(member: Pick<Member, "userId" | "sessionId">): Promise<void> {
  await db().delete(sessions).where(eq(sessions.id, member.sessionId))
  await publishSessionEnd(member.userId, [member.sessionId])
}

/** Says that the person has logged out of this browser by hand, where it is known. */
export async function recordSignOut(request: Request, { userId }: Member): Promise<void> {
  const device = findKnownDevice(request, userId)
  if (device) await inTransaction((tx) => emit(tx, "account.signed-out", { userId, device }))
}

/** The Set-Cookie line that makes the browser forget its session. */
export const buildExpiredSessionCookie = (request: Request): string =>
  formatSetCookie(request, SESSION_COOKIE, "", 0)

/**
 * Ends every session of a user, but for `exceptSessionId`, and their live streams: with the transaction's
 * commit where `executor` is one. What comes with the next request is a visitor.
 */
export async function endUserSessions(
  executor: Executor,
  userId: string,
  exceptSessionId?: string,
): Promise<void> {
  const deletedSessions = await executor
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined))
    .returning({ id: sessions.id })
  if (deletedSessions.length > 0)
    await publishSessionEnd(
      userId,
      deletedSessions.map((session) => session.id),
    )
}

/** As {@link endUserSessions}, for every session of several users. Returns those who had one. */
export async function endSessionsOfUsers(executor: Executor, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const deletedSessions = await executor
    .delete(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .returning({ id: sessions.id, userId: sessions.userId })
  const endedUserIds = [...new Set(deletedSessions.map((session) => session.userId))]
  await Promise.all(
    endedUserIds.map((userId) =>
      publishSessionEnd(
        userId,
        deletedSessions.filter((session) => session.userId === userId).map((session) => session.id),
      ),
    ),
  )
  return endedUserIds
}
