/**
 * How reviews are read: an expert's page of them, their summary, the newest for other screens, one's
 * own.
 */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { now } from "#app/basics/clock.ts"
import { jsonRowsSubquery, type JsonSubquery } from "#app/platform/json-subqueries.server.ts"
import { db } from "#app/platform/db.server.ts"
import type { CardPicture, SmallPicture } from "#app/basics/picture-view.ts"
import { cardPictureJson, smallPictureJson } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { getServiceLabel } from "../../orders/questions.ts"
import { CATEGORIES, isCategory, type Category } from "../../orders/rules.ts"
import {
  completedOrdersTable,
  orderOfPartyTable,
  selectIsPaidSafely,
  selectRegionCode,
  selectService,
  selectSitePicture,
} from "../../orders/service/order-sql.server.ts"
import { getEditDeadline, type ReviewSort, type SubScore } from "../rules.ts"
import { reviews } from "../schema.server.ts"
import type { OwnReview, ReviewCardView, ReviewSummary, RemovedReview, ReviewView } from "../views.ts"
import { type ListOrder, descending, page } from "#app/platform/page.server.ts"

/** With the page itself come fewer than are added by a tap: below them there is more to see. */
export const FIRST_REVIEWS = 5
export const REVIEWS_PER_PAGE = 10

// Names, kinds of work and pictures come with the rows, so that a list costs one query. Columns are written
// out: the query builder leaves the table's name away in what is selected, and a subquery would take `id` for
// its own.
const photosColumn = sql<SmallPicture[]>`coalesce((
  select jsonb_agg(${smallPictureJson("picture")} order by rp.position) from review_photos rp
    join pictures picture on picture.id = rp.picture_id where rp.review_id = reviews.id
), '[]')`
const customerNameColumn = sql<
  string | null
>`(select p.name from people p where p.user_id = reviews.customer_id and p.left_at is null)`
const customerAvatarColumn = sql<
  string | null
>`(select p.avatar_id from people p where p.user_id = reviews.customer_id and p.left_at is null)`
const service = selectService(sql`reviews.order_id`)
const isPaidSafely = selectIsPaidSafely(sql`reviews.order_id`)

const formatCustomerName = (name: string | null) => name ?? "탈퇴한 회원"
const pickScores = (row: Record<SubScore, number>): Record<SubScore, number> => ({
  finish: row.finish,
  priceMatch: row.priceMatch,
  punctuality: row.punctuality,
  kindness: row.kindness,
})

const hasPhotos = sql<number>`(case when ${reviews.photoCount} > 0 then 1 else 0 end)`
/** What comes first, largest first; then the newest. */
const sortBy = (name: ReviewSort, ...first: [SQL, "integer"][]): ListOrder =>
  descending(name, ...first, [reviews.publishedAt, "time"], [reviews.id, "id"])
const SORTS: Record<ReviewSort, ListOrder> = {
  recommended: sortBy("recommended", [hasPhotos, "integer"]),
  newest: sortBy("newest"),
  high: sortBy("high", [sql`${reviews.rating}`, "integer"]),
  low: sortBy("low", [sql`-${reviews.rating}`, "integer"]),
}

/**
 * One page of an expert's published reviews: the first 5, then 10 each. `filter` narrows to those with photos
 * or of a category; without it, what was taken down shows as a tombstone. A cursor that cannot be read, or
 * belongs to another sort, gives the first page.
 */
export async function findReviewsOfExpert(
  expertId: string,
  options: { filter: "photo" | Category | null; sort: ReviewSort; cursor: string | null },
): Promise<{ reviews: (ReviewView | RemovedReview)[]; next: string | null }> {
  const conditions = [eq(reviews.expertId, expertId), sql`${reviews.publishedAt} is not null`]
  if (options.filter) conditions.push(sql`${reviews.removedAt} is null`)
  if (options.filter === "photo") conditions.push(sql`${reviews.photoCount} > 0`)
  if (isCategory(options.filter)) conditions.push(eq(reviews.category, options.filter))
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: reviews.id,
          category: reviews.category,
          rating: reviews.rating,
          finish: reviews.finish,
          priceMatch: reviews.priceMatch,
          punctuality: reviews.punctuality,
          kindness: reviews.kindness,
          tags: reviews.tags,
          body: reviews.body,
          paidWon: reviews.paidWon,
          reply: reviews.reply,
          repliedAt: reviews.repliedAt,
          publishedAt: reviews.publishedAt,
          editedAt: reviews.editedAt,
          removedAt: reviews.removedAt,
          service,
          isPaidSafely,
          photos: photosColumn,
          customer: customerNameColumn,
          avatarId: customerAvatarColumn,
          sortKeys,
        })
        .from(reviews),
    order: SORTS[options.sort],
    filter: and(...conditions),
    cursor: options.cursor,
    size: options.cursor === null ? FIRST_REVIEWS : REVIEWS_PER_PAGE,
  })
  return {
    reviews: found.rows.map((row) => {
      const publishedAt = (row.publishedAt ?? now()).toISOString()
      if (row.removedAt) return { id: row.id, removed: true, publishedAt }
      return {
        id: row.id,
        customer: formatCustomerName(row.customer),
        avatarId: row.avatarId,
        category: row.category,
        service: getServiceLabel(row.category, row.service),
        rating: row.rating,
        scores: pickScores(row),
        tags: row.tags,
        body: row.body,
        photos: row.photos,
        paidWon: row.paidWon,
        isPaidSafely: row.isPaidSafely,
        reply: row.reply,
        repliedAt: row.repliedAt?.toISOString() ?? null,
        publishedAt,
        edited: row.editedAt !== null,
      }
    }),
    next: found.cursor,
  }
}

