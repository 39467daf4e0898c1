/** What admins see of all orders: the list and the numbers. */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { countCapped, countCappedByState } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { selectIdsByName } from "../../accounts/service/people.server.ts"
import { CATEGORIES, ORDER_STATES, type Category, type OrderState } from "../rules.ts"
import { orders } from "../schema.server.ts"
import type { Page } from "../views.ts"
import { byAge, pageFiltered } from "#app/platform/page.server.ts"
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
}

function buildFilterCondition({ states, category, term }: OrderFilter): SQL {
  const trimmedTerm: unknown = term.trim()
  const matchingUserIds = selectIdsByName(term)
  return sql`${and(
    inArray(orders.state, [...states]),
    category ? eq(orders.category, category) : undefined,
    trimmedTerm === ""
      ? undefined
      : isId(trimmedTerm)
        ? eq(orders.id, trimmedTerm)
        : // Each looked up by its own index.
          sql`${orders.id} in (select id from orders where ${containsText(sql`title`, term)}
            union select id from orders where customer_id in ${matchingUserIds}
            union select id from orders where expert_id in ${matchingUserIds})`,
  )}`
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
  const { rows, cursor } = await pageFiltered({
    from: (sortKeys, found) =>
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
        .from(orders)
        .innerJoin(found, sql`found.id = ${orders.id}`),
    table: orders,
    id: orders.id,
    order: ORDERS[options.oldest ? "oldest" : "newest"],
    listed: sql`true`,
    filter: buildFilterCondition(options),
    cursor: options.cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    cursor,
  }
}

/** How many orders are in each state, each up to what is counted; null for anybody but an admin. */
export async function countOrdersByState(actor: Actor): Promise<Record<OrderState, number> | null> {
  return hasRight(actor, "people") ? countCappedByState(orders, orders.state, ORDER_STATES) : null
}

export type OrderStatistics = {
  disputes: number
  /**
   * By Korea's calendar, oldest first, today last; days without anything are there with 0. `agreedWon` is
   * what was agreed that day.
   */
  days: { day: string; opened: number; agreedWon: number }[]
  /** Requests opened in these days, the most asked for first. */
  categories: { category: Category; requests: number }[]
}

/** The numbers of the last `days` days in one query. Null for anybody but an admin. */
export async function getOrderStatistics(actor: Actor, days: number): Promise<OrderStatistics | null> {
  if (!isAdmin(actor)) return null
  const today = toKstDateString(now())
  const first = addDays(today, 1 - days)
  const since = sql`${first}::date::timestamp at time zone 'Asia/Seoul'`
  const [row] = await db().execute<{
    disputes: number
    opened: Record<string, number>
    agreed: Record<string, number>
    categories: Record<string, number>
  }>(sql`
    select
      (select count(*)::int from orders where state = 'disputed') as disputes,
      (select coalesce(jsonb_object_agg(day, n), '{}') from (
        select to_char(opened_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day, count(*)::int as n
          from orders where opened_at >= ${since} group by 1) o) as opened,
      (select coalesce(jsonb_object_agg(day, won), '{}') from (
        select to_char(matched_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day, sum(agreed_won) as won
          from orders where matched_at >= ${since} and agreed_won is not null group by 1) m) as agreed,
      (select coalesce(jsonb_object_agg(category, n), '{}') from (
        select category, count(*)::int as n from orders where opened_at >= ${since}
          group by 1) c) as categories`)
  return {
    disputes: row?.disputes ?? 0,
    days: Array.from({ length: days }, (_, position) => {
      const day = addDays(first, position)
      return { day, opened: row?.opened[day] ?? 0, agreedWon: Number(row?.agreed[day] ?? 0) }
    }),
    categories: CATEGORIES.map((category) => ({ category, requests: row?.categories[category] ?? 0 })).sort(
      (a, b) => b.requests - a.requests,
    ),
  }
}
