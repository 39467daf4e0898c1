import { Form, Link, href } from "react-router"
import type { ReactNode } from "react"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { DecideAppealForm } from "../../jobs/forms.ts"
import { ApplicationHistory } from "../../jobs/parts/application-steps.tsx"
import { APPEAL_STATE_LABELS, APPEAL_TONES } from "../../jobs/rules.ts"
import { decideAppeal, findAppealDetail } from "../../jobs/service/appeals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"
import type { Route } from "./+types/admin-appeal"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  return (await findAppealDetail(actor, params.applicationId)) ?? notFound()
})

const answerForm = intents<{ actor: Member; id: string }>((intent) => ({
  "": intent({
    form: DecideAppealForm,
    run: ({ actor, id }, decision) => decideAppeal(actor, id, decision),
    done: (_, { decision }) => (decision === "reverse" ? "노쇼를 취소했어요" : "노쇼를 유지했어요"),
    problems: {
      involved: "내가 관계된 일이라 결정할 수 없어요. 다른 관리자가 봐요.",
      not_now: "그사이 결정된 이의예요. 지금 상태를 확인해 주세요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const id = params.applicationId
  if (!isId(id) || !(await findAppealDetail(actor, id))) notFound()
  const to = href("/admin/appeals/:applicationId", { applicationId: id })
  return answerForm(await request.formData(), { actor, id }, { to })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `노쇼 이의 · ${loaderData.hire.title}` : "노쇼 이의") },
  { name: "robots", content: "noindex" },
]

export default function AdminAppeal({ loaderData: appeal, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!appeal) return null
  return (
    <AdminLayout current="appeals">
      <PageHeader title={appeal.hire.title} back={{ href: href("/admin/appeals"), label: "노쇼 이의" }}>
        <StateBadge tone={APPEAL_TONES[appeal.state]}>{APPEAL_STATE_LABELS[appeal.state]}</StateBadge>
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <BothSides appeal={appeal} />
          <Card className="md:p-6">
            <h2 className="mb-4 text-lg font-bold">진행 기록</h2>
            <ApplicationHistory history={appeal.history} />
          </Card>
        </div>
        <div className="grid gap-4">
          <Decision appeal={appeal} answer={answer} />
          <WorkAndPeople appeal={appeal} />
        </div>
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What the one said who reported, and what the other says to it. */
function BothSides({ appeal }: { appeal: View }) {
  const byWorker = appeal.side === "worker"
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">양쪽 이야기</h2>
      <Statement
        author={byWorker ? `사업장 ${appeal.hire.businessName}` : `근로자 ${appeal.worker.name}`}
        detail="노쇼 신고"
      >
        {appeal.report}
      </Statement>
      <Statement
        author={byWorker ? `근로자 ${appeal.worker.name}` : `사업장 ${appeal.hire.businessName}`}
        detail={
          <>
            이의 제기 · <RelativeTime at={appeal.createdAt} />
          </>
        }
      >
        {appeal.text}
      </Statement>
    </Card>
  )
}

/** Decides it, or says who decided what; whoever it concerns does not. */
function Decision({ appeal, answer }: { appeal: View; answer: ScreenAnswer }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      {appeal.state === "filed" ? (
        appeal.isInvolved ? (
          <p className="mt-2 text-base text-ink-2">
            내가 관계된 일이라 결정할 수 없어요. 다른 관리자가 봐요.
          </p>
        ) : (
          <DecisionForm answer={answer} />
        )
      ) : (
        <>
          <p className="mt-2 text-base whitespace-pre-line">{appeal.answer}</p>
          {appeal.decided ? (
            <p className="mt-2 text-sm text-ink-3">
              {appeal.decided.by} · {formatDateTime(appeal.decided.at, now())}
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}

function DecisionForm({ answer }: { answer: ScreenAnswer }) {
  return (
    <Form method="post" noValidate className="mt-3 grid gap-5">
      <ChoiceCards
        legend="노쇼"
        hideLegend
        name="decision"
        type="radio"
        defaultValue={answer.typed("decision")}
        error={answer.errors.decision}
        options={[
          {
            value: "reverse",
            label: "노쇼 취소",
            description: "신고를 지우고 채용 확정으로 되돌려요.",
          },
          { value: "uphold", label: "노쇼 유지", description: "신고가 기록에 남아요." },
        ]}
      />
      <TextArea
        label="이유"
        name="answer"
        rows={4}
        maxLength={500}
        help="양쪽에 그대로 전해져요."
        defaultValue={answer.typed("answer")}
        error={answer.errors.answer}
      />
      <SubmitButton className="btn btn-primary">결정하기</SubmitButton>
    </Form>
  )
}

/** When the work was, and who is concerned. */
function WorkAndPeople({ appeal }: { appeal: View }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">일과 사람</h2>
      <ul className="mt-3 grid gap-1 text-base">
        {appeal.shifts.map((shift) => (
          <li key={`${shift.date}-${shift.start}`}>
            <b className="font-semibold">{formatDateWithWeekday(shift.date, now())}</b> {shift.hours}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-base">
        근로자 {appeal.worker.name} <span className="text-sm text-ink-3">노쇼 {appeal.worker.noShows}회</span>
      </p>
      <p className="mt-1 text-base">
        사업장 {appeal.hire.businessName} <span className="text-sm text-ink-3">{appeal.employer.name}</span>
      </p>
      <div className="mt-4 grid gap-2">
        <Link
          to={href("/jobs/applications/:applicationId", { applicationId: appeal.id })}
          className="btn btn-line"
        >
          지원과 계약 보기
        </Link>
        <Link to={href("/jobs/hire/:hireId", { hireId: appeal.hire.id })} className="btn btn-line">
          공고 보기
        </Link>
      </div>
    </Card>
  )
}

function Statement({ author, detail, children }: { author: string; detail: ReactNode; children: string }) {
  return (
    <div className="mt-4 rounded-lg bg-base-200 p-4">
      <p className="text-sm text-ink-3">
        <b className="font-semibold text-base-content">{author}</b> {detail}
      </p>
      <p className="mt-1.5 text-base break-words whitespace-pre-line">{children || "적은 내용이 없어요."}</p>
    </div>
  )
}
