/** The price guide: what kinds of work have cost, from proposals that customers accepted. */
import { sql } from "drizzle-orm"
import { MAX_COUNTED } from "#app/basics/counted.ts"
import { db } from "#app/platform/db.server.ts"
import { listServices } from "../questions.ts"
import { LIMITS, type Category } from "../rules.ts"

/** Quartiles in won, rounded to 천원; `count` is of how many accepted proposals. */
export type PriceGuideRow = {
  service: string
  count: number
  lowWon: number
  medianWon: number
  highWon: number
}

/**
 * The price guide of a category, most asked first, by the newest accepted proposals of each kind of work, as
 * many as lists are counted. A kind of work with fewer than 5 is left out, and so are cancelled orders.
 */
export async function findPriceGuide(category: Category): Promise<PriceGuideRow[]> {
  const quartile = (fraction: number) =>
    sql`(round(percentile_cont(${fraction}::float8) within group (order by agreed_won) / 1000) * 1000)::int`
  const rows = await db().execute<PriceGuideRow>(sql`
    select asked.service, count(*)::int as count, ${quartile(0.25)} as "lowWon",
      ${quartile(0.5)} as "medianWon", ${quartile(0.75)} as "highWon"
    from unnest(${sql.param(listServices(category).map(({ id }) => id))}::text[]) as asked (service)
      cross join lateral (select agreed_won from orders
        where category = ${category} and orders.service = asked.service and agreed_won is not null
          and state <> 'cancelled'
        order by matched_at desc nulls last limit ${MAX_COUNTED}::int) newest
    group by asked.service having count(*) >= ${LIMITS.minPricesForGuide}::int
    order by count(*) desc, asked.service`)
  return [...rows]
}
