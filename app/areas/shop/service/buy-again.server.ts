/** Buying once more what was bought. */
import { and, eq, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { refuse } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { orderLines, products, sellers, shopOrders, variants } from "../schema.server.ts"
import { addToCart } from "./cart.server.ts"
import { forSaleCondition } from "./catalogue.server.ts"

/**
 * Puts the option and the pieces of a line that the actor has bought into their cart, at today's price.
 * Refusals: `not_found` (not bought by the actor), `option_gone` (the product is sold without it by now),
 * `sold_out` (nothing is left of it), and those of {@link addToCart}.
 */
export async function buyAgain(actor: Actor, lineId: string) {
  if (actor.kind !== "member" || !isId(lineId)) return refuse("not_found")
  const [line] = await db()
    .select({
      variantId: orderLines.variantId,
      quantity: orderLines.quantity,
      stock: variants.stock,
      isRetired: sql<boolean>`${variants.retiredAt} is not null`,
      isForSale: sql<boolean>`${forSaleCondition()}`,
    })
    .from(orderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
    .innerJoin(variants, eq(variants.id, orderLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(and(eq(orderLines.id, lineId), eq(shopOrders.buyerId, actor.userId)))
  if (!line) return refuse("not_found")
  if (line.isForSale && line.isRetired) return refuse("option_gone")
  if (line.isForSale && line.stock === 0) return refuse("sold_out")
  return addToCart(actor, { variantId: line.variantId, quantity: line.quantity })
}
