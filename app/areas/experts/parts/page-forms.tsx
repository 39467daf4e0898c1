import { X } from "#app/ui/icons.tsx"
import { Form } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { getRows, withRows } from "#app/basics/form-rows.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { DateField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PUBLIC_PAGE_LIMITS } from "../rules.ts"
import type { SmallPicture } from "#app/basics/picture-view.ts"
import type { ExpertProfile } from "../views.ts"
import { formatVacation } from "./format-vacation.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const getValue = (values: FormValues | undefined, name: string, fallback: string) =>
  values && name in values ? ([values[name] ?? ""].flat()[0] ?? "") : fallback

/** The pictures a picker shows: those that were sent with a refused form, else those that are kept. */
export function getPickerPictures(
  answer: ScreenAnswer,
  name: string,
  stored: SmallPicture | null,
): SmallPicture[] {
  if (answer.wasSent)
    return [answer.values[name] ?? []]
      .flat()
      .flatMap(
        (id) => answer.pictures?.find((picture) => picture.id === id) ?? (stored?.id === id ? stored : []),
      )
  return stored ? [stored] : []
}

export function PageTextsForm({ expert, answer }: { expert: ExpertProfile; answer: ScreenAnswer }) {
  const submittedValues = answer.wasSent ? answer.values : undefined
  return (
    <Form method="post" encType="multipart/form-data" noValidate preventScrollReset className="grid gap-6">
      <input type="hidden" name="intent" value="page" />
      <FormAlert message={answer.problem} />
      <div className="grid gap-6 sm:grid-cols-2">
        <PictureUploader
          label="프로필 사진"
          name="avatar"
          purpose="avatar"
          max={1}
          defaultPictures={getPickerPictures(answer, "avatar", expert.avatar)}
          error={answer.errors.avatar}
        />
        <PictureUploader
          label="대표 사진"
          name="cover"
          purpose="cover"
          max={1}
          defaultPictures={getPickerPictures(answer, "cover", expert.cover)}
          error={answer.errors.cover}
        />
      </div>
      <TextField
        label="한 줄 소개"
        name="oneLine"
        defaultValue={getValue(submittedValues, "oneLine", expert.oneLine)}
        error={answer.errors.oneLine}
        help="5~40자. 목록과 견적서에 보여요."
        maxLength={PUBLIC_PAGE_LIMITS.oneLine}
      />
      <TextArea
        label="소개"
        name="introduction"
        rows={7}
        defaultValue={getValue(submittedValues, "introduction", expert.introduction)}
        error={answer.errors.introduction}
        help="20자 이상. 전화번호 같은 연락처는 가려져요."
        maxLength={PUBLIC_PAGE_LIMITS.introduction}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="작업 시간"
          name="workHours"
          required={false}
          defaultValue={getValue(submittedValues, "workHours", expert.workHours)}
          error={answer.errors.workHours}
          placeholder="월–토 08:00–18:00"
          maxLength={PUBLIC_PAGE_LIMITS.workHours}
        />
        <TextField
          label="하자보수"
          name="warranty"
          required={false}
          defaultValue={getValue(submittedValues, "warranty", expert.warranty)}
          error={answer.errors.warranty}
          placeholder="시공 후 1년 무상 하자보수"
          maxLength={PUBLIC_PAGE_LIMITS.warranty}
        />
      </div>
      <SubmitButton className="btn btn-primary justify-self-start">저장하기</SubmitButton>
    </Form>
  )
}

