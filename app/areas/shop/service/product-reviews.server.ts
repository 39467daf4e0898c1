/** The reviews of one product as its page lists them: sorted, filtered, by pages. */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm"
import type { z } from "zod"
import { db } from "#app/platform/db.server.ts"
import { ascending, descending, page, type ListOrder } from "#app/platform/page.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import type { ReviewQuery } from "../forms.ts"
import type { ReviewSort } from "../rules.ts"
import { productReviews } from "../schema.server.ts"
import type { ProductReviewView } from "../review-views.ts"
import { selectReviewPictures } from "./product-sql.server.ts"

const PAGE_SIZE = 10
/** Options that reviews can be filtered by. */
const MAX_OPTIONS = 20

/** How the reviews of a product are spread. */
export type ReviewSummary = {
  /** How many of each, from one star to five. */
  stars: number[]
  /** How many have pictures. */
  withPhotos: number
  /** The options that were reviewed, the most reviewed first; none where only one was. */
  options: string[]
}

/** Selects the {@link ReviewSummary} of the product `productId`, an expression. */
export const selectReviewSummary = (productId: SQL) => sql<ReviewSummary>`(
  with shown as (select r.id, r.rating, r.option_name from product_reviews r
    where r.product_id = ${productId} and r.hidden_at is null)
  select json_build_object(
    'stars', (select json_agg((select count(*) from shown where rating = star) order by star)
      from generate_series(1, 5) star),
    'withPhotos', (select count(*) from shown
      where exists (select from product_review_pictures rp where rp.review_id = shown.id)),
    'options', coalesce((select json_agg(o.option_name) from (select option_name from shown
      where option_name <> '' group by option_name order by count(*) desc, option_name
      limit ${MAX_OPTIONS}::int) o having count(*) > 1), '[]')))`

const ORDERS: Record<ReviewSort, ListOrder> = {
  helpful: descending("helpful", [productReviews.helpfulCount, "integer"], [productReviews.id, "id"]),
  newest: descending("newest", [productReviews.createdAt, "time"], [productReviews.id, "id"]),
  highest: descending("highest", [productReviews.rating, "integer"], [productReviews.id, "id"]),
  lowest: ascending("lowest", [productReviews.rating, "integer"], [productReviews.id, "id"]),
}

export type ReviewPage = { reviews: ProductReviewView[]; next: string | null }

/** A page of reviews with their pictures, cached. A cursor beyond the last begins at the first. */
export const findProductReviews = cacheBriefly(loadReviews)

async function loadReviews(productId: string, query: z.output<typeof ReviewQuery>): Promise<ReviewPage> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: productReviews.id,
          authorId: productReviews.authorId,
          rating: productReviews.rating,
          body: productReviews.body,
          optionName: productReviews.optionName,
          reply: productReviews.reply,
          helpfulCount: productReviews.helpfulCount,
          createdAt: productReviews.createdAt,
          author: sql<
            string | null
          >`(select p.name from people p where p.user_id = product_reviews.author_id)`,
          photos: selectReviewPictures(sql`product_reviews.id`),
          sortKeys,
        })
        .from(productReviews),
    order: ORDERS[query.order],
    filter: and(
      eq(productReviews.productId, productId),
      isNull(productReviews.hiddenAt),
      query.photos
        ? sql`exists (select from product_review_pictures rp where rp.review_id = product_reviews.id)`
        : undefined,
      query.option === null ? undefined : eq(productReviews.optionName, query.option),
    ),
    cursor: query.reviews,
    size: PAGE_SIZE,
  })
  if (found.rows.length === 0 && query.reviews) return loadReviews(productId, { ...query, reviews: null })
  return {
    reviews: found.rows.map(({ author, createdAt, ...review }) => ({
      ...review,
      author: author ?? "고객",
      createdAt: createdAt.toISOString(),
    })),
    next: found.cursor,
  }
}
