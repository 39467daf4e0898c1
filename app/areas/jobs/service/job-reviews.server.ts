/** Owns what both sides say of each other after the work: one each, seen when both wrote or after 7 days. */
import { and, asc, eq, isNull, lte } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { hideContacts } from "#app/basics/korean.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit, emitEach } from "#app/platform/events.server.ts"
import { subjectChanged } from "#app/platform/subjects.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { JobReviewForm } from "../forms.ts"
import { canReview, LIMITS, REVIEW_TAGS, type ReviewSide } from "../rules.ts"
import { jobReviews } from "../schema.server.ts"
import { withApplication } from "./move.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * One side rates the other. Contact details in the text are hidden. Published at once where the other has
 * written already, else after 7 days. Refusals: `not_found`, `not_now` (the work is not done), `already`.
 */
export function writeJobReview(
  actor: Actor,
  applicationId: string,
  input: z.output<typeof JobReviewForm>,
): Promise<Outcome<"not_found" | "not_now" | "already", { published: boolean }>> {
  return withApplication(actor, applicationId, async (tx, hire, row, by) => {
    if (by.role === "admin" || !canReview(row.state)) return refuse("not_now")
    const written = await tx.select().from(jobReviews).where(eq(jobReviews.applicationId, row.id))
    if (written.some((review) => review.authorId === by.actorId)) return refuse("already")
    const at = now()
    const side: ReviewSide = by.role === "worker" ? "employer" : "worker"
    const subjectId = by.role === "worker" ? row.employerId : row.workerId
    const fitting: readonly string[] = REVIEW_TAGS[side]
    const both = written.length > 0
    const reviewId = newId()
    await tx.insert(jobReviews).values({
      id: reviewId,
      applicationId: row.id,
      authorId: by.actorId,
      subjectId,
      side,
      rating: input.rating,
      tags: input.tags.filter((tag) => fitting.includes(tag)),
      body: hideContacts(input.body),
      publishAt: addDays(at, LIMITS.reviewDays),
      publishedAt: both ? at : null,
      createdAt: at,
    })
    await emit(tx, "job_review.written", { applicationId: row.id, authorId: by.actorId, subjectId })
    if (both) {
      const others = await tx
        .update(jobReviews)
        .set({ publishedAt: at })
        .where(and(eq(jobReviews.applicationId, row.id), isNull(jobReviews.publishedAt)))
        .returning()
      await emitEach(
        tx,
        "job_review.published",
        [...others, { id: reviewId, applicationId: row.id, subjectId }].map((review) => ({
          reviewId: review.id,
          applicationId: row.id,
          subjectId: review.subjectId,
        })),
      )
      await subjectChanged(tx, { kind: "hire", id: hire.id })
    }
    return ok({ published: both })
  })
}

const BATCH = 200

/** Publishes what waited 7 days for the other side; a job calls it. */
export async function publishDueJobReviews(): Promise<number> {
  return inTransaction(async (tx) => {
    const due = await tx
      .select({ id: jobReviews.id, applicationId: jobReviews.applicationId, subjectId: jobReviews.subjectId })
      .from(jobReviews)
      .where(and(isNull(jobReviews.publishedAt), lte(jobReviews.publishAt, now())))
      .orderBy(asc(jobReviews.id))
      .limit(BATCH)
      .for("update", { skipLocked: true })
    for (const { id, applicationId, subjectId } of due) {
      await tx.update(jobReviews).set({ publishedAt: now() }).where(eq(jobReviews.id, id))
      await emit(tx, "job_review.published", { reviewId: id, applicationId, subjectId })
    }
    return due.length
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
