import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { formToValues } from "#app/basics/form-rows.ts"
import { isId } from "#app/basics/ids.ts"
import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { findDraft, removeDraft } from "#app/platform/drafts.server.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Rating, Stars } from "#app/ui/rating.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { ReviewForm as ReviewFields } from "../forms.ts"
import { PaidMark } from "../parts/paid-mark.tsx"
import { ReviewForm } from "../parts/review-form.tsx"
import { REVIEW_LIMITS, SUB_SCORES, SUB_SCORE_LABELS } from "../rules.ts"
import { findExpertCards } from "../service/directory.server.ts"
import { findOrdersWithReviews, type OrderWithReview } from "../service/review-lists.server.ts"
import { editReview, rateExpert } from "../service/reviews.server.ts"
import type { OwnReview } from "../views.ts"
import type { Member } from "../../accounts/rules.ts"
import type { Route } from "./+types/rating"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"

export const handle = {
  bar: "task",
  title: "후기",
  backHref: href("/orders"),
  background: "white",
} satisfies ScreenHandle

const getDraftName = (orderId: string) => `rating:${orderId}`

/** What a draft holds, if it is one of this form. */
function parseDraftValues(content: unknown): FormValues {
  const values: unknown =
    typeof content === "object" && content !== null && "values" in content ? content.values : null
  if (typeof values !== "object" || values === null) return {}
  const isText = (value: unknown): value is string | string[] =>
    typeof value === "string" || (Array.isArray(value) && value.every((part) => typeof part === "string"))
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | string[]] => isText(entry[1])),
  )
}

const toFormValues = (review: OwnReview): FormValues => ({
  rating: String(review.rating),
  ...Object.fromEntries(SUB_SCORES.map((score) => [score, String(review.scores[score])])),
  tags: review.tags,
  body: review.body,
  pictureIds: review.photos.map((photo) => photo.id),
})

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const expertId = params.expertId
  if (!isId(expertId)) notFound()
  const query = new URL(request.url).searchParams
  const [orders, cards] = await Promise.all([
    findOrdersWithReviews(actor, expertId),
    findExpertCards([expertId]),
  ])
  const expert = cards.get(expertId)
  const orderIdParam = query.get("order")
  const order =
    orderIdParam === null
      ? orders.length === 1
        ? orders[0]
        : undefined
      : orders.find((one) => one.orderId === orderIdParam)
  if (!expert || orders.length === 0 || (orderIdParam !== null && !order)) notFound()
  const commonData = { expert: { id: expert.id, name: expert.name, avatarId: expert.avatarId } }
  if (!order)
    return { kind: "choose" as const, ...commonData, orders: orders.map((one) => toOrderSummary(one)) }
  const { review } = order
  const isEditing = review?.editableUntil && query.has("edit")
  if (review && !isEditing)
    return { kind: "written" as const, ...commonData, order: toOrderSummary(order), review }
  const draft = parseDraftValues((await findDraft(actor.userId, getDraftName(order.orderId)))?.content)
  const values = Object.keys(draft).length > 0 ? draft : review ? toFormValues(review) : {}
  const pictures = await findPictures([values.pictureIds ?? []].flat().filter(isId), {
    ownerId: actor.userId,
    purpose: "review",
  })
  return {
    kind: "form" as const,
    ...commonData,
    order: toOrderSummary(order),
    intent: review ? ("edit" as const) : ("rate" as const),
    values,
    pictures: Object.fromEntries(pictures.map((picture) => [picture.id, picture])),
  }
}

const toOrderSummary = (order: OrderWithReview) => ({
  orderId: order.orderId,
  title: order.title,
  category: order.category,
  completedAt: order.completedAt,
  paidWon: order.paidWon,
  isReviewed: order.review !== null,
})

const REFUSAL_MESSAGES = {
  not_completed: "작업이 끝난 뒤에 후기를 쓸 수 있어요. 완료를 확인한 뒤 다시 시도해 주세요.",
  already_rated: "이미 후기를 남긴 작업이에요. 고치려면 후기에서 ‘고치기’를 눌러 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
  removed: "운영 정책에 따라 삭제된 후기라 고칠 수 없어요.",
  too_late: "후기를 쓴 지 30일이 지나 고칠 수 없어요.",
} as const

