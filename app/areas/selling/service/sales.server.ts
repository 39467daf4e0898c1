/** What the actor's own shop sold over a span, by day and by product. */
import { now } from "#app/basics/clock.ts"
import { addDays, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import type { Actor } from "../../accounts/rules.ts"
import { findBestSellers, findDailySales } from "../../shop/service/seller-sales.server.ts"
import { hasSellerDashboard, type SalesSpan } from "../rules.ts"

const MAX_PRODUCTS = 1_000

/**
 * Sales of the last `span` days, today among them, in two queries: each day, and the products that brought
 * the most first, at most 1,000. What was cancelled or sent back is no sale. Null without a shop.
 */
export async function findSales(actor: Actor, span: SalesSpan) {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return null
  const firstDay = addDays(toKstDateString(now()), 1 - Number(span))
  const since = startOfKstDay(firstDay)
  const [sold, products] = await Promise.all([
    findDailySales(actor.userId, since),
    findBestSellers(actor.userId, since, MAX_PRODUCTS),
  ])
  const byDay = new Map(sold.map((each) => [each.day, each]))
  const days = Array.from({ length: Number(span) }, (_, index) => {
    const day = addDays(firstDay, index)
    return { day, orders: byDay.get(day)?.orders ?? 0, won: byDay.get(day)?.won ?? 0 }
  })
  return {
    days,
    products,
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
    won: days.reduce((sum, { won }) => sum + won, 0),
  }
}
