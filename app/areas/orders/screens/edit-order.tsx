import { Form, href } from "react-router"
import { useState } from "react"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import type { FormErrors } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { ChoiceCards, DateField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { EditOrderForm } from "../forms.ts"
import { canEditOrder, LIMITS, SCHEDULE_LABELS, SCHEDULES } from "../rules.ts"
import { editOrder } from "../service/create-order.server.ts"
import { findOrder } from "../service/find-order.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { Member } from "../../accounts/rules.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Route } from "./+types/edit-order"

export const handle = {
  bar: "task",
  title: "요청 내용 고치기",
  backHref: href("/orders"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const view = isId(params.orderId) ? await findOrder(actor, params.orderId) : null
  if (view?.role !== "customer" || !canEditOrder(view.order.state)) notFound()
  const today = toKstDateString(now())
  return { order: view.order, photos: view.photos, firstDay: today, lastDay: addDays(today, 365) }
}

const answerForm = intents<{ actor: Member; orderId: string }>((intent) => ({
  "": intent({
    form: EditOrderForm,
    pictures: [{ name: "pictureIds", purpose: "order", max: LIMITS.photos }],
    run: ({ actor, orderId }, value) => editOrder(actor, orderId, value),
    done: "요청 내용을 고쳤어요",
    problems: {
      pictures_missing: {
        field: "pictureIds",
        sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
      },
      not_now: "이미 전문가를 선택했거나 모집이 끝나서 고칠 수 없어요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { orderId } = params
  if (!isId(orderId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, orderId },
    { to: href("/orders/:orderId", { orderId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("요청 내용 고치기") },
  { name: "robots", content: "noindex" },
]

export default function EditOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, photos } = loaderData
  const answer = useActionAnswer(actionData)
  const { errors } = answer
  const getFieldValue = (name: string, stored: string | number | null) =>
    answer.wasSent ? answer.typed(name) : String(stored ?? "")
  return (
    <Page isNarrow>
      <PageHeader
        title="요청 내용 고치기"
        back={{ href: href("/orders/:orderId", { orderId: order.id }), label: "견적 요청" }}
        bar="same"
        text={order.proposalCount > 0 ? "이미 받은 견적은 고치기 전 내용으로 쓴 거예요." : undefined}
      />
      <FormAlert message={answer.problem} className="mb-6" />
      <Form data-ground="white" method="post" encType="multipart/form-data" className="grid gap-6">
        <TextField
          label="요청 제목"
          name="title"
          maxLength={60}
          required
          defaultValue={getFieldValue("title", order.title)}
          error={errors.title}
        />
        <TextArea
          label="자세한 설명"
          name="description"
          rows={6}
          maxLength={2000}
          required={false}
          defaultValue={getFieldValue("description", order.description)}
          error={errors.description}
        />
        <PictureUploader
          key={answer.pictures?.map((picture) => picture.id).join() ?? "stored"}
          name="pictureIds"
          purpose="order"
          max={LIMITS.photos}
          label="현장 사진"
          defaultPictures={answer.pictures ?? photos}
          error={errors.pictureIds}
        />
        <RegionPicker
          label="지역"
          name="regionCode"
          defaultValue={getFieldValue("regionCode", order.regionCode)}
          error={errors.regionCode}
          required
        />
        <ScheduleFields
          saved={getFieldValue("schedule", order.schedule)}
          savedDate={getFieldValue("wantedOn", order.wantedOn)}
          view={loaderData}
          errors={errors}
        />
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-3">
          <WonField
            label="최소 예산"
            name="budgetMinWon"
            required={false}
            defaultValue={getFieldValue("budgetMinWon", order.budgetMinWon)}
            error={errors.budgetMinWon}
          />
          <WonField
            label="최대 예산"
            name="budgetMaxWon"
            required={false}
            defaultValue={getFieldValue("budgetMaxWon", order.budgetMaxWon)}
            error={errors.budgetMaxWon}
          />
        </div>
        <StickyBar>
          <SubmitButton className="btn btn-primary btn-lg flex-1">저장하기</SubmitButton>
        </StickyBar>
      </Form>
    </Page>
  )
}

/** When the work is wanted; the day is asked for where one is meant. */
function ScheduleFields({
  saved,
  savedDate,
  view: { firstDay, lastDay },
  errors,
}: {
  saved: string
  savedDate: string
  view: Route.ComponentProps["loaderData"]
  errors: FormErrors
}) {
  const hydrated = useHydrated()
  const [schedule, setSchedule] = useState(saved)
  return (
    <>
      <ChoiceCards
        legend="희망 날짜"
        name="schedule"
        type="radio"
        options={SCHEDULES.map((option) => ({ value: option, label: SCHEDULE_LABELS[option] }))}
        defaultValue={schedule}
        onChange={setSchedule}
        error={errors.schedule}
      />
      {!hydrated || schedule === "date" ? (
        <DateField
          label="언제가 좋은가요?"
          name="wantedOn"
          min={firstDay}
          max={lastDay}
          defaultValue={savedDate}
          error={errors.wantedOn}
        />
      ) : null}
    </>
  )
}
