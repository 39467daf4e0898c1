/** What is counted of money, from the ledger: what came, is held, was paid out and went back. */
import { sql } from "drizzle-orm"
import { isWithinDays, kstDay, selectDailyFigures, type DaySpan } from "#app/platform/figures.server.ts"

/** Selects the figures of `span`, in won but for the number of refunds. */
export const selectFigures = (span: DaySpan) => sql`
  ${selectDailyFigures({
    from: sql`ledger where account = 'outside' and ${isWithinDays(sql`at`, span)}`,
    day: kstDay(sql`at`),
    metrics: {
      received_won: sql`coalesce(-sum(amount_won) filter (where kind = 'payment'), 0)`,
      refunded_won: sql`coalesce(sum(amount_won) filter (where kind = 'refund'), 0)`,
      charged_back_won: sql`coalesce(sum(amount_won) filter (where kind = 'chargeback'), 0)`,
      paid_out_won: sql`coalesce(sum(amount_won) filter (where kind in ('payout', 'payout_returned')), 0)`,
    },
  })}
  union all ${selectDailyFigures({
    from: sql`ledger where account = 'held' and ${isWithinDays(sql`at`, span)}`,
    day: kstDay(sql`at`),
    metrics: { held_change_won: sql`sum(amount_won)` },
  })}
  union all ${selectDailyFigures({
    from: sql`refunds where state = 'done' and ${isWithinDays(sql`done_at`, span)}`,
    day: kstDay(sql`done_at`),
    metrics: { refunds: sql`count(*)` },
  })}`
