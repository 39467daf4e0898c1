/** How many requests of a category wait for proposals. */
import { and, eq, gt, isNull } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import type { Category } from "../rules.ts"
import { orders } from "../schema.server.ts"

/** Requests of `category` that experts can propose on now, as far as lists are counted. */
export const countOpenOrders = (category: Category): Promise<number> =>
  countCapped(
    orders,
    and(
      eq(orders.category, category),
      eq(orders.state, "open"),
      isNull(orders.hiddenAt),
      gt(orders.expiresAt, now()),
    ),
  )
