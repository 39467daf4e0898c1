import { Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Tag } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { PaidMark } from "../../experts/parts/paid-mark.tsx"
import { SUB_SCORE_LABELS, SUB_SCORES } from "../../experts/rules.ts"
import { findReviewForAdmin } from "../../experts/service/review-admin.server.ts"
import { removeReview } from "../../experts/service/reviews.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { ReviewStateBadge } from "../parts/review-state-badge.tsx"
import { RemoveReviewForm } from "../rules.ts"
import { HIDDEN, intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import type { Route } from "./+types/admin-review"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const review = (await findReviewForAdmin(actor, params.reviewId)) ?? notFound()
  const people = await findOfficeNames(actor, [review.customerId, review.expertId])
  return {
    review,
    customer: people.get(review.customerId)?.name ?? "탈퇴한 회원",
    expert: people.get(review.expertId)?.name ?? "탈퇴한 전문가",
  }
})

const answerForm = intents<{ actor: Member; reviewId: string }>((intent) => ({
  "": intent({
    form: RemoveReviewForm,
    run: ({ actor, reviewId }, { reason }) => removeReview(actor, { reviewId, reason }),
    done: "후기를 삭제했어요",
    problems: { not_allowed: HIDDEN, already_removed: "이미 삭제한 후기예요." },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { reviewId } = params
  if (!isId(reviewId)) notFound()
  const to = href("/admin/reviews/:reviewId", { reviewId })
  return answerForm(await request.formData(), { actor, reviewId }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("후기 관리") },
  { name: "robots", content: "noindex" },
]

export default function AdminReview({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { review, customer, expert } = loaderData
  return (
    <AdminLayout current="reviews">
      <PageHeader
        title={`${customer}님의 후기`}
        back={{ href: href("/admin/reviews"), label: "후기" }}
        text={`${CATEGORY_LABELS[review.category]} · ${formatDateTime(review.createdAt)}`}
      >
        <ReviewStateBadge state={review.visibility} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <ReviewCard review={review} expert={expert} />
          <ReviewVersions versions={review.versions} />
        </div>
        <div className="grid gap-4">
          <ReviewDecision review={review} answer={answer} />
          <RelatedLinks review={review} expert={expert} />
        </div>
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What was written, and what the expert answered. */
function ReviewCard({ review, expert }: Pick<View, "review" | "expert">) {
  return (
    <Card className="md:p-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Rating value={review.rating} size="lg" />
        {review.isPaidSafely ? <PaidMark /> : null}
      </p>
      <p className="mt-3 text-base whitespace-pre-line">{review.body}</p>
      {review.tags.length > 0 ? (
        <p className="mt-3 flex flex-wrap gap-1.5">
          {review.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      ) : null}
      {review.photos.length > 0 ? (
        <div className="mt-4 max-w-[26rem]">
          <Gallery pictures={review.photos} label="후기 사진" />
        </div>
      ) : null}
      <dl className={"mt-5 grid grid-cols-2 gap-x-8 gap-y-2 border-t border-base-300 pt-4 md:grid-cols-4"}>
        {SUB_SCORES.map((score) => (
          <div key={score}>
            <dt className="text-sm text-ink-3">{SUB_SCORE_LABELS[score]}</dt>
            <dd className="text-base font-semibold">{review.scores[score]}점</dd>
          </div>
        ))}
      </dl>
      {review.reply ? (
        <p className="mt-4 rounded-lg bg-base-200 p-4 text-base whitespace-pre-line text-ink-2">
          <b className="block font-semibold">{expert}님의 답글</b>
          {review.reply}
        </p>
      ) : null}
    </Card>
  )
}

/** What it said before it was edited. */
function ReviewVersions({ versions }: Pick<View["review"], "versions">) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">고친 기록</h2>
      {versions.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">고친 적이 없는 후기예요.</p>
      ) : (
        <ol className="mt-3 grid gap-4">
          {versions.map((version) => (
            <li key={version.version} className="border-t border-base-300 pt-4">
              <p className="flex items-center gap-2 text-sm text-ink-3">
                <Rating value={version.rating} size="sm" /> {formatDateTime(version.until)}까지
              </p>
              <p className="mt-1.5 text-base whitespace-pre-line text-ink-2">{version.body}</p>
              {version.tags.length > 0 ? (
                <p className="mt-2 text-sm text-ink-3">{version.tags.join(" · ")}</p>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Takes it down, or says when and why it was. */
function ReviewDecision({ review, answer }: Pick<View, "review"> & { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      {review.visibility === "removed" ? (
        <p className="mt-2 text-base text-ink-2">
          {review.removedAt ? formatDateTime(review.removedAt) : ""}에 삭제했어요.
          <span className="mt-1 block text-ink-3">이유: {review.removedReason}</span>
        </p>
      ) : (
        <div className="mt-3">
          <ConfirmDialog
            trigger="후기 삭제하기"
            triggerClassName="btn btn-line w-full"
            title="후기를 삭제할까요?"
            text="후기 자리에 ‘삭제된 후기’라고 남고 평점에서 빠져요. 되돌릴 수 없어요."
            confirmLabel="삭제하기"
            tone="danger"
            defaultOpen={errors.reason !== undefined}
          >
            <TextArea
              label="이유"
              name="reason"
              rows={4}
              maxLength={500}
              defaultValue={typed("reason")}
              error={errors.reason}
            />
          </ConfirmDialog>
        </div>
      )}
    </Card>
  )
}

/** Leads to the expert and to the request. */
function RelatedLinks({ review, expert }: Pick<View, "review" | "expert">) {
  return (
    <Card>
      <h2 className="text-lg font-bold">관련</h2>
      <p className="mt-3 text-sm text-ink-3">전문가</p>
      <p className="text-base font-semibold">
        <Link to={href("/admin/expert/:expertId", { expertId: review.expertId })} className="hover:underline">
          {expert}
        </Link>
      </p>
      <Link
        to={href("/admin/orders/:orderId", { orderId: review.orderId })}
        className="btn btn-quiet mt-4 w-full"
      >
        견적 요청 보기
      </Link>
    </Card>
  )
}
