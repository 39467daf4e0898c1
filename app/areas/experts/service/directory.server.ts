/** The directory: which experts the public finds, in which order, as cards. */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { hasTooFewReviews } from "../../../basics/rank.ts"
import { getSidoCode, WHOLE_COUNTRY } from "../../../basics/regions.ts"
import { toKstDateString } from "../../../basics/time.ts"
import { countCapped } from "../../../platform/capped-count.server.ts"
import { db } from "../../../platform/db.server.ts"
import { jsonRowsSubquery } from "../../../platform/json-subqueries.server.ts"
import { cacheBriefly } from "../../../platform/short-cache.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CATEGORIES, type Category } from "../../orders/rules.ts"
import { parseNameSearch, type NameSearchWord } from "../../../basics/name-search.ts"
import {
  getDisplayRating,
  filterValidBadges,
  type ExpertCardView,
  type ExpertFilters,
  type ExpertHeart,
  type ExpertSort,
} from "../rules.ts"
import { expertCategories, experts } from "../schema.server.ts"
import type { NearView } from "#app/basics/distance.ts"
import { getNearestDistance } from "#app/basics/region-distance.server.ts"
import { buildCoverSteps, countByRegion, coversRange, searchNear } from "#app/platform/near-steps.server.ts"
import {
  type ListOrder,
  type ListStep,
  type Page,
  ascending,
  descending,
  pageOfList,
} from "#app/platform/page.server.ts"

export const EXPERTS_PER_PAGE = 20
/** From how many of the best rated the popular ones are taken. */
const POPULAR_POOL_SIZE = 50

export const listedCondition = sql`${experts.state} = 'approved' and ${experts.hiddenAt} is null`

export const expertCardColumns = {
  id: experts.userId,
  name: experts.name,
  avatarId: experts.avatarId,
  oneLine: experts.oneLine,
  careerYears: experts.careerYears,
  reviewCount: experts.reviewCount,
  ratingSum: experts.ratingSum,
  hires: experts.hires,
  responseMinutes: experts.responseMinutes,
  badges: experts.badges,
  priceFromWon: experts.priceFromWon,
  priceFromUnit: experts.priceFromUnit,
  categories: sql<
    Category[]
  >`array(select ec.category from expert_categories ec where ec.expert_id = experts.user_id)`,
}

export type ExpertCardRow = Omit<ExpertCardView, "rating" | "isNew" | "verified" | "tags"> &
  Pick<typeof experts.$inferSelect, "ratingSum" | "badges">

export function toExpertCard(row: ExpertCardRow): ExpertCardView {
  const badges = filterValidBadges(row.badges, toKstDateString(now()))
  return {
    id: row.id,
    name: row.name,
    avatarId: row.avatarId,
    oneLine: row.oneLine,
    careerYears: row.careerYears,
    rating: getDisplayRating(row.ratingSum, row.reviewCount),
    reviewCount: row.reviewCount,
    isNew: hasTooFewReviews(row.reviewCount),
    hires: row.hires,
    responseMinutes: row.responseMinutes,
    verified: badges.some((badge) => badge.kind === "business" || badge.kind === "identity"),
    categories: CATEGORIES.filter((category) => row.categories.includes(category)),
    tags: badges.slice(0, 3).map((badge) => badge.label),
    priceFromWon: row.priceFromWon,
    priceFromUnit: row.priceFromUnit,
  }
}

/** The heart of `actor` in a query about experts. */
const selectHeart = (actor: Actor) =>
  actor.kind === "member"
    ? sql<ExpertHeart>`case when experts.user_id <> ${actor.userId}::uuid then exists (
        select from expert_favorites f
        where f.user_id = ${actor.userId}::uuid and f.expert_id = experts.user_id) end`
    : sql<ExpertHeart>`false`

/**
 * The cards of `ids`, by id, whatever the experts' state: for those who deal with them already. Unknown ids
 * are left out.
 */
