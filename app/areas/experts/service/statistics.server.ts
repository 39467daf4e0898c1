/**
 * The numbers beside an expert's name: always counted anew from what happened, so that no event can be
 * missed or counted twice.
 */
import { sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { hiresTable, responseTimeTable, warrantyRecordTable } from "../../orders/service/order-sql.server.ts"
import { RATING_PRIOR } from "../rules.ts"

/**
 * Counts the numbers of `expertIds` anew: hires (chosen and not cancelled), repeat hires (beyond a customer's
 * first), published reviews with their sum and Bayesian mean, the median minutes from a request's opening to
 * the proposal, favourites. One statement counts and
 * writes the result.
 */
export async function refreshStatistics(tx: Transaction, expertIds: readonly string[]): Promise<void> {
  const ids = sql`any(${sql.param([...new Set(expertIds)])}::uuid[])`
  // Locked first, by a statement of its own: the count must see what a rival committed while this one waited.
  await tx.execute(sql`select from experts where user_id = ${ids} order by user_id for no key update`)
  await tx.execute(sql`
    update experts set
      hires = counted.hires,
      repeat_hires = counted.hires - counted.customers,
      review_count = counted.reviews,
      rating_sum = counted.rating_sum,
      rating_rank = (counted.rating_sum + ${RATING_PRIOR.mean * RATING_PRIOR.weight}::float8) /
        (counted.reviews + ${RATING_PRIOR.weight}::int),
      response_minutes = counted.response_minutes,
      warranty_claim_count = counted.warranty_claims,
      warranty_late_count = counted.warranty_late,
      favorite_count = counted.favorites
    from (
      select e.user_id, o.hires, o.customers, r.reviews, r.rating_sum, p.response_minutes, f.favorites,
        w.claims as warranty_claims, w.late as warranty_late
      from experts e
      cross join lateral ${hiresTable(sql`e.user_id`)} o
      cross join lateral (
        select count(*)::int as reviews, coalesce(sum(rating), 0)::int as rating_sum
        from reviews where expert_id = e.user_id and published_at is not null and removed_at is null
      ) r
      cross join lateral ${responseTimeTable(sql`e.user_id`)} p
      cross join lateral ${warrantyRecordTable(sql`e.user_id`)} w
      cross join lateral (select count(*)::int as favorites from expert_favorites
        where expert_id = e.user_id) f
      where e.user_id = ${ids}
    ) counted
    where experts.user_id = counted.user_id`)
}
