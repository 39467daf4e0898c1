import { Download } from "#app/ui/icons.tsx"
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateLong, formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { PrintButton } from "#app/ui/print-button.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember } from "../../accounts/guards.server.ts"
import { ApplicationHistory, ContractSummary } from "../parts/application-steps.tsx"
import { FactList } from "../parts/job-parts.tsx"
import { PayslipSheet } from "../parts/payslip-sheet.tsx"
import { formatClock, formatHours, formatProof } from "../parts/work-format.ts"
import { findWageRecord } from "../service/work-records.server.ts"
import { CORRECTION_STATE_LABELS, countLateDays, MARK_MOVE_LABELS, WAGE_STATE_LABELS } from "../work-rules.ts"
import type { WorkDayView } from "../work-views.ts"
import type { Route } from "./+types/wage-record"

export const handle = { bar: "detail", background: "white", title: "노동청에 낼 기록" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const { applicationId, wageId } = params
  const record =
    isId(applicationId) && isId(wageId) ? await findWageRecord(actor, applicationId, wageId) : null
  if (!record) notFound()
  return { record }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("노동청에 낼 기록") },
  { name: "robots", content: "noindex" },
]

export default function WageRecord({ loaderData: { record } }: Route.ComponentProps) {
  const { applicationId, wage } = record
  const address = { applicationId, wageId: wage.id }
  const lateDays = countLateDays(new Date(wage.dueAt), now())
  return (
    <Page isNarrow>
      <div className="print:hidden">
        <PageHeader
          bar="same"
          title="노동청에 낼 기록"
          text="인쇄하거나 PDF로 저장해 고용노동부(1350)에 진정서와 함께 내세요."
          back={{
            href: href("/jobs/applications/:applicationId/wages/:wageId", address),
            label: "임금명세서",
          }}
        />
        <div className="mb-6 flex flex-wrap gap-2">
          <PrintButton label="인쇄하거나 PDF로 저장" />
          <a
            href={href("/jobs/applications/:applicationId/wages/:wageId/record.json", address)}
            download
            className="btn btn-line btn-sm"
          >
            <Download size={16} /> JSON 파일 받기
          </a>
        </div>
      </div>
      <div className="grid gap-8">
        <section>
          <h2 className="text-xl font-bold">임금 지급 지연 기록</h2>
          <div className="mt-4">
            <FactList
              rows={[
                {
                  label: "근로자",
                  value: [record.workerName, record.workerPhone && formatPhone(record.workerPhone)]
                    .filter(Boolean)
                    .join("\n"),
                },
                { label: "사업장", value: `${record.businessName} (대표 ${record.contract.representative})` },
                { label: "지급일", value: formatDateLong(wage.payday) },
                {
                  label: "받을 금액",
                  value: (
                    <b className="num font-semibold">{wage.payslip ? formatWon(wage.payslip.netWon) : ""}</b>
                  ),
                },
                { label: "상태", value: `${WAGE_STATE_LABELS[wage.state]} · 지급일이 지난 지 ${lateDays}일` },
                ...(wage.denied ? [{ label: "근로자의 말", value: wage.denied.note }] : []),
              ]}
            />
          </div>
        </section>
        <ContractSummary
          title="근로계약"
          workerName={record.workerName}
          contract={record.contract}
          marks={{ contractEmployer: record.signed.employer, contractWorker: record.signed.worker }}
        />
        <section>
          <h2 className="text-lg font-bold">출퇴근 기록</h2>
          <ul className="mt-3 grid gap-4">
            {record.days.map((day) => (
              <DayFacts key={day.id} day={day} />
            ))}
          </ul>
        </section>
        <PayslipSheet record={record} wage={wage} />
        <section>
          <h2 className="mb-4 text-lg font-bold">진행 기록</h2>
          <ApplicationHistory history={record.history} />
        </section>
        <p className="text-sm text-ink-3" suppressHydrationWarning>
          바로일당이 {formatDateTime(now(), now())}에 만들었어요. 임금은 바로일당을 거치지 않고 사업장이
          근로자에게 바로 지급해요.
        </p>
      </div>
    </Page>
  )
}

function DayFacts({ day }: { day: WorkDayView }) {
  return (
    <li className="rounded-xl border border-base-300 p-5">
      <p className="text-base font-semibold">
        {formatDateWithWeekday(day.date, now())}{" "}
        <span className="font-normal text-ink-3">계약 {formatHours(day.startsAt, day.endsAt)}</span>
      </p>
      <ol className="mt-2 grid gap-1 text-sm">
        {day.marks.map((mark) => (
          <li key={`${mark.at}-${mark.move}`}>
            <span className="num">{formatClock(mark.at)}</span> {MARK_MOVE_LABELS[mark.move]} (
            {formatProof(mark)})
          </li>
        ))}
        {day.corrections.map((correction) => (
          <li key={correction.id}>
            {formatDateTime(correction.createdAt, now())} 시간 정정{" "}
            {formatHours(correction.startsAt, correction.endsAt)} ·{" "}
            {CORRECTION_STATE_LABELS[correction.state]}: {correction.reason}
          </li>
        ))}
      </ol>
    </li>
  )
}
