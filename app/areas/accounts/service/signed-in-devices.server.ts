/** Where a person is signed in, and how they sign out there from here. */
import { and, desc, eq, gt, gte, isNull, or } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { db } from "../../../platform/db.server.ts"
import { formatDeviceName, isHandheld } from "../device-name.ts"
import { SESSION, type Member } from "../rules.ts"
import { sessions } from "../schema.server.ts"
import { endSession, endUserSessions } from "./sessions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const MAX_DEVICES = 50

/** Sessions of `actor` that something can still be done with. */
const isOpenSessionOf = (actor: Member) =>
  and(
    eq(sessions.userId, actor.userId),
    gt(sessions.expiresAt, now()),
    or(
      isNull(sessions.closingAt),
      gte(sessions.closingAt, new Date(now().getTime() - SESSION.closingGraceMs)),
    ),
  )

/** The newest 50 places where `actor` is signed in: this one first, then the last used. */
export async function listSignedInDevices(actor: Member) {
  const rows = await db()
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      usedAt: sessions.updatedAt,
      signedInAt: sessions.createdAt,
      staysSignedIn: sessions.staysSignedIn,
    })
    .from(sessions)
    .where(isOpenSessionOf(actor))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.updatedAt), desc(sessions.id))
    .limit(MAX_DEVICES)
  return rows.map(({ userAgent, usedAt, signedInAt, ...row }) => ({
    ...row,
    name: formatDeviceName(userAgent),
    isHandheld: isHandheld(userAgent),
    isThisOne: row.id === actor.sessionId,
    usedAt: usedAt.toISOString(),
    signedInAt: signedInAt.toISOString(),
  }))
}

/**
 * Ends one session of `actor`: its pages and its live stream with it. Refuses one that is over, or somebody
 * else's (`over`).
 */
export async function signOutDevice(
  actor: Member,
  { sessionId }: { sessionId: string },
): Promise<Outcome<"over">> {
  const [session] = await db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isOpenSessionOf(actor)))
  if (!session) return refuse("over")
  await endSession({ userId: actor.userId, sessionId })
  return ok()
}

/** Ends every session of `actor`, this one too. */
export async function signOutEverywhere(actor: Member): Promise<Outcome<never>> {
  await endUserSessions(db(), actor.userId)
  return ok()
}
