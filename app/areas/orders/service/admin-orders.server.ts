/** What admins see of all orders: the list. */
import { and, eq, inArray, like, not, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { toPrefixPattern } from "#app/basics/like-pattern.ts"
import { countCapped, countCappedByState } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { isWithinDays, type DaySpan } from "#app/platform/figures.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { selectIdsByName } from "../../accounts/service/people.server.ts"
import { ORDER_STATES, type Category, type OrderState } from "../rules.ts"
import { orderDisputes, orders } from "../schema.server.ts"
import type { Page } from "../views.ts"
import { hasDecidedDispute } from "./order-sql.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"

const PAGE_SIZE = 30

export type AdminOrder = {
  id: string
  customerId: string
  expertId: string | null
  category: Category
  service: string
  title: string
  regionCode: string
  state: OrderState
  proposalCount: number
  agreedWon: number | null
  createdAt: string
}

export type OrderFilter = {
  states: readonly OrderState[]
  category: Category | null
  /** A part of the title, the beginning of a customer's or an expert's name, or the id of the order. */
  term: string
  /** The days in Korea on which it was opened: the figures of these days are of these requests. */
  opened?: DaySpan | null
  /** The 시·도 in which it is. */
  region?: string | null
  /** Of disputes: whether it is decided, and waits for an appeal alone. */
  isDisputeDecided?: boolean
}

function buildFilterCondition({
  states,
  category,
  term,
  opened,
  region,
  isDisputeDecided,
}: OrderFilter): SQL | undefined {
  const trimmedTerm: unknown = term.trim()
  const matchingUserIds = selectIdsByName(term)
  return and(
    inArray(orders.state, [...states]),
    category ? eq(orders.category, category) : undefined,
    opened ? isWithinDays(sql`opened_at`, opened) : undefined,
    region ? like(orders.regionCode, toPrefixPattern(region)) : undefined,
    isDisputeDecided === undefined
      ? undefined
      : isDisputeDecided
        ? hasDecidedDispute
        : not(hasDecidedDispute),
    trimmedTerm === ""
      ? undefined
      : isId(trimmedTerm)
        ? eq(orders.id, trimmedTerm)
        : // Each looked up by its own index.
          sql`${orders.id} in (select id from orders where ${containsText(sql`title`, term)}
            union select id from orders where customer_id in ${matchingUserIds}
            union select id from orders where expert_id in ${matchingUserIds})`,
  )
}

/** How many orders `filter` finds, at most `maxRows` (null: all); 0 for anybody but an admin. */
export async function countFilteredOrders(
  actor: Actor,
  filter: OrderFilter,
  maxRows?: number | null,
): Promise<number> {
  return hasRight(actor, "people") ? countCapped(orders, buildFilterCondition(filter), maxRows) : 0
}

const ORDERS = byAge([orders.createdAt, "time"], [orders.id, "id"])

/**
 * A page of the orders that `filter` finds, newest first or `oldest` first; empty for anybody but an admin.
 */
export async function findOrdersForAdmin(
  actor: Actor,
  options: OrderFilter & { oldest: boolean; cursor: string | null },
): Promise<Page<AdminOrder>> {
  if (!hasRight(actor, "people")) return { rows: [], cursor: null }
  const { rows, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: orders.id,
          customerId: orders.customerId,
          expertId: orders.expertId,
          category: orders.category,
          service: orders.service,
          title: orders.title,
          regionCode: orders.regionCode,
          state: orders.state,
          proposalCount: orders.proposalCount,
          agreedWon: orders.agreedWon,
          createdAt: orders.createdAt,
          sortKeys,
        })
        .from(orders),
    order: ORDERS[options.oldest ? "oldest" : "newest"],
    filter: buildFilterCondition(options),
    cursor: options.cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    cursor,
  }
}

export type OrderCounts = { byState: Record<OrderState, number>; decidedDisputes: number }

/**
 * How many orders are in each state, and how many disputes are decided and wait for an appeal alone, each up
 * to what is counted; null for anybody but an admin.
 */
export async function countOrders(actor: Actor): Promise<OrderCounts | null> {
  if (!hasRight(actor, "people")) return null
  const [byState, decidedDisputes] = await Promise.all([
    countCappedByState(orders, orders.state, ORDER_STATES),
    countCapped(orderDisputes, eq(orderDisputes.state, "decided")),
  ])
  return { byState, decidedDisputes }
}
