/** How many requests of a category wait for proposals. */
import { and, count, eq, gt, isNull } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import type { Category } from "../rules.ts"
import { orders } from "../schema.server.ts"

/** Requests of `category` that experts can propose on now. */
export async function countOpenOrders(category: Category): Promise<number> {
  const [row] = await db()
    .select({ requests: count() })
    .from(orders)
    .where(
      and(
        eq(orders.category, category),
        eq(orders.state, "open"),
        isNull(orders.hiddenAt),
        gt(orders.expiresAt, now()),
      ),
    )
  return row?.requests ?? 0
}
