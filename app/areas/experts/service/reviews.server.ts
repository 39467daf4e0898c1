/**
 * What customer and expert say of each other after an order: writing, publishing, changing, answering,
 * taking down.
 */
import { eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { audit, auditMany } from "#app/platform/audit.server.ts"
import { inBatches, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { detachPictures, attachPictures } from "#app/platform/pictures.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { loadPayableWon } from "../../orders/service/change-orders.server.ts"
import { lockOrder } from "../../orders/service/transitions.server.ts"
import type { CustomerReviewForm, ReviewForm } from "../forms.ts"
import { getEditDeadline, getPublishDeadline } from "../rules.ts"
import { customerReviews, reviewPhotos, reviews, reviewVersions } from "../schema.server.ts"
import type { ReviewEvent } from "./events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hideContacts } from "#app/basics/contacts.ts"
import { truncateText } from "#app/basics/truncate-text.ts"
type ReviewInput = z.output<typeof ReviewForm>
type ReviewRow = typeof reviews.$inferSelect
const toReviewEvent = (
  review: Pick<ReviewRow, "id" | "orderId" | "expertId" | "customerId">,
): ReviewEvent => ({
  reviewId: review.id,
  orderId: review.orderId,
  expertId: review.expertId,
  customerId: review.customerId,
})

/**
 * The customer's review of the expert who did `orderId`. Contact details in the text are hidden before it is
 * kept. It is published at once where the expert has written already, else after 7 days. Refuses an order
 * that is not the actor's, or not this expert's (not_found), one that is not completed (not_completed), a
 * second review of it (already_rated), and pictures that are not the actor's own fresh ones
 * (picture_not_yours).
 */
export async function rateExpert(
  actor: Actor,
  input: ReviewInput & { orderId: string; expertId: string },
): Promise<
  Outcome<
    "not_found" | "not_completed" | "already_rated" | "picture_not_yours",
    { reviewId: string; published: boolean }
  >
> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    // The order's lock puts both sides' reviews in a row: whoever writes second publishes.
    const order = await lockOrder(tx, input.orderId)
    if (!order || order.customerId !== actor.userId || order.expertId !== input.expertId)
      return refuse("not_found")
    if (order.state !== "completed") return refuse("not_completed")
    const [existingReview] = await tx
      .select({ id: reviews.id })
      .from(reviews)
      .where(eq(reviews.orderId, order.id))
    if (existingReview) return refuse("already_rated")
    if (!(await attachPictures(tx, actor.userId, "review", input.pictureIds)))
      return refuse("picture_not_yours")
    const at = now()
    const [customerReview] = await tx
      .select({ orderId: customerReviews.orderId })
      .from(customerReviews)
      .where(eq(customerReviews.orderId, order.id))
    const review = {
      id: newId(),
      orderId: order.id,
      expertId: input.expertId,
      customerId: actor.userId,
      category: order.category,
      ...toReviewColumns(input),
      paidWon: await loadPayableWon(tx, order),
      publishAt: getPublishDeadline(at),
      publishedAt: customerReview ? at : null,
      createdAt: at,
    }
    await tx.insert(reviews).values(review)
    await insertPhotos(tx, review.id, input.pictureIds)
    await emit(tx, "review.written", toReviewEvent(review))
    if (customerReview) await emit(tx, "review.published", toReviewEvent(review))
    return ok({ reviewId: review.id, published: customerReview !== undefined })
  })
}

/**
 * The expert's word about the customer of their completed order; it publishes the customer's review where
 * there is one. Refuses an order that is not this expert's (not_found), is not completed (not_completed), or
 * was rated before (already_rated).
 */
export async function rateCustomer(
  actor: Actor,
  input: z.output<typeof CustomerReviewForm> & { orderId: string },
): Promise<Outcome<"not_found" | "not_completed" | "already_rated">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, input.orderId)
    if (!order || order.expertId !== actor.userId) return refuse("not_found")
    if (order.state !== "completed") return refuse("not_completed")
    const [existingReview] = await tx
      .insert(customerReviews)
      .values({
        orderId: order.id,
        expertId: actor.userId,
        customerId: order.customerId,
        rating: input.rating,
        body: hideContacts(input.body),
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ orderId: customerReviews.orderId })
    if (!existingReview) return refuse("already_rated")
    const published = await tx
      .update(reviews)
      .set({ publishedAt: now() })
      .where(
        sql`${reviews.orderId} = ${order.id} and ${reviews.publishedAt} is null
          and ${reviews.removedAt} is null`,
      )
      .returning()
    await emitMany(tx, "review.published", published.map(toReviewEvent))
    return ok()
  })
}

/**
 * Changes one's own review within 30 days; what stood there before is kept as a version. Refuses another's
 * (not_found), one that was taken down (removed), one that is too old (too_late), and pictures as {@link
 * rateExpert}.
 */
