/** What the area experts emits, which events it hears, and which of its work time starts. */
import {
  batchSubscriber,
  slowSubscriber,
  type EventName,
  type Subscriptions,
} from "#app/platform/events.server.ts"
import type { ScheduledJob } from "#app/platform/jobs.server.ts"
import { renewPayeeRegistration } from "../money/service/payee-registration.server.ts"
import { sendDecisionMail } from "./service/application-mail.server.ts"
import { refreshStatisticsOnEvent } from "./service/events.server.ts"
import { anonymizeExpert, closeExpertOfLeavingMember } from "./service/leaving.server.ts"
import {
  notifyDecision,
  notifyInsuranceBadgeChanged,
  notifyInsurancePaperRefused,
  notifyQuestionAnswered,
  notifyQuestionAsked,
  notifyReviewPublished,
  notifyReviewRemoved,
  notifyReviewReplied,
} from "./service/notifications.server.ts"
import { alertExperts, enqueueRequestAlerts } from "./service/request-alerts.server.ts"
import { publishDueReviews } from "./service/reviews.server.ts"

/** Every event that this area emits; the payloads are declared beside the services. */
export const emits = [
  "expert.applied",
  "expert.decided",
  "review.written",
  "review.published",
  "review.edited",
  "review.replied",
  "review.removed",
  "expert.changed",
  "question.asked",
  "question.answered",
  "expert.insured",
  "insurance.refused",
] as const satisfies readonly EventName[]

export const subscriptions: Subscriptions = {
  "expert.decided": [
    slowSubscriber(sendDecisionMail),
    slowSubscriber(renewPayeeRegistration),
    notifyDecision,
  ],
  "order.opened": [batchSubscriber(enqueueRequestAlerts)],
  "order.matched": [refreshStatisticsOnEvent],
  "order.completed": [refreshStatisticsOnEvent],
  "order.cancelled": [refreshStatisticsOnEvent],
  "proposal.sent": [refreshStatisticsOnEvent],
  "warranty.moved": [refreshStatisticsOnEvent],
  "warranty.reminder": [refreshStatisticsOnEvent],
  "review.published": [refreshStatisticsOnEvent, notifyReviewPublished],
  "review.edited": [refreshStatisticsOnEvent],
  "review.removed": [refreshStatisticsOnEvent, notifyReviewRemoved],
  "account.left": [closeExpertOfLeavingMember],
  "account.forgotten": [anonymizeExpert],
  "expert.insured": [notifyInsuranceBadgeChanged],
  "insurance.refused": [notifyInsurancePaperRefused],
  "review.replied": [notifyReviewReplied],
  "question.asked": [notifyQuestionAsked],
  "question.answered": [notifyQuestionAnswered],
}

export const schedule: readonly ScheduledJob[] = [
  { name: "alert-experts", cron: "* * * * *", handler: alertExperts },
  { name: "publish-reviews", cron: "*/5 * * * *", handler: publishDueReviews },
]
