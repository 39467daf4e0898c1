import { Eye } from "lucide-react"
import { data, Link } from "react-router"
import type { z } from "zod"
import { parseForm, type FormValues } from "#app/basics/form.ts"
import { formOf, typedValues, withNewRow, withoutBlankRows, withoutRow } from "#app/basics/form-rows.ts"
import { now } from "#app/basics/clock.ts"
import { kstDateString } from "#app/basics/time.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormProblem, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Card, Page, PageHeader } from "#app/ui/section.tsx"
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireExpert,
} from "../../accounts/guards.server.ts"
import {
  AnswerForm,
  MovePortfolioForm,
  PortfolioForm,
  PortfolioItemForm,
  PricesForm,
  PublicPageForm,
  RemoveVacationForm,
  VacationForm,
} from "../forms.ts"
import { ExpertCard } from "../parts/expert-card.tsx"
import {
  PricesEditor,
  QuestionsEditor,
  VacationsEditor,
  WordsForm,
  type PageAnswer,
} from "../parts/page-forms.tsx"
import { PortfolioEditor } from "../parts/portfolio-editor.tsx"
import { EXPERT_STATE_LABELS } from "../rules.ts"
import { findExpertCards } from "../service/directory.server.ts"
import {
  addPortfolioItem,
  editPortfolioItem,
  movePortfolioItem,
  removePortfolioItem,
} from "../service/portfolio.server.ts"
import { readPictureFields, type PictureField } from "../service/pictures.server.ts"
import { findExpertProfile } from "../service/profile.server.ts"
import {
  addVacation,
  removeVacation,
  updateExpertPublic,
  updatePrices,
} from "../service/public-page.server.ts"
import { answerQuestion } from "../service/questions.server.ts"
import type { Route } from "./+types/expert-public"
import { type Outcome } from "#app/platform/outcome.ts"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

const HERE = "/my/expert-public"

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireExpert(context)
  const [expert, cards] = await Promise.all([
    findExpertProfile(actor, actor.userId),
    findExpertCards([actor.userId]),
  ])
  const card = cards.get(actor.userId)
  if (!expert || !card) return { expert: null }
  const work = new URL(request.url).searchParams.get("work")
  return {
    expert,
    card,
    today: kstDateString(now()),
    open: work === "new" ? ("new" as const) : (expert.portfolio.find((one) => one.id === work) ?? null),
  }
}

const PROBLEMS = {
  closed: "활동이 끝난 전문가 페이지는 고칠 수 없어요. 고객센터에 물어봐 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요. 한 사진은 한 곳에만 쓸 수 있어요.",
  overlaps: "이미 등록한 쉬는 날과 겹쳐요. 날짜를 바꿔 주세요.",
  too_many: "더 추가할 수 없어요. 지난 것을 지우고 다시 시도해 주세요.",
} as const

const PAGE_PICTURES: readonly PictureField[] = [
  { name: "avatar", purpose: "avatar", max: 1 },
  { name: "cover", purpose: "cover", max: 1 },
]
const WORK_PICTURES: readonly PictureField[] = [
  { name: "before", purpose: "portfolio", max: 1 },
  { name: "after", purpose: "portfolio", max: 1 },
]

type Done = Outcome<keyof typeof PROBLEMS | "not_found">

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  const form = await request.formData()
  const intent = String(form.get("intent") ?? "")
  const sent = await readPictureFields(
    form,
    actor.userId,
    intent === "page" ? PAGE_PICTURES : intent === "work-save" ? WORK_PICTURES : [],
  )
  const values = typedValues(form)
  const run = <Schema extends z.ZodType>(
    section: string,
    schema: Schema,
    work: (input: z.output<Schema>) => Promise<Done>,
    notice: string,
    fields = form,
  ) => runForm({ section, schema, fields, values, sent, work, notice })
  const [change, list = "", number] = intent.split(":")
  if (list === "prices" && (change === "add" || change === "remove")) {
    const rows =
      change === "add" ? withNewRow(values, list, { name: "" }) : withoutRow(values, list, Number(number))
    return data({
      section: "prices",
      errors: {},
      values: rows,
      pictures: {},
      problem: null,
    } satisfies PageAnswer & { section: string })
  }
  switch (intent) {
    case "page":
      return run("page", PublicPageForm, (input) => updateExpertPublic(actor, input), "페이지를 저장했어요")
    case "prices":
      return run(
        "prices",
        PricesForm,
        (input) => updatePrices(actor, input),
        "가격을 저장했어요",
        formOf(withoutBlankRows(values, "prices")),
      )
    case "vacation-add":
      return run("vacations", VacationForm, (input) => addVacation(actor, input), "쉬는 날을 추가했어요")
    case "vacation-remove":
      return run(
        "vacations",
        RemoveVacationForm,
        (input) => removeVacation(actor, input),
        "쉬는 날을 지웠어요",
      )
    case "work-save":
      return run(
        "portfolio",
        PortfolioForm,
        ({ itemId, ...item }) =>
          itemId === null ? addPortfolioItem(actor, item) : editPortfolioItem(actor, itemId, item),
        "포트폴리오를 저장했어요",
      )
    case "work-remove":
      return run(
        "portfolio",
        PortfolioItemForm,
        ({ itemId }) => removePortfolioItem(actor, itemId),
        "작업을 지웠어요",
      )
    case "work-move":
      return run(
        "portfolio",
        MovePortfolioForm,
        (input) => movePortfolioItem(actor, input),
        "순서를 바꿨어요",
      )
    case "answer":
      return run("questions", AnswerForm, (input) => answerQuestion(actor, input), "답변을 올렸어요")
    default:
      return data(
        {
          section: "",
          errors: {},
          values: {},
          pictures: {},
          problem: "요청을 알아듣지 못했어요. 새로고침한 뒤 다시 시도해 주세요.",
        },
        { status: 400 },
      )
  }
}

