import { Fragment, type ReactNode } from "react"
import { now } from "#app/basics/clock.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatDate, formatDateLong, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { HOURS_SOURCE_LABELS } from "../work-rules.ts"
import type { WageView, WorkRecord } from "../work-views.ts"
import { formatDuration, formatPay } from "./format.ts"
import { FactList } from "./job-parts.tsx"
import { RestAllowanceNote } from "./pay-explanation.tsx"
import { describePayment } from "./wage-card.tsx"
import { describePremiumRule, listPremiumLines, PREMIUM_LABELS } from "./premium-lines.ts"
import { formatHours, formatMinus } from "./work-format.ts"

function AmountRow({
  label,
  note,
  isStrong = false,
  children,
}: {
  label: string
  note?: string
  isStrong?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className={isStrong ? "text-lg font-bold" : "text-base text-ink-2"}>
        {label}
        {note ? <span className="block text-sm text-ink-3">{note}</span> : null}
      </dt>
      <dd className={`num flex-none ${isStrong ? "text-2xl font-bold" : "text-base font-semibold"}`}>
        {children}
      </dd>
    </div>
  )
}

/** 임금명세서: who is paid, the hours, the rate, what is taken off and by which rule, and what comes out. */
export function PayslipSheet({ record, wage }: { record: WorkRecord; wage: WageView }) {
  const { payslip } = wage
  if (!payslip) return null
  const { days } = payslip
  const payment = describePayment(wage)
  const total = (pick: (line: (typeof days)[number]) => number) =>
    days.reduce((sum, line) => sum + pick(line), 0)
  const [minutes, overtime, night] = [
    total((line) => line.minutes),
    total((line) => line.overtimeMinutes),
    total((line) => line.nightMinutes),
  ]
  return (
    <article className="card-line p-5 md:p-8 print:border-0 print:p-0">
      <h2 className="text-xl font-bold">임금명세서</h2>
      <div className="mt-5">
        <FactList
          rows={[
            {
              label: "사업장",
              value:
                `${record.businessName} (대표 ${record.contract.representative})` +
                (record.contract.businessNumber
                  ? `\n${formatBusinessNumber(record.contract.businessNumber)}`
                  : ""),
            },
            { label: "근로자", value: record.workerName },
            { label: "하는 일", value: record.title },
            {
              label: "지급일",
              value:
                formatDateLong(wage.payday) +
                (payment ? `\n${payment} ${wage.state === "received" ? "지급" : "지급했다고 알림"}` : ""),
            },
            { label: "임금 기준", value: formatPay(payslip) },
            {
              label: "일한 시간",
              value:
                formatDuration(minutes) +
                (overtime > 0 ? ` · 8시간 넘은 시간 ${formatDuration(overtime)}` : "") +
                (night > 0 ? ` · 밤 10시~아침 6시 ${formatDuration(night)}` : ""),
            },
          ]}
        />
      </div>
      <DayTable payslip={payslip} />
      <dl className="mt-3">
        <PremiumSums payslip={payslip} />
        <AmountRow label="지급 합계">{formatWon(payslip.grossWon)}</AmountRow>
        <AmountRow label="소득세" note="(하루 임금 - 150,000원) × 6% × 45%, 합해서 1,000원 미만이면 0원">
          {formatMinus(payslip.incomeTaxWon)}
        </AmountRow>
        <AmountRow label="지방소득세" note="소득세의 10%">
          {formatMinus(payslip.localTaxWon)}
        </AmountRow>
        <AmountRow
          label="고용보험"
          note={payslip.insured ? "지급 합계의 0.9%" : "사업자가 아닌 가정은 고용보험 대상이 아니에요"}
        >
          {formatMinus(payslip.insuranceWon)}
        </AmountRow>
      </dl>
      <dl className="mt-2 border-t border-base-300 pt-2">
        <AmountRow label="공제 합계">{formatMinus(payslip.grossWon - payslip.netWon)}</AmountRow>
        <AmountRow label="실제 받는 금액" isStrong>
          {formatWon(payslip.netWon)}
        </AmountRow>
      </dl>
      <RestAllowanceNote weeks={record.restWeeks} />
      <p className="mt-4 text-sm text-ink-3">
        세금과 보험료는 10원 미만을 버려요. {describePremiumRule(payslip.workforce ?? null)}
        {wage.issuedAt ? ` ${formatDate(wage.issuedAt, now())}에 계산했어요.` : ""}
      </p>
    </article>
  )
}

type PayslipView = NonNullable<WageView["payslip"]>

const listDayPremiums = ({ payType }: PayslipView, { premiums, ...hours }: PayslipView["days"][number]) =>
  premiums ? listPremiumLines({ payType, hours, ...premiums }, premiums) : []

/** What the pay and each premium come to, where there is one. */
function PremiumSums({ payslip }: { payslip: PayslipView }) {
  const byKind = Map.groupBy(
    payslip.days.flatMap((day) => listDayPremiums(payslip, day)),
    (line) => line.kind,
  )
  if (byKind.size === 0) return null
  return (
    <>
      <AmountRow label="기본급">
        {formatWon(payslip.days.reduce((sum, day) => sum + day.payWon, 0))}
      </AmountRow>
      {[...byKind].map(([kind, lines]) => (
        <AmountRow key={kind} label={PREMIUM_LABELS[kind]}>
          {formatWon(lines.reduce((sum, line) => sum + line.won, 0))}
        </AmountRow>
      ))}
    </>
  )
}

function DayTable({ payslip }: { payslip: PayslipView }) {
  return (
    <ul className="mt-6 divide-y divide-base-300 border-y border-base-300">
      {payslip.days.map((line) => (
        <li
          key={line.startsAt}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-2 py-3"
        >
          <div className="min-w-0">
            <p className="text-base font-semibold">{formatDateWithWeekday(line.date, now())}</p>
            <p className="text-sm text-ink-3">
              {formatHours(line.startsAt, line.endsAt)} · 휴게 {line.breakMinutes}분 ·{" "}
              {formatDuration(line.minutes)} · {HOURS_SOURCE_LABELS[line.source]}
            </p>
          </div>
          <p className="num flex-none text-base font-semibold">{formatWon(line.payWon)}</p>
          {listDayPremiums(payslip, line).map(({ kind, label, formula, won }) => (
            <Fragment key={kind}>
              <p className="min-w-0 text-base">
                {label}
                <span className="block text-sm text-ink-3">{formula}</span>
              </p>
              <p className="num flex-none text-right text-base font-semibold">{formatWon(won)}</p>
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  )
}
