/** The first screen of an owner: what waits, what was sold today and over time, which goods go best. */
import { sql } from "drizzle-orm"
import { getOverdueCutoff } from "#app/basics/business-days.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString, startOfKstDay } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { LIMITS } from "../../shop/rules.ts"
import { hasSellerDashboard } from "#app/areas/selling/rules.ts"

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
type SalesDayRow = { day: string; orders: number; won: string }
type BestSellerRow = { id: string; title: string; pieces: number; won: string }

/**
 * The numbers of the actor's own shop in three queries; null without a shop. Sales are what was paid for
 * goods (less coupons) by the day of payment in Korea, without what was cancelled or sent back.
 */
export async function findSellerDashboard(actor: Actor) {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return null
  const id = actor.userId
  const today = toKstDateString(now())
  const from = startOfKstDay(addDays(today, 1 - SALES_CHART_DAYS)).toISOString()
  const lateBefore = getOverdueCutoff(now(), LIMITS.dispatchWithinDays).toISOString()
  const [[waiting], days, best] = await Promise.all([
    db().execute<DashboardRow>(sql`
      select s.name, s.state, s.decision_reason as reason,
        (select count(*)::int from order_lines l
          where l.seller_id = s.user_id and l.state = 'paid') as new_orders,
        (select count(*)::int from order_lines l
          where l.seller_id = s.user_id and l.state in ('paid', 'preparing')) as to_send,
        (select count(*)::int from order_lines l
          where l.seller_id = s.user_id and l.state in ('paid', 'preparing')
          and l.paid_at < ${lateBefore}::timestamptz) as late,
        (select count(*)::int from claims c where c.seller_id = s.user_id
          and c.state in ('requested', 'approved', 'collecting', 'collected')) as claims,
        (select count(*)::int from product_questions q
          where q.seller_id = s.user_id and q.answer is null) as questions,
        (select count(*)::int from variants v join products p on p.id = v.product_id
          where p.seller_id = s.user_id and p.state = 'published' and v.retired_at is null
          and v.stock < ${LIMITS.lowStockThreshold}) as low_stock,
        (select count(*)::int from products p where p.seller_id = s.user_id
          and p.state = 'proposed') as proposed,
        exists (select from products p where p.seller_id = s.user_id) as has_products,
        coalesce((select sum(amount_won) from ledger e
          where e.seller_id = s.user_id and e.account = 'seller'), 0)::text as balance,
        coalesce((select sum(items_won + shipping_won - discount_won - refunded_won - released_won)
          from shop_orders o where o.seller_id = s.user_id and o.paid_at is not null), 0)::text as held
      from sellers s where s.user_id = ${id}::uuid`),
    db().execute<SalesDayRow>(sql`
      select to_char(l.paid_at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
        count(distinct l.order_id)::int as orders, sum(l.unit_won * l.quantity - l.discount_won)::text as won
      from order_lines l where l.seller_id = ${id}::uuid and l.paid_at >= ${from}::timestamptz
        and l.state not in ('payment_waiting', 'cancelled', 'returned') group by 1`),
    db().execute<BestSellerRow>(sql`
      select l.product_id as id, max(p.title) as title, sum(l.quantity)::int as pieces,
        sum(l.unit_won * l.quantity - l.discount_won)::text as won
      from order_lines l join products p on p.id = l.product_id
      where l.seller_id = ${id}::uuid and l.paid_at >= ${from}::timestamptz
        and l.state not in ('payment_waiting', 'cancelled', 'returned')
      group by 1 order by sum(l.unit_won * l.quantity - l.discount_won) desc, 1 limit ${MAX_BEST_SELLERS}`),
  ])
  if (!waiting) return null
  const salesByDay = new Map([...days].map((day) => [day.day, day]))
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
      return { day, orders: salesByDay.get(day)?.orders ?? 0, won: Number(salesByDay.get(day)?.won ?? 0) }
    }),
    best: [...best].map((row) => ({
      id: row.id,
      title: row.title,
      pieces: row.pieces,
      won: Number(row.won),
    })),
  }
}
