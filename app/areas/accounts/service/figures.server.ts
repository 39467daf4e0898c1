/** What is counted of members, by the day on which they joined. */
import { sql } from "drizzle-orm"
import {
  isWithinDays,
  kstDay,
  selectDailyFigures,
  sidoOf,
  type DaySpan,
} from "../../../platform/figures.server.ts"

/** Selects the figures of `span`: who joined, as a customer or an expert. */
export const selectFigures = (span: DaySpan) =>
  selectDailyFigures({
    from: sql`profiles where ${isWithinDays(sql`created_at`, span)}`,
    day: kstDay(sql`created_at`),
    category: sql`user_type`,
    region: sidoOf(sql`coalesce(region_code, '')`),
    metrics: { sign_ups: sql`count(*)` },
  })

/** The customers, as a table: user_id and created_at; those who left are among them. */
export const customersTable = sql`(select user_id, created_at from profiles
  where user_type = 'customer' and role = 'user')`

/** Selects the day in Korea on which the first member joined; null where nobody is here. */
export const selectFirstDay = () =>
  sql`select to_char(min(created_at) at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day from profiles`
