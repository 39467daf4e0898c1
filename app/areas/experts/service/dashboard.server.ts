/**
 * What an expert sees of themselves at the desk: scope, rating over time, how complete the profile is.
 */
import { eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getKstFields } from "#app/basics/time.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CATEGORIES, type Category } from "../../orders/rules.ts"
import { getProfileCompleteness, getDisplayRating, type ExpertState, type MissingPart } from "../rules.ts"
import { experts } from "../schema.server.ts"

export type ExpertDashboard = {
  expertId: string
  name: string
  avatarId: string | null
  state: ExpertState
  reason: string
  appliedAt: string
  categories: Category[]
  regions: string[]
  rating: number | null
  reviewCount: number
  completeness: { percent: number; missing: MissingPart[] }
  /**
   * Mean of all published ratings up to the end of each month (YYYY-MM), the last 6 with this one; from the
   * first review on.
   */
  ratings: { month: string; rating: number }[]
}

type MonthlyRatingSum = { month: string; sum: number; count: number }
const RATING_MONTHS = 6

/** The actor's own desk in one query; null for whoever has no registration. */
export async function findExpertDashboard(actor: Actor): Promise<ExpertDashboard | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({
      expertId: experts.userId,
      name: experts.name,
      avatarId: experts.avatarId,
      coverId: experts.coverId,
      state: experts.state,
      reason: experts.stateReason,
      appliedAt: experts.appliedAt,
      introduction: experts.introduction,
      workHours: experts.workHours,
      warranty: experts.warranty,
      ratingSum: experts.ratingSum,
      reviewCount: experts.reviewCount,
      prices: sql<number>`jsonb_array_length(${experts.prices})`,
      categories: sql<
        Category[]
      >`array(select ec.category from expert_categories ec where ec.expert_id = experts.user_id)`,
      regions: sql<
        string[]
      >`array(select er.region_code from expert_regions er where er.expert_id = experts.user_id)`,
      certificates: sql<number>`(select count(*)::int from expert_certificates c
        where c.expert_id = experts.user_id)`,
      portfolio: sql<number>`(select count(*)::int from expert_portfolio f
        where f.expert_id = experts.user_id)`,
      months: sql<MonthlyRatingSum[]>`coalesce((
        select jsonb_agg(jsonb_build_object('month', m.month, 'sum', m.sum, 'count', m.count)
          order by m.month)
        from (
          select to_char(r.published_at at time zone 'Asia/Seoul', 'YYYY-MM') as month,
            sum(r.rating)::int as sum, count(*)::int as count
          from reviews r where r.expert_id = experts.user_id and r.published_at is not null
            and r.removed_at is null group by 1
        ) m
      ), '[]')`,
    })
    .from(experts)
    .where(eq(experts.userId, actor.userId))
  if (!row) return null
  return {
    expertId: row.expertId,
    name: row.name,
    avatarId: row.avatarId,
    state: row.state,
    reason: row.reason,
    appliedAt: row.appliedAt.toISOString(),
    categories: CATEGORIES.filter((category) => row.categories.includes(category)),
    regions: row.regions,
    rating: getDisplayRating(row.ratingSum, row.reviewCount),
    reviewCount: row.reviewCount,
    completeness: getProfileCompleteness({
      ...row,
      hasAvatar: row.avatarId !== null,
      hasCover: row.coverId !== null,
    }),
    ratings: computeRatingsByMonth(row.months),
  }
}

function computeRatingsByMonth(months: readonly MonthlyRatingSum[]): { month: string; rating: number }[] {
  const { year, month } = getKstFields(now())
  return Array.from({ length: RATING_MONTHS }, (_, offset) => {
    const at = new Date(Date.UTC(year, month - RATING_MONTHS + offset, 1))
    const name = `${at.getUTCFullYear()}-${String(at.getUTCMonth() + 1).padStart(2, "0")}`
    const monthsUntil = months.filter((each) => each.month <= name)
    const count = monthsUntil.reduce((total, each) => total + each.count, 0)
    return {
      month: name,
      rating: count === 0 ? 0 : monthsUntil.reduce((total, each) => total + each.sum, 0) / count,
    }
  }).filter((each) => each.rating > 0)
}

/** What experts offer and where, by their id: their categories and the codes of their regions. */
export async function findServiceAreas(
  executor: Executor,
  expertIds: readonly string[],
): Promise<ReadonlyMap<string, { categories: Category[]; regions: string[] }>> {
  const rows = await executor
    .select({
      expertId: experts.userId,
      categories: sql<Category[]>`array(select category from expert_categories
        where expert_id = experts.user_id)`,
      regions: sql<string[]>`array(select region_code from expert_regions where expert_id = experts.user_id)`,
    })
    .from(experts)
    .where(inArray(experts.userId, [...expertIds]))
  return new Map(rows.map(({ expertId, ...areas }) => [expertId, areas]))
}
