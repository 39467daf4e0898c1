import { data, Form, Link } from "react-router"
import type { ReactNode } from "react"
import { now } from "#app/basics/clock.ts"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import { DecideAppealForm } from "../../jobs/forms.ts"
import { ApplicationHistory } from "../../jobs/parts/application-steps.tsx"
import { APPEAL_STATE_LABELS, APPEAL_TONES } from "../../jobs/rules.ts"
import { decideAppeal, findAppealFile } from "../../jobs/service/appeals.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import type { Route } from "./+types/admin-appeal"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  return (await findAppealFile(actor, params.applicationId)) ?? notFound()
}

type Answered = { problem?: string; errors?: FormErrors; values?: FormValues }

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const id = params.applicationId
  if (!isId(id) || !(await findAppealFile(actor, id))) notFound()
  const form = parseForm(DecideAppealForm, await request.formData())
  if (!form.ok) return data<Answered>({ errors: form.errors, values: form.values }, { status: 400 })
  const done = await decideAppeal(actor, id, form.value)
  if (done.ok)
    return redirectWithNotice(
      `/admin/appeals/${id}`,
      form.value.decision === "reverse" ? "노쇼를 취소했어요" : "노쇼를 유지했어요",
    )
  if (done.reason === "not_found") notFound()
  return data<Answered>(
    {
      problem:
        done.reason === "involved"
          ? "내가 관계된 일이라 결정할 수 없어요. 다른 관리자가 봐요."
          : "그사이 결정된 이의예요. 지금 상태를 확인해 주세요.",
    },
    { status: 409 },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `노쇼 이의 · ${loaderData.hire.title}` : "노쇼 이의") },
  { name: "robots", content: "noindex" },
]

const valueOf = (values: FormValues | undefined, name: string) => [values?.[name] ?? ""].flat()[0]

export default function AdminAppeal({ loaderData: file, actionData: answer }: Route.ComponentProps) {
  useFirstErrorFocus(answer?.errors)
  if (!file) return null
  const byWorker = file.side === "worker"
  return (
    <AdminFrame current="appeals">
      <PageHeader title={file.hire.title} back={{ href: "/admin/appeals", label: "노쇼 이의" }}>
        <StateBadge tone={APPEAL_TONES[file.state]}>{APPEAL_STATE_LABELS[file.state]}</StateBadge>
      </PageHeader>
      <FormProblem problem={answer?.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Card className="md:p-6">
            <h2 className="text-lg font-bold">양쪽 이야기</h2>
            <Said
              who={byWorker ? `사업장 ${file.hire.businessName}` : `근로자 ${file.worker.name}님`}
              what="노쇼 신고"
            >
              {file.report}
            </Said>
            <Said
              who={byWorker ? `근로자 ${file.worker.name}님` : `사업장 ${file.hire.businessName}`}
              what={
                <>
                  이의 제기 · <RelativeTime at={file.createdAt} />
                </>
              }
            >
              {file.text}
            </Said>
          </Card>
          <Card className="md:p-6">
            <h2 className="mb-4 text-lg font-bold">진행 기록</h2>
            <ApplicationHistory history={file.history} />
          </Card>
        </div>
        <div className="grid gap-4">
          <Card>
            <h2 className="text-lg font-bold">결정</h2>
            {file.state === "filed" ? (
              file.isInvolved ? (
                <p className="mt-2 text-base text-ink-2">
                  내가 관계된 일이라 결정할 수 없어요. 다른 관리자가 봐요.
                </p>
              ) : (
                <Form method="post" noValidate className="mt-3 grid gap-5">
                  <ChoiceCards
                    legend="노쇼"
                    hideLegend
                    name="decision"
                    type="radio"
                    defaultValue={valueOf(answer?.values, "decision")}
                    error={answer?.errors?.decision}
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
                    defaultValue={valueOf(answer?.values, "answer")}
                    error={answer?.errors?.answer}
                  />
                  <SubmitButton className="btn btn-primary">결정하기</SubmitButton>
                </Form>
              )
            ) : (
              <>
                <p className="mt-2 text-base whitespace-pre-line">{file.answer}</p>
                {file.decided ? (
                  <p className="mt-2 text-sm text-ink-3">
                    {file.decided.by} · {formatDateTime(file.decided.at, now())}
                  </p>
                ) : null}
              </>
            )}
          </Card>
          <Card>
            <h2 className="text-lg font-bold">일과 사람</h2>
            <ul className="mt-3 grid gap-1 text-base">
              {file.shifts.map((shift) => (
                <li key={`${shift.date}-${shift.start}`}>
                  <b className="font-semibold">{formatDateWithWeekday(shift.date, now())}</b> {shift.hours}
                </li>
              ))}
            </ul>
            <p className="mt-3 text-base">
              근로자 {file.worker.name}님{" "}
              <span className="text-sm text-ink-3">노쇼 {file.worker.noShows}회</span>
            </p>
            <p className="mt-1 text-base">
              사업장 {file.hire.businessName}{" "}
              <span className="text-sm text-ink-3">{file.employer.name}님</span>
            </p>
            <div className="mt-4 grid gap-2">
              <Link to={`/jobs/applications/${file.id}`} className="btn btn-line">
                지원과 계약 보기
              </Link>
              <Link to={`/jobs/hire/${file.hire.id}`} className="btn btn-line">
                공고 보기
              </Link>
            </div>
          </Card>
        </div>
      </div>
    </AdminFrame>
  )
}

function Said({ who, what, children }: { who: string; what: ReactNode; children: string }) {
  return (
    <div className="mt-4 rounded-lg bg-base-200 p-4">
      <p className="text-sm text-ink-3">
        <b className="font-semibold text-base-content">{who}</b> {what}
      </p>
      <p className="mt-1.5 text-base break-words whitespace-pre-line">{children || "적은 내용이 없어요."}</p>
    </div>
  )
}
