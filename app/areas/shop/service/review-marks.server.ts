/** 도움돼요: who found a review helpful, and how many did. */
import { and, eq, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, type Events } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { productReviews } from "../schema.server.ts"
import { reviewMarks } from "../visit-schema.server.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "product.review_marked": { reviewId: string }
  }
}

/**
 * Marks a review of `productId` as helpful, once a person, or takes that back. Only a row of one's own is
 * written: the count follows by the event, so that those who mark the same review do not wait for each
 * other. Refusals: `not_found`, `own_review`.
 */
export async function setReviewMark(
  actor: Actor,
  input: { productId: string; reviewId: string; isHelpful: boolean },
): Promise<Outcome<"not_found" | "own_review">> {
  const { productId, reviewId, isHelpful } = input
  if (actor.kind !== "member" || !isId(productId) || !isId(reviewId)) return refuse("not_found")
  const { userId } = actor
  return inTransaction(async (tx) => {
    const [review] = await tx
      .select({ authorId: productReviews.authorId })
      .from(productReviews)
      .where(
        and(
          eq(productReviews.id, reviewId),
          eq(productReviews.productId, productId),
          isNull(productReviews.hiddenAt),
        ),
      )
    if (!review) return refuse("not_found")
    if (review.authorId === userId) return refuse("own_review")
    const changed = isHelpful
      ? await tx
          .insert(reviewMarks)
          .values({ reviewId, userId, createdAt: now() })
          .onConflictDoNothing()
          .returning({ reviewId: reviewMarks.reviewId })
      : await tx
          .delete(reviewMarks)
          .where(and(eq(reviewMarks.reviewId, reviewId), eq(reviewMarks.userId, userId)))
          .returning({ reviewId: reviewMarks.reviewId })
    if (changed.length > 0) await emit(tx, "product.review_marked", { reviewId })
    return ok()
  })
}

/** Subscriber of "product.review_marked", for all that were marked together: counts their marks anew. */
export async function refreshHelpfulCounts(
  events: readonly Events["product.review_marked"][],
  tx: Transaction,
): Promise<void> {
  const ids = [...new Set(events.map((event) => event.reviewId))].sort()
  await tx.execute(sql`
    with locked as (
      select id from product_reviews where id = any(${sql.param(ids)}::uuid[]) order by id for update
    )
    update product_reviews r
    set helpful_count = (select count(*) from review_marks m where m.review_id = r.id)
    from locked where r.id = locked.id`)
}
