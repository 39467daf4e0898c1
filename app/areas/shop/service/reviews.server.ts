/** Reviews of bought products: one for each line, by its buyer, with one reply of the seller. */
import { and, eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { attachPictures } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { markAnsweredNotificationsRead } from "../../notifications/service/centre.server.ts"
import { orderLines, productReviewPictures, productReviews, shopOrders } from "../schema.server.ts"
import { getReviewKey } from "./notification-keys.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hideContacts } from "../../../basics/contacts.ts"

/**
 * Writes the review of a line that has arrived; contacts are taken out. Refusals: `not_found` (not this
 * buyer's), `not_now` (not arrived), `already`, `pictures_missing`.
 */
export async function createProductReview(
  actor: Actor,
  lineId: string,
  input: { rating: number; body: string; pictureIds: readonly string[] },
): Promise<Outcome<"not_found" | "not_now" | "already" | "pictures_missing", { reviewId: string }>> {
  if (actor.kind !== "member" || !isId(lineId)) return refuse("not_found")
  try {
    return await inTransaction(async (tx) => {
      const [row] = await tx
        .select({ line: orderLines, buyerId: shopOrders.buyerId })
        .from(orderLines)
        .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
        .where(eq(orderLines.id, lineId))
        .for("update")
      if (!row || row.buyerId !== actor.userId) return refuse("not_found")
      const { line } = row
      if (line.state !== "delivered" && line.state !== "confirmed") return refuse("not_now")
      if (!(await attachPictures(tx, actor.userId, "review", input.pictureIds)))
        return refuse("pictures_missing")
      const reviewId = newId()
      await tx.insert(productReviews).values({
        id: reviewId,
        productId: line.productId,
        lineId,
        authorId: actor.userId,
        sellerId: line.sellerId,
        rating: input.rating,
        body: hideContacts(input.body),
        optionName: line.optionName,
        createdAt: now(),
      })
      if (input.pictureIds.length > 0)
        await tx
          .insert(productReviewPictures)
          .values(input.pictureIds.map((pictureId, position) => ({ reviewId, pictureId, position })))
      await emit(tx, "product.reviewed", { reviewId, productId: line.productId, sellerId: line.sellerId })
      return ok({ reviewId })
    })
  } catch (error) {
    if (violatedConstraint(error) === "product_reviews_line_id_key") return refuse("already")
    throw error
  }
}

/** The seller's one reply. Refusals: `not_found` (not about their product), `not_now` (replied already). */
export async function replyToReview(
  actor: Actor,
  reviewId: string,
  reply: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(reviewId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select({ reply: productReviews.reply })
      .from(productReviews)
      .where(and(eq(productReviews.id, reviewId), eq(productReviews.sellerId, actor.userId)))
      .for("update")
    if (!row) return refuse("not_found")
    if (row.reply !== null) return refuse("not_now")
    await tx
      .update(productReviews)
      .set({ reply: hideContacts(reply), repliedAt: now() })
      .where(eq(productReviews.id, reviewId))
    await markAnsweredNotificationsRead(tx, actor.userId, [getReviewKey(reviewId)])
    return ok()
  })
}
