/** What others decide about a person: user type, role, state of the registration, bans. */
import { and, eq, inArray, isNull, lt, or } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import type { Transaction } from "../../../platform/db.server.ts"
import { emit, emitMany } from "../../../platform/events.server.ts"
import type { ExpertState, OfficeRole, Role, SellerState, UserType } from "../rules.ts"
import { profiles } from "../schema.server.ts"
import { endUserSessions, endSessionsOfUsers } from "./sessions.server.ts"

/**
 * Changes what a person is, in the transaction of what decides it: the callers (experts, admin) have
 * authorised it. A new role or user type ends every session with the commit, so that no page goes on with the
 * former one; all pages are told.
 */
export async function updateAccountStatus(
  tx: Transaction,
  userId: string,
  changes: {
    userType?: UserType
    expertState?: ExpertState | null
    sellerState?: SellerState | null
    role?: Role
    officeRole?: OfficeRole
  },
): Promise<void> {
  const [current] = await tx
    .select({ userType: profiles.userType, role: profiles.role, officeRole: profiles.officeRole })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .for("update")
  if (!current) throw new Error(`There is no profile of ${userId}`)
  await tx
    .update(profiles)
    .set({ ...changes, updatedAt: now() })
    .where(eq(profiles.userId, userId))
  const endsSessions =
    (changes.userType !== undefined && changes.userType !== current.userType) ||
    (changes.role !== undefined && changes.role !== current.role) ||
    (changes.officeRole !== undefined && changes.officeRole !== current.officeRole)
  if (endsSessions) await endUserSessions(tx, userId)
  await emit(tx, "profile.changed", { userId })
}

/**
 * Bans a person until a time, with a reason they are told, or lifts the ban (`until` null). Every session
 * ends with the commit.
 */
export async function updateBan(
  tx: Transaction,
  userId: string,
  ban: { until: Date | null; reason: string },
): Promise<void> {
  await tx
    .update(profiles)
    .set({ bannedUntil: ban.until, banReason: ban.until ? ban.reason : null, updatedAt: now() })
    .where(eq(profiles.userId, userId))
  if (ban.until) await endUserSessions(tx, userId)
  await emit(tx, "profile.changed", { userId })
}

/**
 * Bans several people until a time; a ban that lasts longer goes on. Every session of them ends with the
 * commit.
 */
export async function banUsers(
  tx: Transaction,
  userIds: readonly string[],
  ban: { until: Date; reason: string },
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .update(profiles)
    .set({ bannedUntil: ban.until, banReason: ban.reason, updatedAt: now() })
    .where(
      and(
        inArray(profiles.userId, [...userIds]),
        or(isNull(profiles.bannedUntil), lt(profiles.bannedUntil, ban.until)),
      ),
    )
  await endSessionsOfUsers(tx, userIds)
  await emitMany(
    tx,
    "profile.changed",
    userIds.map((userId) => ({ userId })),
  )
}
