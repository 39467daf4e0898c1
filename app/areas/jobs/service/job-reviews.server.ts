/** What both sides say of each other after the work: one each, seen when both wrote or after 7 days. */
import { and, asc, eq, isNull, lte } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { JobReviewForm } from "../forms.ts"
import { canReview, LIMITS, REVIEW_TAGS, type ReviewSide } from "../rules.ts"
import { jobReviews } from "../schema.server.ts"
import { withLockedApplication } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hideContacts } from "#app/basics/contacts.ts"

/**
 * One side rates the other. Contact details in the text are hidden. Published at once where the other has
 * written already, else after 7 days. Refusals: `not_found`, `not_now` (the work is not done), `already`.
 */
export function writeJobReview(
  actor: Actor,
  applicationId: string,
  input: z.output<typeof JobReviewForm>,
): Promise<Outcome<"not_found" | "not_now" | "already", { published: boolean }>> {
  return withLockedApplication(actor, applicationId, async (tx, hire, row, performer) => {
    if (performer.role === "admin" || !canReview(row.state)) return refuse("not_now")
    const existingReviews = await tx.select().from(jobReviews).where(eq(jobReviews.applicationId, row.id))
    if (existingReviews.some((review) => review.authorId === performer.actorId)) return refuse("already")
    const at = now()
    const side: ReviewSide = performer.role === "worker" ? "employer" : "worker"
    const subjectId = performer.role === "worker" ? row.employerId : row.workerId
    const allowedTags: readonly string[] = REVIEW_TAGS[side]
    const areBothWritten = existingReviews.length > 0
    const reviewId = newId()
    await tx.insert(jobReviews).values({
      id: reviewId,
      applicationId: row.id,
      authorId: performer.actorId,
      subjectId,
      side,
      rating: input.rating,
      tags: input.tags.filter((tag) => allowedTags.includes(tag)),
      body: hideContacts(input.body),
      publishAt: addDays(at, LIMITS.reviewDays),
      publishedAt: areBothWritten ? at : null,
      createdAt: at,
    })
    await emit(tx, "job_review.written", { applicationId: row.id, authorId: performer.actorId, subjectId })
    if (areBothWritten) {
      const counterpartReviews = await tx
        .update(jobReviews)
        .set({ publishedAt: at })
        .where(and(eq(jobReviews.applicationId, row.id), isNull(jobReviews.publishedAt)))
        .returning()
      await emitMany(
        tx,
        "job_review.published",
        [...counterpartReviews, { id: reviewId, applicationId: row.id, subjectId }].map((review) => ({
          reviewId: review.id,
          applicationId: row.id,
          subjectId: review.subjectId,
        })),
      )
      await emitSubjectChanged(tx, { kind: "hire", id: hire.id })
    }
    return ok({ published: areBothWritten })
  })
}

const BATCH_SIZE = 200

/** Publishes what waited 7 days for the other side; a job calls it. */
export async function publishDueJobReviews(): Promise<number> {
  return inTransaction(async (tx) => {
    const dueReviews = await tx
      .select({ id: jobReviews.id, applicationId: jobReviews.applicationId, subjectId: jobReviews.subjectId })
      .from(jobReviews)
      .where(and(isNull(jobReviews.publishedAt), lte(jobReviews.publishAt, now())))
      .orderBy(asc(jobReviews.id))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    for (const { id, applicationId, subjectId } of dueReviews) {
      await tx.update(jobReviews).set({ publishedAt: now() }).where(eq(jobReviews.id, id))
      await emit(tx, "job_review.published", { reviewId: id, applicationId, subjectId })
    }
    return dueReviews.length
  })
}

/** The reviews of one application, for its two people: what is published, and whether each has written. */
export async function findReviewsOfApplication(
  applicationId: string,
  userId: string,
): Promise<{
  own: boolean
  theirs: boolean
  published: { side: ReviewSide; rating: number; tags: string[]; body: string }[]
}> {
  const rows = await db().select().from(jobReviews).where(eq(jobReviews.applicationId, applicationId))
  return {
    own: rows.some((row) => row.authorId === userId),
    theirs: rows.some((row) => row.authorId !== userId),
    published: rows
      .filter((row) => row.publishedAt && !row.removedAt)
      .map(({ side, rating, tags, body }) => ({ side, rating, tags, body })),
  }
}