export async function editReview(
  actor: Actor,
  input: ReviewInput & { reviewId: string },
): Promise<Outcome<"not_found" | "removed" | "too_late" | "picture_not_yours">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const review = await lockReview(tx, input.reviewId)
    if (!review || review.customerId !== actor.userId) return refuse("not_found")
    if (review.removedAt) return refuse("removed")
    if (getEditDeadline(review.createdAt) < now()) return refuse("too_late")
    const before = (
      await tx
        .delete(reviewPhotos)
        .where(eq(reviewPhotos.reviewId, review.id))
        .returning({ id: reviewPhotos.pictureId })
    ).map((row) => row.id)
    if (
      !(await attachPictures(
        tx,
        actor.userId,
        "review",
        input.pictureIds.filter((id) => !before.includes(id)),
      ))
    )
      return refuse("picture_not_yours")
    await detachPictures(
      tx,
      before.filter((id) => !input.pictureIds.includes(id)),
    )
    await insertPhotos(tx, review.id, input.pictureIds)
    const { rating, finish, priceMatch, punctuality, kindness, tags, body } = review
    await tx.insert(reviewVersions).values({
      reviewId: review.id,
      version: sql`(select coalesce(max(version), 0) + 1 from review_versions
        where review_id = ${review.id})`,
      content: { rating, finish, priceMatch, punctuality, kindness, tags, body, pictureIds: before },
      at: now(),
    })
    await tx
      .update(reviews)
      .set({ ...toReviewColumns(input), editedAt: now() })
      .where(eq(reviews.id, review.id))
    await emit(tx, "review.edited", toReviewEvent(review))
    return ok()
  })
}

/**
 * The expert's one public reply. Refuses another's, a hidden or unpublished review (not_found), and a second
 * reply (already_replied).
 */
export async function replyToReview(
  actor: Actor,
  input: { reviewId: string; reply: string },
): Promise<Outcome<"not_found" | "already_replied">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const review = await lockReview(tx, input.reviewId)
    if (!review || review.expertId !== actor.userId || !review.publishedAt || review.removedAt)
      return refuse("not_found")
    if (review.reply !== null) return refuse("already_replied")
    await tx
      .update(reviews)
      .set({ reply: hideContacts(input.reply), repliedAt: now() })
      .where(eq(reviews.id, review.id))
    await emit(tx, "review.replied", toReviewEvent(review))
    return ok()
  })
}

/**
 * An admin takes a review down; a tombstone stays in its place and the reason is kept. Refuses others
 * (not_allowed) and a second time (already_removed).
 */
export async function removeReview(
  actor: Actor,
  input: { reviewId: string; reason: string },
): Promise<Outcome<"not_allowed" | "not_found" | "already_removed">> {
  if (!hasRight(actor, "trust")) return refuse("not_allowed")
  return inTransaction(async (tx) => {
    const review = await lockReview(tx, input.reviewId)
    if (!review) return refuse("not_found")
    if (review.removedAt) return refuse("already_removed")
    await tx
      .update(reviews)
      .set({ removedAt: now(), removedReason: input.reason })
      .where(eq(reviews.id, review.id))
    await audit(tx, actor, {
      action: "review.remove",
      subject: { kind: "review", id: review.id, title: truncateText(review.body, 80) },
      note: input.reason,
      before: { removed: false },
      after: { removed: true },
    })
    await emit(tx, "review.removed", toReviewEvent(review))
    return ok()
  })
}

/**
 * As {@link removeReview}, for several at once, at most 100; those taken down before are left alone. Returns
 * how many; 0 for anybody but an admin.
 */
export async function removeReviews(
  actor: Actor,
  input: { ids: readonly string[]; reason: string },
): Promise<number> {
  const reviewIds = [...new Set(input.ids)].filter(isId).slice(0, 100)
  if (!hasRight(actor, "trust") || reviewIds.length === 0) return 0
  return inTransaction(async (tx) => {
    const removed = await tx
      .update(reviews)
      .set({ removedAt: now(), removedReason: input.reason })
      .where(sql`${reviews.id} = any(${sql.param(reviewIds)}::uuid[]) and ${reviews.removedAt} is null`)
      .returning()
    await emitMany(tx, "review.removed", removed.map(toReviewEvent))
    await auditMany(
      tx,
      actor,
      removed.map((review) => ({
        action: "review.remove" as const,
        subject: { kind: "review", id: review.id, title: truncateText(review.body, 80) },
        note: input.reason,
        before: { removed: false },
        after: { removed: true },
      })),
    )
    return removed.length
  })
}

const PUBLISH_BATCH_SIZE = 200

/** Publishes the reviews whose 7 days are over; a job calls it. Returns how many. */
export function publishDueReviews(): Promise<number> {
  return inBatches(PUBLISH_BATCH_SIZE, async (tx) => {
    const dueReviewIds = sql`select id from reviews where published_at is null
      and publish_at <= ${now().toISOString()}::timestamptz and removed_at is null
      order by publish_at limit ${PUBLISH_BATCH_SIZE} for update skip locked`
    const rows = await tx
      .update(reviews)
      .set({ publishedAt: now() })
      .where(sql`${reviews.id} in (${dueReviewIds})`)
      .returning()
    await emitMany(tx, "review.published", rows.map(toReviewEvent))
    return rows.length
  })
}

async function lockReview(tx: Transaction, reviewId: string): Promise<ReviewRow | undefined> {
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update")
  return review
}

const toReviewColumns = (input: ReviewInput) => ({
  rating: input.rating,
  finish: input.finish,
  priceMatch: input.priceMatch,
  punctuality: input.punctuality,
  kindness: input.kindness,
  tags: input.tags,
  body: hideContacts(input.body),
  photoCount: input.pictureIds.length,
})

async function insertPhotos(tx: Transaction, reviewId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .insert(reviewPhotos)
      .values(ids.map((pictureId, position) => ({ reviewId, pictureId, position })))
}
