/**
 * The events of experts' public side, and hears those after which an expert's numbers are out of date.
 */
import type { Transaction } from "#app/platform/db.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { refreshStatistics } from "./statistics.server.ts"

export type ReviewEvent = { reviewId: string; orderId: string; expertId: string; customerId: string }

declare module "#app/platform/events.server.ts" {
  interface Events {
    "review.written": ReviewEvent
    "review.published": ReviewEvent
    "review.edited": ReviewEvent
    "review.replied": ReviewEvent
    "review.removed": ReviewEvent
    /** What the public sees of an expert is different now. */
    "expert.changed": { expertId: string }
    "question.asked": { questionId: string; expertId: string }
    "question.answered": { questionId: string; expertId: string; askerId: string | null }
  }
}

/** Subscriber: counts the numbers of the expert anew. */
export async function refreshStatisticsOnEvent(
  event: { expertId: string | null },
  tx: Transaction,
): Promise<void> {
  if (!event.expertId) return
  await refreshStatistics(tx, [event.expertId])
  await emitSubjectChanged(tx, { kind: "expert", id: event.expertId })
}
