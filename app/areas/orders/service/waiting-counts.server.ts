/** How many service orders wait for a person. */
import { sql } from "drizzle-orm"
import { countsSubquery } from "#app/platform/json-subqueries.server.ts"

/**
 * Counts what waits for the user `userId`: as the customer proposals to choose from, parts to pay, finished
 * work to look at and extra work to answer; as the chosen expert, work to begin or to mend.
 */
export const countWaitingOrders = (userId: string) =>
  countsSubquery({
    proposals: sql`(select count(*)::int from orders o join proposals p on p.order_id = o.id
      where o.customer_id = ${userId} and o.state = 'open' and p.state in ('sent', 'viewed'))`,
    payments: sql`(select count(*)::int from orders o join order_parts p on p.order_id = o.id
      where o.customer_id = ${userId} and p.state = 'asked')`,
    finishedWork: sql`(select count(*)::int from orders o
      where o.customer_id = ${userId} and o.state = 'delivered')`,
    extraWork: sql`(select count(*)::int from orders o join change_orders c on c.order_id = o.id
      where o.customer_id = ${userId} and c.state = 'proposed')`,
    workToDo: sql`(select count(*)::int from orders o
      where o.expert_id = ${userId} and o.state in ('matched', 'changes_requested'))`,
  })
