import { Form, href, redirect } from "react-router"
import { FORM_ERROR_KEY, parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { toKstDateString, addDays } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { parseWonInput } from "#app/basics/won.ts"
import { refuse } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, DateField, PhoneField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { findEditRefusals } from "../edit-rules.ts"
import { ForbiddenPhrasesAlert } from "../parts/forbidden-phrases-alert.tsx"
import { getTextValue, isChecked } from "../parts/form-values.ts"
import { WagePanel } from "../parts/wage-panel.tsx"
import { LIMITS, PAY_TYPE_LABELS } from "../rules.ts"
import { editHire, findOwnHire } from "../service/hire-write.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Route } from "./+types/edit-hire"
import { findPayProblem, EditHireForm } from "#app/areas/jobs/hire-forms.ts"

export const handle = {
  bar: "task",
  background: "white",
  title: "공고 수정",
  backHref: href("/my-info/hiring"),
} satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const ownHire = isId(params.hireId) ? await findOwnHire(actor, params.hireId) : null
  if (!ownHire) notFound()
  const { hire, slots, values } = ownHire
  if (hire.state !== "open") throw redirect(href("/jobs/hire/:hireId", { hireId: hire.id }))
  return {
    id: hire.id,
    title: hire.title,
    values: { ...values, deadline: toKstDateString(hire.deadlineAt) },
    payType: hire.payType,
    minutesPerPiece: hire.minutesPerPiece,
    daysPerWeek: hire.payType === "month" ? hire.weekdays.length : null,
    slots,
    applicantCount: hire.applicationCount,
  }
}

const answerForm = intents<{ actor: Member; hireId: string; form: FormData }>((intent) => ({
  "": intent({
    run: ({ actor, hireId, form }) => readAndEditHire(actor, hireId, form),
    done: "공고를 고쳤어요",
    problems: {
      not_now: "이미 마감된 공고라 고칠 수 없어요. 같은 내용으로 다시 올려 주세요.",
      invalid: ({ errors }) => ({ errors, problem: errors[FORM_ERROR_KEY] ?? null, status: 400 }),
    },
  }),
}))

/** Says at once whatever is wrong: with the form, and with what the post itself does not allow. */
async function readAndEditHire(actor: Member, hireId: string, form: FormData) {
  const parsed = parseForm(EditHireForm, form)
  const outcome = parsed.ok ? await editHire(actor, hireId, parsed.value) : null
  if (outcome?.ok) return outcome
  if (outcome?.reason === "not_found" || outcome?.reason === "not_now") return refuse(outcome.reason)
  // Found again: somebody may have applied while it was written.
  const ownHire = await findOwnHire(actor, hireId)
  if (!ownHire) return refuse("not_found")
  const errors = parsed.ok
    ? findPostErrors(ownHire, String(parsed.value.payWon), parsed.value.address)
    : {
        ...findPostErrors(
          ownHire,
          getTextValue(parsed.values, "payWon"),
          getTextValue(parsed.values, "address"),
        ),
        ...parsed.errors,
      }
  return refuse("invalid", { errors })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { hireId } = params
  if (!isId(hireId)) notFound()
  const form = await request.formData()
  return answerForm(form, { actor, hireId, form }, { to: href("/jobs/hire/:hireId", { hireId }) })
}

/** The sentences about what the post itself does not allow, beside their fields. */
function findPostErrors(
  { hire, slots }: NonNullable<Awaited<ReturnType<typeof findOwnHire>>>,
  submittedPay: string,
  submittedAddress: string,
): FormErrors {
  const payWon = parseWonInput(submittedPay)
  const refusals = findEditRefusals(hire, slots, {
    payWon,
    address: submittedAddress === "" ? null : submittedAddress,
  })
  return {
    ...(refusals.includes("below_minimum") && payWon !== null
      ? { payWon: findPayProblem({ ...hire, payWon, slots })?.message }
      : {}),
    ...(refusals.includes("lower_pay")
      ? { payWon: "지원한 분이 있어 급여를 낮출 수 없어요. 올리는 것은 괜찮아요." }
      : {}),
    ...(refusals.includes("other_address")
      ? { address: "지원한 분이 있어 주소를 바꿀 수 없어요. 바꾸려면 마감하고 다시 올려 주세요." }
      : {}),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("공고 수정") },
  { name: "robots", content: "noindex" },
]

