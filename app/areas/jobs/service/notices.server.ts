/** Owns what people are told of jobs, in words, on each happening. */
import { and, eq, inArray } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { notify, type Notice } from "../../notifications/service/notify.server.ts"
import type { ApplicationMove } from "../rules.ts"
import { hirePosts, jobApplications, jobReviews } from "../schema.server.ts"
import type { ApplicationEvent, HireEvent, OfferEvent } from "./events.server.ts"

const titleOf = async (tx: Transaction, hireId: string): Promise<string> =>
  (await tx.select({ title: hirePosts.title }).from(hirePosts).where(eq(hirePosts.id, hireId)))[0]?.title ??
  "일자리"
const page = (applicationId: string) => `/jobs/applications/${applicationId}`

/** An applicant is there. */
export async function noticeSent(event: ApplicationEvent, tx: Transaction): Promise<void> {
  const text = await titleOf(tx, event.hireId)
  await notify(tx, [
    {
      userId: event.employerId,
      kind: "job",
      title: "새 지원자가 있어요",
      text,
      href: `/jobs/hire/${event.hireId}/applicants`,
      once: `application.sent:${event.applicationId}`,
    },
  ])
}

type Told = { to: "worker" | "employer" | "other"; title: string }
/**
 * Who is told what when a state changes; a shortlist is the employer's own, and a look is told on the page
 * alone.
 */
const MOVED: Partial<Record<ApplicationMove, Told[]>> = {
  hire: [{ to: "worker", title: "채용이 확정됐어요. 근로계약을 확인해 주세요" }],
  reject: [{ to: "worker", title: "아쉽지만 함께하지 못하게 됐어요" }],
  pass_over: [{ to: "worker", title: "모집이 끝나 지원이 마감됐어요" }],
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
const HALF: Partial<Record<ApplicationMove, string>> = {
  check_in: "상대방이 출근을 확인했어요. 나도 확인해 주세요",
  confirm_work: "상대방이 근무 완료를 확인했어요. 나도 확인해 주세요",
}

export async function noticeMoved(
  event: ApplicationEvent & { move: ApplicationMove; done: boolean },
  tx: Transaction,
): Promise<void> {
  const other = event.role === "worker" ? event.employerId : event.workerId
  const half = HALF[event.move]
  const told: { userId: string; title: string }[] = event.done
    ? (MOVED[event.move] ?? []).map(({ to, title }) => ({
        userId: to === "worker" ? event.workerId : to === "employer" ? event.employerId : other,
        title,
      }))
    : half
      ? [{ userId: other, title: half }]
      : []
  if (told.length === 0) return
  const text = await titleOf(tx, event.hireId)
  const notices: Notice[] = told.map(({ userId, title }) => ({
    userId,
    kind: "job",
    title,
    text,
    href: page(event.applicationId),
    once: `application.${event.move}:${event.applicationId}:${event.done ? "done" : event.role}`,
  }))
  await notify(tx, notices)
}

export async function noticeSigned(event: ApplicationEvent, tx: Transaction): Promise<void> {
  await notify(tx, [
    {
      userId: event.employerId,
      kind: "job",
      title: "근로계약을 서로 확인했어요",
      text: await titleOf(tx, event.hireId),
      href: page(event.applicationId),
      once: `application.signed:${event.applicationId}`,
    },
  ])
}
export async function noticePaySent(event: ApplicationEvent, tx: Transaction): Promise<void> {
  await notify(tx, [
    {
      userId: event.workerId,
      kind: "job",
      title: "임금을 보냈다고 해요. 받았는지 확인해 주세요",
      text: await titleOf(tx, event.hireId),
      href: page(event.applicationId),
      once: `application.pay_sent:${event.applicationId}`,
    },
  ])
}
export async function noticeAppealed(event: ApplicationEvent, tx: Transaction): Promise<void> {
  const other = event.role === "worker" ? event.employerId : event.workerId
  await notify(tx, [
    {
      userId: other,
      kind: "job",
      title: "노쇼 신고에 이의가 제기됐어요. 운영팀이 확인하고 알려 드려요",
      text: await titleOf(tx, event.hireId),
      href: page(event.applicationId),
      once: `application.appealed:${event.applicationId}`,
    },
  ])
}
export async function noticeAppealDecided(
  event: ApplicationEvent & { decision: "upheld" | "reversed" },
  tx: Transaction,
): Promise<void> {
  const title = event.decision === "reversed" ? "노쇼 신고가 취소됐어요" : "노쇼 신고가 유지돼요"
  const text = await titleOf(tx, event.hireId)
  await notify(
    tx,
    [event.workerId, event.employerId].map((userId) => ({
      userId,
      kind: "job" as const,
      title,
      text,
      href: page(event.applicationId),
      once: `application.appeal_decided:${event.applicationId}`,
    })),
  )
}

/** By hand one knows it; a deadline and the last place are news. */
export async function noticeClosed(
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
      text: await titleOf(tx, event.hireId),
      href: `/jobs/hire/${event.hireId}/applicants`,
      once: `hire.closed:${event.hireId}`,
    },
  ])
}

export async function noticeOffered(event: OfferEvent, tx: Transaction): Promise<void> {
  await notify(tx, [
    {
      userId: event.workerId,
      kind: "job",
      title: "일자리 제안이 왔어요",
      text: await titleOf(tx, event.hireId),
      href: `/jobs/seek/${event.seekId}#offers`,
      once: `offer.sent:${event.offerId}`,
    },
  ])
}
const answered =
  (title: string, word: string) =>
  async (event: OfferEvent, tx: Transaction): Promise<void> => {
    const href = word === "accepted" ? `/jobs/hire/${event.hireId}/applicants` : `/jobs/seek/${event.seekId}`
    await notify(tx, [
      {
        userId: event.employerId,
        kind: "job",
        title,
        text: await titleOf(tx, event.hireId),
        href,
        once: `offer.${word}:${event.offerId}`,
      },
    ])
  }
export const noticeOfferAccepted = answered("제안을 수락했어요. 채용을 확정해 주세요", "accepted")
export const noticeOfferDeclined = answered("제안을 거절했어요", "declined")
export const noticeOfferExpired = answered("제안에 답이 없어 기간이 지났어요", "expired")

export async function noticeReviewPublished(
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
      text: await titleOf(tx, row.hireId),
      href: page(event.applicationId),
      once: `job_review.published:${event.reviewId}`,
    },
  ])
}
