/** Looking at the product as a member sees it: begun with a reason, ended by a button or by time. */
import { and, eq, isNull } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { isId, newId } from "../../../basics/ids.ts"
import { MINUTE_MS } from "../../../basics/time.ts"
import { audit } from "../../../platform/audit.server.ts"
import { formatSetCookie } from "../../../platform/cookies.server.ts"
import { inTransaction } from "../../../platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hasRight, PERSON_VIEW_MINUTES, type Actor } from "../rules.ts"
import { personViews } from "../schema.server.ts"
import { findMember } from "./members.server.ts"

export const PERSON_VIEW_COOKIE = "baroildang.person_view"

/** The Set-Cookie line that begins looking as somebody, or ends it (null). */
export const buildPersonViewCookie = (request: Request, viewId: string | null): string =>
  viewId === null
    ? formatSetCookie(request, PERSON_VIEW_COOKIE, "", 0)
    : formatSetCookie(request, PERSON_VIEW_COOKIE, viewId)

/**
 * Lets this session of an administrator look as `userId` for a quarter of an hour; an earlier view of it
 * ends. Refusals: `not_found` (no right, nobody there), `admin` (administrators are looked at by nobody),
 * `not_active` (banned or left: they see nothing themselves).
 */
export async function startPersonView(
  actor: Actor,
  userId: string,
  reason: string,
): Promise<Outcome<"not_found" | "admin" | "not_active", { viewId: string }>> {
  if (!hasRight(actor, "view_as")) return refuse("not_found")
  const person = await findMember(actor, userId)
  if (!person) return refuse("not_found")
  if (person.role === "admin") return refuse("admin")
  if (person.state !== "active") return refuse("not_active")
  return inTransaction(async (tx) => {
    const at = now()
    await tx
      .update(personViews)
      .set({ endedAt: at })
      .where(and(eq(personViews.sessionId, actor.sessionId), isNull(personViews.endedAt)))
    const viewId = newId()
    await tx.insert(personViews).values({
      id: viewId,
      sessionId: actor.sessionId,
      userId,
      reason,
      startedAt: at,
      endsAt: new Date(at.getTime() + PERSON_VIEW_MINUTES * MINUTE_MS),
    })
    await audit(tx, actor, {
      action: "person.view_as",
      subject: { kind: "person", id: userId },
      note: reason,
    })
    return ok({ viewId })
  })
}

/** Ends the view `viewId` of this session. Returns whom it was of; null where it is none of theirs. */
export async function endPersonView(actor: Actor, viewId: unknown): Promise<string | null> {
  if (actor.kind !== "member" || !isId(viewId)) return null
  return inTransaction(async (tx) => {
    const at = now()
    const [view] = await tx
      .select()
      .from(personViews)
      .where(and(eq(personViews.id, viewId), eq(personViews.sessionId, actor.sessionId)))
      .for("update")
    if (!view) return null
    if (view.endedAt === null) {
      // It may have ended by time before.
      const endedAt = view.endsAt < at ? view.endsAt : at
      await tx.update(personViews).set({ endedAt }).where(eq(personViews.id, viewId))
      await audit(tx, actor, { action: "person.view_end", subject: { kind: "person", id: view.userId } })
    }
    return view.userId
  })
}
