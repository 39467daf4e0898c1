/**
 * The events of jobs: what they are called, whom they concern, and telling the pages of those people.
 */
import { publishToUsers } from "#app/platform/live.server.ts"
import type { ApplicationTransition, ApplicationRole } from "../rules.ts"

export type HireEvent = { hireId: string; employerId: string }
export type ApplicationEvent = {
  applicationId: string
  hireId: string
  employerId: string
  workerId: string
  /** Who did it. */ role: ApplicationRole
}
export type WageEvent = ApplicationEvent & { wageId: string }
/** The steps of a correction, as the history of an application calls them. */
export type CorrectionHistoryMove =
  | "correction_asked"
  | "correction_accepted"
  | "correction_refused"
  | "correction_withdrawn"
export type OfferEvent = {
  offerId: string
  seekId: string
  hireId: string
  employerId: string
  workerId: string
}

declare module "#app/platform/events.server.ts" {
  interface Events {
    "hire.opened": HireEvent
    "hire.closed": HireEvent & { reason: "filled" | "deadline" | "owner" }
    "application.sent": ApplicationEvent
    "application.moved": ApplicationEvent & {
      move: ApplicationTransition
      /** The second of two confirmations, or none was needed: the state is another. */ done: boolean
    }
    "application.signed": ApplicationEvent
    "application.pay_sent": ApplicationEvent
    "application.appealed": ApplicationEvent
    "application.appeal_decided": ApplicationEvent & { decision: "upheld" | "reversed" }
    "work_day.changed": ApplicationEvent & {
      /** Time checked out who forgot to. */ forgotten?: boolean
    }
    "work_day.called_off": ApplicationEvent & { workDayId: string; date: string }
    "work_day.corrected": ApplicationEvent & { correctionId: string; move: CorrectionHistoryMove }
    "wage.moved": WageEvent & { move: "send" | "deny" | "receive"; /** This step alone. */ stepId: string }
    "wage.late": WageEvent
    "wage.escalated": WageEvent
    "wage.handled": WageEvent
    "job_offer.sent": OfferEvent
    "job_offer.accepted": OfferEvent
    "job_offer.declined": OfferEvent
    "job_offer.expired": OfferEvent
    "job_review.written": { applicationId: string; authorId: string; subjectId: string }
    "job_review.published": { reviewId: string; applicationId: string; subjectId: string }
  }
}

/**
 * Subscriber: tells the open pages of both that
 * something changed.
 */
export async function publishJobChange(event: {
  hireId: string
  employerId: string
  workerId: string
}): Promise<void> {
  await publishToUsers([event.employerId, event.workerId], { type: "job.changed", hireId: event.hireId })
}
/** Subscriber of "job_review.written": the other one's page follows. */
export async function publishJobReviewWritten({
  authorId,
  subjectId,
  applicationId,
}: {
  applicationId: string
  authorId: string
  subjectId: string
}): Promise<void> {
  await publishToUsers([authorId, subjectId], { type: "job.changed", applicationId })
}