type Sent = { actor: Member; expertId: string; orderId: string; review: OwnReview | null }
const PICTURES = [{ name: "pictureIds", purpose: "review", max: REVIEW_LIMITS.photos }] as const

async function withoutDraft<Result extends { ok: boolean }>(
  { actor, orderId }: Sent,
  saved: Promise<Result>,
) {
  const result = await saved
  if (result.ok) await removeDraft(actor.userId, getDraftName(orderId))
  return result
}

const answerForm = intents<Sent>((intent) => ({
  rate: intent({
    form: ReviewFields,
    pictures: PICTURES,
    run: (sent, fields) =>
      withoutDraft(
        sent,
        rateExpert(sent.actor, { ...fields, orderId: sent.orderId, expertId: sent.expertId }),
      ),
    done: "후기를 남겼어요",
    problems: REFUSAL_MESSAGES,
  }),
  edit: intent({
    form: ReviewFields,
    pictures: PICTURES,
    run: (sent, fields) =>
      withoutDraft(sent, editReview(sent.actor, { ...fields, reviewId: sent.review?.id ?? "" })),
    done: "후기를 고쳤어요",
    problems: REFUSAL_MESSAGES,
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { expertId } = params
  if (!isId(expertId)) notFound()
  const form = await request.formData()
  const orderIdParam = new URL(request.url).searchParams.get("order")
  const actor =
    orderIdParam !== null && isId(orderIdParam)
      ? await requireMemberOrSaveDraft(context, request, getDraftName(orderIdParam), {
          values: formToValues(form),
        })
      : requireMember(context, request)
  const orders = await findOrdersWithReviews(actor, expertId)
  const order =
    orderIdParam === null
      ? orders.length === 1
        ? orders[0]
        : undefined
      : orders.find((one) => one.orderId === orderIdParam)
  if (!order) notFound()
  const { orderId, review } = order
  const to = `${href("/rating/:expertId", { expertId })}?order=${orderId}`
  return answerForm(form, { actor, expertId, orderId, review }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf(view ? `${view.expert.name} 전문가 후기` : "후기") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
type OrderSummary = ReturnType<typeof toOrderSummary>

export default function RatingScreen({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      {view.kind === "choose" ? (
        <OrderChoice view={view} />
      ) : (
        <>
          <PageHeader
            title={
              view.kind === "form"
                ? view.intent === "rate"
                  ? `${view.expert.name}님의 작업은 어땠나요?`
                  : "후기 고치기"
                : "내가 남긴 후기"
            }
          />
          <OrderSummaryRow expert={view.expert} order={view.order} />
          <FormAlert message={answer.problem} className="mt-6" />
          <div className="mt-8">
            {view.kind === "form" ? (
              <ReviewForm
                key={view.order.orderId}
                orderId={view.order.orderId}
                intent={view.intent}
                values={answer.wasSent ? answer.values : view.values}
                errors={answer.errors}
                pictures={
                  answer.wasSent
                    ? Object.fromEntries((answer.pictures ?? []).map((picture) => [picture.id, picture]))
                    : view.pictures
                }
              />
            ) : (
              <WrittenReview expertId={view.expert.id} orderId={view.order.orderId} review={view.review} />
            )}
          </div>
        </>
      )}
    </Page>
  )
}

function OrderSummaryRow({ expert, order }: { expert: View["expert"]; order: OrderSummary }) {
  return (
    <div className="flex items-center gap-3 rounded-xl bg-base-200 p-4">
      <Avatar pictureId={expert.avatarId} name={expert.name} size={48} />
      <div className="min-w-0">
        <p className="truncate text-base font-semibold">{order.title}</p>
        <p className="text-sm text-ink-3">
          {[
            expert.name,
            CATEGORY_LABELS[order.category],
            `${formatDate(order.completedAt)} 완료`,
            order.paidWon === null ? "" : formatWon(order.paidWon),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </div>
  )
}

function OrderChoice({ view }: { view: Extract<View, { kind: "choose" }> }) {
  return (
    <>
      <PageHeader
        title="어떤 작업의 후기인가요?"
        text={`${view.expert.name}님에게 맡긴 작업이 여러 개예요.`}
      />
      <ul className="grid gap-3">
        {view.orders.map((order) => (
          <li
            key={order.orderId}
            className={
              "card-line relative flex items-center justify-between gap-3 p-4 hover:border-line-strong md:p-5"
            }
          >
            <div className="min-w-0">
              <Link
                to={`?order=${order.orderId}`}
                className={
                  "block truncate text-base font-semibold after:absolute after:inset-0 after:rounded-xl"
                }
              >
                {order.title}
              </Link>
              <p className="mt-0.5 text-sm text-ink-3">
                {CATEGORY_LABELS[order.category]} · {formatDate(order.completedAt)} 완료
              </p>
            </div>
            {order.isReviewed ? (
              <StateBadge tone="done">작성함</StateBadge>
            ) : (
              <ChevronRight size={20} className="flex-none text-ink-3" />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function getPublicationState(review: OwnReview): {
  tone: "ok" | "warn" | "refused"
  label: string
  text: string
} {
  if (review.removedReason !== null)
    return {
      tone: "refused",
      label: "삭제됨",
      text: `운영 정책에 따라 삭제됐어요. 이유: ${review.removedReason}`,
    }
  if (review.publishedAt !== null)
    return {
      tone: "ok",
      label: "공개됨",
      text: `${formatDate(review.publishedAt)}부터 전문가 페이지에 보여요.`,
    }
  return {
    tone: "warn",
    label: "공개 전",
    text: `전문가도 평가를 남기면 바로, 아니면 ${formatDate(review.publishAt)}에 공개돼요. 그 전에는 전문가에게도 보이지 않아요.`,
  }
}

function WrittenReview({
  expertId,
  orderId,
  review,
}: {
  expertId: string
  orderId: string
  review: OwnReview
}) {
  const state = getPublicationState(review)
  return (
    <article>
      <p className="flex items-start gap-2.5 text-base text-ink-2">
        <StateBadge tone={state.tone}>{state.label}</StateBadge>
        <span>{state.text}</span>
      </p>
      <div className="mt-6 flex items-center gap-3">
        <Stars value={review.rating} size={28} />
        <b className="text-2xl font-bold">{review.rating.toFixed(1)}</b>
        {review.isPaidSafely && <PaidMark />}
        {review.edited && <span className="text-sm text-ink-3">수정됨</span>}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-xl bg-base-200 p-4 sm:grid-cols-4">
        {SUB_SCORES.map((score) => (
          <div key={score} className="flex items-center justify-between sm:block">
            <dt className="text-sm text-ink-2">{SUB_SCORE_LABELS[score]}</dt>
            <dd>
              <Rating value={review.scores[score]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-base whitespace-pre-line">{review.body}</p>
      {review.tags.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-1.5">
          {review.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      )}
      {review.photos.length > 0 && (
        <div className="mt-4">
          <Gallery pictures={review.photos} layout="grid" label="후기 사진" />
        </div>
      )}
      {review.reply && (
        <div className="mt-5 rounded-lg bg-base-200 p-4">
          <p className="text-sm font-semibold">전문가의 답글</p>
          <p className="mt-1 text-base whitespace-pre-line text-ink-2">{review.reply}</p>
        </div>
      )}
      <div className="mt-8 flex flex-wrap gap-2">
        <Link to={`${href("/expert/:expertId", { expertId })}#reviews`} className="btn btn-tint">
          전문가 페이지 보기
        </Link>
        {review.editableUntil && (
          <Link to={`?order=${orderId}&edit=1`} className="btn btn-quiet">
            고치기 ({formatDate(review.editableUntil)}까지)
          </Link>
        )}
      </div>
    </article>
  )
}
