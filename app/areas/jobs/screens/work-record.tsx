import { Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { revalidateAfterConflict } from "#app/ui/revalidate.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { ButtonForm } from "../parts/job-parts.tsx"
import { WageCard } from "../parts/wage-card.tsx"
import { WorkDayCard } from "../parts/work-day-card.tsx"
import { WorkToday } from "../parts/work-today.tsx"
import { findWorkRecord } from "../service/work-records.server.ts"
import { answerWorkForm } from "../work-actions.server.ts"
import type { Route } from "./+types/work-record"

export const handle = { bar: "detail", background: "white", title: "근무 기록" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const record = isId(params.applicationId) ? await findWorkRecord(actor, params.applicationId) : null
  if (!record) notFound()
  const scannedCode = new URL(request.url).searchParams.get("code") ?? ""
  return { record, scannedCode: /^\d{6}$/.test(scannedCode) ? scannedCode : "" }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { applicationId } = params
  if (!isId(applicationId) || !(await findWorkRecord(actor, applicationId))) notFound()
  const to = href("/jobs/applications/:applicationId/work", { applicationId })
  return answerWorkForm(await request.formData(), { actor, applicationId }, { to })
}

export const shouldRevalidate = revalidateAfterConflict

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.record.title} 근무 기록` : "근무 기록") },
  { name: "robots", content: "noindex" },
]

export default function WorkRecordScreen({
  loaderData: { record, scannedCode },
  actionData,
}: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { applicationId } = record
  return (
    <Page>
      <PageHeader
        bar="same"
        title="근무 기록"
        text={`${record.role === "worker" ? record.businessName : `${record.workerName}님`} · ${record.title}`}
        back={{ href: href("/jobs/applications/:applicationId", { applicationId }), label: "지원 내용" }}
      />
      <FormAlert className="mb-4" message={answer.of("code", "place", "break", "withdraw_consent").problem} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-8">
        <div className="grid gap-6">
          <WorkToday record={record} answer={answer} scannedCode={scannedCode} />
          <section>
            <h2 className="mb-3 text-xl font-bold">일하는 날</h2>
            <ul className="grid gap-3">
              {record.days.map((day) => (
                <li key={day.id}>
                  <WorkDayCard record={record} day={day} answer={answer} />
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside className="grid gap-6 md:sticky md:top-24">
          <section>
            <h2 className="mb-3 text-xl font-bold">임금</h2>
            <ul className="grid gap-3">
              {record.wages.map((wage) => (
                <li key={wage.id}>
                  <WageCard applicationId={applicationId} wage={wage} />
                </li>
              ))}
            </ul>
          </section>
          <Link
            to={href("/jobs/applications/:applicationId/contract", { applicationId })}
            className="btn btn-quiet w-full"
          >
            근로계약서 보기
          </Link>
          {record.role === "worker" && record.hasPlaceConsent ? (
            <div className="rounded-xl bg-base-200 p-5">
              <p className="text-base font-semibold">위치 확인에 동의했어요</p>
              <p className="mt-1 mb-3 text-sm text-ink-3">거리와 결과만 남아요. 언제든 거둘 수 있어요.</p>
              <ButtonForm intent="withdraw_consent" className="btn btn-line btn-sm">
                동의 거두기
              </ButtonForm>
            </div>
          ) : null}
        </aside>
      </div>
    </Page>
  )
}
