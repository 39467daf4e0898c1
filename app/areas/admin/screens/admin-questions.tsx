import { ArrowDown, ArrowUp, X } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { Tag } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { CATEGORIES, CATEGORY_LABELS, isCategory, type Category } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { findQuestions, moveQuestion } from "../service/settings.server.ts"
import { QuestionMoveForm } from "../settings-forms.ts"
import type { Route } from "./+types/admin-questions"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const KIND_LABELS = { choice: "하나 고르기", choices: "여러 개 고르기", number: "숫자" } as const

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const { categoryId: category } = params
  if (!isCategory(category)) notFound()
  const { set, version } = (await findQuestions(actor, category)) ?? notFound()
  return {
    category,
    version,
    services: set.services.map(({ id, label, questions }) => ({
      id,
      label,
      questions: questions.flatMap((asked) =>
        set.questions
          .filter((question) => question.id === asked)
          .map((question) => ({
            id: question.id,
            text: question.text,
            kindLabel: KIND_LABELS[question.kind],
            answers:
              question.kind === "number"
                ? `${question.min.toLocaleString("en-US")}~${question.max.toLocaleString("en-US")}` +
                  `${question.unit}`
                : question.options.map((option) => option.label).join(", "),
          })),
      ),
    })),
  }
}

const answerForm = intents<{ actor: Member; category: Category }>((intent) => {
  const move = (to: "up" | "down" | "remove", flash: string) =>
    intent({
      form: QuestionMoveForm,
      hidden: ["version", "service", "question"],
      run: ({ actor, category }, question) => moveQuestion(actor, category, { ...question, intent: to }),
      done: flash,
      problems: {
        changed: "그사이 다른 관리자가 저장했어요. 지금 순서를 확인해 주세요.",
        not_found: "그 질문을 찾지 못했어요. 새로고침해 주세요.",
      },
    })
  return {
    up: move("up", "순서를 바꿨어요"),
    down: move("down", "순서를 바꿨어요"),
    remove: move("remove", "이 서비스에서 뺐어요"),
  }
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { categoryId: category } = params
  if (!isCategory(category)) notFound()
  const to = href("/admin/settings/questions/:categoryId", { categoryId: category })
  return answerForm(await request.formData(), { actor, category }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청 질문") },
  { name: "robots", content: "noindex" },
]

export default function AdminQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { problem } = useActionAnswer(actionData)
  if (!loaderData) return null
  const { category, version, services } = loaderData
  const pagePath = href("/admin/settings/questions/:categoryId", { categoryId: category })
  return (
    <AdminLayout current="settings">
      <PageHeader
        title={`${CATEGORY_LABELS[category]} 질문`}
        text="고객이 서비스를 고르면 이 순서로 물어요."
        back={{ href: href("/admin/settings"), label: "설정" }}
      >
        <Link to={`${pagePath}/new`} className="btn btn-primary">
          질문 추가하기
        </Link>
      </PageHeader>
      <div className="bar-of-chips mb-4">
        {CATEGORIES.map((each) => (
          <FilterChip
            key={each}
            href={href("/admin/settings/questions/:categoryId", { categoryId: each })}
            isActive={each === category}
          >
            {CATEGORY_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      <FormAlert message={problem} className="mb-4" />
      <div className="grid gap-4">
        {services.map((service) => (
          <ServiceQuestions key={service.id} service={service} version={version} pagePath={pagePath} />
        ))}
      </div>
    </AdminLayout>
  )
}

type Service = NonNullable<Route.ComponentProps["loaderData"]>["services"][number]

/** The questions of one service in the order in which they are asked, each with the buttons that move it. */
function ServiceQuestions({
  service,
  version,
  pagePath,
}: {
  service: Service
  version: number
  pagePath: string
}) {
  return (
    <section className="overflow-hidden card-line" aria-label={service.label}>
      <h2
        className={
          "flex items-center justify-between border-b border-base-300 px-4 py-3.5 text-lg " +
          "font-bold md:px-5"
        }
      >
        {service.label}
        <span className="num text-sm font-normal text-ink-3">{service.questions.length}개</span>
      </h2>
      {service.questions.length === 0 ? (
        <p className="p-4 text-base text-ink-3 md:px-5">더 묻지 않고 지역으로 넘어가요.</p>
      ) : null}
      <ol className="divide-y divide-base-300">
        {service.questions.map((question, index) => (
          <li
            key={question.id}
            className="flex items-center gap-3 py-2.5 pr-2 pl-4 hover:bg-base-200 md:pr-3 md:pl-5"
          >
            <span aria-hidden className="num w-5 flex-none text-sm text-ink-3">
              {index + 1}
            </span>
            <span className="min-w-0 flex-1">
              <Link
                to={`${pagePath}/${question.id}`}
                className="block truncate text-base font-medium hover:underline"
              >
                {question.text}
              </Link>
              <span className="mt-0.5 flex min-w-0 items-center gap-2 text-sm text-ink-3">
                <Tag>{question.kindLabel}</Tag>
                <span className="truncate">{question.answers}</span>
              </span>
            </span>
            <Form method="post" className="flex flex-none">
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="service" value={service.id} />
              <input type="hidden" name="question" value={question.id} />
              <IconButton intent="up" label={`${question.text} 위로`} disabled={index === 0}>
                <ArrowUp size={18} />
              </IconButton>
              <IconButton
                intent="down"
                label={`${question.text} 아래로`}
                disabled={index === service.questions.length - 1}
              >
                <ArrowDown size={18} />
              </IconButton>
              <IconButton intent="remove" label={`${question.text} 빼기`}>
                <X size={18} />
              </IconButton>
            </Form>
          </li>
        ))}
      </ol>
    </section>
  )
}

function IconButton({
  intent,
  label,
  disabled = false,
  children,
}: {
  intent: string
  label: string
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      aria-label={label}
      disabled={disabled}
      className={
        "grid size-11 cursor-pointer place-items-center rounded-full text-ink-2 hover:bg-fill " +
        "disabled:cursor-default disabled:opacity-35 max-sm:w-9"
      }
    >
      {children}
    </button>
  )
}
