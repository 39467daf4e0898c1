/** What people are told of jobs, in words, on each happening. */
import { href as toHref } from "react-router"
import { and, eq, inArray } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { notify, type UserNotification } from "../../notifications/service/notify.server.ts"
import type { ApplicationTransition } from "../rules.ts"
import { hirePosts, jobApplications, jobReviews } from "../schema.server.ts"
import type { ApplicationEvent, HireEvent, OfferEvent } from "./events.server.ts"

/** The title of a post, as notifications name it. */
export const findHireTitle = async (tx: Transaction, hireId: string): Promise<string> =>
  (await tx.select({ title: hirePosts.title }).from(hirePosts).where(eq(hirePosts.id, hireId)))[0]?.title ??
  "일자리"
const getApplicationPath = (applicationId: string) =>
  toHref("/jobs/applications/:applicationId", { applicationId })

/** An applicant is there. */
export async function notifyApplicationSent(event: ApplicationEvent, tx: Transaction): Promise<void> {
  const text = await findHireTitle(tx, event.hireId)
  await notify(tx, [
    {
      userId: event.employerId,
      kind: "job",
      title: "새 지원자가 있어요",
      text,
      href: toHref("/jobs/hire/:hireId/applicants", { hireId: event.hireId }),
      deduplicationKey: `application.sent:${event.applicationId}`,
    },
  ])
}

type RecipientMessage = { to: "worker" | "employer" | "other"; title: string }
/**
 * Who is told what when a state changes; a shortlist is the employer's own, and a look is told on the page
 * alone.
 */
const MESSAGES_BY_TRANSITION: Partial<Record<ApplicationTransition, RecipientMessage[]>> = {
  hire: [{ to: "worker", title: "채용이 확정됐어요. 근로계약을 확인해 주세요" }],
  reject: [{ to: "worker", title: "아쉽지만 함께하지 못하게 됐어요" }],
  pass_over: [{ to: "worker", title: "모집이 끝나 지원이 마감됐어요" }],
  call_off: [{ to: "worker", title: "사업장이 채용을 취소했어요. 이유를 확인해 주세요" }],
  withdraw: [{ to: "employer", title: "지원자가 지원을 취소했어요" }],
  check_in: [
    { to: "worker", title: "출근이 확인됐어요" },
    { to: "employer", title: "출근이 확인됐어요" },
  ],
  confirm_work: [
    { to: "worker", title: "근무가 끝났어요. 임금을 받으면 눌러 주세요" },
    { to: "employer", title: "근무가 끝났어요. 임금을 보내 주세요" },
  ],
  confirm_pay: [{ to: "employer", title: "임금을 받았다고 확인했어요" }],
  dispute_wage: [{ to: "employer", title: "임금을 받지 못했다고 해요. 확인해 주세요" }],
  report_no_show: [{ to: "other", title: "노쇼 신고가 접수됐어요. 사실과 다르면 이의를 제기할 수 있어요" }],
}
/** What the other side is asked for when one has confirmed. */
const CONFIRM_MESSAGE_BY_TRANSITION: Partial<Record<ApplicationTransition, string>> = {
  check_in: "상대방이 출근을 확인했어요. 나도 확인해 주세요",
  confirm_work: "상대방이 근무 완료를 확인했어요. 나도 확인해 주세요",
}

export async function notifyApplicationTransition(
  event: ApplicationEvent & { move: ApplicationTransition; done: boolean },
  tx: Transaction,
): Promise<void> {
  const otherUserId = event.role === "worker" ? event.employerId : event.workerId
  const confirmMessage = CONFIRM_MESSAGE_BY_TRANSITION[event.move]
  const recipientMessages: { userId: string; title: string }[] = event.done
    ? (MESSAGES_BY_TRANSITION[event.move] ?? []).map(({ to, title }) => ({
        userId: to === "worker" ? event.workerId : to === "employer" ? event.employerId : otherUserId,
        title,
      }))
    : confirmMessage
      ? [{ userId: otherUserId, title: confirmMessage }]
      : []
  if (recipientMessages.length === 0) return
  const text = await findHireTitle(tx, event.hireId)
  const notifications: UserNotification[] = recipientMessages.map(({ userId, title }) => ({
    userId,
    kind: "job",
    title,
    text,
    href: getApplicationPath(event.applicationId),
    deduplicationKey: `application.${event.move}:${event.applicationId}:${event.done ? "done" : event.role}`,
  }))
  await notify(tx, notifications)
}

