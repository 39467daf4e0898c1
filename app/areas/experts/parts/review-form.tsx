import { useRef } from "react"
import { Form } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { useAutosave } from "#app/ui/autosave.ts"
import { TextArea } from "#app/ui/field.tsx"
import { FieldGroup } from "#app/ui/field-group.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RatingInput } from "#app/ui/rating.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { TickPills } from "#app/ui/tick-pills.tsx"
import { REVIEW_LIMITS, REVIEW_TAGS, SUB_SCORES, SUB_SCORE_LABELS } from "../rules.ts"
import type { PictureView } from "../views.ts"

const getValue = (values: FormValues, name: string) => [values[name] ?? ""].flat()[0] ?? ""
const getValues = (values: FormValues, name: string) => [values[name] ?? []].flat()

/** Stars, sub-scores, tags, words and pictures of a review; saved as a draft while it is written. */
export function ReviewForm({
  orderId,
  intent,
  values,
  errors,
  pictures,
}: {
  orderId: string
  intent: "rate" | "edit"
  values: FormValues
  errors: FormErrors | undefined
  /** Pictures by id, of those in `values`. */
  pictures: Readonly<Record<string, PictureView>>
}) {
  const form = useRef<HTMLFormElement>(null)
  useAutosave(form, `rating:${orderId}`, (entered) => ({ values: entered }))
  return (
    <Form ref={form} method="post" encType="multipart/form-data" noValidate className="grid gap-8">
      <input type="hidden" name="intent" value={intent} />
      <div className="text-center [&_legend]:mx-auto [&_legend]:mb-3 [&_legend]:text-base">
        <RatingInput
          name="rating"
          label="전체적으로 어떠셨어요?"
          size={44}
          defaultValue={getValue(values, "rating")}
          error={errors?.rating}
        />
      </div>
      <fieldset>
        <legend className="mb-3 text-base font-bold">항목별로 알려 주세요</legend>
        <div className="grid gap-4 rounded-xl bg-base-200 p-4 sm:grid-cols-2 md:p-5">
          {SUB_SCORES.map((score) => (
            <RatingInput
              key={score}
              name={score}
              label={SUB_SCORE_LABELS[score]}
              size={28}
              defaultValue={getValue(values, score)}
              error={errors?.[score]}
            />
          ))}
        </div>
      </fieldset>
      <TagsField selectedTags={getValues(values, "tags")} error={errors?.tags} />
      <TextArea
        label="후기"
        name="body"
        rows={6}
        maxLength={REVIEW_LIMITS.bodyMax}
        placeholder="어떤 작업이었고, 무엇이 좋았거나 아쉬웠는지 적어 주세요."
        defaultValue={getValue(values, "body")}
        error={errors?.body}
        help={`${REVIEW_LIMITS.bodyMin}자 이상. 전화번호 같은 연락처는 가려져요.`}
      />
      <div>
        <PictureUploader
          label={`사진 ${REVIEW_LIMITS.photos}장까지`}
          required={false}
          name="pictureIds"
          purpose="review"
          max={REVIEW_LIMITS.photos}
          defaultPictures={getValues(values, "pictureIds").flatMap((id) => pictures[id] ?? [])}
          error={errors?.pictureIds}
        />
        <p className="mt-2 text-sm text-ink-3">
          사진을 올리면 요청할 때 올린 현장 사진과 나란히 전·후로 소개될 수 있어요.
        </p>
      </div>
      <StickyBar>
        <SubmitButton className="btn btn-primary btn-lg flex-1">
          {intent === "rate" ? "후기 올리기" : "후기 고치기"}
        </SubmitButton>
      </StickyBar>
    </Form>
  )
}

function TagsField({ selectedTags, error }: { selectedTags: readonly string[]; error: string | undefined }) {
  return (
    <FieldGroup
      legendClassName="mb-3 text-base font-bold"
      legend={
        <>
          좋았던 점 <span className="text-sm font-normal text-ink-3">{REVIEW_LIMITS.tags}개까지</span>
        </>
      }
      error={error}
    >
      <TickPills name="tags[]" options={REVIEW_TAGS} selected={selectedTags} />
    </FieldGroup>
  )
}
