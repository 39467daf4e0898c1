import type { ReactNode } from "react"
import { Eye } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { valuesToForm, formToValues, withoutBlankRows } from "#app/basics/form-rows.ts"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Card, Page, PageHeader } from "#app/ui/section.tsx"
import { expertLoader, expertMiddleware, requireExpert } from "../../accounts/guards.server.ts"
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
import { PricesEditor, QuestionsEditor, VacationsEditor, PageTextsForm } from "../parts/page-forms.tsx"
import { PortfolioEditor } from "../parts/portfolio-editor.tsx"
import { EXPERT_STATE_LABELS } from "../rules.ts"
import { findExpertCards } from "../service/directory.server.ts"
import {
  addPortfolioItem,
  editPortfolioItem,
  movePortfolioItem,
  removePortfolioItem,
} from "../service/portfolio.server.ts"
import { findExpertProfile } from "../service/profile.server.ts"
import { addVacation, removeVacation, updatePublicPage, updatePrices } from "../service/public-page.server.ts"
import { answerQuestion } from "../service/questions.server.ts"
import { rowIntents } from "#app/platform/row-buttons.server.ts"
import type { Route } from "./+types/expert-public"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export const handle = {
  bar: "task",
  title: "내 공개 페이지",
  backHref: href("/expert-dashboard"),
} satisfies ScreenHandle

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

const PAGE_PATH = href("/my/expert-public")

export const loader = expertLoader(async (actor, { request }: Route.LoaderArgs) => {
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
})

const REFUSAL_MESSAGES = {
  closed: "활동이 끝난 전문가 페이지는 고칠 수 없어요. 고객센터에 물어봐 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요. 한 사진은 한 곳에만 쓸 수 있어요.",
  overlaps: "이미 등록한 쉬는 날과 겹쳐요. 날짜를 바꿔 주세요.",
  too_many: "더 추가할 수 없어요. 지난 것을 지우고 다시 시도해 주세요.",
} as const

const { closed, picture_not_yours, overlaps, too_many } = REFUSAL_MESSAGES
const backTo = (section: string, flash: string) => ({ to: `${PAGE_PATH}#${section}`, flash })

const answerForm = intents<{ actor: Member }>((intent) => ({
  page: intent({
    form: PublicPageForm,
    pictures: [
      { name: "avatar", purpose: "avatar", max: 1 },
      { name: "cover", purpose: "cover", max: 1 },
    ],
    run: ({ actor }, page) => updatePublicPage(actor, page),
    done: backTo("page", "페이지를 저장했어요"),
    problems: { closed, picture_not_yours },
  }),
  ...rowIntents(intent, { prices: { name: "" } }),
  prices: intent({
    form: PricesForm,
    prepare: (form) => valuesToForm(withoutBlankRows(formToValues(form), "prices")),
    run: ({ actor }, prices) => updatePrices(actor, prices),
    done: backTo("prices", "가격을 저장했어요"),
    problems: { closed },
  }),
  "vacation-add": intent({
    form: VacationForm,
    run: ({ actor }, vacation) => addVacation(actor, vacation),
    done: backTo("vacations", "쉬는 날을 추가했어요"),
    problems: { closed, overlaps, too_many },
  }),
  "vacation-remove": intent({
    form: RemoveVacationForm,
    run: ({ actor }, vacation) => removeVacation(actor, vacation),
    done: backTo("vacations", "쉬는 날을 지웠어요"),
    problems: { closed },
  }),
  "work-save": intent({
    form: PortfolioForm,
    pictures: [
      { name: "before", purpose: "portfolio", max: 1 },
      { name: "after", purpose: "portfolio", max: 1 },
    ],
    run: ({ actor }, { itemId, ...item }) =>
      itemId === null ? addPortfolioItem(actor, item) : editPortfolioItem(actor, itemId, item),
    done: backTo("portfolio", "포트폴리오를 저장했어요"),
    problems: { closed, picture_not_yours, too_many },
  }),
  "work-remove": intent({
    form: PortfolioItemForm,
    run: ({ actor }, { itemId }) => removePortfolioItem(actor, itemId),
    done: backTo("portfolio", "작업을 지웠어요"),
    problems: { closed },
  }),
  "work-move": intent({
    form: MovePortfolioForm,
    run: ({ actor }, move) => movePortfolioItem(actor, move),
    done: backTo("portfolio", "순서를 바꿨어요"),
    problems: { closed },
  }),
  answer: intent({
    form: AnswerForm,
    run: ({ actor }, answer) => answerQuestion(actor, answer),
    done: backTo("questions", "답변을 올렸어요"),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireExpert(context)
  return answerForm(await request.formData(), { actor }, { to: PAGE_PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 공개 페이지") },
  { name: "robots", content: "noindex" },
]

export default function ExpertPublic({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return null
  if (!view.expert) {
    return (
      <Page>
        <EmptyState
          art="waiting"
          heading="h1"
          title="아직 공개 페이지가 없어요"
          text="전문가 등록을 마치면 고객에게 보이는 페이지가 생겨요."
          action={{ href: href("/expert-registration"), label: "전문가 등록하기" }}
        />
      </Page>
    )
  }
  const { expert } = view
  return (
    <Page>
      <PageHeader title="내 공개 페이지" bar="same" text="고객이 보는 페이지예요. 고치면 바로 보여요.">
        <Link to={href("/expert/:expertId", { expertId: expert.id })} className="btn btn-line">
          <Eye size={18} /> 고객이 보는 화면
        </Link>
      </PageHeader>
      {!expert.isPublic && (
        <p className="mb-5 rounded-lg bg-warn-tint p-4 text-base font-medium text-warn-ink">
          지금은 ‘{EXPERT_STATE_LABELS[expert.state]}’ 상태라 나에게만 보여요. 승인되면 모두에게 보여요.
        </p>
      )}
      <FormAlert message={answer.of("").problem} className="mb-5" />
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start md:gap-8">
        <div className="grid min-w-0 gap-8 md:gap-5">
          <PageSection id="page" title="소개">
            <PageTextsForm
              key={`${expert.avatarId} ${expert.cover?.id}`}
              expert={expert}
              answer={answer.of("page")}
            />
          </PageSection>
          <PageSection id="prices" title="가격" text="가장 낮은 금액이 목록에 ‘부터’로, 0원은 무료로 보여요.">
            <PricesEditor expert={expert} answer={answer.of("prices")} />
          </PageSection>
          <PageSection id="portfolio" title="포트폴리오" text="처음 여섯 작업이 먼저 보여요.">
            <PortfolioEditor
              expert={expert}
              open={view.open}
              answer={answer.of("work-save", "work-remove", "work-move")}
            />
          </PageSection>
          <PageSection id="vacations" title="쉬는 날">
            <VacationsEditor
              expert={expert}
              today={view.today}
              answer={answer.of("vacation-add", "vacation-remove")}
            />
          </PageSection>
          <PageSection id="questions" title="질문" text="답변한 질문만 공개돼요.">
            <QuestionsEditor expert={expert} answer={answer.of("answer")} />
          </PageSection>
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
              to={href("/expert-dashboard/insurance")}
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

/** A part of the page with its form. */
function PageSection({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={
        "band scroll-mt-4 pt-8 pb-2 first:pt-0 first:before:content-none md:card-line md:p-7 " +
        "md:first:pt-7"
      }
    >
      <div className="mb-5">
        <h2 id={`${id}-title`} className="text-xl font-bold">
          {title}
        </h2>
        {text && <p className="mt-1 text-sm text-ink-3">{text}</p>}
      </div>
      {children}
    </section>
  )
}
