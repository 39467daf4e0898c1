/** What the area jobs emits, which events it hears, and which of its work time starts. */
import { type EventName, type Subscriptions } from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { publishJobChange, publishJobReviewWritten } from "./service/events.server.ts"
import { deleteJobAlertsOfUser, notifyJobAlertOwners } from "./service/job-alerts.server.ts"
import { publishDueJobReviews } from "./service/job-reviews.server.ts"
import {
  notifyAppealDecided,
  notifyAppealFiled,
  notifyApplicationSent,
  notifyApplicationTransition,
  notifyContractSigned,
  notifyHireClosed,
  notifyJobOfferAccepted,
  notifyJobOfferDeclined,
  notifyJobOfferExpired,
  notifyJobOfferSent,
  notifyJobReviewPublished,
  notifyPaySent,
} from "./service/notifications.server.ts"
import { deleteResumeOfUser } from "./service/resumes.server.ts"
import {
  autoConfirmWork,
  closeExpiredHires,
  expireOffers,
  rejectForgottenApplicants,
} from "./service/scheduled.server.ts"
import {
  notifyCorrection,
  notifyDayCalledOff,
  notifyForgottenDay,
  notifyWageEscalated,
  notifyWageHandled,
  notifyWageLate,
  notifyWageMoved,
} from "./service/work-notifications.server.ts"
import {
  createMissingWork,
  endForgottenDays,
  escalateLateWages,
  forgetWorkPlaces,
  notifyLateWages,
} from "./service/work-scheduled.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "hire.opened",
  "hire.closed",
  "application.sent",
  "application.moved",
  "application.signed",
  "application.pay_sent",
  "application.appealed",
  "application.appeal_decided",
  "work_day.changed",
  "work_day.called_off",
  "work_day.corrected",
  "wage.moved",
  "wage.late",
  "wage.escalated",
  "wage.handled",
  "job_offer.sent",
  "job_offer.accepted",
  "job_offer.declined",
  "job_offer.expired",
  "job_review.written",
  "job_review.published",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "application.sent": [publishJobChange, notifyApplicationSent],
  "application.moved": [publishJobChange, notifyApplicationTransition],
  "application.signed": [publishJobChange, notifyContractSigned],
  "application.pay_sent": [publishJobChange, notifyPaySent],
  "application.appealed": [publishJobChange, notifyAppealFiled],
  "application.appeal_decided": [publishJobChange, notifyAppealDecided],
  "work_day.changed": [publishJobChange, notifyForgottenDay],
  "work_day.called_off": [publishJobChange, notifyDayCalledOff],
  "work_day.corrected": [publishJobChange, notifyCorrection],
  "wage.moved": [publishJobChange, notifyWageMoved],
  "wage.late": [publishJobChange, notifyWageLate],
  "wage.escalated": [publishJobChange, notifyWageEscalated],
  "wage.handled": [publishJobChange, notifyWageHandled],
  "job_offer.sent": [publishJobChange, notifyJobOfferSent],
  "job_offer.accepted": [publishJobChange, notifyJobOfferAccepted],
  "job_offer.declined": [publishJobChange, notifyJobOfferDeclined],
  "job_offer.expired": [publishJobChange, notifyJobOfferExpired],
  "job_review.written": [publishJobReviewWritten],
  "account.left": [deleteResumeOfUser, deleteJobAlertsOfUser],
  "hire.opened": [notifyJobAlertOwners],
  "hire.closed": [notifyHireClosed],
  "job_review.published": [notifyJobReviewPublished],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "close-hires", cron: "*/5 * * * *", handler: closeExpiredHires },
  { name: "pass-over-applicants", cron: "7 * * * *", handler: rejectForgottenApplicants },
  { name: "confirm-work", cron: "*/10 * * * *", handler: autoConfirmWork },
  { name: "expire-offers", cron: "*/5 * * * *", handler: expireOffers },
  { name: "make-work-days", cron: "*/10 * * * *", handler: createMissingWork },
  { name: "end-work-days", cron: "*/10 * * * *", handler: endForgottenDays },
  { name: "late-wages", cron: "3-59/10 * * * *", handler: notifyLateWages },
  { name: "escalate-wages", cron: "5-59/10 * * * *", handler: escalateLateWages },
  { name: "forget-work-places", cron: "40 4 * * *", handler: forgetWorkPlaces },
  { name: "publish-job-reviews", cron: "*/5 * * * *", handler: publishDueJobReviews },
]
