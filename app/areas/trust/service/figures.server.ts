/** What is counted of reports, by the day on which they were filed. */
import { sql } from "drizzle-orm"
import { isWithinDays, kstDay, selectDailyFigures, type DaySpan } from "#app/platform/figures.server.ts"

/** Selects the figures of `span`: reports by their reason. */
export const selectFigures = (span: DaySpan) =>
  selectDailyFigures({
    from: sql`reports where ${isWithinDays(sql`created_at`, span)}`,
    day: kstDay(sql`created_at`),
    category: sql`'report:' || reason`,
    metrics: { complaints: sql`count(*)` },
  })
