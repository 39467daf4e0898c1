/** The customer's list of their own requests. */
import { and, count, eq, inArray, sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { ORDER_TABS, ORDER_TAB_STATES, type OrderState, type OrderTab } from "../rules.ts"
import { orders } from "../schema.server.ts"
import type { MyOrderCard, Page } from "../views.ts"
import { selectAcceptedChangesWon, selectSitePicture } from "./order-sql.server.ts"
import { toIsoOrNull } from "./view-mappers.server.ts"
import { descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

const MY_ORDERS_ORDER = descending("newest", [orders.createdAt, "time"], [orders.id, "id"])

/**
 * A page of the actor's own requests, newest first: `limit` (20) of them after `cursor`, that of the page
 * before. One that cannot be read begins anew.
 */
export async function findMyOrders(
  actor: Actor,
  options: { tab: OrderTab; cursor?: string | null; limit?: number },
): Promise<Page<MyOrderCard>> {
  if (actor.kind !== "member") return { rows: [], cursor: null }
  const limit = options.limit ?? PAGE_SIZE
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: orders.id,
          category: orders.category,
          service: orders.service,
          title: orders.title,
          regionCode: orders.regionCode,
          schedule: orders.schedule,
          wantedOn: orders.wantedOn,
          state: orders.state,
          proposalCount: orders.proposalCount,
          expiresAt: orders.expiresAt,
          createdAt: orders.createdAt,
          expertId: orders.expertId,
          agreedWon: orders.agreedWon,
          unseenProposals: sql<number>`(select count(*)::int from proposals p
            where p.order_id = orders.id and p.state = 'sent')`,
          pendingChangeOrders: sql<number>`(select count(*)::int from change_orders c
            where c.order_id = orders.id and c.state = 'proposed')`,
          addedWon: selectAcceptedChangesWon(sql`orders.id`),
          picture: selectSitePicture(sql`orders.id`),
          sortKeys,
        })
        .from(orders),
    order: MY_ORDERS_ORDER,
    filter: and(
      eq(orders.customerId, actor.userId),
      inArray(orders.state, [...ORDER_TAB_STATES[options.tab]]),
    ),
    cursor: options.cursor ?? null,
    size: limit,
  })
  return {
    rows: found.rows.map(({ addedWon, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      expiresAt: toIsoOrNull(row.expiresAt),
      payableWon: row.agreedWon === null ? null : row.agreedWon + addedWon,
    })),
    cursor: found.cursor,
  }
}

/** How many requests the actor has under each tab. */
export async function countMyOrders(actor: Actor): Promise<Record<OrderTab, number>> {
  const counts: Record<OrderTab, number> = { all: 0, open: 0, working: 0, completed: 0, ended: 0 }
  if (actor.kind !== "member") return counts
  const rows = await db()
    .select({ state: orders.state, orders: count() })
    .from(orders)
    .where(eq(orders.customerId, actor.userId))
    .groupBy(orders.state)
  const belongsToTab = (tab: OrderTab, state: OrderState) => ORDER_TAB_STATES[tab].includes(state)
  for (const row of rows)
    for (const tab of ORDER_TABS) if (belongsToTab(tab, row.state)) counts[tab] += row.orders
  return counts
}
