import { formatCount } from "#app/basics/counted.ts"
import { formatMiddlePrice, formatUsualPriceRange } from "../format-price-range.ts"

export type PriceBar = {
  service: string
  label: string
  href: string
  lowWon: number
  medianWon: number
  highWon: number
  count: number
}

/** Where an amount stands on the axis of its row, which ends a little beyond the highest usual price. */
const toPercent = (won: number, row: PriceBar) => (won / Math.max(1, row.highWon * 1.2)) * 100

/**
 * What kinds of work have cost: the middle half of the prices as a bar, and the middle one as a mark. Each
 * row has an axis of its own from 0 on: beside a whole house all small work would be a dot.
 */
export function PriceBars({ rows }: { rows: readonly PriceBar[] }) {
  return (
    <ul className="grid gap-x-12 gap-y-5 md:grid-cols-2">
      {rows.map((row) => (
        <li key={row.service}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-base">
              {row.label}{" "}
              <span className="text-sm whitespace-nowrap text-ink-3">
                견적 {formatCount(row.count, "건")}
              </span>
            </span>
            <b className="flex-none text-base font-bold">{formatUsualPriceRange(row.lowWon, row.highWon)}</b>
          </div>
          <div aria-hidden className="relative mt-2 h-1.5 rounded-full bg-base-300">
            <span
              className="absolute inset-y-0 rounded-full bg-primary"
              style={{
                left: `${toPercent(row.lowWon, row)}%`,
                width: `${Math.max(2, toPercent(row.highWon - row.lowWon, row))}%`,
              }}
            />
            <span
              className="absolute -inset-y-0.5 w-0.5 rounded-full bg-base-content"
              style={{ left: `${toPercent(row.medianWon, row)}%` }}
            />
          </div>
          <p className="mt-1.5 text-sm text-ink-3">
            절반은 {formatMiddlePrice(row.medianWon, row.highWon)}보다 적게 들었어요
          </p>
        </li>
      ))}
    </ul>
  )
}
