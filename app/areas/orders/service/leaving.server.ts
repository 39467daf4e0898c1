/** What of orders stands in the way of a person who wants to leave. */
import { sql } from "drizzle-orm"
import { href } from "react-router"
import type { Member } from "../../accounts/rules.ts"
import type { LeavingObligations } from "../../accounts/service/leaving.server.ts"

const UNDER_WAY = sql`state in ('matched', 'in_progress', 'delivered', 'changes_requested', 'disputed')`

/**
 * Requests, jobs, proposals and defects to repair of `actor` that are under way; contracts are why the law
 * has us keep their people.
 */
export const findOrderObligations = ({ userId }: Member): LeavingObligations => ({
  open: [
    {
      label: "견적을 받고 있는 요청",
      href: `${href("/orders")}?tab=open`,
      count: sql`(select count(*) from orders where customer_id = ${userId} and state = 'open')`,
    },
    {
      label: "맡긴 작업",
      href: `${href("/orders")}?tab=working`,
      count: sql`(select count(*) from orders where customer_id = ${userId} and ${UNDER_WAY})`,
    },
    {
      label: "맡은 작업",
      href: `${href("/expert-dashboard/proposals")}?tab=accepted`,
      count: sql`(select count(*) from orders where expert_id = ${userId} and ${UNDER_WAY})`,
    },
    {
      label: "답을 기다리는 견적서",
      href: `${href("/expert-dashboard/proposals")}?tab=waiting`,
      count: sql`(select count(*) from proposals join orders on orders.id = order_id
        where proposals.expert_id = ${userId} and proposals.state in ('sent', 'viewed')
        and orders.state = 'open')`,
    },
    {
      label: "고칠 하자",
      href: href("/expert-dashboard"),
      count: sql`(select count(*) from warranty_claims where expert_id = ${userId}
        and state not in ('closed', 'refused'))`,
    },
  ],
  mustRetain: sql`exists (select 1 from orders where (customer_id = ${userId} or expert_id = ${userId})
    and matched_at is not null)`,
})
