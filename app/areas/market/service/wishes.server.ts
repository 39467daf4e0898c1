/** What people have on their list of wishes. */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isListed } from "../rules.ts"
import { items, itemWishes } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * Puts an item on the actor's list or takes it off; twice changes nothing more. Refusals: `not_allowed`
 * (visitors), `not_found` (not to be seen), `own_item`. Taking off is always possible.
 */
export async function setWish(
  actor: Actor,
  input: { itemId: string; isWished: boolean },
): Promise<Outcome<"not_allowed" | "not_found" | "own_item">> {
  if (actor.kind !== "member") return refuse("not_allowed")
  return inTransaction(async (tx) => {
    if (!input.isWished) {
      await tx
        .delete(itemWishes)
        .where(and(eq(itemWishes.itemId, input.itemId), eq(itemWishes.userId, actor.userId)))
      return ok()
    }
    const [item] = await tx.select().from(items).where(eq(items.id, input.itemId)).for("key share")
    if (!item || item.deletedAt !== null || (!isListed(item) && item.sellerId !== actor.userId))
      return refuse("not_found")
    if (item.sellerId === actor.userId) return refuse("own_item")
    await tx
      .insert(itemWishes)
      .values({ itemId: input.itemId, userId: actor.userId, createdAt: now() })
      .onConflictDoNothing()
    return ok()
  })
}
