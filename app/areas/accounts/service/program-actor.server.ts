/** For whom programs act, and whom they are told for. */
import { inArray, eq, sql } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { db, type Executor } from "../../../platform/db.server.ts"
import type { Member } from "../rules.ts"
import { profiles, users } from "../schema.server.ts"

/**
 * The member `userId` as a program of theirs acts for them: never as an administrator. `banned` for whom an
 * admin has shut out, null where there is nobody any more. `keyId` stands for the session.
 */
export async function findProgramActor(userId: string, keyId: string): Promise<Member | "banned" | null> {
  const [row] = await selectProgramOwners(db(), [userId])
  return row ? toProgramActor(row, keyId) : null
}

/** Those of `userIds` for whom programs may act now, by their id. */
export async function findProgramActors(
  executor: Executor,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  const rows = await selectProgramOwners(executor, userIds)
  return new Map(
    rows.flatMap((row) => {
      const actor = toProgramActor(row, "")
      return actor === null || actor === "banned" ? [] : [[row.userId, actor]]
    }),
  )
}

type ProgramOwner = Awaited<ReturnType<typeof selectProgramOwners>>[number]

const selectProgramOwners = (executor: Executor, userIds: readonly string[]) =>
  executor
    .select({
      userId: profiles.userId,
      email: users.email,
      emailVerified: users.emailVerified,
      userType: profiles.userType,
      name: sql<string | null>`(select people.name from people where people.user_id = ${profiles.userId})`,
      regionCode: profiles.regionCode,
      avatarId: profiles.avatarId,
      phoneVerifiedAt: profiles.phoneVerifiedAt,
      expertState: profiles.expertState,
      sellerState: profiles.sellerState,
      bannedUntil: profiles.bannedUntil,
      leftAt: profiles.leftAt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(inArray(profiles.userId, [...userIds]))

function toProgramActor(row: ProgramOwner, keyId: string): Member | "banned" | null {
  if (row.leftAt !== null) return null
  if (row.bannedUntil !== null && row.bannedUntil > now()) return "banned"
  return {
    kind: "member",
    userId: row.userId,
    sessionId: keyId,
    email: row.email,
    emailVerified: row.emailVerified,
    profile: {
      userType: row.userType,
      role: "user",
      officeRole: "content",
      name: row.name ?? "",
      regionCode: row.regionCode,
      avatarId: row.avatarId,
      sessionTimeoutMs: null,
      phoneVerified: row.phoneVerifiedAt !== null,
      cartCount: 0,
      chatCount: 0,
    },
    neighbourhoods: [],
    expertState: row.expertState,
    sellerState: row.sellerState,
    notificationCount: 0,
    expiresAt: Number.POSITIVE_INFINITY,
    finalEndsAt: null,
    staysSignedIn: false,
    mustAgree: false,
    lacksSecondFactor: false,
  }
}
