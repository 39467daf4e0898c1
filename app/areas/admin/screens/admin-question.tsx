import { useState } from "react"
import { Form, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Checkbox, FieldError, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { CATEGORY_LABELS, isCategory, type Category } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { findQuestions, saveQuestion } from "../service/settings.server.ts"
import { QuestionForm, formatOptions } from "../settings-forms.ts"
import type { Route } from "./+types/admin-question"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
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
})

const answerForm = intents<{ actor: Member; category: Category; questionId: string | null }>((intent) => ({
  "": intent({
    form: QuestionForm,
    hidden: ["version"],
    run: ({ actor, category, questionId }, question) => saveQuestion(actor, category, questionId, question),
    done: (_saved, _question, { questionId }) =>
      questionId === null ? "질문을 추가했어요" : "질문을 고쳤어요",
    problems: {
      changed: "그사이 다른 관리자가 저장했어요. 새로고침해 지금 질문을 본 뒤 다시 저장해 주세요.",
      too_many: "한 서비스에 질문은 12개까지 둘 수 있어요. 다른 질문을 먼저 빼 주세요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { categoryId: category, questionId } = params
  if (!isCategory(category)) notFound()
  return answerForm(
    await request.formData(),
    { actor, category, questionId: questionId === "new" ? null : questionId },
    { to: href("/admin/settings/questions/:categoryId", { categoryId: category }) },
  )
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

export default function AdminQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { category, version, services, question } = loaderData
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
      <FormAlert message={answer.problem} className="mb-4" />
      <Form method="post" className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]" key={version}>
        <input type="hidden" name="version" value={version} />
        <QuestionFields question={question} answer={answer} />
        <div className="grid gap-4">
          <AskingServices services={services} answer={answer} />
          <SubmitButton className="btn btn-primary btn-lg w-full">
            {question ? "질문 저장하기" : "질문 추가하기"}
          </SubmitButton>
        </div>
      </Form>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What is asked and how it is answered: by one of some answers, or by a number. */
function QuestionFields({ question, answer }: { question: View["question"]; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  const hydrated = useHydrated()
  const initialKind = typed("kind", question?.kind ?? "choice")
  const [kind, setKind] = useState(initialKind)
  // Without scripts both are there: which of them counts is chosen in the same form.
  const shows = (part: "options" | "number") => !hydrated || (kind === "number") === (part === "number")
  return (
    <Card className="grid gap-5 md:p-6">
      <TextField
        label="질문"
        name="text"
        maxLength={60}
        placeholder="몇 층인가요?"
        defaultValue={typed("text", question?.text)}
        error={errors.text}
      />
      <TextField
        label="요약 이름"
        name="label"
        maxLength={20}
        placeholder="층"
        help="요청 내용에서 답 앞에 보여요."
        defaultValue={typed("label", question?.label)}
        error={errors.label}
      />
      <TextField
        label="도움말"
        name="help"
        required={false}
        maxLength={120}
        defaultValue={typed("help", question?.help)}
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
      {shows("options") ? (
        <TextArea
          label="고를 답"
          name="options"
          rows={6}
          maxLength={2_000}
          placeholder="1~3층\n4~15층\n16층 이상 | 사다리차가 필요해요"
          help="한 줄에 하나씩 적어요. | 뒤에 짧은 설명을 붙일 수 있어요."
          defaultValue={typed("options", question?.options)}
          error={errors.options}
        />
      ) : null}
      {shows("number") ? <NumberFields question={question} answer={answer} /> : null}
      <TextField
        label="건너뛰는 답"
        name="wayOut"
        maxLength={30}
        help="답을 모를 때 누르는 말이에요."
        defaultValue={typed("wayOut", question?.wayOut ?? "잘 모르겠어요")}
        error={errors.wayOut}
      />
    </Card>
  )
}

/** The unit of a number and its limits. */
function NumberFields({ question, answer }: { question: View["question"]; answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <div className="grid grid-cols-3 items-start gap-3">
      <TextField
        label="단위"
        name="unit"
        maxLength={10}
        placeholder="층"
        defaultValue={typed("unit", question?.unit)}
        error={errors.unit}
      />
      <TextField
        label="가장 작은 수"
        name="min"
        inputMode="numeric"
        placeholder="1"
        defaultValue={typed("min", question?.min)}
        error={errors.min}
      />
      <TextField
        label="가장 큰 수"
        name="max"
        inputMode="numeric"
        placeholder="100"
        defaultValue={typed("max", question?.max)}
        error={errors.max}
      />
    </div>
  )
}

/** The services that ask it. */
function AskingServices({ services, answer }: { services: View["services"]; answer: ScreenAnswer }) {
  const selected = answer.wasSent
    ? [answer.values.services ?? []].flat()
    : services.filter((service) => service.isAsked).map((service) => service.id)
  return (
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
              defaultChecked={selected.includes(service.id)}
            />
          ))}
        </div>
        <FieldError>{answer.errors.services}</FieldError>
      </fieldset>
    </Card>
  )
}