/** How an expert's published reviews are spread, and their mean sub-scores to one decimal. */
export async function summarizeReviews(expertId: string): Promise<ReviewSummary> {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const mean = (column: PgColumn) => sql<number>`coalesce(round(avg(${column}), 1), 0)::float8`
  const [row] = await db()
    .select({
      total: sql<number>`count(*)::int`,
      one: count(sql`${reviews.rating} = 1`),
      two: count(sql`${reviews.rating} = 2`),
      three: count(sql`${reviews.rating} = 3`),
      four: count(sql`${reviews.rating} = 4`),
      five: count(sql`${reviews.rating} = 5`),
      withPhotos: count(sql`${reviews.photoCount} > 0`),
      finish: mean(reviews.finish),
      priceMatch: mean(reviews.priceMatch),
      punctuality: mean(reviews.punctuality),
      kindness: mean(reviews.kindness),
      categories: sql<Category[]>`coalesce(array_agg(${reviews.category}), '{}')`,
    })
    .from(reviews)
    .where(
      sql`${reviews.expertId} = ${expertId}::uuid and ${reviews.publishedAt} is not null
        and ${reviews.removedAt} is null`,
    )
  if (!row) return { stars: [0, 0, 0, 0, 0], total: 0, withPhotos: 0, scores: null, categories: [] }
  return {
    stars: [row.one, row.two, row.three, row.four, row.five],
    total: row.total,
    withPhotos: row.withPhotos,
    scores: row.total > 0 ? pickScores(row) : null,
    categories: CATEGORIES.map((category) => ({
      category,
      count: row.categories.filter((one) => one === category).length,
    })).filter((one) => one.count > 0),
  }
}

// The site as it was is shown only beside a picture that the customer published of the result.
const cardColumns = {
  id: reviews.id,
  expertId: reviews.expertId,
  category: reviews.category,
  rating: reviews.rating,
  body: reviews.body,
  paidWon: reviews.paidWon,
  publishedAt: reviews.publishedAt,
  service,
  isPaidSafely,
  customer: customerNameColumn,
  expertName: sql<string>`(select e.name from experts e where e.user_id = reviews.expert_id)`,
  regionCode: selectRegionCode(sql`reviews.order_id`),
  after: sql<CardPicture | null>`(
    select ${cardPictureJson("picture")} from review_photos rp
      join pictures picture on picture.id = rp.picture_id
      where rp.review_id = reviews.id order by rp.position limit 1
  )`,
  before: sql<CardPicture | null>`(case when reviews.photo_count > 0
    then ${selectSitePicture(sql`reviews.order_id`)} end)`,
}
const cardCondition = (condition: SQL) =>
  and(
    sql`${reviews.publishedAt} is not null and ${reviews.removedAt} is null`,
    condition,
    sql`exists (select from experts e where e.user_id = ${reviews.expertId} and e.state = 'approved'
      and e.hidden_at is null)`,
  )
const newestFirst = sql`${reviews.publishedAt} desc, ${reviews.id} desc`
type CardRow = Omit<ReviewCardView, "customer" | "publishedAt"> & {
  customer: string | null
  publishedAt: Date | string | null
}
const toReviewCards = (rows: CardRow[]): ReviewCardView[] =>
  rows.map((row) => ({
    ...row,
    service: getServiceLabel(row.category, row.service),
    customer: formatCustomerName(row.customer),
    publishedAt: new Date(row.publishedAt ?? now()).toISOString(),
  }))

/** The newest published reviews with a picture, for the home screen. */
export const queryNewestReviews = (limit: number): JsonSubquery<ReviewCardView[]> =>
  jsonRowsSubquery(
    cardColumns,
    sql`from ${reviews} where ${cardCondition(sql`${reviews.photoCount} >
      0`)} order by ${newestFirst}
      limit ${limit}`,
    toReviewCards,
  )

/** The newest published reviews of a category, with a picture or without. */
export const findReviewsOfCategory = async (category: Category, limit: number): Promise<ReviewCardView[]> =>
  toReviewCards(
    await db()
      .select(cardColumns)
      .from(reviews)
      .where(cardCondition(eq(reviews.category, category)))
      .orderBy(newestFirst)
      .limit(limit),
  )

