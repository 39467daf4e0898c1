import { data, Form, href } from "react-router"
import { useState } from "react"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { parseForm, getFormValues, type FormErrors } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { ChoiceCards, DateField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { EditOrderForm } from "../forms.ts"
import { canEditOrder, LIMITS, SCHEDULE_LABELS, SCHEDULES } from "../rules.ts"
import { editOrder } from "../service/create-order.server.ts"
import { findOrder } from "../service/find-order.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { Route } from "./+types/edit-order"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const view = isId(params.orderId) ? await findOrder(actor, params.orderId) : null
  if (view?.role !== "customer" || !canEditOrder(view.order.state)) notFound()
  const today = toKstDateString(now())
  return { order: view.order, photos: view.photos, firstDay: today, lastDay: addDays(today, 365) }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { orderId } = params
  if (!isId(orderId)) notFound()
  const formData = await request.formData()
  const {
    ids,
    pictures,
    problem: pictureProblem,
  } = await collectPictures(formData, {
    ownerId: actor.userId,
    purpose: "order",
    name: "pictureIds",
    max: LIMITS.photos,
  })
  formData.delete("pictureIds[]")
  formData.delete("pictureIdsFiles")
  for (const id of ids) formData.append("pictureIds[]", id)
  const form = parseForm(EditOrderForm, formData)
  const pictureErrors: FormErrors = pictureProblem ? { pictureIds: pictureProblem } : {}
  if (!form.ok || pictureProblem) {
    const errors: FormErrors = form.ok ? pictureErrors : { ...form.errors, ...pictureErrors }
    return data({ errors, values: getFormValues(formData), pictures, problem: null }, { status: 400 })
  }
  const outcome = await editOrder(actor, orderId, form.value)
  if (outcome.ok) return redirectWithFlash(href("/orders/:orderId", { orderId }), "요청 내용을 고쳤어요")
  if (outcome.reason === "not_found") notFound()
  const values = getFormValues(formData)
  if (outcome.reason === "pictures_missing") {
    const errors: FormErrors = { pictureIds: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." }
    return data({ errors, values, pictures, problem: null }, { status: 400 })
  }
  const errors: FormErrors = {}
  return data(
    { errors, values, pictures, problem: "이미 전문가를 선택했거나 모집이 끝나서 고칠 수 없어요." },
    { status: 409 },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("요청 내용 고치기") },
  { name: "robots", content: "noindex" },
]

export default function EditOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, photos, firstDay, lastDay } = loaderData
  const errors: FormErrors = actionData?.errors ?? {}
  const values: Record<string, string | string[]> | undefined = actionData?.values
  const getFieldValue = (name: string, stored: string | number | null) =>
    values ? [values[name] ?? ""].flat()[0] : String(stored ?? "")
  const hydrated = useHydrated()
  const [schedule, setSchedule] = useState(getFieldValue("schedule", order.schedule))
  useFirstErrorFocus(actionData?.errors)
  return (
    <Page isNarrow>
      <PageHeader
        title="요청 내용 고치기"
        back={{ href: href("/orders/:orderId", { orderId: order.id }), label: "견적 요청" }}
        text={order.proposalCount > 0 ? "이미 받은 견적은 고치기 전 내용으로 쓴 거예요." : undefined}
      />
      <FormAlert message={actionData?.problem} className="mb-6" />
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
          key={actionData?.pictures.map((picture) => picture.id).join() ?? "stored"}
          name="pictureIds"
          purpose="order"
          max={LIMITS.photos}
          label="현장 사진"
          defaultPictures={actionData?.pictures ?? photos}
          error={errors.pictureIds}
        />
        <RegionPicker
          label="지역"
          name="regionCode"
          defaultValue={getFieldValue("regionCode", order.regionCode)}
          error={errors.regionCode}
          required
        />
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
            defaultValue={getFieldValue("wantedOn", order.wantedOn)}
            error={errors.wantedOn}
          />
        ) : null}
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
        <SubmitButton className="btn btn-primary btn-lg w-full">저장하기</SubmitButton>
      </Form>
    </Page>
  )
}
