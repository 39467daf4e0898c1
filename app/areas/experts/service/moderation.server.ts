/** Hiding what experts show and what is said of them: an overlay of moderation, never a state. */
import { href } from "react-router"
import { eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { emitSubjectChanged, type SubjectSource } from "#app/platform/subjects.server.ts"
import { experts, reviews } from "../schema.server.ts"
import { truncateText } from "#app/basics/truncate-text.ts"

/** Hides an expert's page (a reason) or shows it again (null). False where there is none. */
export async function hideExpert(tx: Transaction, id: string, reason: string | null): Promise<boolean> {
  if (!isId(id)) return false
  const changed = await tx
    .update(experts)
    .set({ hiddenAt: reason === null ? null : now(), hiddenReason: reason ?? "", updatedAt: now() })
    .where(eq(experts.userId, id))
    .returning({ id: experts.userId })
  if (changed.length === 0) return false
  await emit(tx, "expert.changed", { expertId: id })
  await emitSubjectChanged(tx, { kind: "expert", id })
  return true
}

/** Reviews: reported from an expert's page, taken down and put back. */
export const reviewSubject: SubjectSource = {
  kind: "review",
  async loadCards(ids) {
    const rows = await db()
      .select({
        id: reviews.id,
        expertId: reviews.expertId,
        customerId: reviews.customerId,
        rating: reviews.rating,
        body: reviews.body,
        removedAt: reviews.removedAt,
        publishedAt: reviews.publishedAt,
        name: experts.name,
      })
      .from(reviews)
      .innerJoin(experts, eq(experts.userId, reviews.expertId))
      .where(inArray(reviews.id, [...ids]))
    // Until it is published nobody but its writer knows it.
    return rows
      .filter((row) => row.publishedAt !== null)
      .map((row) => ({
        kind: "review",
        id: row.id,
        title: row.body.length > 80 ? `${truncateText(row.body, 80)}…` : row.body,
        line: `${row.name}님에 대한 후기 · ★ ${row.rating.toFixed(1)}`,
        priceText: null,
        pictureId: null,
        href: `${href("/expert/:expertId", { expertId: row.expertId })}#reviews`,
        state: row.removedAt ? { tone: "refused", label: "삭제됨" } : null,
        ownerId: row.customerId,
      }))
  },
  async setHidden(tx, id, reason) {
    if (!isId(id)) return false
    const [review] = await tx
      .update(reviews)
      .set({ removedAt: reason === null ? null : now(), removedReason: reason ?? "" })
      .where(eq(reviews.id, id))
      .returning({
        reviewId: reviews.id,
        orderId: reviews.orderId,
        expertId: reviews.expertId,
        customerId: reviews.customerId,
      })
    if (!review) return false
    await emit(tx, reason === null ? "review.published" : "review.removed", review)
    await emitSubjectChanged(tx, { kind: "review", id })
    return true
  },
}
