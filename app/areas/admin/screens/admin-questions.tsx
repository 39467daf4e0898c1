import { ArrowDown, ArrowUp, X } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { Tag } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { CATEGORY_LABELS, isCategory, type Category } from "../../orders/category-rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { MoveButton, OfferEditor } from "../parts/offer-editor.tsx"
import { findCategorySettings, moveCategory, saveCategory } from "../service/categories.server.ts"
import { findQuestions, moveQuestion, moveService, saveService } from "../service/settings.server.ts"
import {
  CategoryForm,
  CategoryMoveForm,
  QuestionMoveForm,
  ServiceForm,
  ServiceMoveForm,
} from "../settings-forms.ts"
import type { Route } from "./+types/admin-questions"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const KIND_LABELS = { choice: "하나 고르기", choices: "여러 개 고르기", number: "숫자" } as const

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const { categoryId: category } = params
  if (!isCategory(category)) notFound()
  const [found, categories] = await Promise.all([findQuestions(actor, category), findCategorySettings(actor)])
  if (!found || !categories) notFound()
  const { set, version } = found
  return {
    category,
    version,
    categories,
    services: set.services.map(({ id, label, description, isHidden = false, questions }) => ({
      id,
      label,
      description,
      isHidden,
      questions: questions.flatMap((asked) =>
        set.questions
          .filter((question) => question.id === asked)
          .map((question) => ({
            id: question.id,
            text: question.text,
            kindLabel: KIND_LABELS[question.kind],
            answers:
              question.kind === "number"
                ? `${formatNumber(question.min)}~${formatNumber(question.max)}${question.unit}`
                : question.options.map((option) => option.label).join(", "),
          })),
      ),
    })),
  }
})

const SERVICE_PROBLEMS = {
  changed: "그사이 다른 관리자가 저장했어요. 지금 값을 확인해 주세요.",
  not_found: "그 서비스를 찾지 못했어요. 새로고침해 주세요.",
} as const

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
  const moveServiceTo = (to: "up" | "down") =>
    intent({
      form: ServiceMoveForm,
      hidden: ["version", "service"],
      run: ({ actor, category }, service) => moveService(actor, category, { ...service, to }),
      done: "순서를 바꿨어요",
      problems: SERVICE_PROBLEMS,
    })
  const moveCategoryTo = (to: "up" | "down") =>
    intent({
      form: CategoryMoveForm,
      hidden: ["version", "category"],
      run: ({ actor }, category) => moveCategory(actor, { ...category, to }),
      done: "순서를 바꿨어요",
      problems: { changed: SERVICE_PROBLEMS.changed },
    })
  return {
    category: intent({
      form: CategoryForm,
      hidden: ["version", "category"],
      run: ({ actor }, category) => saveCategory(actor, category),
      done: "분야를 저장했어요",
      problems: {
        changed: SERVICE_PROBLEMS.changed,
        taken: { field: "label", sentence: "같은 이름의 분야가 있어요. 다른 이름을 적어 주세요." },
        last: { field: "isHidden", sentence: "고객이 고를 분야가 하나도 남지 않아요." },
      },
    }),
    category_up: moveCategoryTo("up"),
    category_down: moveCategoryTo("down"),
    service: intent({
      form: ServiceForm,
      hidden: ["version", "service"],
      run: ({ actor, category }, service) => saveService(actor, category, service),
      done: "서비스를 저장했어요",
      problems: {
        ...SERVICE_PROBLEMS,
        taken: { field: "label", sentence: "같은 이름의 서비스가 있어요. 다른 이름을 적어 주세요." },
        last: { field: "isHidden", sentence: "고객이 고를 서비스가 하나도 남지 않아요." },
      },
    }),
    service_up: moveServiceTo("up"),
    service_down: moveServiceTo("down"),
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
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { category, version, services, categories } = loaderData
  const pagePath = href("/admin/settings/questions/:categoryId", { categoryId: category })
  return (
    <AdminLayout current="settings">
      <PageHeader
        title={`${CATEGORY_LABELS[category]} 서비스와 질문`}
        text="고객이 고르는 서비스와, 고르면 묻는 질문이에요. 이름을 바꾸거나 숨겨도 이미 보낸 요청은 그대로예요."
        back={{ href: href("/admin/settings"), label: "설정" }}
      >
        <Link to={`${pagePath}/new`} className="btn btn-primary">
          질문 추가하기
        </Link>
      </PageHeader>
      <div className="bar-of-chips mb-4">
        {categories.categories.map(({ id, label }) => (
          <FilterChip
            key={id}
            href={href("/admin/settings/questions/:categoryId", { categoryId: id })}
            isActive={id === category}
          >
            {label}
          </FilterChip>
        ))}
      </div>
      <FormAlert message={answer.problem} className="mb-4" />
      <CategoryCard category={category} settings={categories} answer={answer} />
      <div className="grid gap-4">
        {services.map((service, index) => (
          <ServiceQuestions key={service.id} service={service} version={version} pagePath={pagePath}>
            <OfferEditor
              kind="service"
              edited={service}
              version={version}
              isFirst={index === 0}
              isLast={index === services.length - 1}
              answer={answer.of("service").about("service", service.id)}
            />
          </ServiceQuestions>
        ))}
      </div>
    </AdminLayout>
  )
}

