/** Buying once more what was bought. */
import { and, eq } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { refuse } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { orderLines, shopOrders } from "../schema.server.ts"
import { addToCart } from "./cart.server.ts"

/**
 * Puts the option and the pieces of a line that the actor has bought into their cart, at today's price.
 * Refusals: `not_found` (not bought by the actor), and those of {@link addToCart}.
 */
export async function buyAgain(actor: Actor, lineId: string) {
  if (actor.kind !== "member" || !isId(lineId)) return refuse("not_found")
  const [line] = await db()
    .select({ variantId: orderLines.variantId, quantity: orderLines.quantity })
    .from(orderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
    .where(and(eq(orderLines.id, lineId), eq(shopOrders.buyerId, actor.userId)))
  return line ? addToCart(actor, line) : refuse("not_found")
}
