/** Whom a person has marked with a heart. */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isPubliclyVisible } from "../rules.ts"
import { expertFavorites, experts } from "../schema.server.ts"
import { refreshStatistics } from "./statistics.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * Puts an expert on the actor's list or takes them off; doing it twice changes nothing more. Refuses visitors
 * (not_allowed), and adding oneself or an expert who cannot be seen (not_found). Taking off is always
 * possible.
 */
export async function setFavorite(
  actor: Actor,
  input: { expertId: string; on: boolean },
): Promise<Outcome<"not_allowed" | "not_found">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  return inTransaction(async (tx) => {
    const [expert] = await tx
      .select({ state: experts.state, hiddenAt: experts.hiddenAt })
      .from(experts)
      .where(eq(experts.userId, input.expertId))
      .for("no key update")
    if (!expert || (input.on && (!isPubliclyVisible(expert) || input.expertId === actor.userId)))
      return refuse("not_found")
    if (input.on)
      await tx
        .insert(expertFavorites)
        .values({ userId: actor.userId, expertId: input.expertId, createdAt: now() })
        .onConflictDoNothing()
    else
      await tx
        .delete(expertFavorites)
        .where(and(eq(expertFavorites.userId, actor.userId), eq(expertFavorites.expertId, input.expertId)))
    await refreshStatistics(tx, [input.expertId])
    return ok()
  })
}
