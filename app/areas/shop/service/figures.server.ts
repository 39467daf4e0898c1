/** What is counted of the shop: products by the day they were put up, sales by payment, claims by request. */
import { sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { CLAIM_REASON_KEYS } from "../claim-rules.ts"
import { isWithinDays, kstDay, selectDailyFigures, type DaySpan } from "#app/platform/figures.server.ts"

const isSale = sql.raw("l.state not in ('payment_waiting', 'cancelled', 'returned')")

/** Selects the figures of `span`. */
export const selectFigures = (span: DaySpan) => sql`
  ${selectDailyFigures({
    from: sql`products p where ${isWithinDays(sql`p.published_at`, span)}`,
    day: kstDay(sql`p.published_at`),
    category: sql`p.department`,
    metrics: {
      products: sql`count(*)`,
      products_sold: sql`count(*) filter (where exists (
        select from order_lines l where l.product_id = p.id and l.paid_at is not null and ${isSale}))`,
    },
  })}
  union all ${selectDailyFigures({
    from: sql`order_lines l join products p on p.id = l.product_id
      where ${isWithinDays(sql`l.paid_at`, span)}`,
    day: kstDay(sql`l.paid_at`),
    category: sql`p.department`,
    metrics: {
      lines_paid: sql`count(*)`,
      lines_lost: sql`count(*) filter (where not (${isSale}))`,
      pieces_sold: sql`coalesce(sum(l.quantity) filter (where ${isSale}), 0)`,
      pieces_sold_won: sql`coalesce(sum(l.unit_won * l.quantity - l.discount_won)
        filter (where ${isSale}), 0)`,
    },
  })}
  union all ${selectDailyFigures({
    from: sql`claims c where ${isWithinDays(sql`c.created_at`, span)}`,
    day: kstDay(sql`c.created_at`),
    category: sql`'claim:' || case when c.reason = any(${sql.param([...CLAIM_REASON_KEYS])}::text[])
      then c.reason else 'other' end`,
    metrics: { complaints: sql`count(*)` },
  })}`

/** Who paid in the shop in `span`: rows of user_id and at. */
export const selectActiveCustomers = (span: DaySpan) => sql`
  select buyer_id as user_id, paid_at as at from order_groups where ${isWithinDays(sql`paid_at`, span)}`

/** Who paid in the shop in the last `days` days, as a table of user_id, each once. */
export const buyersTable = (days: number) => sql`(
  select distinct buyer_id as user_id from order_groups
  where paid_at >= ${new Date(now().getTime() - days * DAY_MS).toISOString()}::timestamptz)`
