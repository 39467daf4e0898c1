/** Whom a person has marked with a heart. */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { descending, page } from "#app/platform/page.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { isPubliclyVisible, type ExpertCardView, type ExpertHeart } from "../rules.ts"
import { expertFavorites, experts } from "../schema.server.ts"
import { expertCardColumns, listedCondition, toExpertCard } from "./directory.server.ts"
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

/**
 * The heart of `actor` for each of `cards`, by id, for cards that everybody shares. Nothing is asked for a
 * visitor, one query for a member.
 */
export async function findExpertHearts(
  actor: Actor,
  cards: readonly { id: string }[],
): Promise<Record<string, ExpertHeart>> {
  const ids = cards.map((card) => card.id)
  if (actor.kind !== "member" || ids.length === 0) return Object.fromEntries(ids.map((id) => [id, false]))
  const rows = await db()
    .select({ id: expertFavorites.expertId })
    .from(expertFavorites)
    .where(and(eq(expertFavorites.userId, actor.userId), inArray(expertFavorites.expertId, ids)))
  const likedIds = new Set(rows.map((row) => row.id))
  return Object.fromEntries(ids.map((id) => [id, id === actor.userId ? null : likedIds.has(id)]))
}

const PAGE_SIZE = 24
const LIKED_ORDER = descending(
  "newest",
  [expertFavorites.createdAt, "time"],
  [expertFavorites.expertId, "id"],
)

/** A page of the experts who have the heart of `actor` and can be found, the newest heart first. */
export async function findLikedExperts(
  { userId }: Member,
  cursor: string | null,
): Promise<{ cards: ExpertCardView[]; next: string | null }> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({ ...expertCardColumns, sortKeys })
        .from(expertFavorites)
        .innerJoin(experts, eq(experts.userId, expertFavorites.expertId)),
    order: LIKED_ORDER,
    filter: and(eq(expertFavorites.userId, userId), listedCondition),
    cursor,
    size: PAGE_SIZE,
  })
  return { cards: found.rows.map(toExpertCard), next: found.cursor }
}
