import { useState } from "react"
import { Form, data, href } from "react-router"
import { parseForm, getFormValues } from "#app/basics/form.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, FieldError, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import { CATEGORY_LABELS, isCategory } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { findQuestions, saveQuestion } from "../service/settings.server.ts"
import { QuestionForm, formatOptions } from "../settings-forms.ts"
import type { Route } from "./+types/admin-question"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { categoryId: category, questionId } = params
  if (!isCategory(category)) notFound()
  const { set, version } = (await findQuestions(actor, category)) ?? notFound()
  const question =
    questionId === "new" ? null : (set.questions.find((one) => one.id === questionId) ?? notFound())
  return {
    category,
    version,
    services: set.services.map(({ id, label, questions }) => ({
      id,
      label,
      isAsked: question !== null && questions.includes(question.id),
    })),
    question: question && {
      kind: question.kind,
      text: question.text,
      label: question.label,
      help: question.help ?? "",
      wayOut: question.wayOut.label,
      options: formatOptions(question),
      ...(question.kind === "number"
        ? { unit: question.unit, min: String(question.min), max: String(question.max) }
        : { unit: "", min: "", max: "" }),
    },
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { categoryId: category, questionId } = params
  if (!isCategory(category)) notFound()
  const formData = await request.formData()
  const form = parseForm(QuestionForm, formData)
  if (!form.ok)
    return data(
      { problem: form.errors.version ?? null, errors: form.errors, values: form.values },
      { status: 400 },
    )
  const outcome = await saveQuestion(actor, category, questionId === "new" ? null : questionId, form.value)
  if (outcome.ok)
    return redirectWithFlash(
      href("/admin/settings/questions/:categoryId", { categoryId: category }),
      questionId === "new" ? "질문을 추가했어요" : "질문을 고쳤어요",
    )
  if (outcome.reason === "not_found") notFound()
  const problem =
    outcome.reason === "changed"
      ? "그사이 다른 관리자가 저장했어요. 새로고침해 지금 질문을 본 뒤 다시 저장해 주세요."
      : "한 서비스에 질문은 12개까지 둘 수 있어요. 다른 질문을 먼저 빼 주세요."
  return data({ problem, errors: {}, values: getFormValues(formData) }, { status: 409 })
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: titleOf(params.questionId === "new" ? "질문 추가" : "질문 고치기") },
  { name: "robots", content: "noindex" },
]

const KINDS = [
  { value: "choice", label: "하나 고르기" },
  { value: "choices", label: "여러 개 고르기" },
  { value: "number", label: "숫자 적기" },
]

export default function AdminQuestion({ loaderData, actionData: failed }: Route.ComponentProps) {
  useFirstErrorFocus(failed?.errors)
  const hydrated = useHydrated()
  const initialKind = [failed?.values.kind ?? loaderData?.question?.kind ?? "choice"].flat()[0] ?? "choice"
  const [kind, setKind] = useState(initialKind)
  if (!loaderData) return null
  const { category, version, services, question } = loaderData
  const errors: Record<string, string> = failed?.errors ?? {}
  const getTypedValue = (
    name: "text" | "label" | "help" | "wayOut" | "options" | "unit" | "min" | "max",
    fallback = "",
  ) => [failed?.values[name] ?? question?.[name] ?? fallback].flat()[0]
  const selectedServices = failed
    ? [failed.values.services ?? []].flat()
    : services.filter((service) => service.isAsked).map((service) => service.id)
  const isVisible = (part: "options" | "number") => !hydrated || (kind === "number") === (part === "number")
  return (
    <AdminLayout current="settings">
      <PageHeader
        title={question ? "질문 고치기" : "질문 추가하기"}
        text={`${CATEGORY_LABELS[category]} · 저장하면 견적 요청 화면에 바로 보여요.`}
        back={{
          href: href("/admin/settings/questions/:categoryId", { categoryId: category }),
          label: `${CATEGORY_LABELS[category]} 질문`,
        }}
      />
      <FormAlert message={failed?.problem} className="mb-4" />
      <Form method="post" className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]" key={version}>
        <input type="hidden" name="version" value={version} />
        <Card className="grid gap-5 md:p-6">
          <TextField
            label="질문"
            name="text"
            maxLength={60}
            placeholder="몇 층인가요?"
            defaultValue={getTypedValue("text")}
            error={errors.text}
          />
          <TextField
            label="요약 이름"
            name="label"
            maxLength={20}
            placeholder="층"
            help="요청 내용에서 답 앞에 보여요."
            defaultValue={getTypedValue("label")}
            error={errors.label}
          />
          <TextField
            label="도움말"
            name="help"
            required={false}
            maxLength={120}
            defaultValue={getTypedValue("help")}
            error={errors.help}
          />
          <SelectField
            label="답하는 방법"
            name="kind"
            options={KINDS}
            defaultValue={initialKind}
            onChange={setKind}
            error={errors.kind}
          />
          {isVisible("options") ? (
            <TextArea
              label="고를 답"
              name="options"
              rows={6}
              maxLength={2_000}
              placeholder="1~3층\n4~15층\n16층 이상 | 사다리차가 필요해요"
              help="한 줄에 하나씩 적어요. | 뒤에 짧은 설명을 붙일 수 있어요."
              defaultValue={getTypedValue("options")}
              error={errors.options}
            />
          ) : null}
          {isVisible("number") ? (
            <div className="grid grid-cols-3 items-start gap-3">
              <TextField
                label="단위"
                name="unit"
                maxLength={10}
                placeholder="층"
                defaultValue={getTypedValue("unit")}
                error={errors.unit}
              />
              <TextField
                label="가장 작은 수"
                name="min"
                inputMode="numeric"
                placeholder="1"
                defaultValue={getTypedValue("min")}
                error={errors.min}
              />
              <TextField
                label="가장 큰 수"
                name="max"
                inputMode="numeric"
                placeholder="100"
                defaultValue={getTypedValue("max")}
                error={errors.max}
              />
            </div>
          ) : null}
          <TextField
            label="건너뛰는 답"
            name="wayOut"
            maxLength={30}
            help="답을 모를 때 누르는 말이에요."
            defaultValue={getTypedValue("wayOut", "잘 모르겠어요")}
            error={errors.wayOut}
          />
        </Card>
        <div className="grid gap-4">
          <Card>
            <fieldset>
              <legend className="text-lg font-bold">물어볼 서비스</legend>
              <div className="mt-2">
                {services.map((service) => (
                  <Checkbox
                    key={service.id}
                    name="services[]"
                    value={service.id}
                    label={service.label}
                    defaultChecked={selectedServices.includes(service.id)}
                  />
                ))}
              </div>
              <FieldError>{errors.services}</FieldError>
            </fieldset>
          </Card>
          <SubmitButton className="btn btn-primary btn-lg w-full">
            {question ? "질문 저장하기" : "질문 추가하기"}
          </SubmitButton>
        </div>
      </Form>
    </AdminLayout>
  )
}