export async function findExpertCards(ids: readonly string[]): Promise<Map<string, ExpertCardView>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select(expertCardColumns)
    .from(experts)
    .where(sql`${experts.userId} = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, toExpertCard(row)]))
}

/** Asks for the cards of `ids`, by id, as {@link findExpertCards}, with the hearts of `actor`. */
export const heartedExpertsSubquery = (actor: Actor, ids: readonly string[]) =>
  jsonRowsSubquery(
    { ...expertCardColumns, heart: selectHeart(actor) },
    sql`from ${experts} where ${experts.userId} = any(${sql.param([...ids])}::uuid[])`,
    (rows: (ExpertCardRow & { heart: ExpertHeart })[]) =>
      new Map(rows.map((row) => [row.id, { ...toExpertCard(row), heart: row.heart }])),
  )

/** The card of one expert whom the public finds, else null. */
export async function findListedExpert(id: string): Promise<ExpertCardView | null> {
  const [row] = await db()
    .select(expertCardColumns)
    .from(experts)
    .where(and(listedCondition, eq(experts.userId, id)))
  return row ? toExpertCard(row) : null
}

/**
 * The most hired among the best rated experts, for the home screen; the best rated of those who work near
 * region `from` where it is known.
 */
export async function findPopularExperts(limit: number, from: string | null): Promise<ExpertCardView[]> {
  if (from !== null) {
    const found = await readExperts({
      order: SORTS.recommended,
      steps: buildCoverSteps(worksIn, { regionCode: from, range: "all" }),
      listed: listedCondition,
      cursor: null,
      size: limit,
    })
    return toNearCards(found.rows, from)
  }
  const best = db()
    .select({ id: experts.userId })
    .from(experts)
    .where(listedCondition)
    .orderBy(sql`${experts.ratingRank} desc, ${experts.userId} desc`)
    .limit(POPULAR_POOL_SIZE)
  const rows = await db()
    .select(expertCardColumns)
    .from(experts)
    .where(sql`${experts.userId} in ${best}`)
    .orderBy(
      sql`${experts.hires} + ${experts.repeatHires} desc, ${experts.ratingRank} desc, ${experts.userId} desc`,
    )
    .limit(limit)
  return rows.map(toExpertCard)
}

/** The best rated experts of a category. */
export async function findTopRatedExperts(category: Category, limit: number): Promise<ExpertCardView[]> {
  const rows = await db()
    .select(expertCardColumns)
    .from(experts)
    .where(and(listedCondition, hasCategoryCondition(category)))
    .orderBy(sql`${experts.ratingRank} desc, ${experts.userId} desc`)
    .limit(limit)
  return rows.map(toExpertCard)
}

/**
 * Experts with a category in common with `id`, those who share a region first, with the hearts of `actor`.
 * One query.
 */
export async function findSimilarExperts(
  actor: Actor,
  id: string,
  limit = 4,
): Promise<(ExpertCardView & { heart: ExpertHeart })[]> {
  const rows = await db()
    .select({ ...expertCardColumns, heart: selectHeart(actor) })
    .from(experts)
    .where(
      and(
        listedCondition,
        sql`${experts.userId} <> ${id}::uuid`,
        sql`exists (select from expert_categories mine join expert_categories theirs using (category)
          where mine.expert_id = ${id}::uuid and theirs.expert_id = ${experts.userId})`,
      ),
    )
    .orderBy(
      sql`exists (select from expert_regions mine join expert_regions theirs using (region_code)
        where mine.expert_id = ${id}::uuid and theirs.expert_id = ${experts.userId}) desc`,
      sql`${experts.ratingRank} desc, ${experts.userId} desc`,
    )
    .limit(limit)
  return rows.map((row) => ({ ...toExpertCard(row), heart: row.heart }))
}

/** How many experts the public can find in each category; a category without any has 0. */
export async function countExpertsByCategory(): Promise<Record<Category, number>> {
  const rows = await db()
    .select({ category: expertCategories.category, count: sql<number>`count(*)::int` })
    .from(expertCategories)
    .innerJoin(
      experts,
      and(
        eq(experts.userId, expertCategories.expertId),
        eq(experts.state, "approved"),
        isNull(experts.hiddenAt),
      ),
    )
    .groupBy(expertCategories.category)
  const counts: Record<Category, number> = {
    repair: 0,
    interior: 0,
    moving: 0,
    demolition: 0,
    installation: 0,
  }
  for (const row of rows) counts[row.category] = row.count
  return counts
}

const response = sql`coalesce(${experts.responseMinutes}, 1000000)`
const price = sql`coalesce(${experts.priceFromWon}, 2000000000)`
// "1평" and "평" are one unit. Written as in the index, with PRICE_UNITS in their order.
const unit = sql`ltrim(${experts.priceFromUnit}, '1 ')`
const unitRank = sql`case when ${experts.priceFromWon} is null then 99
  else coalesce(array_position(array['회', '시간', '평', '개', '㎡', 'm'], ${unit}), 90) end`

// Each is an index that ends with the id. Prices are sorted within their unit: 9,000원 a 평 says nothing
// beside 33,000원 an hour.
const SORTS: Record<ExpertSort, ListOrder> = {
  recommended: descending("recommended", [experts.ratingRank, "real"], [experts.userId, "id"]),
  near: descending("near", [experts.ratingRank, "real"], [experts.userId, "id"]),
  rating: descending(
    "rating",
    [experts.ratingTenths, "integer"],
    [experts.reviewCount, "integer"],
    [experts.userId, "id"],
  ),
  reviews: descending("reviews", [experts.reviewCount, "integer"], [experts.userId, "id"]),
  hires: descending("hires", [experts.hires, "integer"], [experts.userId, "id"]),
  response: ascending("response", [response, "integer"], [experts.userId, "id"]),
  price: ascending(
    "price",
    [unitRank, "integer"],
    [unit, "text"],
    [price, "integer"],
    [experts.userId, "id"],
  ),
}

type ListRow = ExpertCardRow & { regions: string[] }

/** Reads a page of experts with where they work. */
function readExperts(list: {
  order: ListOrder
  steps: ListStep[] | null
  listed: SQL
  cursor: string | null
  size: number
}): Promise<Page<ListRow>> {
  const columns = {
    ...expertCardColumns,
    regions: sql<string[]>`array(select er.region_code from expert_regions er
      where er.expert_id = experts.user_id)`,
  }
  return pageOfList({
    ...list,
    table: experts,
    id: experts.userId,
    from: (sortKeys, joined) => {
      const rows = db()
        .select({ ...columns, sortKeys })
        .from(experts)
      return joined ? rows.innerJoin(joined.rows, joined.on) : rows
    },
  })
}

/** True of experts who work in one of the regions. */
const worksIn = (codes: readonly string[]) =>
  sql`(exists (select from expert_regions er where er.expert_id = ${experts.userId}
    and er.region_code = any(${sql.param([...codes])}::text[])))`

const toNearCards = (rows: readonly ListRow[], from: string | null): ExpertCardView[] =>
  rows.map((row) => ({ ...toExpertCard(row), distance: getNearestDistance(row.regions, from) }))

/**
 * One page of the directory: approved experts who are not hidden and fit all `filters`, those near
 * `filters.near` first, or from everywhere where none is near. `cursor` is the `next` of the page before; one
 * that cannot be read, or belongs to another sort, gives the first page. `total` counts what fits, as far
 * as lists are counted.
 */
export async function searchExperts(
  filters: ExpertFilters,
  sort: ExpertSort,
  cursor: string | null,
): Promise<{ cards: ExpertCardView[]; next: string | null; total: number; near: NearView | null }> {
  const filterCondition = sql`${and(listedCondition, ...buildConditions(filters))}`
  return searchNear(filters.near, cursor === null, async (around) => {
    const [found, total] = await Promise.all([
      readExperts({
        order: SORTS[sort],
        steps: around && buildCoverSteps(worksIn, { ...around, isByDistance: sort === "near" }),
        listed: filterCondition,
        cursor,
        size: EXPERTS_PER_PAGE,
      }),
      countCapped(experts, and(filterCondition, around ? coversRange(worksIn, around) : undefined)),
    ])
    return {
      found: {
        cards: toNearCards(found.rows, around?.regionCode ?? null),
        next: found.cursor,
        total,
      },
      isEmpty: found.rows.length === 0,
    }
  })
}

const hasCategoryCondition = (category: Category) =>
  sql`exists (select from expert_categories ec
    where ec.category = ${category} and ec.expert_id = ${experts.userId})`

function buildConditions(filters: ExpertFilters): SQL[] {
  const { category, region, badges, minRating, maxPriceWon } = filters
  const conditions: SQL[] = []
  if (category) conditions.push(hasCategoryCondition(category))
  if (region && region !== WHOLE_COUNTRY)
    conditions.push(
      sql`exists (select from expert_regions er
        where er.expert_id = ${experts.userId} and ${coversRegionCondition(region)})`,
    )
  for (const badge of badges) {
    conditions.push(
      sql`exists (select from jsonb_array_elements(${experts.badges}) badge
        where badge ->> 'kind' = ${badge} and coalesce(badge ->> 'expiresOn',
        '9999') >= ${toKstDateString(now())})`,
    )
  }
  if (minRating !== null) conditions.push(sql`${experts.ratingTenths} >= ${Math.round(minRating * 10)}::int`)
  if (maxPriceWon !== null) conditions.push(sql`${experts.priceFromWon} <= ${maxPriceWon}::int`)
  if (filters.unit !== null) conditions.push(sql`${unit} = ${filters.unit}`)
  for (const word of parseNameSearch(filters.q)) conditions.push(matchesWordCondition(word))
  return conditions
}

/** True of a row of expert_regions that covers `region`; a 시·도 is covered by whoever works anywhere in it. */
function coversRegionCondition(region: string): SQL {
  const sido = getSidoCode(region)
  if (sido === region) return sql`(er.region_code = ${WHOLE_COUNTRY} or er.region_code like ${`${region}%`})`
  return sql`er.region_code = any(${sql.param([region, sido ?? region, WHOLE_COUNTRY])}::text[])`
}

/** True of an expert of whom name, business, line, trades or price list hold the word (name-search.ts). */
const matchesWordCondition = (word: NameSearchWord | null): SQL =>
  word === null
    ? sql`false`
    : sql`${word.keyField === "searchKey" ? experts.searchKey : experts.searchChoseong} like
      ${`%${word.key}%`}`

/** The regions and trades in which somebody works: the lists worth finding. One query. */
export const listExpertRegions = cacheBriefly(async (): Promise<{ region: string; category: Category }[]> =>
  db().execute<{ region: string; category: Category }>(sql`
    select er.region_code as region, ec.category from expert_regions er
      join expert_categories ec on ec.expert_id = er.expert_id
      join experts on experts.user_id = er.expert_id and ${listedCondition}
    where length(er.region_code) = 5 group by 1, 2 order by 1, 2`),
)

/** How many experts work in each of `codes`, as the directory finds them, up to 1,000 each. One query. */
export const countExpertsByRegion = (codes: readonly string[]): Promise<Map<string, number>> =>
  countByRegion(
    codes,
    sql`select distinct er.expert_id from expert_regions er join experts on experts.user_id = er.expert_id
      where er.region_code in (code, left(code, 2), ${WHOLE_COUNTRY}) and ${listedCondition}`,
  )
