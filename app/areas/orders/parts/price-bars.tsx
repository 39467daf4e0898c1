import { formatManwon } from "#app/basics/won.ts"
import { formatUsualPriceRange } from "../format-price-range.ts"

export type PriceBar = {
  service: string
  label: string
  href: string
  lowWon: number
  medianWon: number
  highWon: number
  count: number
}

/** What kinds of work have cost: the middle half of the prices as a bar on a scale that all rows share. */
export function PriceBars({ rows }: { rows: readonly PriceBar[] }) {
  const maxWon = Math.max(1, ...rows.map((row) => row.highWon))
  const toPercent = (won: number) => (won / maxWon) * 100
  return (
    <ul className="grid gap-x-12 gap-y-5 md:grid-cols-2">
      {rows.map((row) => (
        <li key={row.service}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 text-base">
              {row.label}{" "}
              <span className="text-sm whitespace-nowrap text-ink-3">
                견적 {row.count.toLocaleString("en-US")}건
              </span>
            </span>
            <b className="flex-none text-base font-bold">{formatUsualPriceRange(row.lowWon, row.highWon)}</b>
          </div>
          <div aria-hidden className="relative mt-2 h-1.5 rounded-full bg-base-300">
            <span
              className="absolute inset-y-0 rounded-full bg-primary"
              style={{
                left: `${Math.min(98, toPercent(row.lowWon))}%`,
                width: `${Math.max(2, toPercent(row.highWon - row.lowWon))}%`,
              }}
            />
          </div>
          <p className="sr-only">가운데 값은 {formatManwon(row.medianWon)}이에요.</p>
        </li>
      ))}
    </ul>
  )
}
