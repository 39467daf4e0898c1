/** Owns the directory: which experts the public finds, in which order, as cards. */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { isInt4, isReal } from "../../../basics/column-values.ts"
import { decodeCursor, encodeCursor, isWord, type CursorCheck } from "../../../basics/cursor.ts"
import { isId } from "../../../basics/ids.ts"
import { isNew } from "../../../basics/rank.ts"
import { sidoOf, wholeCountry } from "../../../basics/regions.ts"
import { kstDateString } from "../../../basics/time.ts"
import { db } from "../../../platform/db.server.ts"
import { CATEGORIES, type Category } from "../../orders/rules.ts"
import { readNames, type NameWord } from "../../../basics/name-search.ts"
import { shownRating, validBadges, type ExpertCard, type ExpertFilters, type ExpertSort } from "../rules.ts"
import { expertCategories, experts } from "../schema.server.ts"

export const EXPERTS_PER_PAGE = 20
/** From how many of the best rated the popular ones are taken. */
const POPULAR_POOL = 50

const isListed = sql`${experts.state} = 'approved' and ${experts.hiddenAt} is null`

const cardColumns = {
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

type CardRow = Omit<ExpertCard, "rating" | "isNew" | "verified" | "tags"> &
  Pick<typeof experts.$inferSelect, "ratingSum" | "badges">

function cardOf(row: CardRow): ExpertCard {
  const badges = validBadges(row.badges, kstDateString(now()))
  return {
    id: row.id,
    name: row.name,
    avatarId: row.avatarId,
    oneLine: row.oneLine,
    careerYears: row.careerYears,
    rating: shownRating(row.ratingSum, row.reviewCount),
    reviewCount: row.reviewCount,
    isNew: isNew(row.reviewCount),
    hires: row.hires,
    responseMinutes: row.responseMinutes,
    verified: badges.some((badge) => badge.kind === "business" || badge.kind === "identity"),
    categories: CATEGORIES.filter((category) => row.categories.includes(category)),
    tags: badges.slice(0, 3).map((badge) => badge.label),
    priceFromWon: row.priceFromWon,
    priceFromUnit: row.priceFromUnit,
  }
}

/**
 * The cards of `ids`, by id, whatever the experts' state: for those who deal with them already. Unknown ids
 * are left out.
 */
export async function findExpertCards(ids: readonly string[]): Promise<Map<string, ExpertCard>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select(cardColumns)
    .from(experts)
    .where(sql`${experts.userId} = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, cardOf(row)]))
}

/** The card of one expert whom the public finds, else null. */
export async function findListedExpert(id: string): Promise<ExpertCard | null> {
  const [row] = await db()
    .select(cardColumns)
    .from(experts)
    .where(and(isListed, eq(experts.userId, id)))
  return row ? cardOf(row) : null
}

/** The most hired among the best rated experts, for the home screen. */
export async function popularExperts(limit: number): Promise<ExpertCard[]> {
  const best = db()
    .select({ id: experts.userId })
    .from(experts)
    .where(isListed)
    .orderBy(sql`${experts.ratingRank} desc, ${experts.userId} desc`)
    .limit(POPULAR_POOL)
  const rows = await db()
    .select(cardColumns)
    .from(experts)
    .where(sql`${experts.userId} in ${best}`)
    .orderBy(
      sql`${experts.hires} + ${experts.repeatHires} desc, ${experts.ratingRank} desc, ${experts.userId} desc`,
    )
    .limit(limit)
  return rows.map(cardOf)
}

/** The best rated experts of a category. */
export async function topExperts(category: Category, limit: number): Promise<ExpertCard[]> {
  const rows = await db()
    .select(cardColumns)
    .from(experts)
    .where(and(isListed, worksIn(category)))
    .orderBy(sql`${experts.ratingRank} desc, ${experts.userId} desc`)
    .limit(limit)
  return rows.map(cardOf)
}

/** Experts with a category in common with `id`, those who share a region first. */
export async function similarExperts(id: string, limit = 4): Promise<ExpertCard[]> {
  const rows = await db()
    .select(cardColumns)
    .from(experts)
    .where(
      and(
        isListed,
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
  return rows.map(cardOf)
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

type SortKey = { by: SQL; type: SQL; check: CursorCheck<number>; of: (row: SortValues) => number }
type SortValues = {
  rank: number
  tenths: number
  reviewCount: number
  hires: number
  response: number
  price: number
}

const response = sql`coalesce(${experts.responseMinutes}, 1000000)`
const price = sql`coalesce(${experts.priceFromWon}, 2000000000)`
const int = { type: sql`integer`, check: isInt4 }

// Each is the beginning of an index of migration 0003, which ends with the id.
const sorts: Record<ExpertSort, { keys: SortKey[]; descending: boolean }> = {
  recommended: {
    keys: [{ by: sql`${experts.ratingRank}`, type: sql`real`, check: isReal, of: (row) => row.rank }],
    descending: true,
  },
  rating: {
    keys: [
      { by: sql`${experts.ratingTenths}`, ...int, of: (row) => row.tenths },
      { by: sql`${experts.reviewCount}`, ...int, of: (row) => row.reviewCount },
    ],
    descending: true,
  },
  reviews: {
    keys: [{ by: sql`${experts.reviewCount}`, ...int, of: (row) => row.reviewCount }],
    descending: true,
  },
  hires: { keys: [{ by: sql`${experts.hires}`, ...int, of: (row) => row.hires }], descending: true },
  response: { keys: [{ by: response, ...int, of: (row) => row.response }], descending: false },
  price: { keys: [{ by: price, ...int, of: (row) => row.price }], descending: false },
}

/**
 * One page of the directory: approved experts who are not hidden and fit all `filters`. `cursor` is the
 * `next` of the page before; one that cannot be read, or belongs to another sort, gives the first page.
 * `total` counts all that fit.
 */
export async function searchExperts(
  filters: ExpertFilters,
  sort: ExpertSort,
  cursor: string | null,
): Promise<{ cards: ExpertCard[]; next: string | null; total: number }> {
  const fits = and(isListed, ...conditionsOf(filters))
  const { keys, descending } = sorts[sort]
  const after = decodeCursor(cursor, [isWord(sort), ...keys.map((key) => key.check), isId])
  const columns = sql.join([...keys.map((key) => key.by), sql`${experts.userId}`], sql`, `)
  const place =
    after &&
    sql.join(
      [...keys.map((key, at) => sql`${after[at + 1]}::${key.type}`), sql`${after.at(-1)}::uuid`],
      sql`, `,
    )
  const order = sql.join(
    [...keys.map((key) => key.by), sql`${experts.userId}`].map((by) => (descending ? sql`${by} desc` : by)),
    sql`, `,
  )
  const [rows, [counted]] = await Promise.all([
    db()
      .select({
        ...cardColumns,
        rank: experts.ratingRank,
        tenths: experts.ratingTenths,
        response: sql<number>`${response}`,
        price: sql<number>`${price}`,
      })
      .from(experts)
      .where(
        place
          ? and(fits, descending ? sql`(${columns}) < (${place})` : sql`(${columns}) > (${place})`)
          : fits,
      )
      .orderBy(order)
      .limit(EXPERTS_PER_PAGE + 1),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(experts)
      .where(fits),
  ])
  const page = rows.slice(0, EXPERTS_PER_PAGE)
  const last = rows.length > EXPERTS_PER_PAGE ? page.at(-1) : undefined
  return {
    cards: page.map(cardOf),
    next: last ? encodeCursor([sort, ...keys.map((key) => key.of(last)), last.id]) : null,
    total: counted?.total ?? 0,
  }
}

const worksIn = (category: Category) =>
  sql`exists (select from expert_categories ec
    where ec.category = ${category} and ec.expert_id = ${experts.userId})`

function conditionsOf(filters: ExpertFilters): SQL[] {
  const { category, region, badge, minRating, maxPriceWon, favoritesOf } = filters
  const found: SQL[] = []
  if (category) found.push(worksIn(category))
  if (region && region !== wholeCountry)
    found.push(
      sql`exists (select from expert_regions er
        where er.expert_id = ${experts.userId} and ${covers(region)})`,
    )
  if (badge) {
    found.push(
      sql`exists (select from jsonb_array_elements(${experts.badges}) badge
        where badge ->> 'kind' = ${badge} and coalesce(badge ->> 'expiresOn',
        '9999') >= ${kstDateString(now())})`,
    )
  }
  if (minRating !== null) found.push(sql`${experts.ratingTenths} >= ${Math.round(minRating * 10)}::int`)
  if (maxPriceWon !== null) found.push(sql`${experts.priceFromWon} <= ${maxPriceWon}::int`)
  if (favoritesOf)
    found.push(
      sql`exists (select from expert_favorites ef
        where ef.user_id = ${favoritesOf}::uuid and ef.expert_id = ${experts.userId})`,
    )
  for (const word of readNames(filters.q)) found.push(mentions(word))
  return found
}

/** True of a row of expert_regions that covers `region`; a 시·도 is covered by whoever works anywhere in it. */
function covers(region: string): SQL {
  const sido = sidoOf(region)
  if (sido === region) return sql`(er.region_code = ${wholeCountry} or er.region_code like ${`${region}%`})`
  return sql`er.region_code = any(${sql.param([region, sido ?? region, wholeCountry])}::text[])`
}

/** True of an expert of whom name, business, line, trades or price list hold the word (name-search.ts). */
const mentions = (word: NameWord | null): SQL =>
  word === null
    ? sql`false`
    : sql`${word.by === "searchKey" ? experts.searchKey : experts.searchChoseong} like ${`%${word.key}%`}`
