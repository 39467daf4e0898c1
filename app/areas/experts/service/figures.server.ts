/** What is counted of reviews, by the day on which the request was opened. */
import { sql } from "drizzle-orm"
import { kstDay, selectDailyFigures, sidoOf, type DaySpan } from "#app/platform/figures.server.ts"
import { openedOrdersTable } from "../../orders/service/figures.server.ts"

/** Selects the figures of `span`: requests that were rated, and the sum of their stars. */
export const selectFigures = (span: DaySpan) =>
  selectDailyFigures({
    from: sql`${openedOrdersTable(span)} o join reviews r on r.order_id = o.id where r.removed_at is null`,
    day: kstDay(sql`o.opened_at`),
    category: sql`o.category`,
    region: sidoOf(sql`o.region_code`),
    metrics: { requests_rated: sql`count(distinct o.id)`, stars: sql`sum(r.rating)` },
  })
