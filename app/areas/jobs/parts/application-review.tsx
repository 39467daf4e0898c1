import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { RatingInput } from "#app/ui/rating.tsx"
import { TickPills } from "#app/ui/tick-pills.tsx"
import { canReview, REVIEW_TAGS } from "../rules.ts"
import type { ApplicationView } from "../views.ts"
import { getListValue } from "./form-values.ts"

/** Both rate each other; nobody sees the other's word before writing, or before 7 days are over. */
export function ReviewSection({ view, answer }: { view: ApplicationView; answer: ScreenAnswer }) {
  if (view.role === "admin" || !canReview(view.state)) return null
  const side = view.role === "worker" ? "employer" : "worker"
  const question =
    side === "employer"
      ? `${view.employer.name}에서 일한 것은 어땠나요?`
      : `${view.worker.name}님과 일한 것은 어땠나요?`
  if (view.reviews.own) {
    return (
      <p className="rounded-xl bg-base-200 p-5 text-base">
        {view.reviews.theirs
          ? "서로 후기를 썼어요. 이제 모두에게 보여요."
          : "후기를 썼어요. 상대방도 쓰거나 7일이 지나면 공개돼요."}
      </p>
    )
  }
  const ownAnswer = answer.of("review")
  return (
    <Form method="post" noValidate className="grid gap-5 rounded-xl border border-base-300 p-5">
      <div>
        <h2 className="text-lg font-bold">{question}</h2>
        <p className="mt-1 text-sm text-ink-3">
          {view.reviews.theirs
            ? "상대방은 이미 후기를 썼어요. 내가 쓰면 함께 공개돼요."
            : "서로 쓰거나 7일이 지나면 공개돼요. 그 전에는 상대방이 볼 수 없어요."}
        </p>
      </div>
      <RatingInput
        name="rating"
        label="평점"
        defaultValue={ownAnswer.typed("rating")}
        error={ownAnswer.errors.rating}
      />
      <TagsField tags={REVIEW_TAGS[side]} selectedTags={getListValue(ownAnswer.values, "tags")} />
      <TextArea
        label="후기"
        required={false}
        name="body"
        rows={3}
        maxLength={500}
        defaultValue={ownAnswer.typed("body")}
        error={ownAnswer.errors.body}
      />
      <SubmitButton name="intent" value="review" className="btn btn-primary btn-lg">
        후기 쓰기
      </SubmitButton>
    </Form>
  )
}

function TagsField({ tags, selectedTags }: { tags: readonly string[]; selectedTags: readonly string[] }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-ink-2">좋았던 점</legend>
      <TickPills name="tags[]" options={tags} selected={selectedTags} />
    </fieldset>
  )
}
