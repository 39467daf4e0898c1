import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { useEveryMinute } from "#app/ui/relative-time.tsx"
import { PAY_METHOD_LABELS, WAGE_STATE_LABELS, WAGE_TONES } from "../work-rules.ts"
import type { WageView } from "../work-views.ts"
import { formatDueClock } from "./work-format.ts"

/** How long it is to a payday, or how late it is. */
export function DueClock({ wage }: { wage: WageView }) {
  useEveryMinute()
  const clock = formatDueClock(wage, now())
  return clock ? (
    <p
      className={`text-sm font-semibold ${clock.isLate ? "text-refused-ink" : "text-primary-ink"}`}
      suppressHydrationWarning
    >
      {clock.text}
    </p>
  ) : null
}

/** What was done about a wage, in a sentence. */
export function describePayment(wage: WageView): string | null {
  if (wage.paidOn === null || wage.method === null) return null
  return `${formatDateWithWeekday(wage.paidOn, now())} ${PAY_METHOD_LABELS[wage.method]}`
}

/** A wage in a list: its payday, what comes out of it, and how it stands. */
export function WageCard({ applicationId, wage }: { applicationId: string; wage: WageView }) {
  const payment = describePayment(wage)
  return (
    <Link
      to={href("/jobs/applications/:applicationId/wages/:wageId", { applicationId, wageId: wage.id })}
      className="card-line block p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-ink-3">{formatDateWithWeekday(wage.payday, now())} 지급</p>
        <StateBadge tone={WAGE_TONES[wage.state]}>{WAGE_STATE_LABELS[wage.state]}</StateBadge>
      </div>
      <p className={`num mt-2 font-bold ${wage.state === "open" ? "text-lg" : "text-2xl"}`}>
        {wage.payslip
          ? formatWon(wage.payslip.netWon)
          : wage.state === "void"
            ? formatWon(0)
            : "근무 뒤에 계산해요"}
      </p>
      <div className="mt-1 flex items-end justify-between gap-3">
        <div className="min-w-0">
          <DueClock wage={wage} />
          {payment ? <p className="text-sm text-ink-3">{payment}</p> : null}
        </div>
        <span className="flex flex-none items-center text-sm font-medium text-ink-2">
          임금명세서 <ChevronRight size={16} />
        </span>
      </div>
    </Link>
  )
}
