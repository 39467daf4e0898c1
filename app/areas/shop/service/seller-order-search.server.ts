/** How the orders of a shop are found by their goods and by a term, in the order of their list. */
import { eq, not, sql, type SQL } from "drizzle-orm"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import type { PageBranch } from "#app/platform/merged-page.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { isFinalLineState, LINE_STATES, type LineState } from "../rules.ts"
import { orderGroups, shopOrders } from "../schema.server.ts"
import {
  IS_LINE_OPEN,
  isSellerOrderOver,
  OPEN_CLAIM,
  selectOrderIdsIn,
  selectOrderIdsTitled,
} from "./sale-sql.server.ts"

const ORDER_ID = sql`${shopOrders.id}`
const ORDER_KEYS = [sql`${shopOrders.createdAt}`, ORDER_ID]
const OPEN_STATES = LINE_STATES.filter((state) => state !== "payment_waiting" && !isFinalLineState(state))

/** Orders of the seller with a line in one of `states`: by lines that know their purchase, and by others. */
export function findOrdersByState(sellerId: SQL, states: readonly LineState[]): PageBranch[] {
  const isPaid = sql`(select o.paid_at from shop_orders o where o.id = l.order_id) is not null`
  const ofState = (state: LineState): PageBranch => ({
    table: sql`order_lines l`,
    keys: [sql`l.group_created_at`, sql`l.order_id`],
    where: sql`l.seller_id = ${sellerId} and l.state = ${state} and l.group_created_at is not null
      and ${isPaid}`,
  })
  const withoutCopy: PageBranch = {
    table: sql`order_lines l join shop_orders on shop_orders.id = l.order_id`,
    keys: ORDER_KEYS,
    where: sql`l.group_id is null and l.state = any(${sql.param([...states])}) and l.seller_id = ${sellerId}
      and shop_orders.paid_at is not null`,
  }
  return [...states.map(ofState), withoutCopy]
}

/** All paid orders of the seller. */
export const findAllOrders = (sellerId: SQL): PageBranch[] => [
  {
    table: sql`shop_orders`,
    keys: ORDER_KEYS,
    where: sql`${eq(shopOrders.sellerId, sellerId)} and shop_orders.paid_at is not null`,
  },
]

/**
 * Whether an order of a seller, joined with its purchase, is about `term`: found by what nobody needs to
 * hide, and by the recipient until the order is over. Asked of one order after the other: a condition of
 * "exists" would be looked up in all lines there are.
 */
function isOrderAbout(term: string): SQL {
  const pattern = toContainsPattern(term)
  return sql`(${orderGroups.number} like ${pattern} or (select bool_or(l.title ilike ${pattern}
      or (${orderGroups.recipient} ilike ${pattern} and ${IS_LINE_OPEN}))
    from order_lines l where l.order_id = ${ORDER_ID}))`
}

/** The same of the order `id`. */
export const isIdAbout = (term: string) => (id: SQL) =>
  sql`(select ${isOrderAbout(term)} from shop_orders
    join order_groups on order_groups.id = shop_orders.group_id where ${ORDER_ID} = ${id})`

/** Numbers of orders have nothing else. */
export const mayBeOrderNumber = (term: string): boolean => /^[\d-]+$/u.test(term.trim())

/** Open orders by the recipient; a single letter has no index, and is looked for in what is open. */
function selectOrderIdsTo(sellerId: SQL, term: string): SQL {
  const isTo = sql`g.recipient <> '' and ${containsText(sql`g.recipient`, term)}`
  if (term.normalize("NFC").trim().length > 1)
    return sql`select shop_orders.id from order_groups g join shop_orders on shop_orders.group_id = g.id
      where ${isTo} and ${eq(shopOrders.sellerId, sellerId)} and ${not(isSellerOrderOver(ORDER_ID))}`
  return sql`select o.id from (${selectOrderIdsIn(sellerId, OPEN_STATES)}
      union select order_id from claims c where c.seller_id = ${sellerId} and c.state in ${OPEN_CLAIM}) opened
    join shop_orders o on o.id = opened.order_id join order_groups g on g.id = o.group_id where ${isTo}`
}

/** The orders that `term`, which is no number, leads to by indexes. */
export const findOrdersByTerm = (sellerId: SQL, term: string): PageBranch[] => [
  {
    table: sql`shop_orders`,
    keys: ORDER_KEYS,
    where: sql`shop_orders.paid_at is not null and ${ORDER_ID} = any(array(
      ${selectOrderIdsTitled(sellerId, term)} union ${selectOrderIdsTo(sellerId, term)}))`,
  },
]
