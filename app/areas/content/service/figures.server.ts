/** What is counted of questions to the help centre, by the day on which they were asked. */
import { sql } from "drizzle-orm"
import { isWithinDays, kstDay, selectDailyFigures, type DaySpan } from "#app/platform/figures.server.ts"

/** Selects the figures of `span`: questions by their topic. */
export const selectFigures = (span: DaySpan) =>
  selectDailyFigures({
    from: sql`tickets where ${isWithinDays(sql`created_at`, span)}`,
    day: kstDay(sql`created_at`),
    category: sql`'ticket:' || topic`,
    metrics: { tickets: sql`count(*)` },
  })
