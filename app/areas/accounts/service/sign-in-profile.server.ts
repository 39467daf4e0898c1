/** What a sign-in needs to know of a person once it is known who they are. */
import { eq } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { db } from "../../../platform/db.server.ts"
import { profiles } from "../schema.server.ts"

type SignInProfile = {
  /** After how many ms without use the session ends, as they chose; null for what is usual. */
  sessionTimeoutMs: number | null
  /** They have left, and nobody comes in. */
  hasLeft: boolean
  /** Until when they are banned, and why; null where they are not. */
  ban: { until: Date; reason: string } | null
}

/** The person of `userId` as a sign-in sees them; null where no profile was made yet. */
export async function findSignInProfile(userId: string): Promise<SignInProfile | null> {
  const [profile] = await db()
    .select({
      sessionTimeoutMs: profiles.sessionTimeoutMs,
      bannedUntil: profiles.bannedUntil,
      banReason: profiles.banReason,
      leftAt: profiles.leftAt,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  if (!profile) return null
  const { sessionTimeoutMs, bannedUntil, banReason, leftAt } = profile
  const isBanned = bannedUntil !== null && bannedUntil > now()
  return {
    sessionTimeoutMs,
    hasLeft: leftAt !== null,
    ban: isBanned ? { until: bannedUntil, reason: banReason ?? "" } : null,
  }
}
