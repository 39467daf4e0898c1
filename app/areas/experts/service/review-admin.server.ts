/** Owns what an admin sees of reviews: all of them, and one with what stood there before. */
import { and, desc, eq, ilike, isNotNull, or, sql, type SQL } from "drizzle-orm"
import { z } from "zod"
import { isId } from "#app/basics/ids.ts"
import { beginningWith, containing } from "#app/basics/like.ts"
import { db } from "#app/platform/db.server.ts"
import { keyset, pageOf, type ListOrder } from "#app/platform/keyset.server.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import type { Category } from "../../orders/rules.ts"
import type { AdminReviewSort, ReviewPlace, SubScore } from "../rules.ts"
import { reviews, reviewVersions } from "../schema.server.ts"
import type { PictureView } from "../views.ts"

const PER_PAGE = 30

export type AdminReviewRow = {
  id: string
  place: ReviewPlace
  rating: number
  body: string
  category: Category
  expertId: string
  customerId: string
  createdAt: string
}

type Choice = {
  removed: boolean
  /** A part of what is written, or the beginning of a customer's or an expert's name. */ term: string
}

function whereOf({ removed, term }: Choice): SQL | undefined {
  const named = sql`(select user_id from people where left_at is null and name like ${beginningWith(term)})`
  return and(
    removed ? isNotNull(reviews.removedAt) : undefined,
    term === ""
      ? undefined
      : or(
          ilike(reviews.body, containing(term)),
          sql`${reviews.customerId} in ${named}`,
          sql`${reviews.expertId} in ${named}`,
        ),
  )
}

type ReviewRow = typeof reviews.$inferSelect
const placeOf = (review: Pick<ReviewRow, "removedAt" | "publishedAt">): ReviewPlace =>
  review.removedAt ? "removed" : review.publishedAt ? "published" : "waiting"

// Ids are made in the order of time, so their index is the list's.
const ORDERS: Record<AdminReviewSort, ListOrder> = {
  newest: { by: null, as: "text", way: "desc" },
  oldest: { by: null, as: "text", way: "asc" },
  worst: { by: reviews.rating, as: "number", way: "asc" },
}

/**
 * A page of all reviews, or of those taken down; empty for anybody but an admin. A cursor that cannot be read
 * begins anew.
 */
export async function findReviewsForAdmin(
  actor: Actor,
  choice: Choice & { sort: AdminReviewSort; cursor: string | null },
): Promise<{ rows: AdminReviewRow[]; cursor: string | null }> {
  if (!isAdmin(actor)) return { rows: [], cursor: null }
  const page = keyset(ORDERS[choice.sort], reviews.id, choice.cursor)
  const found = await db()
    .select({ row: reviews, place: page.place })
    .from(reviews)
    .where(and(whereOf(choice), page.after))
    .orderBy(...page.orderBy)
    .limit(PER_PAGE + 1)
  const { shown, cursor } = pageOf(found, PER_PAGE, ({ row }) => row.id)
  return {
    rows: shown.map(({ row }) => ({
      id: row.id,
      place: placeOf(row),
      rating: row.rating,
      body: row.body,
      category: row.category,
      expertId: row.expertId,
      customerId: row.customerId,
      createdAt: row.createdAt.toISOString(),
    })),
    cursor,
  }
}

/** How many reviews there are, or how many were taken down; 0 for anybody but an admin. */
export async function countReviewsForAdmin(actor: Actor, choice: Choice): Promise<number> {
  if (!isAdmin(actor)) return 0
  const [row] = await db()
    .select({ found: sql<number>`count(*)::int` })
    .from(reviews)
    .where(whereOf(choice))
  return row?.found ?? 0
}

const Version = z.object({
  rating: z.number(),
  tags: z.array(z.string()).catch([]),
  body: z.string().catch(""),
})

export type ReviewFile = {
  id: string
  orderId: string
  expertId: string
  customerId: string
  place: ReviewPlace
  category: Category
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
export async function findReviewForAdmin(actor: Actor, reviewId: string): Promise<ReviewFile | null> {
  if (!isAdmin(actor) || !isId(reviewId)) return null
  const photos = sql<PictureView[]>`coalesce((
    select jsonb_agg(${pictureJson("picture")} order by rp.position) from review_photos rp
      join pictures picture on picture.id = rp.picture_id where rp.review_id = reviews.id
  ), '[]')`
  const [[row], versions] = await Promise.all([
    db().select({ review: reviews, photos }).from(reviews).where(eq(reviews.id, reviewId)),
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
    place: placeOf(review),
    category: review.category,
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
      const before = Version.safeParse(content)
      return before.success ? [{ version, until: at.toISOString(), ...before.data }] : []
    }),
  }
}
