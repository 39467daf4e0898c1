/** What of the shop stands in the way of a person who wants to leave. */
import { sql } from "drizzle-orm"
import { href } from "react-router"
import type { Member } from "../../accounts/rules.ts"
import type { LeavingObligations } from "../../accounts/service/leaving.server.ts"
import { OPEN_CLAIM } from "./sale-sql.server.ts"

/** Lines of the relation `lines` that are not ended, and claims that are open although their line is. */
const COUNT_OPEN = sql`(select count(*) from lines where state not in ('confirmed', 'cancelled', 'returned'))
  + (select count(*) from lines join claims c on c.line_id = lines.id
    where lines.state in ('confirmed', 'cancelled', 'returned') and c.state in ${OPEN_CLAIM})`

/** What `actor` bought or sold and is not ended; purchases are why the law has us keep their people. */
export function findShopObligations({ userId }: Member): LeavingObligations {
  const bought = sql`select l.id, l.state from shop_orders o join order_lines l on l.order_id = o.id
    where o.buyer_id = ${userId}::uuid`
  // What somebody bought of themselves counts once, as bought.
  const sold = sql`select l.id, l.state from order_lines l where l.seller_id = ${userId}::uuid
    and not exists (select from shop_orders o where o.id = l.order_id and o.buyer_id = ${userId}::uuid)`
  return {
    open: [
      {
        label: "쇼핑 주문",
        href: href("/shopping/orders"),
        count: sql`(with lines as (${bought}) select ${COUNT_OPEN})`,
      },
      {
        label: "내 가게의 주문",
        href: href("/shopping/admin/orders"),
        count: sql`(with lines as (${sold}) select ${COUNT_OPEN})`,
      },
    ],
    mustRetain: sql`(exists (${bought}) or exists (${sold}))`,
  }
}
