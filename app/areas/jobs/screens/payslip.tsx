import { Download } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { PrintButton } from "#app/ui/print-button.tsx"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { PayslipSheet } from "../parts/payslip-sheet.tsx"
import { WageStep } from "../parts/wage-step.tsx"
import { findWage } from "../service/work-records.server.ts"
import { answerWageForm } from "../work-actions.server.ts"
import { WAGE_STATE_LABELS, WAGE_TONES } from "../work-rules.ts"
import type { Route } from "./+types/payslip"

export const handle = { bar: "detail", background: "white", title: "임금명세서" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { applicationId, wageId } = params
  const record = isId(applicationId) && isId(wageId) ? await findWage(actor, applicationId, wageId) : null
  if (!record) notFound()
  return { record }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { applicationId, wageId } = params
  if (!isId(applicationId) || !isId(wageId) || !(await findWage(actor, applicationId, wageId))) notFound()
  const to = href("/jobs/applications/:applicationId/wages/:wageId", { applicationId, wageId })
  const form = await request.formData()
  // The wage is the one of the address, whatever a form says.
  form.set("wageId", wageId)
  return answerWageForm(form, { actor, applicationId }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = () => [
  { title: titleOf("임금명세서") },
  { name: "robots", content: "noindex" },
]

export default function PayslipScreen({ loaderData: { record }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { applicationId, wage } = record
  return (
    <Page isNarrow>
      <div className="print:hidden">
        <PageHeader
          bar="same"
          title="임금명세서"
          text={`${formatDateWithWeekday(wage.payday, now())} 지급`}
          back={{
            href: href("/jobs/applications/:applicationId/work", { applicationId }),
            label: "근무 기록",
          }}
        >
          <StateBadge tone={WAGE_TONES[wage.state]}>{WAGE_STATE_LABELS[wage.state]}</StateBadge>
          {wage.payslip ? <PrintButton /> : null}
        </PageHeader>
        <FormAlert className="mb-4" message={answer.problem} />
        <div className="mb-6 grid gap-4">
          <WageStep record={record} wage={wage} answer={answer} />
          {wage.lateAt && record.role !== "employer" ? (
            <Link
              to={href("/jobs/applications/:applicationId/wages/:wageId/record", {
                applicationId,
                wageId: wage.id,
              })}
              className="btn btn-line w-full"
            >
              <Download size={18} /> 노동청에 낼 기록 보기
            </Link>
          ) : null}
          {wage.handled ? (
            <p className="rounded-xl bg-base-200 p-5 text-base whitespace-pre-line">
              <b className="font-semibold">운영팀 확인</b>{" "}
              <span className="text-sm text-ink-3">{formatDateTime(wage.handled.at, now())}</span>
              {`\n${wage.handled.note}`}
            </p>
          ) : null}
        </div>
      </div>
      <PayslipSheet record={record} wage={wage} />
    </Page>
  )
}
