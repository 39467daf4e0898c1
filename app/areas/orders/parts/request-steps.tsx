import { Check, TriangleAlert } from "#app/ui/icons.tsx"
import { useState, type ComponentProps, type FormEvent } from "react"
import { Form } from "react-router"
import type { ActionAnswer } from "#app/basics/action-answer.ts"
import { ChoiceCards, DateField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { StepContent } from "../request-step-content.ts"
import { LIMITS, SCHEDULE_LABELS, SCHEDULES } from "../rules.ts"
import { QuestionHeading, StepForm } from "#app/ui/wizard.tsx"
import { hasContact } from "#app/basics/contacts.ts"

/** What came back from a step that was refused; undefined before. */
type Refusal = ActionAnswer | undefined
type StepProps<Kind extends StepContent["kind"]> = {
  content: Extract<StepContent, { kind: Kind }>
  refusal: Refusal
}

const firstValue = (value: string | string[] | undefined, fallback: string) =>
  value === undefined ? fallback : ([value].flat()[0] ?? fallback)

/** The form of one step, and beside it the way out: a form of its own, so that Enter always means 다음. */
function RequestStepForm(props: ComponentProps<typeof StepForm>) {
  return (
    <>
      <StepForm {...props} />
      <Form method="post" id="skip" hidden />
    </>
  )
}

/** Every step but the summary. */
export function RequestStep({
  content,
  refusal,
}: {
  content: Exclude<StepContent, { kind: "summary" }>
  refusal: Refusal
}) {
  switch (content.kind) {
    case "choice":
      return <ChoiceStep content={content} refusal={refusal} />
    case "number":
      return <NumberStep content={content} refusal={refusal} />
    case "region":
      return <RegionStep content={content} refusal={refusal} />
    case "date":
      return <DateStep content={content} refusal={refusal} />
    case "budget":
      return <BudgetStep content={content} refusal={refusal} />
    case "photos":
      return <PhotosStep content={content} refusal={refusal} />
    case "description":
      return <DescriptionStep content={content} refusal={refusal} />
  }
}

function ChoiceStep({ content, refusal }: StepProps<"choice">) {
  const values = refusal?.values?.answer
  return (
    <RequestStepForm autoSubmit={!content.isMultiple}>
      <QuestionHeading text={content.text} help={content.help} />
      <ChoiceCards
        className="mt-7"
        legend={content.text}
        hideLegend
        name="answer"
        type={content.isMultiple ? "checkbox" : "radio"}
        options={content.choices}
        defaultValue={values ?? content.chosen}
        error={refusal?.errors?.answer}
      />
    </RequestStepForm>
  )
}

function NumberStep({ content, refusal }: StepProps<"number">) {
  return (
    <RequestStepForm
      skipButton={
        <SubmitButton form="skip" name="intent" value="skip" className="btn btn-quiet btn-lg">
          {content.wayOut}
        </SubmitButton>
      }
    >
      <QuestionHeading text={content.text} help={content.help} />
      <TextField
        className="mt-7"
        label={content.label}
        name="answer"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        enterKeyHint="next"
        placeholder={content.placeholder}
        suffix={content.unit}
        defaultValue={firstValue(refusal?.values?.answer, content.value)}
        error={refusal?.errors?.answer}
      />
    </RequestStepForm>
  )
}

function RegionStep({ content, refusal }: StepProps<"region">) {
  return (
    <RequestStepForm>
      <QuestionHeading text={content.text} help="상세 주소는 전문가를 고른 뒤에 알려 주면 돼요." />
      <RegionPicker
        className="mt-7"
        label="지역"
        name="regionCode"
        defaultValue={firstValue(refusal?.values?.regionCode, content.value)}
        error={refusal?.errors?.regionCode}
      />
    </RequestStepForm>
  )
}

const SCHEDULE_DESCRIPTIONS = {
  date: "원하는 날이 있어요",
  soon: "빨리 되는 분과 맞춰 볼게요",
  flexible: "전문가와 이야기하며 정할게요",
} as const

function DateStep({ content, refusal }: StepProps<"date">) {
  return (
    <RequestStepForm autoSubmit noAutoSubmitValue="date">
      <QuestionHeading text="언제 하면 좋을까요?" help="견적을 받은 뒤에도 전문가와 맞출 수 있어요." />
      <div className="group/date mt-7">
        <ChoiceCards
          legend="희망 날짜"
          hideLegend
          name="schedule"
          type="radio"
          options={SCHEDULES.map((value) => ({
            value,
            label: SCHEDULE_LABELS[value],
            description: SCHEDULE_DESCRIPTIONS[value],
          }))}
          defaultValue={firstValue(refusal?.values?.schedule, content.schedule ?? "")}
          error={refusal?.errors?.schedule}
        />
        <div className="mt-4 hidden group-has-[input[value=date]:checked]/date:block">
          <DateField
            label="희망 날짜"
            name="wantedOn"
            min={content.min}
            max={content.max}
            defaultValue={firstValue(refusal?.values?.wantedOn, content.wantedOn)}
            error={refusal?.errors?.wantedOn}
          />
        </div>
      </div>
    </RequestStepForm>
  )
}

function BudgetStep({ content, refusal }: StepProps<"budget">) {
  return (
    <RequestStepForm>
      <QuestionHeading text="예산은 얼마쯤 생각하세요?" help={content.guide ?? "어림해서 적어도 괜찮아요."} />
      <WonField
        className="mt-7"
        label="예산"
        hideLabel
        name="budget"
        isLarge
        increments={[100_000, 500_000, 1_000_000]}
        defaultValue={firstValue(refusal?.values?.budget, content.value)}
        error={refusal?.errors?.budget}
      />
      <p className="mt-6 text-center">
        <SubmitButton
          form="skip"
          name="intent"
          value="skip"
          className={
            "hit cursor-pointer border-b border-line-strong text-base font-medium text-ink-2 " +
            "hover:text-base-content"
          }
        >
          견적 보고 정할게요
        </SubmitButton>
      </p>
      {content.open && (
        <p className="mt-3 text-center text-sm text-ink-3">지금은 견적을 보고 정하기로 했어요.</p>
      )}
    </RequestStepForm>
  )
}

const PHOTO_TIPS = [
  "작업할 곳 전체가 보이게 한 장",
  "고장 나거나 낡은 곳은 가까이",
  "얼굴이나 문패는 나오지 않게",
]

function PhotosStep({ content, refusal }: StepProps<"photos">) {
  const [isWaitingForUploads, setIsWaitingForUploads] = useState(false)
  const count = content.pictures.length
  const [ids, setIds] = useState<readonly string[]>(() => content.pictures.map((picture) => picture.id))
  // Going on would break off what is still on its way.
  const blockWhileUploading = (event: FormEvent<HTMLFormElement>) => {
    const isUploading = event.currentTarget.querySelector("progress") !== null
    if (isUploading) event.preventDefault()
    setIsWaitingForUploads(isUploading)
  }
  return (
    <RequestStepForm
      hasFiles
      onSubmit={blockWhileUploading}
      skipButton={
        ids.length === 0 ? (
          <SubmitButton form="skip" name="intent" value="skip" className="btn btn-quiet btn-lg px-6">
            건너뛰기
          </SubmitButton>
        ) : null
      }
    >
      <QuestionHeading
        text="현장 사진을 올려 주세요"
        help="사진이 있으면 방문하지 않고도 견적이 정확해져요."
      />
      <div className="mt-7">
        <PictureUploader
          name="pictureIds"
          purpose="order"
          max={LIMITS.photos}
          label="현장 사진"
          defaultPictures={content.pictures}
          onChange={setIds}
          error={
            refusal?.errors?.pictureIds ??
            (isWaitingForUploads ? "사진을 올리는 중이에요. 다 올라가면 다음을 눌러 주세요." : undefined)
          }
        />
        {count > 0 && (
          <noscript>
            <p className="mt-3 flex items-center gap-3 text-base">
              올린 사진이 {count}장 있어요.
              <button type="submit" form="skip" name="intent" value="skip" className="btn btn-quiet btn-sm">
                모두 빼기
              </button>
            </p>
          </noscript>
        )}
      </div>
      <ul className="mt-6 grid gap-3 rounded-xl bg-base-200 p-5">
        {PHOTO_TIPS.map((tip) => (
          <li key={tip} className="flex items-center gap-2.5 text-base text-ink-2">
            <Check size={18} className="flex-none text-primary-ink" />
            {tip}
          </li>
        ))}
      </ul>
    </RequestStepForm>
  )
}

function DescriptionStep({ content, refusal }: StepProps<"description">) {
  const description = firstValue(refusal?.values?.description, content.description)
  const title = firstValue(refusal?.values?.title, content.title)
  const [hasContactWarning, setHasContactWarning] = useState(hasContact(`${title}\n${description}`))
  const checkForContact = (event: FormEvent<HTMLDivElement>) => {
    const enteredTexts = [
      ...event.currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"),
    ].map((field) => field.value)
    setHasContactWarning(hasContact(enteredTexts.join("\n")))
  }
  return (
    <RequestStepForm>
      <QuestionHeading
        text="더 알려 주실 것이 있나요?"
        help="상황을 적으면 견적이 정확해져요. 비워 둬도 괜찮아요."
      />
      <div className="mt-7 grid gap-6" onInput={checkForContact}>
        <TextArea
          label="자세한 설명"
          required={false}
          name="description"
          rows={6}
          maxLength={2_000}
          placeholder={content.hint}
          defaultValue={description}
          error={refusal?.errors?.description}
          help="전화번호나 계좌번호는 적지 마세요. 연락처는 전문가를 고른 뒤에 전해 드려요."
        />
        <div aria-live="polite" className="empty:hidden">
          {hasContactWarning ? <ContactWarning /> : null}
        </div>
        <TextField
          label="요청 제목"
          name="title"
          maxLength={60}
          defaultValue={title}
          error={refusal?.errors?.title}
          help="답을 모아 지었어요. 마음대로 바꿔도 돼요."
        />
      </div>
    </RequestStepForm>
  )
}

/** What to think of before a phone number goes to everybody. */
export function ContactWarning() {
  return (
    <p className="flex items-start gap-2.5 rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
      <TriangleAlert size={20} className="mt-0.5 flex-none" />
      <span>연락처나 계좌로 보이는 글자가 있어요. 요청은 모든 전문가에게 보이니 지우는 것이 안전해요.</span>
    </p>
  )
}