/** One form of the page: read, done, and back to its section; a refusal comes back with what was typed. */
async function runForm<Schema extends z.ZodType>(of: {
  section: string
  schema: Schema
  fields: FormData
  values: FormValues
  sent: Awaited<ReturnType<typeof readPictureFields>>
  work: (input: z.output<Schema>) => Promise<Done>
  notice: string
}) {
  const { section, values, sent } = of
  const parsed = parseForm(of.schema, of.fields)
  const errors = parsed.ok ? sent.errors : { ...parsed.errors, ...sent.errors }
  if (!parsed.ok || Object.keys(errors).length > 0)
    return data(
      { section, errors, values, pictures: sent.pictures, problem: errors.form ?? null },
      { status: 400 },
    )
  const done = await of.work(parsed.value)
  if (done.ok) return redirectWithNotice(`${HERE}#${section}`, of.notice)
  if (done.reason === "not_found") notFound()
  return data(
    { section, errors: {}, values, pictures: sent.pictures, problem: PROBLEMS[done.reason] },
    { status: 409 },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 공개 페이지") },
  { name: "robots", content: "noindex" },
]

export default function ExpertPublic({ loaderData: view, actionData }: Route.ComponentProps) {
  useFirstErrorFocus(actionData?.errors)
  if (!view) return null
  if (!view.expert) {
    return (
      <Page>
        <EmptyState
          art="waiting"
          heading="h1"
          title="아직 공개 페이지가 없어요"
          text="전문가 등록을 마치면 고객에게 보이는 페이지가 생겨요."
          action={{ href: "/expert-registration", label: "전문가 등록하기" }}
        />
      </Page>
    )
  }
  const { expert } = view
  const answerTo = (section: string): PageAnswer | null =>
    actionData?.section === section ? actionData : null
  const heading = (id: string, title: string, text?: string) => (
    <div className="mb-5">
      <h2 id={`${id}-title`} className="text-xl font-bold">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-ink-3">{text}</p>}
    </div>
  )
  const block =
    "band scroll-mt-4 pt-8 pb-2 first:pt-0 first:before:content-none md:card-line md:p-7 md:first:pt-7"
  return (
    <Page>
      <PageHeader title="내 공개 페이지" text="고객이 보는 페이지예요. 고치면 바로 보여요.">
        <Link to={`/expert/${expert.id}`} className="btn btn-line">
          <Eye aria-hidden size={18} strokeWidth={1.75} /> 고객이 보는 화면
        </Link>
      </PageHeader>
      {!expert.isPublic && (
        <p className="mb-5 rounded-lg bg-warn-tint p-4 text-base font-medium text-warn-ink">
          지금은 ‘{EXPERT_STATE_LABELS[expert.state]}’ 상태라 나에게만 보여요. 승인되면 모두에게 보여요.
        </p>
      )}
      <FormProblem problem={actionData?.section === "" ? actionData.problem : null} className="mb-5" />
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start md:gap-8">
        <div className="grid min-w-0 gap-8 md:gap-5">
          <section id="page" aria-labelledby="page-title" className={block}>
            {heading("page", "소개")}
            <WordsForm
              key={`${expert.avatarId} ${expert.cover?.id}`}
              expert={expert}
              answer={answerTo("page")}
            />
          </section>
          <section id="prices" aria-labelledby="prices-title" className={block}>
            {heading("prices", "가격", "가장 낮은 금액이 목록에 ‘부터’로, 0원은 무료로 보여요.")}
            <PricesEditor expert={expert} answer={answerTo("prices")} />
          </section>
          <section id="portfolio" aria-labelledby="portfolio-title" className={block}>
            {heading("portfolio", "포트폴리오", "처음 여섯 작업이 먼저 보여요.")}
            <PortfolioEditor expert={expert} open={view.open} answer={answerTo("portfolio")} />
          </section>
          <section id="vacations" aria-labelledby="vacations-title" className={block}>
            {heading("vacations", "쉬는 날")}
            <VacationsEditor expert={expert} today={view.today} answer={answerTo("vacations")} />
          </section>
          <section id="questions" aria-labelledby="questions-title" className={block}>
            {heading("questions", "질문", "답변한 질문만 공개돼요.")}
            <QuestionsEditor expert={expert} answer={answerTo("questions")} />
          </section>
        </div>
        <aside aria-label="목록에서 보이는 모습" className="hidden md:sticky md:top-24 md:block">
          <p className="mb-3 text-sm font-medium text-ink-2">목록에서 보이는 모습</p>
          <ExpertCard expert={view.card} withPrice />
          <Card className="mt-4">
            <p className="text-sm text-ink-2">
              분야, 활동 지역, 자격증, 사업자 정보는 심사한 내용이라 여기서 바꿀 수 없어요. 바꾸려면
              고객센터에 알려 주세요.
            </p>
            <Link
              to="/expert-dashboard/insurance"
              className="mt-3 inline-block text-sm font-semibold text-primary-ink hover:underline"
            >
              보험 증권 보내고 배지 받기
            </Link>
          </Card>
        </aside>
      </div>
    </Page>
  )
}
