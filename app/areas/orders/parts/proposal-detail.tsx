import { Check, Minus } from "#app/ui/icons.tsx"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatWon } from "#app/basics/won.ts"
import { getLineTotalWon } from "../rules.ts"
import type { ProposalView } from "../views.ts"
import { formatSiteVisit, formatWarranty } from "./comparison.ts"
import { PlanList } from "./plan-list.tsx"

/** A proposal in full: its lines and sum, what is in and what is not, and its terms. */
export function ProposalDetail({
  proposal,
  hidesPlan = false,
}: {
  proposal: ProposalView
  /** The parts of the order stand beside it. */
  hidesPlan?: boolean
}) {
  return (
    <div className="grid gap-5">
      <ProposalLines proposal={proposal} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ItemList title="포함" items={proposal.included} kind="in" />
        <ItemList title="제외" items={proposal.excluded} kind="out" />
      </div>
      <dl className="grid gap-x-8 gap-y-2.5 sm:grid-cols-2">
        {[
          ["시작 가능일", formatDateWithWeekday(proposal.earliestStart)],
          ["작업 기간", `${proposal.days}일`],
          ["방문 견적", formatSiteVisit(proposal)],
          ["하자보수", formatWarranty(proposal)],
        ].map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-3">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {proposal.plan.length > 0 && !hidesPlan ? (
        <div>
          <h3 className="mb-2.5 text-sm font-medium text-ink-3">안심결제 단계</h3>
          <PlanList plan={proposal.plan} totalWon={proposal.totalWon} />
        </div>
      ) : null}
      {proposal.extraChargeRule ? (
        <div>
          <h3 className="text-sm font-medium text-ink-3">추가 비용 기준</h3>
          <p className="mt-1 whitespace-pre-line">{proposal.extraChargeRule}</p>
        </div>
      ) : null}
      <blockquote className="rounded-xl bg-fill p-4 whitespace-pre-line text-ink-2">
        {proposal.message}
      </blockquote>
    </div>
  )
}

/** The lines of a proposal with their amounts, and the sum; an amount goes below where letters are large. */
export function ProposalLines({ proposal }: { proposal: ProposalView }) {
  return (
    <dl aria-label="견적 내역" className="num text-base">
      {proposal.lines.map((line, index) => (
        // The lines of one version never move.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-wrap justify-between gap-x-4 border-b border-base-300 py-2.5">
          <dt className="min-w-min flex-1">
            {line.name}{" "}
            <span className="inline-block text-sm text-ink-3">
              {formatNumber(line.quantity)}
              {line.unit} × {formatWon(line.unitPriceWon)}
            </span>
          </dt>
          <dd className="ml-auto font-medium whitespace-nowrap">{formatWon(getLineTotalWon(line))}</dd>
        </div>
      ))}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3">
        <dt className="font-semibold">견적 금액</dt>
        <dd className="ml-auto text-lg font-bold whitespace-nowrap">{formatWon(proposal.totalWon)}</dd>
      </div>
    </dl>
  )
}

/** What is included (green check) or excluded (grey dash). */
export function ItemList({
  title,
  items,
  kind,
}: {
  title?: string
  items: readonly string[]
  kind: "in" | "out"
}) {
  const Icon = kind === "in" ? Check : Minus
  return (
    <div>
      {title ? <h3 className="mb-1.5 text-sm font-medium text-ink-3">{title}</h3> : null}
      {items.length === 0 ? (
        <p className="text-ink-3">적힌 항목이 없어요</p>
      ) : (
        <ul className="grid gap-2">
          {items.map((item) => (
            <li key={item} className={`flex items-start gap-2.5 ${kind === "in" ? "" : "text-ink-2"}`}>
              <Icon
                size={18}
                className={`mt-0.5 flex-none md:mt-1 ${kind === "in" ? "text-ok-ink" : "text-ink-3"}`}
              />
              {item}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