export default function EditHire({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const fields = { values: answer.wasSent ? answer.values : view.values, errors: answer.errors }
  return (
    <Page isNarrow>
      <PageHeader
        bar="same"
        title="공고 수정"
        back={{ href: href("/jobs/hire/:hireId", { hireId: view.id }), label: view.title }}
        text={
          view.applicantCount > 0
            ? `지원한 분이 ${view.applicantCount}명 있어요. 급여는 올릴 수만 있고, 날짜·시간·주소는 바꿀 수 없어요.`
            : "날짜와 시간, 급여 방식은 바꿀 수 없어요. 바꾸려면 마감하고 다시 올려 주세요."
        }
      />
      <Form method="post" noValidate className="grid gap-6">
        <FormAlert message={answer.problem} />
        <PostTexts {...fields} />
        <Pay {...fields} view={view} />
        <PlaceAndDeadline {...fields} />
        <Extras {...fields} />
        <StickyBar>
          <SubmitButton className="btn btn-primary btn-lg flex-1">저장하기</SubmitButton>
        </StickyBar>
      </Form>
    </Page>
  )
}

type FieldsProps = { values: FormValues; errors: FormErrors }

function PostTexts({ values, errors }: FieldsProps) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <ForbiddenPhrasesAlert
      initialText={`${getText("title")}\n${getText("description")}\n${getText("needs")}`}
    >
      <TextField
        label="제목"
        name="title"
        maxLength={LIMITS.title}
        defaultValue={getText("title")}
        error={errors.title}
      />
      <TextArea
        label="자세한 설명"
        name="description"
        rows={7}
        maxLength={LIMITS.description}
        defaultValue={getText("description")}
        error={errors.description}
      />
      <TextArea
        label="필요한 자격"
        required={false}
        name="needs"
        rows={3}
        defaultValue={[values.needs ?? ""].flat().join("\n")}
        error={errors.needs}
      />
    </ForbiddenPhrasesAlert>
  )
}

/** How much is paid; how it is paid, and for which days, stays. */
function Pay({ values, errors, view }: FieldsProps & { view: Route.ComponentProps["loaderData"] }) {
  const getText = (name: string) => getTextValue(values, name)
  return (
    <>
      {" "}
      <WonField
        label={PAY_TYPE_LABELS[view.payType]}
        name="payWon"
        defaultValue={getText("payWon")}
        error={errors.payWon}
      />
      <WagePanel
        payType={view.payType}
        slots={view.slots}
        daysPerWeek={view.daysPerWeek}
        payWon={parseWonInput(getText("payWon"))}
        minutesPerPiece={view.minutesPerPiece}
      />
      {view.minutesPerPiece === null ? null : (
        <input type="hidden" name="minutesPerPiece" value={view.minutesPerPiece} />
      )}
    </>
  )
}

function PlaceAndDeadline({ values, errors }: FieldsProps) {
  const getText = (name: string) => getTextValue(values, name)
  const today = toKstDateString(now())
  return (
    <>
      {" "}
      <TextField
        label="정확한 주소"
        name="address"
        maxLength={200}
        defaultValue={getText("address")}
        error={errors.address}
      />
      <PhoneField
        label="연락처"
        name="contactPhone"
        defaultValue={getText("contactPhone")}
        error={errors.contactPhone}
      />
      <DateField
        label="모집 마감일"
        name="deadline"
        min={today}
        max={addDays(today, LIMITS.openDays)}
        defaultValue={getText("deadline")}
        error={errors.deadline}
      />
    </>
  )
}

/** What comes with the job. */
function Extras({ values, errors }: FieldsProps) {
  return (
    <div>
      <Checkbox
        name="beginners"
        label="초보도 할 수 있어요"
        defaultChecked={isChecked(values, "beginners")}
        error={errors.beginners}
      />
      <Checkbox name="meals" label="식사를 줘요" defaultChecked={isChecked(values, "meals")} />
      <Checkbox name="lodging" label="숙소를 줘요" defaultChecked={isChecked(values, "lodging")} />
      <Checkbox
        name="foreigners"
        label="외국인도 환영해요"
        defaultChecked={isChecked(values, "foreigners")}
      />
    </div>
  )
}