export function PricesEditor({ expert, answer }: { expert: ExpertProfile; answer: ScreenAnswer }) {
  const stored = withRows(
    {},
    "prices",
    expert.prices.map((price) => ({ name: price.name, unit: price.unit, priceWon: String(price.priceWon) })),
  )
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4">
      {/* Return sends the first button of a form: it must not be one that removes a row. */}
      <button type="submit" name="intent" value="prices" className="sr-only" tabIndex={-1} aria-hidden>
        저장하기
      </button>
      <FormAlert message={answer.problem ?? answer.errors.prices} />
      <FormRows
        list="prices"
        rows={getRows(answer.wasSent ? answer.values : stored, "prices")}
        errors={answer.errors}
        minRows={1}
        maxRows={PUBLIC_PAGE_LIMITS.prices}
        addLabel="가격 추가하기"
        rowLabel={(rowNumber) => `가격 ${rowNumber}`}
      >
        {(row) => (
          <div
            className={
              "grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] gap-4 " +
              "sm:grid-cols-[minmax(0,2fr)_minmax(0,1.3fr)_minmax(0,1fr)]"
            }
          >
            <TextField
              className="col-span-2 sm:col-span-1"
              label="작업 이름"
              name={row.name("name")}
              defaultValue={row.text("name")}
              error={row.error("name")}
              placeholder="실크 도배"
              maxLength={30}
            />
            <WonField
              label="금액"
              name={row.name("priceWon")}
              defaultValue={row.text("priceWon")}
              error={row.error("priceWon")}
            />
            <TextField
              label="단위"
              name={row.name("unit")}
              required={false}
              defaultValue={row.text("unit")}
              error={row.error("unit")}
              placeholder="1평"
              maxLength={10}
            />
          </div>
        )}
      </FormRows>
      <SubmitButton name="intent" value="prices" className="btn btn-primary justify-self-start">
        저장하기
      </SubmitButton>
    </Form>
  )
}

export function VacationsEditor({
  expert,
  today,
  answer,
}: {
  expert: ExpertProfile
  today: string
  answer: ScreenAnswer
}) {
  return (
    <div className="grid gap-5">
      {expert.vacations.length > 0 && (
        <ul className="grid gap-2">
          {expert.vacations.map((vacation) => (
            <li
              key={vacation.from}
              className="flex items-center justify-between gap-3 rounded-lg bg-base-200 py-1.5 pr-1.5 pl-4"
            >
              <span className="text-base">{formatVacation(vacation)}</span>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="vacation-remove" />
                <button
                  type="submit"
                  name="from"
                  value={vacation.from}
                  aria-label={`${formatVacation(vacation)} 지우기`}
                  className={
                    "grid size-11 cursor-pointer place-items-center rounded-lg text-ink-3 hover:bg-fill"
                  }
                >
                  <X size={20} />
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        <FormAlert message={answer.problem} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField
            label="시작일"
            name="from"
            min={today}
            defaultValue={answer.typed("from")}
            error={answer.errors.from}
          />
          <DateField
            label="종료일"
            name="to"
            min={today}
            defaultValue={answer.typed("to")}
            error={answer.errors.to}
          />
        </div>
        <SubmitButton name="intent" value="vacation-add" className="btn btn-tint justify-self-start">
          쉬는 날 추가하기
        </SubmitButton>
      </Form>
    </div>
  )
}

/** Questions, those without an answer first, each with its form. */
export function QuestionsEditor({ expert, answer }: { expert: ExpertProfile; answer: ScreenAnswer }) {
  const questions = expert.questions.toSorted((a, b) => Number(a.answer !== null) - Number(b.answer !== null))
  if (questions.length === 0)
    return <p className="text-base text-ink-2">아직 받은 질문이 없어요. 질문이 오면 알려 드릴게요.</p>
  return (
    <ul className="grid gap-3">
      {questions.map((question) => {
        const ownAnswer = answer.about("questionId", question.id)
        return (
          <li key={question.id} className="rounded-lg bg-base-200 p-4 md:p-5">
            <p className="flex items-center gap-2 text-sm text-ink-3">
              {question.answer === null && <StateBadge tone="warn">답변 전</StateBadge>}
              {question.asker} · <RelativeTime at={question.askedAt} />
            </p>
            <p className="mt-2 text-base font-semibold whitespace-pre-line">{question.question}</p>
            <details open={question.answer === null || ownAnswer.wasSent} className="mt-3">
              <summary className="btn btn-quiet btn-sm">
                {question.answer === null ? "답변 쓰기" : "답변 고치기"}
              </summary>
              <Form method="post" noValidate preventScrollReset className="mt-3 grid gap-3">
                <input type="hidden" name="intent" value="answer" />
                <input type="hidden" name="questionId" value={question.id} />
                <TextArea
                  label="답변"
                  name="answer"
                  rows={3}
                  defaultValue={ownAnswer.typed("answer", question.answer ?? "")}
                  error={ownAnswer.errors.answer}
                  maxLength={PUBLIC_PAGE_LIMITS.answer}
                />
                <SubmitButton className="btn btn-primary btn-sm justify-self-end">답변 올리기</SubmitButton>
              </Form>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
