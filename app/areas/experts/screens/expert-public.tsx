import { Eye } from "lucide-react"
import { Link, data, href } from "react-router"
import type { z } from "zod"
import { parseForm, type FormValues } from "#app/basics/form.ts"
import {
  valuesToForm,
  formToValues,
  withNewRow,
  withoutBlankRows,
  withoutRow,
} from "#app/basics/form-rows.ts"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
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
  PageTextsForm,
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
import { readPictureFields, type PictureField } from "../service/picture-fields.server.ts"
import { findExpertProfile } from "../service/profile.server.ts"
import { addVacation, removeVacation, updatePublicPage, updatePrices } from "../service/public-page.server.ts"
import { answerQuestion } from "../service/questions.server.ts"
import type { Route } from "./+types/expert-public"
import { type Outcome } from "#app/platform/outcome.ts"

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

const PAGE_PATH = "/my/expert-public"

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
    today: toKstDateString(now()),
    open: work === "new" ? ("new" as const) : (expert.portfolio.find((one) => one.id === work) ?? null),
  }
}

const REFUSAL_MESSAGES = {
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

type Done = Outcome<keyof typeof REFUSAL_MESSAGES | "not_found">

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  const form = await request.formData()
  const intent = String(form.get("intent") ?? "")
  const pictureFields = await readPictureFields(
    form,
    actor.userId,
    intent === "page" ? PAGE_PICTURES : intent === "work-save" ? WORK_PICTURES : [],
  )
  const values = formToValues(form)
  const handleForm = <Schema extends z.ZodType>(
    section: string,
    schema: Schema,
    work: (input: z.output<Schema>) => Promise<Done>,
    flash: string,
    fields = form,
  ) => handlePageForm({ section, schema, fields, values, pictureFields, work, flash })
  const [rowIntent, listName = "", rowNumber] = intent.split(":")
  if (listName === "prices" && (rowIntent === "add" || rowIntent === "remove")) {
    const rows =
      rowIntent === "add"
        ? withNewRow(values, listName, { name: "" })
        : withoutRow(values, listName, Number(rowNumber))
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
      return handleForm(
        "page",
        PublicPageForm,
        (input) => updatePublicPage(actor, input),
        "페이지를 저장했어요",
      )
    case "prices":
      return handleForm(
        "prices",
        PricesForm,
        (input) => updatePrices(actor, input),
        "가격을 저장했어요",
        valuesToForm(withoutBlankRows(values, "prices")),
      )
    case "vacation-add":
      return handleForm(
        "vacations",
        VacationForm,
        (input) => addVacation(actor, input),
        "쉬는 날을 추가했어요",
      )
    case "vacation-remove":
      return handleForm(
        "vacations",
        RemoveVacationForm,
        (input) => removeVacation(actor, input),
        "쉬는 날을 지웠어요",
      )
    case "work-save":
      return handleForm(
        "portfolio",
        PortfolioForm,
        ({ itemId, ...item }) =>
          itemId === null ? addPortfolioItem(actor, item) : editPortfolioItem(actor, itemId, item),
        "포트폴리오를 저장했어요",
      )
    case "work-remove":
      return handleForm(
        "portfolio",
        PortfolioItemForm,
        ({ itemId }) => removePortfolioItem(actor, itemId),
        "작업을 지웠어요",
      )
    case "work-move":
      return handleForm(
        "portfolio",
        MovePortfolioForm,
        (input) => movePortfolioItem(actor, input),
        "순서를 바꿨어요",
      )
    case "answer":
      return handleForm("questions", AnswerForm, (input) => answerQuestion(actor, input), "답변을 올렸어요")
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
async function handlePageForm<Schema extends z.ZodType>(options: {
  section: string
  schema: Schema
  fields: FormData
  values: FormValues
  pictureFields: Awaited<ReturnType<typeof readPictureFields>>
  work: (input: z.output<Schema>) => Promise<Done>
  flash: string
}) {
  const { section, values, pictureFields } = options
  const parsed = parseForm(options.schema, options.fields)
  const errors = parsed.ok ? pictureFields.errors : { ...parsed.errors, ...pictureFields.errors }
  if (!parsed.ok || Object.keys(errors).length > 0)
    return data(
      { section, errors, values, pictures: pictureFields.pictures, problem: errors.form ?? null },
      { status: 400 },
    )
  const outcome = await options.work(parsed.value)
  if (outcome.ok) return redirectWithFlash(`${PAGE_PATH}#${section}`, options.flash)
  if (outcome.reason === "not_found") notFound()
  return data(
    {
      section,
      errors: {},
      values,
      pictures: pictureFields.pictures,
      problem: REFUSAL_MESSAGES[outcome.reason],
    },
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
  const getAnswerFor = (section: string): PageAnswer | null =>
    actionData?.section === section ? actionData : null
  const renderHeading = (id: string, title: string, text?: string) => (
    <div className="mb-5">
      <h2 id={`${id}-title`} className="text-xl font-bold">
        {title}
      </h2>
      {text && <p className="mt-1 text-sm text-ink-3">{text}</p>}
    </div>
  )
  const sectionClass =
    "band scroll-mt-4 pt-8 pb-2 first:pt-0 first:before:content-none md:card-line md:p-7 md:first:pt-7"
  return (
    <Page>
      <PageHeader title="내 공개 페이지" text="고객이 보는 페이지예요. 고치면 바로 보여요.">
        <Link to={href("/expert/:expertId", { expertId: expert.id })} className="btn btn-line">
          <Eye aria-hidden size={18} strokeWidth={1.75} /> 고객이 보는 화면
        </Link>
      </PageHeader>
      {!expert.isPublic && (
        <p className="mb-5 rounded-lg bg-warn-tint p-4 text-base font-medium text-warn-ink">
          지금은 ‘{EXPERT_STATE_LABELS[expert.state]}’ 상태라 나에게만 보여요. 승인되면 모두에게 보여요.
        </p>
      )}
      <FormAlert message={actionData?.section === "" ? actionData.problem : null} className="mb-5" />
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start md:gap-8">
        <div className="grid min-w-0 gap-8 md:gap-5">
          <section id="page" aria-labelledby="page-title" className={sectionClass}>
            {renderHeading("page", "소개")}
            <PageTextsForm
              key={`${expert.avatarId} ${expert.cover?.id}`}
              expert={expert}
              answer={getAnswerFor("page")}
            />
          </section>
          <section id="prices" aria-labelledby="prices-title" className={sectionClass}>
            {renderHeading("prices", "가격", "가장 낮은 금액이 목록에 ‘부터’로, 0원은 무료로 보여요.")}
            <PricesEditor expert={expert} answer={getAnswerFor("prices")} />
          </section>
          <section id="portfolio" aria-labelledby="portfolio-title" className={sectionClass}>
            {renderHeading("portfolio", "포트폴리오", "처음 여섯 작업이 먼저 보여요.")}
            <PortfolioEditor expert={expert} open={view.open} answer={getAnswerFor("portfolio")} />
          </section>
          <section id="vacations" aria-labelledby="vacations-title" className={sectionClass}>
            {renderHeading("vacations", "쉬는 날")}
            <VacationsEditor expert={expert} today={view.today} answer={getAnswerFor("vacations")} />
          </section>
          <section id="questions" aria-labelledby="questions-title" className={sectionClass}>
            {renderHeading("questions", "질문", "답변한 질문만 공개돼요.")}
            <QuestionsEditor expert={expert} answer={getAnswerFor("questions")} />
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
