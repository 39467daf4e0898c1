/**
 * Owns the events of experts' public side, and hears those after which an expert's numbers are out of date.
 */
import type { Transaction } from "#app/platform/db.server.ts"
import { subjectChanged } from "#app/platform/subjects.server.ts"
import { refreshNumbers } from "./numbers.server.ts"

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

/** Every event after which an expert's hires, response time or rating may be another. */
export const NUMBER_EVENTS = [
  "order.matched",
  "order.completed",
  "order.cancelled",
  "proposal.sent",
  "review.published",
  "review.edited",
  "review.removed",
] as const

/** Subscriber of {@link NUMBER_EVENTS}. */
export async function refreshNumbersOfEvent(
  event: { expertId: string | null },
  tx: Transaction,
): Promise<void> {
  if (!event.expertId) return
  await refreshNumbers(tx, [event.expertId])
  await subjectChanged(tx, { kind: "expert", id: event.expertId })
}
