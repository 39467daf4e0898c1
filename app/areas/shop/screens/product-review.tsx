import { titleOf } from "#app/basics/brand.ts"
import { Form, href } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import type { Member } from "#app/areas/accounts/rules.ts"
import { isId } from "#app/basics/ids.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RatingInput } from "#app/ui/rating.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { ProductReviewForm } from "../forms.ts"
import { LINE_PROBLEMS } from "../parts/problems.ts"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { LIMITS } from "../rules.ts"
import { findPurchase } from "../service/purchases.server.ts"
import { createProductReview } from "../service/reviews.server.ts"
import type { Route } from "./+types/product-review"

export const handle = {
  bar: "task",
  title: "후기 쓰기",
  backHref: href("/shopping/orders"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const lineId = new URL(request.url).searchParams.get("line")
  const purchase = await findPurchase(actor, params.groupId)
  const line = purchase?.sellerOrders
    .flatMap((sellerOrder) => sellerOrder.lines)
    .find((each) => each.id === lineId)
  if (!purchase || !line) notFound()
  return { line, groupId: purchase.purchase.id }
}

const answerForm = intents<{ actor: Member; lineId: string }>((intent) => ({
  "": intent({
    form: ProductReviewForm,
    pictures: [{ name: "pictureIds", purpose: "review", max: LIMITS.reviewPhotos }],
    run: ({ actor, lineId }, review) => createProductReview(actor, lineId, review),
    done: "후기를 남겼어요",
    problems: {
      already: "이미 후기를 남긴 상품이에요.",
      not_now: "상품을 받은 뒤에 후기를 쓸 수 있어요.",
      pictures_missing: LINE_PROBLEMS.pictures_missing,
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { groupId } = params
  const lineId = new URL(request.url).searchParams.get("line") ?? ""
  if (!isId(groupId)) notFound()
  const to = href("/shopping/orders/:groupId", { groupId })
  return answerForm(await request.formData(), { actor, lineId }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("후기 쓰기") },
  { name: "robots", content: "noindex" },
]

export default function ProductReview({ loaderData: { line, groupId }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { errors } = answer
  return (
    <Page isNarrow>
      <PageHeader
        title="상품은 어떠셨어요?"
        back={{ href: href("/shopping/orders/:groupId", { groupId }), label: "주문 상세" }}
        bar="other"
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="flex items-center gap-3.5">
        <Thumbnail pictureId={line.pictureId} size={64} />
        <div className="min-w-0">
          <p className="text-base font-semibold">{line.title}</p>
          <p className="text-sm text-ink-3">
            {[line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
          </p>
        </div>
      </div>
      <Form method="post" encType="multipart/form-data" noValidate className="mt-8 grid gap-7">
        <div className="text-center [&_legend]:mx-auto">
          <RatingInput
            name="rating"
            label="별점"
            hideLabel
            size={44}
            defaultValue={answer.typed("rating")}
            error={errors.rating}
          />
        </div>
        <TextArea
          label="후기"
          name="body"
          rows={6}
          maxLength={LIMITS.reviewBodyMax}
          defaultValue={answer.typed("body")}
          error={errors.body}
          help={`${LIMITS.reviewBodyMin}자 이상. 연락처는 가려져요.`}
          placeholder="써 보니 어떤 점이 좋았거나 아쉬웠는지 적어 주세요."
        />
        <PictureUploader
          label={`사진 (선택, ${LIMITS.reviewPhotos}장까지)`}
          name="pictureIds"
          purpose="review"
          max={LIMITS.reviewPhotos}
          defaultPictures={answer.pictures ?? []}
          error={errors.pictureIds}
        />
        <StickyBar>
          <SubmitButton className="btn btn-primary btn-lg flex-1">후기 올리기</SubmitButton>
        </StickyBar>
      </Form>
    </Page>
  )
}
