/** What is counted of requests, by the day on which they were opened: late proposals count for that day. */
import { sql } from "drizzle-orm"
import {
  isWithinDays,
  kstDay,
  selectDailyFigures,
  sidoOf,
  type DaySpan,
} from "#app/platform/figures.server.ts"

/** Selects the figures of `span`: of requests by their opening, of what was agreed by its own day. */
export const selectFigures = (span: DaySpan) => sql`
  ${selectDailyFigures({
    from: sql`orders o cross join lateral (
      select count(*) as sent, extract(epoch from min(sent_at) - o.opened_at) / 60 as wait
      from proposals where order_id = o.id) p where ${isWithinDays(sql`o.opened_at`, span)}`,
    day: kstDay(sql`o.opened_at`),
    category: sql`o.category`,
    region: sidoOf(sql`o.region_code`),
    metrics: {
      requests: sql`count(*)`,
      requests_proposed: sql`count(*) filter (where p.sent > 0)`,
      proposals: sql`sum(p.sent)`,
      first_proposal_minutes: sql`coalesce(round(sum(greatest(p.wait, 0))), 0)`,
      requests_proposed_hour: sql`count(*) filter (where p.wait <= 60)`,
      requests_proposed_day: sql`count(*) filter (where p.wait <= 1440)`,
      requests_chosen: sql`count(o.matched_at)`,
      requests_completed: sql`count(o.completed_at)`,
    },
  })}
  union all ${selectDailyFigures({
    from: sql`orders o where ${isWithinDays(sql`o.matched_at`, span)} and o.agreed_won is not null`,
    day: kstDay(sql`o.matched_at`),
    category: sql`o.category`,
    region: sidoOf(sql`o.region_code`),
    metrics: { agreed_won: sql`sum(o.agreed_won)` },
  })}
  union all ${selectDailyFigures({
    from: sql`order_disputes d where ${isWithinDays(sql`d.created_at`, span)}`,
    day: kstDay(sql`d.created_at`),
    category: sql`'dispute:' || d.opened_by`,
    metrics: { complaints: sql`count(*)` },
  })}`

/** The requests opened in `span`, as a table: id, category, region_code and opened_at. */
export const openedOrdersTable = (span: DaySpan) => sql`(
  select id, category, region_code, opened_at from orders where ${isWithinDays(sql`opened_at`, span)})`

/** Who asked for something in `span`: rows of user_id and at. */
export const selectActiveCustomers = (span: DaySpan) => sql`
  select customer_id as user_id, opened_at as at from orders where ${isWithinDays(sql`opened_at`, span)}`
