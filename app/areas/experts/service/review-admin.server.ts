/** What an admin sees of reviews: all of them, and one with what stood there before. */
import { and, desc, eq, isNotNull, sql, type SQL } from "drizzle-orm"
import { z } from "zod"
import { isId } from "#app/basics/ids.ts"
import { isInAnyOf } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { selectIdsByName } from "../../accounts/service/people.server.ts"
import type { Category } from "../../orders/rules.ts"
import { selectIsPaidSafely } from "../../orders/service/order-sql.server.ts"
import type { AdminReviewSort, ReviewVisibility, SubScore } from "../rules.ts"
import { reviews, reviewVersions } from "../schema.server.ts"
import type { PictureView } from "../views.ts"

const PAGE_SIZE = 30
const paidSafelyColumn = selectIsPaidSafely(sql`reviews.order_id`)

export type AdminReviewRow = {
  id: string
  visibility: ReviewVisibility
  rating: number
  body: string
  category: Category
  /** The work was paid through the market: 결제 확인. */
  isPaidSafely: boolean
  expertId: string
  customerId: string
  createdAt: string
}

type AdminReviewFilter = {
  removed: boolean
  /** A part of what is written, or the beginning of a customer's or an expert's name. */ term: string
}

function buildFilterCondition({ removed, term }: AdminReviewFilter): SQL | undefined {
  const matchingUserIds = selectIdsByName(term)
  return and(
    removed ? isNotNull(reviews.removedAt) : undefined,
    term === ""
      ? undefined
      : isInAnyOf({ table: reviews, id: reviews.id }, [
          containsText(reviews.body, term),
          sql`${reviews.customerId} in ${matchingUserIds}`,
          // What waits has an index of its own.
          sql`${reviews.expertId} in ${matchingUserIds} and ${reviews.publishedAt} is not null`,
          sql`${reviews.expertId} in ${matchingUserIds} and ${reviews.publishedAt} is null`,
        ]),
  )
}

type ReviewRow = typeof reviews.$inferSelect
const getReviewVisibility = (review: Pick<ReviewRow, "removedAt" | "publishedAt">): ReviewVisibility =>
  review.removedAt ? "removed" : review.publishedAt ? "published" : "waiting"

// Ids are made in the order of time, so their index is the list's.
const SORT_ORDERS: Record<AdminReviewSort, ListOrder> = {
  newest: descending("newest", [reviews.id, "id"]),
  oldest: ascending("oldest", [reviews.id, "id"]),
  worst: ascending("worst", [reviews.rating, "integer"], [reviews.id, "id"]),
}

/**
 * A page of all reviews, or of those taken down; empty for anybody but an admin. A cursor that cannot be read
 * begins anew.
 */
export async function findReviewsForAdmin(
  actor: Actor,
  filter: AdminReviewFilter & { sort: AdminReviewSort; cursor: string | null },
): Promise<{ rows: AdminReviewRow[]; cursor: string | null }> {
  if (!hasRight(actor, "trust")) return { rows: [], cursor: null }
  const { rows: shown, cursor } = await page({
    from: (sortKeys) => db().select({ row: reviews, isPaidSafely: paidSafelyColumn, sortKeys }).from(reviews),
    order: SORT_ORDERS[filter.sort],
    filter: buildFilterCondition(filter),
    cursor: filter.cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: shown.map(({ row, isPaidSafely }) => ({
      id: row.id,
      visibility: getReviewVisibility(row),
      rating: row.rating,
      body: row.body,
      category: row.category,
      isPaidSafely,
      expertId: row.expertId,
      customerId: row.customerId,
      createdAt: row.createdAt.toISOString(),
    })),
    cursor,
  }
}

/** How many reviews there are, or how many were taken down; 0 for anybody but an admin. */
export async function countReviewsForAdmin(actor: Actor, filter: AdminReviewFilter): Promise<number> {
  if (!hasRight(actor, "trust")) return 0
  const [row] = await db()
    .select({ matches: sql<number>`count(*)::int` })
    .from(reviews)
    .where(buildFilterCondition(filter))
  return row?.matches ?? 0
}

const VersionSchema = z.object({
  rating: z.number(),
  tags: z.array(z.string()).catch([]),
  body: z.string().catch(""),
})

export type AdminReviewDetail = {
  id: string
  orderId: string
  expertId: string
  customerId: string
  visibility: ReviewVisibility
  category: Category
  isPaidSafely: boolean
  rating: number
  scores: Record<SubScore, number>
  tags: string[]
  body: string
  photos: PictureView[]
  reply: string | null
  createdAt: string
  publishedAt: string | null
  editedAt: string | null
  removedAt: string | null
  removedReason: string
  /** What stood there before each change, the newest first. */
  versions: { version: number; until: string; rating: number; tags: string[]; body: string }[]
}

/**
 * One review with its history, also where it was taken down; null for anybody but an admin, and where there
 * is none.
 */
export async function findReviewForAdmin(actor: Actor, reviewId: string): Promise<AdminReviewDetail | null> {
  if (!hasRight(actor, "trust") || !isId(reviewId)) return null
  const photos = sql<PictureView[]>`coalesce((
    select jsonb_agg(${pictureJson("picture")} order by rp.position) from review_photos rp
      join pictures picture on picture.id = rp.picture_id where rp.review_id = reviews.id
  ), '[]')`
  const [[row], versions] = await Promise.all([
    db()
      .select({ review: reviews, photos, isPaidSafely: paidSafelyColumn })
      .from(reviews)
      .where(eq(reviews.id, reviewId)),
    db()
      .select()
      .from(reviewVersions)
      .where(eq(reviewVersions.reviewId, reviewId))
      .orderBy(desc(reviewVersions.version)),
  ])
  if (!row) return null
  const { review } = row
  return {
    id: review.id,
    orderId: review.orderId,
    expertId: review.expertId,
    customerId: review.customerId,
    visibility: getReviewVisibility(review),
    category: review.category,
    isPaidSafely: row.isPaidSafely,
    rating: review.rating,
    scores: {
      finish: review.finish,
      priceMatch: review.priceMatch,
      punctuality: review.punctuality,
      kindness: review.kindness,
    },
    tags: review.tags,
    body: review.body,
    photos: row.photos,
    reply: review.reply,
    createdAt: review.createdAt.toISOString(),
    publishedAt: review.publishedAt?.toISOString() ?? null,
    editedAt: review.editedAt?.toISOString() ?? null,
    removedAt: review.removedAt?.toISOString() ?? null,
    removedReason: review.removedReason,
    versions: versions.flatMap(({ version, at, content }) => {
      const before = VersionSchema.safeParse(content)
      return before.success ? [{ version, until: at.toISOString(), ...before.data }] : []
    }),
  }
}
