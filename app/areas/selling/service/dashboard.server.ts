/** The first screen of an owner: what waits, what was sold today and over time, which goods go best. */
import { sql } from "drizzle-orm"
import { getOverdueCutoff } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString, startOfKstDay } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { selectSellerBalance } from "../../money/service/payment-sql.server.ts"
import { LIMITS } from "../../shop/rules.ts"
import { sellers } from "../../shop/schema.server.ts"
import { sellerTasksTable } from "../../shop/service/sale-sql.server.ts"
import { findBestSellers, findDailySales } from "../../shop/service/seller-sales.server.ts"
import { hasSellerDashboard, type SellerTasks } from "#app/areas/selling/rules.ts"

const SALES_CHART_DAYS = 30
const MAX_BEST_SELLERS = 5

type DashboardRow = {
  new_orders: number
  to_send: number
  late: number
  claims: number
  questions: number
  low_stock: number
  proposed: number
  has_products: boolean
  balance: string
  held: string
  name: string
  state: string
  reason: string
}

/**
 * The numbers of the actor's own shop in three queries; null without a shop. Sales are what was paid for
 * goods (less coupons) by the day of payment in Korea, without what was cancelled or sent back.
 */
export async function findSellerDashboard(actor: Actor) {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return null
  const id = actor.userId
  const today = toKstDateString(now())
  const since = startOfKstDay(addDays(today, 1 - SALES_CHART_DAYS))
  const lateBefore = getOverdueCutoff(now(), LIMITS.dispatchWithinDays)
  const shopId = sql`s.user_id`
  const [[waiting], days, best] = await Promise.all([
    db().execute<DashboardRow>(sql`
      select s.name, s.state, s.decision_reason as reason, tasks.*, ${selectSellerBalance(shopId)} as balance
      from ${sellers} s cross join lateral ${sellerTasksTable(shopId, lateBefore)} as tasks
      where s.user_id = ${id}::uuid`),
    findDailySales(id, since),
    findBestSellers(id, since, MAX_BEST_SELLERS),
  ])
  if (!waiting) return null
  const salesByDay = new Map(days.map((day) => [day.day, day]))
  return {
    name: waiting.name,
    state: waiting.state,
    reason: waiting.reason,
    newOrders: waiting.new_orders,
    toShip: waiting.to_send,
    late: waiting.late,
    claims: waiting.claims,
    questions: waiting.questions,
    lowStock: waiting.low_stock,
    proposed: waiting.proposed,
    hasProducts: waiting.has_products,
    balanceWon: Number(waiting.balance),
    heldWon: Number(waiting.held),
    days: Array.from({ length: SALES_CHART_DAYS }, (_, index) => {
      const day = addDays(today, index + 1 - SALES_CHART_DAYS)
      return { day, orders: salesByDay.get(day)?.orders ?? 0, won: salesByDay.get(day)?.won ?? 0 }
    }),
    best,
  }
}

/** What waits in the actor's own shop, in one query; null without a shop. */
export async function findSellerTasks(actor: Actor): Promise<SellerTasks | null> {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return null
  const lateBefore = getOverdueCutoff(now(), LIMITS.dispatchWithinDays)
  // What is not selected is not counted.
  const [row] = await db().execute<Pick<DashboardRow, "to_send" | "claims" | "questions" | "low_stock">>(sql`
    select tasks.to_send, tasks.claims, tasks.questions, tasks.low_stock
    from ${sellerTasksTable(sql`${actor.userId}::uuid`, lateBefore)} as tasks`)
  return row
    ? { toShip: row.to_send, claims: row.claims, questions: row.questions, lowStock: row.low_stock }
    : null
}
