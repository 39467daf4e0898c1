/** What people are told of reviews, questions and decisions about experts. */
import { href } from "react-router"
import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import type { ExpertTransition } from "../rules.ts"
import { expertQuestions, reviews } from "../schema.server.ts"
import type { ReviewEvent } from "./events.server.ts"
import "./insurance.server.ts"
import { INSURANCE_PATH } from "./insurance-papers.server.ts"
import { getQuestionKey } from "./questions.server.ts"

const DECISION_MESSAGES: Record<ExpertTransition, { title: string; text: string; href: string } | null> = {
  review: {
    title: "전문가 심사를 시작했어요",
    text: "심사가 끝나면 바로 알려 드릴게요.",
    href: href("/expert-registration"),
  },
  approve: {
    title: "전문가로 승인됐어요",
    text: "이제 견적 요청을 보고 견적서를 보낼 수 있어요.",
    href: href("/expert-dashboard"),
  },
  ask_info: {
    title: "신청서에 보완할 내용이 있어요",
    text: "고쳐서 다시 보내 주시면 이어서 심사할게요.",
    href: href("/expert-registration"),
  },
  reject: {
    title: "이번 전문가 신청은 승인하지 못했어요",
    text: "이유를 확인하고 다시 신청할 수 있어요.",
    href: href("/expert-registration"),
  },
  // One's own doing.
  resubmit: null,
  suspend: {
    title: "전문가 활동이 잠시 멈췄어요",
    text: "진행 중인 작업은 그대로 이어 갈 수 있어요.",
    href: href("/expert-dashboard"),
  },
  restore: {
    title: "전문가 활동을 다시 시작할 수 있어요",
    text: "다시 견적서를 보낼 수 있어요.",
    href: href("/expert-dashboard"),
  },
  terminate: {
    title: "전문가 활동이 끝났어요",
    text: "궁금한 점은 고객센터에 물어봐 주세요.",
    href: href("/my-info"),
  },
}

export async function notifyDecision(
  { expertId, move, reason }: Events["expert.decided"],
  tx: Transaction,
): Promise<void> {
  const message = DECISION_MESSAGES[move]
  if (!message) return
  const [lastDecision] = await tx.execute<{ id: string }>(
    sql`select id from expert_decisions where expert_id = ${expertId} order by id desc limit 1`,
  )
  // The letter with the whole reason goes by itself.
  await notify(tx, [
    {
      userId: expertId,
      kind: "account",
      ...message,
      text: reason ? `${message.text} ${reason}` : message.text,
      deduplicationKey: `expert.${move}:${lastDecision?.id ?? expertId}`,
      excludedChannels: ["mail"],
    },
  ])
}

export async function notifyInsuranceBadgeChanged(
  { expertId, changeId, expiresOn, reason }: Events["expert.insured"],
  tx: Transaction,
): Promise<void> {
  const message = expiresOn
    ? {
        title: "프로필에 배상책임보험 배지가 보여요",
        text: `${expiresOn.replaceAll("-", ".")}까지 보이고, 새 증권을 보내 주시면 이어져요.`,
      }
    : { title: "배상책임보험 배지를 거뒀어요", text: reason }
  await notify(tx, [
    {
      userId: expertId,
      kind: "account",
      ...message,
      href: href("/expert/:expertId", { expertId }),
      deduplicationKey: `expert.insured:${changeId}`,
    },
  ])
}

export async function notifyInsurancePaperRefused(
  { expertId, paperId, reason }: Events["insurance.refused"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId: expertId,
      kind: "account",
      title: "보험 증권을 확인하지 못했어요",
      text: reason,
      href: INSURANCE_PATH,
      deduplicationKey: `insurance.refused:${paperId}`,
    },
  ])
}

async function findReviewText(
  tx: Transaction,
  reviewId: string,
): Promise<{ body: string; rating: number } | undefined> {
  const [review] = await tx
    .select({ body: reviews.body, rating: reviews.rating })
    .from(reviews)
    .where(eq(reviews.id, reviewId))
  return review
}

export async function notifyReviewPublished(event: ReviewEvent, tx: Transaction): Promise<void> {
  const review = await findReviewText(tx, event.reviewId)
  if (!review) return
  await notify(tx, [
    {
      userId: event.expertId,
      kind: "review",
      title: `별점 ${review.rating.toFixed(1)}의 새 후기가 공개됐어요`,
      text: review.body,
      href: `${href("/expert/:expertId", { expertId: event.expertId })}#reviews`,
      deduplicationKey: `review.published:${event.reviewId}`,
    },
  ])
}

export async function notifyReviewReplied(event: ReviewEvent, tx: Transaction): Promise<void> {
  const name = (await findPeople([event.expertId])).get(event.expertId)?.name ?? "전문가"
  await notify(tx, [
    {
      userId: event.customerId,
      kind: "review",
      title: `${name}님이 내 후기에 답글을 남겼어요`,
      text: "",
      href: `${href("/expert/:expertId", { expertId: event.expertId })}#reviews`,
      deduplicationKey: `review.replied:${event.reviewId}`,
    },
  ])
}

export async function notifyReviewRemoved(event: ReviewEvent, tx: Transaction): Promise<void> {
  const [review] = await tx
    .select({ reason: reviews.removedReason })
    .from(reviews)
    .where(eq(reviews.id, event.reviewId))
  await notify(tx, [
    {
      userId: event.customerId,
      kind: "review",
      title: "운영 정책에 따라 후기를 내렸어요",
      text: review?.reason ?? "",
      href: `${href("/rating/:expertId", { expertId: event.expertId })}?order=${event.orderId}`,
      deduplicationKey: `review.removed:${event.reviewId}`,
    },
  ])
}

async function findQuestionText(tx: Transaction, questionId: string): Promise<string> {
  const [row] = await tx
    .select({ question: expertQuestions.question })
    .from(expertQuestions)
    .where(eq(expertQuestions.id, questionId))
  return row?.question ?? ""
}

export async function notifyQuestionAsked(
  { questionId, expertId }: Events["question.asked"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId: expertId,
      kind: "review",
      title: "새 질문이 왔어요",
      text: await findQuestionText(tx, questionId),
      href: href("/my/expert-public"),
      deduplicationKey: getQuestionKey(questionId),
    },
  ])
}

export async function notifyQuestionAnswered(
  { questionId, expertId, askerId }: Events["question.answered"],
  tx: Transaction,
): Promise<void> {
  if (askerId === null) return
  const name = (await findPeople([expertId])).get(expertId)?.name ?? "전문가"
  await notify(tx, [
    {
      userId: askerId,
      kind: "review",
      title: `${name}님이 내 질문에 답했어요`,
      text: await findQuestionText(tx, questionId),
      href: href("/expert/:expertId", { expertId }),
      deduplicationKey: `question.answered:${questionId}`,
    },
  ])
}
