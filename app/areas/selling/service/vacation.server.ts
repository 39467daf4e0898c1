/** When a shop is away: written and ended by its owner. It ends by itself after its last day. */
import { eq } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { sellers } from "../../shop/schema.server.ts"
import { hasSellerDashboard } from "../rules.ts"
import type { ShopVacationForm } from "../vacation-form.ts"

/**
 * Sets the vacation of the actor's shop in place of any before, or with null ends it. Orders that were placed
 * keep the day that was promised. Refusals: `not_found` (no shop).
 */
export async function setVacation(
  actor: Actor,
  input: z.output<typeof ShopVacationForm> | null,
): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return refuse("not_found")
  const vacation = input && {
    from: input.from,
    until: input.until,
    note: input.note ?? "",
    takesOrders: input.orders === "take",
  }
  const changed = await db()
    .update(sellers)
    .set({ vacation, updatedAt: now() })
    .where(eq(sellers.userId, actor.userId))
    .returning({ id: sellers.userId })
  return changed.length > 0 ? ok() : refuse("not_found")
}
