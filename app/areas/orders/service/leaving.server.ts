/** What of orders stands in the way of a person who wants to leave. */
import { sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"

/**
 * How many requests, jobs, proposals and defects to repair of `userId` are under way, and whether there are
 * contracts whose people the law has us keep.
 */
export async function findOrderObligations(
  tx: Transaction,
  userId: string,
): Promise<{ open: number; mustRetain: boolean }> {
  const [obligations] = await tx.execute<{ open: number; mustRetain: boolean }>(sql`
    select
      (select count(*) from orders where (customer_id = ${userId} or expert_id = ${userId})
        and state in ('open', 'matched', 'in_progress', 'delivered', 'changes_requested', 'disputed'))::int
      + (select count(*) from proposals join orders on orders.id = order_id
        where proposals.expert_id = ${userId} and proposals.state in ('sent', 'viewed')
        and orders.state = 'open')::int
      + (select count(*) from warranty_claims where expert_id = ${userId}
        and state not in ('closed', 'refused'))::int as open,
      exists (select 1 from orders where (customer_id = ${userId} or expert_id = ${userId})
        and matched_at is not null) as "mustRetain"`)
  return obligations ?? { open: 0, mustRetain: false }
}
