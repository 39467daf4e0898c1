/** What is counted of searches: who looked for what on a day counts once. */
import { sql } from "drizzle-orm"
import { selectDailyFigures, type DaySpan } from "#app/platform/figures.server.ts"

/** Selects the figures of `span`: searches with and without a result, as long as they are remembered. */
export const selectFigures = ({ first, last }: DaySpan) => sql`
  ${selectDailyFigures({
    from: sql`search_terms where day between ${first}::date and ${last}::date`,
    day: sql`day`,
    category: sql`tab`,
    metrics: { searches_found: sql`count(*)` },
  })}
  union all ${selectDailyFigures({
    from: sql`search_misses where day between ${first}::date and ${last}::date`,
    day: sql`day`,
    metrics: { searches_missed: sql`count(*)` },
  })}`
