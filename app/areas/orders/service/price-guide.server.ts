/** The price guide: what kinds of work have cost, from proposals that customers accepted. */
import { and, eq, isNotNull, ne, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { LIMITS, type Category } from "../rules.ts"
import { orders } from "../schema.server.ts"

/** Quartiles in won, rounded to 천원; `count` is of how many accepted proposals. */
export type PriceGuideRow = {
  service: string
  count: number
  lowWon: number
  medianWon: number
  highWon: number
}

/**
 * The price guide of a category, most asked first. A kind of work with fewer than 5 accepted proposals is
 * left out, and so are cancelled orders.
 */
export async function findPriceGuide(category: Category): Promise<PriceGuideRow[]> {
  const quartile = (fraction: number) =>
    sql<number>`(round(percentile_cont(${fraction}::float8) within group (order by ${orders.agreedWon}) /
      1000) *
      1000)::int`
  return db()
    .select({
      service: orders.service,
      count: sql<number>`count(*)::int`,
      lowWon: quartile(0.25),
      medianWon: quartile(0.5),
      highWon: quartile(0.75),
    })
    .from(orders)
    .where(and(eq(orders.category, category), isNotNull(orders.agreedWon), ne(orders.state, "cancelled")))
    .groupBy(orders.service)
    .having(sql`count(*) >= ${LIMITS.minPricesForGuide}`)
    .orderBy(sql`count(*) desc`, orders.service)
}
