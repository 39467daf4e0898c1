import { Check } from "#app/ui/icons.tsx"
import { now } from "#app/basics/clock.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { JOB_KIND_LABELS, PAY_DATE_LABELS, type ApplicationState } from "../rules.ts"
import type { ApplicationView, Contract, HistoryEntry } from "../views.ts"
import { FactList } from "./job-parts.tsx"
import { formatShiftHours, formatPay, formatWeekdays, formatWorkDuration } from "./format.ts"
import { PREMIUM_TERMS } from "./premium-lines.ts"

const STEP_LABELS = ["지원", "채용", "계약", "근무", "임금"] as const

/** How many of the steps an application has behind it. */
function countCompletedSteps(view: Pick<ApplicationView, "state" | "marks">): number {
  const completedStepsByState: Partial<Record<ApplicationState, number>> = {
    applied: 1,
    viewed: 1,
    shortlisted: 1,
    hired: view.marks.contractWorker ? 3 : 2,
    no_show: 3,
    checked_in: 3,
    worked: 4,
    wage_disputed: 4,
    wage_paid: 5,
  }
  return completedStepsByState[view.state] ?? 1
}

/** The way of an application, from applying to the wage. */
export function ApplicationSteps({ view }: { view: Pick<ApplicationView, "state" | "marks"> }) {
  if (view.state === "rejected" || view.state === "withdrawn" || view.state === "called_off") return null
  const completedSteps = countCompletedSteps(view)
  return (
    <ol className="grid grid-cols-5" aria-label="진행 단계">
      {STEP_LABELS.map((step, index) => {
        const isPast = index < completedSteps
        const isCurrent = index === completedSteps
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className="relative grid justify-items-center gap-2 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={
                  "absolute top-3.5 right-1/2 h-0.5 w-full " +
                  `${isPast || isCurrent ? "bg-primary" : "bg-base-300"}`
                }
              />
            )}
            <span
              className={
                "relative z-1 grid size-7 place-items-center rounded-full text-sm font-semibold " +
                (isPast
                  ? "bg-primary text-primary-content"
                  : isCurrent
                    ? "bg-primary-tint text-primary-ink ring-2 ring-primary"
                    : "bg-fill text-ink-3")
              }
            >
              {isPast ? <Check size={16} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className={`text-sm ${isPast || isCurrent ? "font-semibold" : "text-ink-3"}`}>{step}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** 근로계약 요약: what both agree to before the work begins. */
export function ContractSummary({
  title = "근로계약 요약",
  workerName,
  contract,
  marks,
}: {
  title?: string
  workerName?: string
  contract: Contract
  marks: Pick<ApplicationView["marks"], "contractEmployer" | "contractWorker">
}) {
  const isMonthly = contract.payType === "month"
  return (
    <section aria-label={title} className="rounded-xl border border-base-300 p-5 print:border-0 print:p-0">
      <h2 className="text-lg font-bold">{title}</h2>
      <div className="mt-4">
        <FactList
          rows={[
            {
              label: "사업장",
              value:
                `${contract.businessName} (대표 ${contract.representative})` +
                (contract.businessNumber
                  ? `\n사업자등록번호 ${formatBusinessNumber(contract.businessNumber)}`
                  : ""),
            },
            ...(workerName ? [{ label: "근로자", value: workerName }] : []),
            { label: "하는 일", value: `${JOB_KIND_LABELS[contract.kind]} · ${contract.title}` },
            { label: "일하는 곳", value: `${contract.address}\n${formatRegionName(contract.regionCode)}` },
            {
              label: "일하는 날",
              value:
                isMonthly && contract.slots[0]
                  ? `${formatDateWithWeekday(contract.slots[0].date, now())}부터 ` +
                    `${formatWeekdays(contract.weekdays)}\n${formatShiftHours(contract.slots[0])} · 휴게 ` +
                    `${contract.slots[0].breakMinutes}분`
                  : contract.slots
                      .map(
                        (slot) =>
                          `${formatDateWithWeekday(slot.date, now())} ${formatShiftHours(slot)} (` +
                          `${formatWorkDuration(slot)}, 휴게 ${slot.breakMinutes}분)`,
                      )
                      .join("\n"),
            },
            {
              label: "임금",
              value:
                `${formatPay(contract)}` +
                `${contract.payType === "hour" ? "" : ` (시간당 ${formatWon(contract.hourlyWon)})`}\n` +
                `${PAY_DATE_LABELS[contract.payDate]}` +
                (contract.workforce ? `\n${PREMIUM_TERMS[contract.workforce]}` : ""),
            },
            {
              label: "그 밖에",
              value: [contract.meals ? "식사 제공" : "식사 별도", contract.lodging ? "숙소 제공" : ""]
                .filter(Boolean)
                .join(" · "),
            },
            { label: "사업장 연락처", value: formatPhone(contract.employerPhone) },
          ]}
        />
      </div>
      <ul className="mt-5 grid gap-2 border-t border-base-300 pt-4 text-sm sm:grid-cols-2">
        <Signature partyLabel="사업장" signedAt={marks.contractEmployer} />
        <Signature partyLabel="근로자" signedAt={marks.contractWorker} />
      </ul>
    </section>
  )
}

function Signature({ partyLabel, signedAt }: { partyLabel: string; signedAt: string | null }) {
  return (
    <li className={signedAt ? "text-ok" : "text-ink-3"}>
      <b className="font-semibold">{partyLabel}</b>{" "}
      {signedAt ? `${formatDateTime(signedAt, now())}에 확인했어요` : "확인 전이에요"}
    </li>
  )
}

/** What each step of an application's history is called. */
export const TRANSITION_LABELS: Record<string, string> = {
  apply: "지원했어요",
  view: "지원서를 열어 봤어요",
  shortlist: "관심 지원자로 올렸어요",
  hire: "채용을 확정했어요",
  reject: "불합격을 알렸어요",
  pass_over: "모집이 끝났어요",
  withdraw: "지원을 취소했어요",
  sign: "근로계약을 확인했어요",
  check_in: "출근을 확인했어요",
  confirm_work: "근무 완료를 확인했어요",
  pay_sent: "임금을 보냈다고 알렸어요",
  confirm_pay: "임금을 받았어요",
  dispute_wage: "임금을 받지 못했다고 알렸어요",
  report_no_show: "노쇼를 신고했어요",
  appeal: "이의를 제기했어요",
  reverse_no_show: "노쇼 신고를 취소했어요",
  call_off: "채용을 취소했어요",
  day_called_off: "근무일을 취소했어요",
  day_forgotten: "퇴근 기록이 없어 계약한 시간으로 남겼어요",
  correction_asked: "근무 시간 정정을 요청했어요",
  correction_accepted: "근무 시간 정정을 받아들였어요",
  correction_refused: "근무 시간 정정을 거절했어요",
  correction_withdrawn: "근무 시간 정정 요청을 거뒀어요",
  wage_send: "임금을 지급했다고 알렸어요",
  wage_deny: "임금을 받지 못했다고 알렸어요",
  wage_receive: "임금을 받았다고 확인했어요",
  wage_late: "지급일이 지나 사업장에 알렸어요",
  wage_escalated: "임금이 3일 넘게 늦어 운영팀에 알렸어요",
  wage_handled: "운영팀이 늦은 임금을 확인했어요",
}
const ROLE_LABELS = { worker: "근로자", employer: "사업장", admin: "운영팀", system: "자동" } as const

/** Everything that happened, the first at the top. */
export function ApplicationHistory({ history }: { history: readonly HistoryEntry[] }) {
  return (
    <ol className="grid gap-3.5">
      {history.map((entry) => (
        <li
          key={`${entry.at}-${entry.move}-${entry.role}`}
          className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 text-base"
        >
          <span className="text-sm leading-6 text-ink-3">{ROLE_LABELS[entry.role]}</span>
          <div>
            <p>{TRANSITION_LABELS[entry.move] ?? entry.move}</p>
            {entry.note ? <p className="text-sm text-ink-2">{entry.note}</p> : null}
            <p className="text-sm text-ink-3">{formatDateTime(entry.at, now())}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
