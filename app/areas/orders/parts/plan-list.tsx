import { formatWon } from "#app/basics/won.ts"
import type { PlanPart } from "../payment-rules.ts"

/** The parts of a plan with their shares of the total in won, in the order in which they are paid. */
export function PlanList({ plan, totalWon }: { plan: readonly PlanPart[]; totalWon: number }) {
  return (
    <ol className="grid gap-3">
      {plan.map((part, index) => (
        // The parts of one version never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex flex-wrap items-start gap-x-3">
          <span
            aria-hidden
            className={
              "num mt-0.5 grid size-6 flex-none place-items-center rounded-full bg-primary-tint text-sm " +
              "font-semibold text-primary-ink"
            }
          >
            {index + 1}
          </span>
          <span className="min-w-[50%] flex-1">
            <span className="block font-medium">{part.name}</span>
            <span className="block text-sm text-ink-3">{part.task}</span>
            {part.materials ? <span className="block text-sm text-ink-3">자재: {part.materials}</span> : null}
          </span>
          <span className="num ml-auto text-right">
            <span className="block font-semibold">{formatWon(part.amountWon)}</span>
            <span className="block text-sm text-ink-3">
              {plan.length > 1 ? `${Math.round((part.amountWon / totalWon) * 100)}% · ` : ""}
              {part.days}일
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
