/** Saved posts. */
import { and, eq, isNull } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { hirePosts, hireSaves, seekPosts, seekSaves } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** Saves a post or takes it off the list; doing it twice changes nothing. Refusal `not_found`. */
export async function setSaved(
  actor: Actor,
  kind: "hire" | "seek",
  id: string,
  on: boolean,
): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member") return refuse("not_found")
  const userId = actor.userId
  const found =
    kind === "hire"
      ? await db()
          .select({ id: hirePosts.id })
          .from(hirePosts)
          .where(and(eq(hirePosts.id, id), isNull(hirePosts.hiddenAt)))
      : await db()
          .select({ id: seekPosts.id })
          .from(seekPosts)
          .where(and(eq(seekPosts.id, id), isNull(seekPosts.hiddenAt)))
  if (found.length === 0) return refuse("not_found")
  if (kind === "hire") {
    if (on)
      await db().insert(hireSaves).values({ userId, hireId: id, createdAt: now() }).onConflictDoNothing()
    else
      await db()
        .delete(hireSaves)
        .where(and(eq(hireSaves.userId, userId), eq(hireSaves.hireId, id)))
  } else if (on)
    await db().insert(seekSaves).values({ userId, seekId: id, createdAt: now() }).onConflictDoNothing()
  else
    await db()
      .delete(seekSaves)
      .where(and(eq(seekSaves.userId, userId), eq(seekSaves.seekId, id)))
  return ok()
}
