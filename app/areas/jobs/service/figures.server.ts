/** What is counted of jobs, by the day on which they were opened. */
import { sql } from "drizzle-orm"
import {
  isWithinDays,
  kstDay,
  selectDailyFigures,
  sidoOf,
  type DaySpan,
} from "#app/platform/figures.server.ts"

/** Selects the figures of `span`: posts, who was wanted, who came forward and who was taken on. */
export const selectFigures = (span: DaySpan) =>
  selectDailyFigures({
    from: sql`hire_posts h where ${isWithinDays(sql`h.opened_at`, span)}`,
    day: kstDay(sql`h.opened_at`),
    category: sql`h.kind`,
    region: sidoOf(sql`h.region_code`),
    metrics: {
      hires: sql`count(*)`,
      wanted: sql`sum(h.headcount)`,
      applications: sql`sum(h.application_count)`,
      hired: sql`sum(h.hired_count)`,
      hires_filled: sql`count(*) filter (where h.hired_count >= h.headcount)`,
    },
  })
