/** Who becomes an admin: one asks, another confirms; and taking the role back. */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { hasRight, type Actor, type OfficeRole } from "../../accounts/rules.ts"
import { findPeopleForAdmin, listOfficeMembers } from "../../accounts/service/people.server.ts"
import { updateAccountStatus } from "../../accounts/service/account-status.server.ts"
import { ADMIN_REQUEST_TRANSITIONS, type AdminRequestMove } from "../rules.ts"
import { adminRequests } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * Asks for `userId` as an admin who does `officeRole`, or for another role of one who is an admin. Refusals:
 * `not_found` (no right, nobody there), `admin` (has that role), `expert` (experts keep their trade),
 * `waiting` (asked already).
 */
export async function requestAdmin(
  actor: Actor,
  userId: string,
  { officeRole, reason }: { officeRole: OfficeRole; reason: string },
): Promise<Outcome<"not_found" | "admin" | "expert" | "waiting">> {
  if (!hasRight(actor, "rights") || !isId(userId)) return refuse("not_found")
  const person = (await findPeopleForAdmin(actor, [userId])).get(userId)
  if (!person || person.left) return refuse("not_found")
  if (person.role === "admin" && person.officeRole === officeRole) return refuse("admin")
  if (person.userType === "expert") return refuse("expert")
  try {
    return await inTransaction(async (tx) => {
      await tx.insert(adminRequests).values({
        id: newId(),
        userId,
        askedBy: actor.userId,
        reason,
        officeRole,
        state: "waiting",
        createdAt: now(),
      })
      await audit(tx, actor, {
        action: "admin.request",
        subject: { kind: "person", id: userId },
        note: reason,
        after: { officeRole },
      })
      return ok()
    })
  } catch (error) {
    if (violatedConstraint(error) === "admin_requests_once") return refuse("waiting")
    throw error
  }
}

/**
 * Confirms or refuses what another admin asked for, or takes back one's own asking. Every session of the new
 * admin ends with the commit. Refusals: `not_found` (no admin, no such request, one's own becoming),
 * `not_now` (decided before, or confirming what one asked for oneself).
 */
export async function decideAdminRequest(
  actor: Actor,
  requestId: string,
  move: AdminRequestMove,
): Promise<Outcome<"not_found" | "not_now", { userId: string }>> {
  if (!hasRight(actor, "rights") || !isId(requestId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [request] = await tx
      .select()
      .from(adminRequests)
      .where(eq(adminRequests.id, requestId))
      .for("update")
    if (!request || request.userId === actor.userId) return refuse("not_found")
    const role = request.askedBy === actor.userId ? "asker" : "other"
    const transition = findTransition(ADMIN_REQUEST_TRANSITIONS, { move, from: request.state, role })
    if (!transition) return refuse("not_now")
    await tx
      .update(adminRequests)
      .set({ state: transition.to, decidedBy: actor.userId, decidedAt: now() })
      .where(eq(adminRequests.id, request.id))
    if (move === "confirm") {
      await updateAccountStatus(tx, request.userId, { role: "admin", officeRole: request.officeRole })
      await emit(tx, "account.changed_by_office", {
        userId: request.userId,
        changeId: request.id,
        what: "admin",
      })
    }
    await audit(tx, actor, {
      action: `admin.${move}`,
      subject: { kind: "person", id: request.userId },
      note: request.reason,
      ...(move === "confirm" ? { after: { role: "admin", officeRole: request.officeRole } } : {}),
    })
    return ok({ userId: request.userId })
  })
}

/**
 * Takes the role of an admin back; every session of theirs ends. Refusals: `not_found` (no admin, nobody
 * there), `self`, `same` (is none).
 */
export async function revokeAdmin(
  actor: Actor,
  userId: string,
  reason: string,
): Promise<Outcome<"not_found" | "self" | "same">> {
  if (!hasRight(actor, "rights") || !isId(userId)) return refuse("not_found")
  if (userId === actor.userId) return refuse("self")
  const person = (await findPeopleForAdmin(actor, [userId])).get(userId)
  if (!person) return refuse("not_found")
  if (person.role !== "admin") return refuse("same")
  return inTransaction(async (tx) => {
    await updateAccountStatus(tx, userId, { role: "user" })
    await emit(tx, "account.changed_by_office", { userId, changeId: newId(), what: "no_admin" })
    await audit(tx, actor, {
      action: "admin.take_back",
      subject: { kind: "person", id: userId },
      note: reason,
      before: { role: "admin" },
      after: { role: "user" },
    })
    return ok()
  })
}

export type PendingAdminRequest = {
  id: string
  userId: string
  name: string
  askedBy: string
  reason: string
  officeRole: OfficeRole
  createdAt: string
  /** The actor asked, and another admin has to confirm. */ isOwn: boolean
}

/**
 * Who waits to become an admin, the oldest first; of one person where `userId` is given. Two queries; empty
 * for anybody but an admin.
 */
export async function findAdminRequests(actor: Actor, userId?: string): Promise<PendingAdminRequest[]> {
  if (!hasRight(actor, "rights")) return []
  const rows = await db()
    .select()
    .from(adminRequests)
    .where(and(eq(adminRequests.state, "waiting"), userId ? eq(adminRequests.userId, userId) : undefined))
    .orderBy(adminRequests.id)
    .limit(20)
  const people = await findPeopleForAdmin(
    actor,
    rows.flatMap((row) => [row.userId, row.askedBy]),
  )
  return rows.map((row) => ({
    id: row.id,
    userId: row.userId,
    name: people.get(row.userId)?.name ?? "탈퇴한 회원",
    askedBy: people.get(row.askedBy)?.name ?? "탈퇴한 관리자",
    reason: row.reason,
    officeRole: row.officeRole,
    createdAt: row.createdAt.toISOString(),
    isOwn: row.askedBy === actor.userId,
  }))
}

export type OfficeMember = {
  userId: string
  name: string
  officeRole: OfficeRole
  hasSecondFactor: boolean
  usedAt: string
}

/** Who works in the office, by role and name; empty for who does not give rights. */
export async function findOfficeMembers(actor: Actor): Promise<OfficeMember[]> {
  if (!hasRight(actor, "rights")) return []
  const members = await listOfficeMembers()
  return members.map((member) => ({ ...member, usedAt: member.usedAt.toISOString() }))
}
