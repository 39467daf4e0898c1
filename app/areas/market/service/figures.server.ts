/** What is counted of second-hand: items by the day on which they were put up, sums by that of the sale. */
import { sql } from "drizzle-orm"
import {
  isWithinDays,
  kstDay,
  selectDailyFigures,
  sidoOf,
  type DaySpan,
} from "#app/platform/figures.server.ts"

/** Selects the figures of `span`. */
export const selectFigures = (span: DaySpan) => sql`
  ${selectDailyFigures({
    from: sql`items i where ${isWithinDays(sql`i.created_at`, span)}`,
    day: kstDay(sql`i.created_at`),
    category: sql`i.category`,
    region: sidoOf(sql`i.region_code`),
    metrics: {
      items: sql`count(*)`,
      items_sold: sql`count(i.sold_at)`,
      items_sold_week: sql`count(*) filter (where i.sold_at < i.created_at + interval '7 days')`,
    },
  })}
  union all ${selectDailyFigures({
    from: sql`items i where ${isWithinDays(sql`i.sold_at`, span)}`,
    day: kstDay(sql`i.sold_at`),
    category: sql`i.category`,
    region: sidoOf(sql`i.region_code`),
    metrics: { items_sold_won: sql`coalesce(sum(i.deal_won::bigint), 0)` },
  })}
  union all ${selectDailyFigures({
    from: sql`deal_claims c where ${isWithinDays(sql`c.created_at`, span)}`,
    day: kstDay(sql`c.created_at`),
    category: sql`'deal:' || c.kind`,
    metrics: { complaints: sql`count(*)` },
  })}`

/** Who bought second-hand in `span`: rows of user_id and at. */
export const selectActiveCustomers = (span: DaySpan) => sql`
  select buyer_id as user_id, sold_at as at from items
    where ${isWithinDays(sql`sold_at`, span)} and buyer_id is not null`