/** The category itself: how it is called where it is offered, its place, and whether it is. */
function CategoryCard({
  category,
  settings: { categories, version },
  answer,
}: {
  category: Category
  settings: NonNullable<Route.ComponentProps["loaderData"]>["categories"]
  answer: ScreenAnswer
}) {
  const index = categories.findIndex(({ id }) => id === category)
  const edited = categories[index]
  if (!edited) return null
  return (
    <section aria-label="분야" className="mb-4 flex items-center justify-between gap-3 card-line p-4 md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 text-lg font-bold">
          {edited.label}
          {edited.isHidden ? <Tag>숨김</Tag> : null}
          <span className="text-sm font-normal text-ink-3">메뉴에서 {index + 1}번째</span>
        </p>
        <p className="mt-0.5 text-sm text-ink-3">{edited.description}</p>
      </div>
      <OfferEditor
        kind="category"
        edited={edited}
        version={version}
        isFirst={index === 0}
        isLast={index === categories.length - 1}
        answer={answer.of("category")}
      />
    </section>
  )
}

type Service = NonNullable<Route.ComponentProps["loaderData"]>["services"][number]

/** The questions of one service in the order in which they are asked, each with the buttons that move it. */
function ServiceQuestions({
  service,
  version,
  pagePath,
  children,
}: {
  service: Service
  version: number
  pagePath: string
  children: ReactNode
}) {
  return (
    <section className="overflow-hidden card-line" aria-label={service.label}>
      <h2
        className={
          "flex items-center justify-between border-b border-base-300 px-4 py-3.5 text-lg " +
          "font-bold md:px-5"
        }
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          {service.label}
          {service.isHidden ? <Tag>숨김</Tag> : null}
          <span className="num text-sm font-normal text-ink-3">질문 {service.questions.length}개</span>
        </span>
        {children}
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
                <span className="flex-none whitespace-nowrap">
                  <Tag>{question.kindLabel}</Tag>
                </span>
                <span className="truncate">{question.answers}</span>
              </span>
            </span>
            <Form method="post" className="flex flex-none">
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="service" value={service.id} />
              <input type="hidden" name="question" value={question.id} />
              <MoveButton intent="up" label={`${question.text} 위로`} disabled={index === 0}>
                <ArrowUp size={18} />
              </MoveButton>
              <MoveButton
                intent="down"
                label={`${question.text} 아래로`}
                disabled={index === service.questions.length - 1}
              >
                <ArrowDown size={18} />
              </MoveButton>
              <MoveButton intent="remove" label={`${question.text} 빼기`}>
                <X size={18} />
              </MoveButton>
            </Form>
          </li>
        ))}
      </ol>
    </section>
  )
}