/** A completed order of one's own with an expert, and what one wrote about it. */
export type OrderWithReview = {
  orderId: string
  title: string
  category: Category
  completedAt: string
  paidWon: number | null
  review: OwnReview | null
}

/**
 * The actor's completed orders with `expertId`, newest first, each with the actor's own review. Nobody
 * else's.
 */
export async function findOrdersWithReviews(actor: Actor, expertId: string): Promise<OrderWithReview[]> {
  if (actor.kind !== "member") return []
  const rows = await db().execute<{
    order_id: string
    title: string
    category: Category
    completed_at: string
    paid_won: number | null
    is_paid_safely: boolean
    id: string | null
    rating: number
    finish: number
    price_match: number
    punctuality: number
    kindness: number
    tags: string[]
    body: string
    reply: string | null
    publish_at: string
    published_at: string | null
    removed: boolean
    removed_reason: string
    edited: boolean
    created_at: string
    photos: SmallPicture[]
  }>(sql`
    select o.id as order_id, o.title, o.category, o.completed_at, o.paid_won, o.is_paid_safely,
      r.id, r.rating, r.finish, r.price_match, r.punctuality, r.kindness, r.tags, r.body, r.reply,
        r.publish_at, r.published_at, r.created_at,
      r.removed_at is not null as removed, r.removed_reason, r.edited_at is not null as edited,
      coalesce((select jsonb_agg(${smallPictureJson("picture")} order by rp.position) from review_photos rp
        join pictures picture on picture.id = rp.picture_id where rp.review_id = r.id), '[]') as photos
    from ${completedOrdersTable(actor.userId, expertId)} o left join reviews r on r.order_id = o.id
    order by o.completed_at desc, o.id desc limit 50`)
  const toIso = (raw: string) => new Date(raw).toISOString()
  return rows.map((row) => {
    const editDeadline = row.id === null ? null : getEditDeadline(new Date(row.created_at))
    return {
      orderId: row.order_id,
      title: row.title,
      category: row.category,
      completedAt: toIso(row.completed_at),
      paidWon: row.paid_won,
      review:
        row.id === null
          ? null
          : {
              id: row.id,
              orderId: row.order_id,
              rating: row.rating,
              scores: {
                finish: row.finish,
                priceMatch: row.price_match,
                punctuality: row.punctuality,
                kindness: row.kindness,
              },
              tags: row.tags,
              body: row.body,
              photos: row.photos,
              isPaidSafely: row.is_paid_safely,
              reply: row.reply,
              publishAt: toIso(row.publish_at),
              publishedAt: row.published_at === null ? null : toIso(row.published_at),
              removedReason: row.removed ? row.removed_reason : null,
              edited: row.edited,
              editableUntil:
                editDeadline && editDeadline >= now() && !row.removed ? editDeadline.toISOString() : null,
            },
    }
  })
}

/** Those among `orderIds` of whose expert the actor, their customer, has written. */
export async function findReviewedOrderIds(actor: Actor, orderIds: readonly string[]): Promise<Set<string>> {
  if (actor.kind !== "member" || orderIds.length === 0) return new Set()
  const rows = await db()
    .select({ orderId: reviews.orderId })
    .from(reviews)
    .where(and(inArray(reviews.orderId, [...orderIds]), eq(reviews.customerId, actor.userId)))
  return new Set(rows.map((row) => row.orderId))
}

/**
 * Where both sides of an order stand with their reviews, as `actor` may know it; null for an order that is
 * not the actor's.
 */
export async function findReviewsOfOrder(
  actor: Actor,
  orderId: string,
): Promise<{
  wroteReview: boolean
  wroteCustomerReview: boolean
  published: boolean
  reviewId: string | null
  /** What the expert said, once both wrote. */ aboutCustomer: { rating: number; body: string } | null
} | null> {
  if (actor.kind !== "member") return null
  const [row] = await db().execute<{
    customer_id: string
    review_id: string | null
    published: boolean
    rating: number | null
    body: string | null
  }>(sql`
    select o.customer_id, r.id as review_id, r.published_at is not null as published, c.rating, c.body
    from ${orderOfPartyTable(orderId, actor.userId)} o left join reviews r on r.order_id = o.id
      left join customer_reviews c on c.order_id = o.id`)
  if (!row) return null
  const isCustomer = row.customer_id === actor.userId
  // Neither side learns what the other wrote, or that it wrote at all, before it can no longer answer in
  // kind.
  const wroteCustomerReview = row.rating !== null && (!isCustomer || row.published)
  return {
    wroteReview: row.review_id !== null && (isCustomer || row.published),
    wroteCustomerReview,
    published: row.published,
    reviewId: isCustomer || row.published ? row.review_id : null,
    aboutCustomer:
      wroteCustomerReview && row.rating !== null ? { rating: row.rating, body: row.body ?? "" } : null,
  }
}
