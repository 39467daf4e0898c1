import { useState } from "react"
import { Form, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { titleOf } from "#app/basics/brand.ts"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FieldGroup } from "#app/ui/field-group.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { TickPills } from "#app/ui/tick-pills.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { DealReviewForm } from "../forms.ts"
import { BAD_TAGS, GOOD_TAGS, LIMITS } from "../rules.ts"
import { findDealToReview, createDealReview } from "../service/reviews.server.ts"
import type { Route } from "./+types/deal-review"

export const handle = {
  bar: "task",
  title: "거래 후기",
  backHref: href("/my-info/purchases"),
  background: "white",
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const deal = isId(params.itemId) ? await findDealToReview(actor, params.itemId) : null
  if (deal?.state !== "sold" || deal.partnerId === null) notFound()
  return { deal }
}

const answerForm = intents<{ actor: Member; itemId: string }>((intent) => ({
  "": intent({
    form: DealReviewForm,
    run: ({ actor, itemId }, review) => createDealReview(actor, itemId, review),
    done: "후기를 보냈어요",
    problems: {
      already: "이미 후기를 쓴 거래예요.",
      not_now: "거래가 끝난 뒤에 후기를 쓸 수 있어요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { itemId } = params
  if (!isId(itemId) || !(await findDealToReview(actor, itemId))) notFound()
  const to = href("/marketplace/:itemId", { itemId })
  return answerForm(await request.formData(), { actor, itemId }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("거래 후기") },
  { name: "robots", content: "noindex" },
]

export default function DealReview({ loaderData: { deal }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <h1 className="sr-only md:hidden">거래 후기</h1>
      <div className="hidden md:block">
        <PageHeader
          title="거래 후기"
          back={{ href: href("/marketplace/:itemId", { itemId: deal.itemId }), label: "물건" }}
        />
      </div>
      <div className="pt-5 pb-6 md:pt-0">
        <h2 className="text-xl font-bold">{deal.partnerName}님과의 거래는 어땠나요?</h2>
        <p className="mt-1 text-base text-ink-2">{deal.title}</p>
      </div>
      <FormAlert message={answer.problem} className="mb-6" />
      {deal.reviewed ? (
        <p className="rounded-lg bg-fill p-4 text-base">이미 후기를 보냈어요. 고마워요!</p>
      ) : (
        <ReviewForm answer={answer} />
      )}
    </Page>
  )
}

const listTags = (verdict: string) => (verdict === "good" ? GOOD_TAGS : verdict === "bad" ? BAD_TAGS : [])

function ReviewForm({ answer }: { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  const hydrated = useHydrated()
  const [verdict, setVerdict] = useState(typed("verdict"))
  const tags = hydrated ? listTags(verdict) : [...GOOD_TAGS, ...BAD_TAGS]
  return (
    <Form method="post" noValidate className="grid gap-7">
      <ChoiceCards
        legend="거래 평가"
        hideLegend
        layout="grid"
        name="verdict"
        type="radio"
        options={[
          { value: "good", label: "좋아요" },
          { value: "bad", label: "별로예요" },
        ]}
        defaultValue={verdict}
        onChange={setVerdict}
        error={errors.verdict}
      />
      {tags.length > 0 ? <TagChoices tags={tags} verdict={verdict} answer={answer} /> : null}
      <TextArea
        label="후기"
        name="body"
        rows={4}
        maxLength={500}
        required={false}
        placeholder="거래한 경험을 이웃에게 들려주세요."
        defaultValue={typed("body")}
        error={errors.body}
      />
      <StickyBar>
        <SubmitButton className="btn btn-primary btn-lg flex-1">후기 올리기</SubmitButton>
      </StickyBar>
    </Form>
  )
}

function TagChoices({
  tags,
  verdict,
  answer,
}: {
  tags: readonly string[]
  verdict: string
  answer: ScreenAnswer
}) {
  const selectedTags = [answer.values.tags ?? []].flat()
  return (
    <FieldGroup
      legendClassName="mb-3 text-base font-bold"
      legend={
        <>
          {verdict === "bad" ? "무엇이 아쉬웠나요?" : "무엇이 좋았나요?"}{" "}
          <span className="text-sm font-normal text-ink-3">{LIMITS.reviewTags}개까지</span>
        </>
      }
      error={answer.errors.tags}
    >
      <TickPills name="tags[]" options={tags} selected={selectedTags} />
    </FieldGroup>
  )
}
