/** What admins see of all orders: the list. */
import { and, eq, inArray, like, not, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { toPrefixPattern } from "#app/basics/like-pattern.ts"
import {
  countCapped,
  countCappedAnyOf,
  countCappedByState,
  isInAnyOf,
} from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { isWithinDays, type DaySpan } from "#app/platform/figures.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { selectIdsByName } from "../../accounts/service/people.server.ts"
import { ORDER_PHASES, ORDER_STATES, type Category, type OrderState } from "../rules.ts"
import { orderDisputes, orders } from "../schema.server.ts"
import type { Page } from "../views.ts"
import { hasDecidedDispute } from "./order-sql.server.ts"
import { byAge, page, pageFiltered } from "#app/platform/page.server.ts"
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
  /** Of a dispute: it is decided, and waits for an appeal alone. */ isDisputeDecided: boolean
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

/** {@link ORDER_PHASES} as the indexes have them, orders_phase among them. */
const phase = sql`(case when orders.state in ('matched', 'in_progress', 'delivered', 'changes_requested')
  then 'working' when orders.state in ('cancelled', 'expired') then 'ended' else orders.state end)`

/**
 * Within a kind of work the phase leads to the rows. Without one, the states are said as well: rows are read
 * in the order of the phase, but counted from the index of states alone.
 */
function stateCondition({ states, category }: OrderFilter): SQL | undefined {
  const together = Object.entries(ORDER_PHASES).find(
    ([, members]) => members.length === states.length && members.every((state) => states.includes(state)),
  )
  const name = together?.[0] ?? (states.length === 1 ? states[0] : undefined)
  if (name && category) return sql`${phase} = ${name}`
  return and(inArray(orders.state, [...states]), together ? sql`${phase} = ${name}` : undefined)
}

/** As an array, which is looked up: as a join, the planner would walk all requests for these few. */
const isAmongDecided = sql`${orders.id} = any(array(
  select d.order_id from order_disputes d where d.state = 'decided'))`

function buildFilterCondition(filter: OrderFilter): SQL | undefined {
  const { category, term, opened, region, isDisputeDecided } = filter
  const trimmedTerm: unknown = term.trim()
  return and(
    stateCondition(filter),
    category ? eq(orders.category, category) : undefined,
    opened ? isWithinDays(sql`opened_at`, opened) : undefined,
    region ? like(orders.regionCode, toPrefixPattern(region)) : undefined,
    isDisputeDecided === undefined ? undefined : isDisputeDecided ? isAmongDecided : not(hasDecidedDispute),
    isId(trimmedTerm) ? eq(orders.id, trimmedTerm) : undefined,
  )
}

/**
 * Where a term may stand; null where nothing is looked for by text. `fits` is asked of one row, `found` looks
 * each up by its own index: as joins, the planner would read all that is listed instead.
 */
function buildTextConditions({ term, category }: OrderFilter) {
  const trimmedTerm = term.trim()
  if (trimmedTerm === "" || isId(trimmedTerm)) return null
  const ids = selectIdsByName(term)
  const inTitle = containsText(
    sql`orders.title`,
    term,
    category && { column: sql`orders.category`, value: category },
  )
  return {
    fits: sql`(${inTitle} or orders.customer_id in ${ids} or orders.expert_id in ${ids})`,
    found: [inTitle, sql`orders.customer_id = any(array${ids})`, sql`orders.expert_id = any(array${ids})`],
  }
}

const ORDER_TABLE = { table: orders, id: orders.id }

/** How many orders `filter` finds, at most `maxRows` (null: all); 0 for anybody but an admin. */
export async function countFilteredOrders(
  actor: Actor,
  filter: OrderFilter,
  maxRows?: number | null,
): Promise<number> {
  if (!hasRight(actor, "people")) return 0
  const where = buildFilterCondition(filter)
  const texts = buildTextConditions(filter)
  return texts
    ? countCappedAnyOf(ORDER_TABLE, where, texts.found, maxRows)
    : countCapped(orders, where, maxRows)
}

const ORDERS = byAge([orders.createdAt, "time"], [orders.id, "id"])

const selectOrders = (sortKeys: SQL<string[]>) =>
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
      isDisputeDecided: sql<boolean>`(orders.state = 'disputed' and ${hasDecidedDispute})`,
      proposalCount: orders.proposalCount,
      agreedWon: orders.agreedWon,
      createdAt: orders.createdAt,
      sortKeys,
    })
    .from(orders)

/**
 * A page of the orders that `filter` finds, newest first or `oldest` first; empty for anybody but an admin.
 */
export async function findOrdersForAdmin(
  actor: Actor,
  options: OrderFilter & { oldest: boolean; cursor: string | null },
): Promise<Page<AdminOrder>> {
  if (!hasRight(actor, "people")) return { rows: [], cursor: null }
  const where = buildFilterCondition(options)
  const texts = buildTextConditions(options)
  const list = {
    order: ORDERS[options.oldest ? "oldest" : "newest"],
    cursor: options.cursor,
    size: PAGE_SIZE,
  }
  const { rows, cursor } = texts
    ? await pageFiltered({
        ...list,
        ...ORDER_TABLE,
        from: (sortKeys, found) => selectOrders(sortKeys).innerJoin(found, sql`found.id = orders.id`),
        listed: sql`${where}`,
        filter: isInAnyOf(ORDER_TABLE, texts.found),
        fits: texts.fits,
      })
    : await page({ ...list, from: selectOrders, filter: where })
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
