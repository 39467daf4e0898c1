/** What is counted of requests, by the day on which they were opened: late proposals count for that day. */
import { sql } from "drizzle-orm"
import {
  isWithinDays,
  kstDay,
  selectDailyFigures,
  sidoOf,
  type DaySpan,
} from "#app/platform/figures.server.ts"
import { getWaitMetric, WAIT_STEP_ENDS } from "../wait-rules.ts"

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

const LAST_STEP_END = WAIT_STEP_ENDS.at(-1)
/** Counts waits of a step; the first has no start, the last no end. */
const countWaits = (start: number | undefined, end: number) => sql`count(*) filter (where
  wait >= ${start ?? -Infinity}::float8 and wait < ${end === LAST_STEP_END ? Infinity : end}::float8)`

/** Selects how many requests of `span` waited for their first proposal for how long, by steps. */
export const selectWaitFigures = (span: DaySpan) =>
  selectDailyFigures({
    from: sql`(select o.opened_at, o.category, o.region_code, extract(epoch
        from (select min(sent_at) from proposals where order_id = o.id) - o.opened_at) / 60 as wait
      from orders o where ${isWithinDays(sql`o.opened_at`, span)}) waits`,
    day: kstDay(sql`opened_at`),
    category: sql`category`,
    region: sidoOf(sql`region_code`),
    metrics: Object.fromEntries(
      WAIT_STEP_ENDS.map((end, index) => [getWaitMetric(end), countWaits(WAIT_STEP_ENDS[index - 1], end)]),
    ),
  })

/** The requests opened in `span`, as a table: id, category, region_code and opened_at. */
export const openedOrdersTable = (span: DaySpan) => sql`(
  select id, category, region_code, opened_at from orders where ${isWithinDays(sql`opened_at`, span)})`

/** Who asked for something in `span`: rows of user_id and at. */
export const selectActiveCustomers = (span: DaySpan) => sql`
  select customer_id as user_id, opened_at as at from orders where ${isWithinDays(sql`opened_at`, span)}`
