/** How many purchases of the shop are under way to a person or wait for them. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { countsSubquery } from "#app/platform/json-subqueries.server.ts"

/** Counts of the buyer `userId`: goods that will arrive, and purchases whose deposit is waited for. */
export const countWaitingPurchases = (userId: string) =>
  countsSubquery({
    arriving: sql`(select count(*)::int from shop_orders o join order_lines l on l.order_id = o.id
      where o.buyer_id = ${userId} and l.state = 'shipped')`,
    deposits: sql`(select count(*)::int from order_groups g
      where g.buyer_id = ${userId} and g.state = 'waiting_deposit'
        and g.expires_at > ${now().toISOString()})`,
  })
