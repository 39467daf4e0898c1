import { Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { PersonDetail } from "../../accounts/service/people.server.ts"
import { ReportDecisionForm } from "../../trust/forms.ts"
import { ReportedCard } from "../../trust/parts/reported-card.tsx"
import {
  isPermanentBan,
  KIND_LABELS,
  TRANSITION_LABELS,
  REASON_LABELS,
  SANCTION_LABELS,
  STATE_LABELS,
} from "../../trust/rules.ts"
import { decideReport } from "../../trust/service/transitions.server.ts"
import { loadReportDetail } from "../../trust/service/report-queue.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { ReportDecision } from "../parts/report-decision.tsx"
import { ReportLinks } from "../parts/report-links.tsx"
import type { Route } from "./+types/admin-report"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  return (await loadReportDetail(actor, params.reportId)) ?? notFound()
})

const REFUSAL_TEXTS = {
  not_now: "그사이 다른 관리자가 결정했거나 결정할 수 없는 신고예요. 지금 상태를 확인해 주세요.",
  cannot_hide: "이미 없어졌거나 숨길 수 없는 것이에요. ‘숨기기’를 빼고 다시 해 주세요.",
  nobody: "정지할 사람이 없는 신고예요. ‘정지하지 않기’를 골라 주세요.",
} as const
const answerForm = intents<{ actor: Member; reportId: string }>((intent) => {
  const decide = (flash: string) =>
    intent({
      form: ReportDecisionForm,
      run: ({ actor, reportId }, decision) => decideReport(actor, reportId, decision),
      done: flash,
      problems: REFUSAL_TEXTS,
    })
  return {
    triage: decide("확인을 시작했어요"),
    act: decide("조치했어요"),
    dismiss: decide("조치하지 않고 끝냈어요"),
    uphold: decide("조치를 유지했어요"),
    reverse: decide("조치를 취소했어요"),
  }
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { reportId } = params
  if (!isId(reportId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, reportId },
    { to: href("/admin/reports/:reportId", { reportId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `신고 · ${loaderData.title}` : "신고") },
  { name: "robots", content: "noindex" },
]

export default function AdminReport({ loaderData: report, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!report) return null
  const { accused, reporter, record, context } = report
  return (
    <AdminLayout current="reports">
      <PageHeader title={REASON_LABELS[report.reason]} back={{ href: href("/admin/reports"), label: "신고" }}>
        <StateBadge tone={STATE_LABELS[report.state].tone}>{STATE_LABELS[report.state].label}</StateBadge>
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <ReportedThing report={report} />
          {context ? <ContextCard context={context} /> : null}
          <Sanctions sanctions={report.sanctions} />
          <ReportEvents events={report.events} />
        </div>
        <div className="grid gap-4">
          <ReportDecision
            moves={report.moves}
            role={report.role}
            canHide={report.canHide}
            hasPerson={accused !== null}
            answer={answer}
          />
          <Card>
            <h2 className="text-lg font-bold">사람</h2>
            <Person
              title="신고된 사람"
              person={accused}
              note={`신고 ${record.reports}건 · 조치 ${record.actioned}건`}
            />
            <Person title="신고한 사람" person={reporter} note={`한 신고 ${record.filed}건`} />
          </Card>
          <ReportLinks
            title="같은 것의 다른 신고"
            reports={report.others.map(({ id, state, reason }) => ({
              id,
              state,
              title: REASON_LABELS[reason],
            }))}
          />
        </div>
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What was reported, and what the reporter says about it. */
function ReportedThing({ report }: { report: View }) {
  const { card } = report
  return (
    <Card className="md:p-6">
      <h2 className="mb-4 text-lg font-bold">신고된 것</h2>
      {card ? (
        <ReportedCard card={card} isLinked />
      ) : (
        <p className="text-base text-ink-2">
          {KIND_LABELS[report.kind]} ‘{report.title}’. 지금은 없어졌어요.
        </p>
      )}
      <p className="mt-5 text-sm text-ink-3">
        신고한 사람의 말 · <RelativeTime at={report.createdAt} />
      </p>
      <p className="mt-1 text-base whitespace-pre-line">{report.details || "적은 내용이 없어요."}</p>
      {report.pictures.length > 0 ? (
        <div className="mt-4">
          <Gallery pictures={report.pictures} layout="grid" label="증거 사진" />
        </div>
      ) : null}
    </Card>
  )
}

/** What was written around the reported thing. */
function ContextCard({ context }: { context: NonNullable<View["context"]> }) {
  return (
    <Card className="md:p-6">
      <h2 className="mb-4 text-lg font-bold">{context.title}</h2>
      <ol className="grid gap-3">
        {context.lines.map((line) => (
          <li key={line.id} className={`rounded-lg p-3 ${line.reported ? "bg-refused-tint" : "bg-base-200"}`}>
            <p className="text-sm text-ink-3">
              {line.authorName === null ? "" : `${line.authorName}님 · `}
              {formatDateTime(line.at)}{" "}
              {line.reported ? <span className="font-semibold text-refused-ink">신고됨</span> : null}
            </p>
            <p className="mt-0.5 text-base break-words whitespace-pre-line">{line.text}</p>
            {line.pictureIds.length > 0 ? (
              <div className="mt-2 flex flex-wrap gap-2">
                {line.pictureIds.map((id) => (
                  <img
                    key={id}
                    src={`/pictures/${id}/160.webp`}
                    alt="채팅 사진"
                    width={80}
                    height={80}
                    className="picture size-20 rounded-lg object-cover"
                  />
                ))}
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** What was done about it, and what of it was taken back. */
function Sanctions({ sanctions }: Pick<View, "sanctions">) {
  if (sanctions.length === 0) return null
  return (
    <Card className="md:p-6">
      <h2 className="mb-3 text-lg font-bold">조치</h2>
      <ul className="grid gap-3">
        {sanctions.map((one) => (
          <li key={one.kind}>
            <p className="text-base font-semibold">
              {SANCTION_LABELS[one.kind]}
              {one.endsAt
                ? isPermanentBan(one.endsAt)
                  ? " · 기한 없음"
                  : ` · ${formatDateTime(one.endsAt)}까지`
                : ""}
              {one.liftedAt ? <span className="ml-2 font-medium text-ink-3">취소됨</span> : null}
            </p>
            <p className="text-base whitespace-pre-line text-ink-2">{one.reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Who did what with the report, and why. */
function ReportEvents({ events }: Pick<View, "events">) {
  return (
    <Card className="md:p-6">
      <h2 className="mb-4 text-lg font-bold">기록</h2>
      <ol className="grid gap-4">
        {events.map((event) => (
          <li key={event.id} className="border-l-2 border-base-300 pl-3">
            <p className="text-base font-semibold">{TRANSITION_LABELS[event.move]}</p>
            <p className="text-sm text-ink-3">
              {event.by} · {formatDateTime(event.at)}
            </p>
            {event.note ? (
              <p className="mt-1 text-base whitespace-pre-line text-ink-2">{event.note}</p>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Person({ title, person, note }: { title: string; person: PersonDetail | null; note: string }) {
  return (
    <div className="mt-3">
      <p className="text-sm text-ink-3">{title}</p>
      <p className="text-base font-semibold">
        {person ? (
          <Link to={href("/admin/users/:userId", { userId: person.userId })} className="hover:underline">
            {person.name}님
          </Link>
        ) : (
          "탈퇴했거나 없는 회원"
        )}
      </p>
      {person ? <p className="text-sm break-all text-ink-2">{person.email}</p> : null}
      {person ? <p className="text-sm text-ink-2">{note}</p> : null}
    </div>
  )
}