export async function notifyContractSigned(event: ApplicationEvent, tx: Transaction): Promise<void> {
  await notify(tx, [
    {
      userId: event.employerId,
      kind: "job",
      title: "근로계약을 서로 확인했어요",
      text: await findHireTitle(tx, event.hireId),
      href: getApplicationPath(event.applicationId),
      deduplicationKey: `application.signed:${event.applicationId}`,
    },
  ])
}
export async function notifyPaySent(event: ApplicationEvent, tx: Transaction): Promise<void> {
  await notify(tx, [
    {
      userId: event.workerId,
      kind: "job",
      title: "임금을 보냈다고 해요. 받았는지 확인해 주세요",
      text: await findHireTitle(tx, event.hireId),
      href: getApplicationPath(event.applicationId),
      deduplicationKey: `application.pay_sent:${event.applicationId}`,
    },
  ])
}
export async function notifyAppealFiled(event: ApplicationEvent, tx: Transaction): Promise<void> {
  const otherUserId = event.role === "worker" ? event.employerId : event.workerId
  await notify(tx, [
    {
      userId: otherUserId,
      kind: "job",
      title: "노쇼 신고에 이의가 제기됐어요. 운영팀이 확인하고 알려 드려요",
      text: await findHireTitle(tx, event.hireId),
      href: getApplicationPath(event.applicationId),
      deduplicationKey: `application.appealed:${event.applicationId}`,
    },
  ])
}
export async function notifyAppealDecided(
  event: ApplicationEvent & { decision: "upheld" | "reversed" },
  tx: Transaction,
): Promise<void> {
  const title = event.decision === "reversed" ? "노쇼 신고가 취소됐어요" : "노쇼 신고가 유지돼요"
  const text = await findHireTitle(tx, event.hireId)
  await notify(
    tx,
    [event.workerId, event.employerId].map((userId) => ({
      userId,
      kind: "job" as const,
      title,
      text,
      href: getApplicationPath(event.applicationId),
      deduplicationKey: `application.appeal_decided:${event.applicationId}`,
    })),
  )
}

/** By hand one knows it; a deadline and the last place are news. */
export async function notifyHireClosed(
  event: HireEvent & { reason: "filled" | "deadline" | "owner" },
  tx: Transaction,
): Promise<void> {
  if (event.reason === "owner") return
  const title =
    event.reason === "filled" ? "모집 인원이 모두 찼어요" : "모집이 마감됐어요. 지원자를 확인해 주세요"
  await notify(tx, [
    {
      userId: event.employerId,
      kind: "job",
      title,
      text: await findHireTitle(tx, event.hireId),
      href: toHref("/jobs/hire/:hireId/applicants", { hireId: event.hireId }),
      deduplicationKey: `hire.closed:${event.hireId}`,
    },
  ])
}

export async function notifyJobOfferSent(event: OfferEvent, tx: Transaction): Promise<void> {
  await notify(tx, [
    {
      userId: event.workerId,
      kind: "job",
      title: "일자리 제안이 왔어요",
      text: await findHireTitle(tx, event.hireId),
      href: `${toHref("/jobs/seek/:seekId", { seekId: event.seekId })}#offers`,
      deduplicationKey: `offer.sent:${event.offerId}`,
    },
  ])
}
const createOfferNotifier =
  (title: string, answerName: "accepted" | "declined" | "expired") =>
  async (event: OfferEvent, tx: Transaction): Promise<void> => {
    const href =
      answerName === "accepted"
        ? toHref("/jobs/hire/:hireId/applicants", { hireId: event.hireId })
        : toHref("/jobs/seek/:seekId", { seekId: event.seekId })
    await notify(tx, [
      {
        userId: event.employerId,
        kind: "job",
        title,
        text: await findHireTitle(tx, event.hireId),
        href,
        deduplicationKey: `offer.${answerName}:${event.offerId}`,
      },
    ])
  }
export const notifyJobOfferAccepted = createOfferNotifier(
  "제안을 수락했어요. 채용을 확정해 주세요",
  "accepted",
)
export const notifyJobOfferDeclined = createOfferNotifier("제안을 거절했어요", "declined")
export const notifyJobOfferExpired = createOfferNotifier("제안에 답이 없어 기간이 지났어요", "expired")

export async function notifyJobReviewPublished(
  event: { reviewId: string; applicationId: string; subjectId: string },
  tx: Transaction,
): Promise<void> {
  const [row] = await tx
    .select({ hireId: jobApplications.hireId })
    .from(jobReviews)
    .innerJoin(jobApplications, eq(jobApplications.id, jobReviews.applicationId))
    .where(and(eq(jobReviews.id, event.reviewId), inArray(jobReviews.subjectId, [event.subjectId])))
  if (!row) return
  await notify(tx, [
    {
      userId: event.subjectId,
      kind: "review",
      title: "일한 후기가 공개됐어요",
      text: await findHireTitle(tx, row.hireId),
      href: getApplicationPath(event.applicationId),
      deduplicationKey: `job_review.published:${event.reviewId}`,
    },
  ])
}
