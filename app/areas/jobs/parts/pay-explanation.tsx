import { Fragment, type ReactNode } from "react"
import { now } from "#app/basics/clock.ts"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { ChevronDown } from "#app/ui/icons.tsx"
import { formatWon } from "#app/basics/won.ts"
import { computePlannedDay, computeWageSums, sumPremiums } from "../payslip.ts"
import { listPlannedRestWeeks, type RestState, type RestWeek } from "../rest-allowance.ts"
import type { HireView } from "../views.ts"
import { formatDuration } from "./format.ts"
import { listPremiumLines } from "./premium-lines.ts"
import { formatMinus } from "./work-format.ts"

const SOURCE = "근로기준법 제55조 제1항·제18조 제3항, 같은 법 시행령 제30조 제1항"

function Explanation({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <details className="group border-t border-base-300 first:border-t-0">
      <summary className="flex min-h-14 cursor-pointer flex-wrap items-center gap-x-2 py-3">
        <span className="min-w-0 flex-[1_1_8rem] text-base">{title}</span>
        <span className="num ml-auto text-right text-base font-semibold">{value}</span>
        <ChevronDown size={18} className="flex-none text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-4 text-sm text-ink-2">{children}</div>
    </details>
  )
}

/** 주휴수당 and deductions of a post, as estimates that say how they are made and by which law. */
export function PayExplanation({ post }: { post: HireView }) {
  if (post.payType === "piece") return null
  return (
    <div className="mt-4 rounded-xl border border-base-300 px-5">
      {post.payType === "month" ? (
        <Explanation title="주휴수당" value="월급에 포함">
          한 달 209시간에는 매주 하루의 유급 휴일이 들어 있어요. 그래서 따로 더하지 않아요({SOURCE}).
        </Explanation>
      ) : (
        <RestAllowance post={post} />
      )}
      {post.payType === "month" ? null : <Deductions post={post} />}
    </div>
  )
}

function RestAllowance({ post }: { post: HireView }) {
  const weeks = listPlannedRestWeeks(post, post.slots)
  const paid = weeks.filter((week) => week.won > 0)
  const [first] = paid
  if (!first)
    return (
      <Explanation title="주휴수당" value="대상이 아니에요">
        <p>
          한 주에 15시간 이상 일하기로 해야 받아요. 이 일은 한 주에{" "}
          {formatDuration(Math.max(0, ...weeks.map((week) => week.minutes)))}이에요.
        </p>
        <p className="mt-1.5 text-ink-3">{SOURCE}</p>
      </Explanation>
    )
  const total = paid.reduce((sum, week) => sum + week.won, 0)
  return (
    <Explanation title="주휴수당 (모두 일하면)" value={`약 ${formatWon(total)}`}>
      <p>
        한 주에 15시간 이상 일하기로 하고 그 주에 정한 날을 빠짐없이 일하면 하루치를 더 받아요. 급여와 따로
        받는 돈이에요.
      </p>
      <ul className="mt-2 grid gap-1">
        {paid.map((week) => (
          <li key={week.monday}>{formatSum(week)}</li>
        ))}
      </ul>
      <p className="mt-2">
        한 주를 다 채우지 않고 계약이 끝나면 받지 못할 수 있어요(고용노동부 임금근로시간과-1736, 2021.8.4.).
        어림한 금액이고, 실제 금액은 사업장이 정한 근로 시간에 따라 달라요.
      </p>
      <p className="mt-1.5 text-ink-3">{SOURCE}</p>
    </Explanation>
  )
}

/** `"11월 23일 (월)부터 한 주: 40시간 ÷ 40 × 8 × 시간당 임금 = 96,000원"`. */
const formatSum = (week: RestWeek) =>
  `${formatDateWithWeekday(week.monday, now())} 주: ${formatDuration(week.minutes)} ÷ 40시간 × 8시간 × ` +
  `시간당 임금 = ${formatWon(week.won)}`

function Deductions({ post }: { post: HireView }) {
  const [slot] = post.slots
  const { workforce } = post.employer
  const day = slot ? computePlannedDay({ ...post, workforce }, slot) : null
  if (!slot || !day) return null
  const insured = post.employer.businessNumber !== null
  const sums = computeWageSums([day.payWon + sumPremiums(day.premiums)], { insured })
  const premiumLines = listPremiumLines({ ...post, ...day, holiday: slot.holiday }, day.premiums)
  return (
    <Explanation title="하루 일하고 실제로 받는 돈" value={`약 ${formatWon(sums.netWon)}`}>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
        <dt>하루 급여</dt>
        <dd className="num text-right">{formatWon(day.payWon)}</dd>
        {premiumLines.map(({ kind, label, formula, won }) => (
          <Fragment key={kind}>
            <dt>
              {label}
              <span className="block text-ink-3">{formula}</span>
            </dt>
            <dd className="num text-right">{formatWon(won)}</dd>
          </Fragment>
        ))}
        <dt>소득세 (하루 150,000원을 뺀 금액의 2.7%, 1,000원 미만이면 0원)</dt>
        <dd className="num text-right">{formatMinus(sums.incomeTaxWon)}</dd>
        <dt>지방소득세 (소득세의 10%)</dt>
        <dd className="num text-right">{formatMinus(sums.localTaxWon)}</dd>
        <dt>{insured ? "고용보험 (0.9%)" : "고용보험 (사업자가 아닌 가정은 대상이 아니에요)"}</dt>
        <dd className="num text-right">{formatMinus(sums.insuranceWon)}</dd>
      </dl>
      <p className="mt-2">
        한 달 이상 이어서 한 달에 8일 이상 일하면 국민연금과 건강보험료도 뗄 수 있어요. 산재보험료는 모두
        사업장이 내요.
      </p>
      <p className="mt-1.5 text-ink-3">소득세법 제47조·제59조·제129조, 지방세법 제103조의13, 고용보험법</p>
    </Explanation>
  )
}

const REST_TEXTS: Record<RestState, string> = {
  earned: "정한 날을 모두 일했어요.",
  open: "남은 날까지 모두 일하면 받아요.",
  missed: "빠진 날이 있어 이 주에는 없어요.",
  short: "한 주에 15시간이 안 돼 없어요.",
}

/** 주휴수당 of the weeks of a payslip, beside its sums: an estimate, which the employer pays on top. */
export function RestAllowanceNote({ weeks }: { weeks: readonly RestWeek[] }) {
  if (weeks.length === 0) return null
  return (
    <section aria-label="주휴수당" className="mt-5 rounded-xl bg-base-200 p-5">
      <h3 className="text-base font-bold">주휴수당 (어림)</h3>
      <ul className="mt-3 grid gap-2.5">
        {weeks.map((week) => (
          <li key={week.monday} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 text-base">
              {formatDateWithWeekday(week.monday, now())} 주 · {formatDuration(week.minutes)}
              <span className="block text-sm text-ink-3">{REST_TEXTS[week.state]}</span>
            </span>
            <span className="num flex-none text-base font-semibold">{formatWon(week.won)}</span>
          </li>
        ))}
      </ul>
      {weeks.some((week) => week.won > 0) ? (
        <p className="mt-3 text-sm text-ink-2">
          한 주의 근로 시간 ÷ 40시간 × 8시간 × 시간당 임금으로 어림했어요. 위 합계에 들어 있지 않으니,
          해당하면 사업장이 함께 지급해야 해요. 한 주를 채우지 않고 계약이 끝나면 없을 수 있어요.
        </p>
      ) : null}
      <p className="mt-1.5 text-sm text-ink-3">{SOURCE}</p>
    </section>
  )
}
