import type { ReactNode } from "react"
import { formatWon } from "#app/basics/won.ts"

/**
 * What is left of a purchase also pays for the way back of what was returned; nothing where nothing was kept.
 */
export const ReturnFeeNote = ({ returnFeeWon }: { returnFeeWon: number }) =>
  returnFeeWon > 0 ? (
    <p className="mt-2 text-sm text-ink-3">
      남은 금액에 반품 배송비 {formatWon(returnFeeWon)}이 들어 있어요.
    </p>
  ) : null

type TotalRow = { label: ReactNode; won: number; tone?: "sale" | undefined; sign?: "-" | undefined }

/** What a coupon takes off, where one was used. */
export const toCouponRows = (discountWon: number): TotalRow[] =>
  discountWon > 0 ? [{ label: "쿠폰 할인", won: discountWon, tone: "sale", sign: "-" }] : []

/** What something costs, row by row, and the sum. */
export function TotalRows({ rows, sum }: { rows: readonly TotalRow[]; sum: { label: string; won: number } }) {
  return (
    <dl className="grid gap-2.5 text-base">
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows of a sum are fixed
        <div key={index} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-ink-2">{row.label}</dt>
          <dd className={`num font-medium ${row.tone === "sale" ? "text-sale" : ""}`}>
            {row.sign === "-" && row.won > 0 ? "-" : ""}
            {formatWon(row.won)}
          </dd>
        </div>
      ))}
      <div className="mt-1 flex flex-wrap items-baseline justify-between border-t border-base-300 pt-3.5">
        <dt className="font-semibold">{sum.label}</dt>
        <dd className="text-xl font-bold">{formatWon(sum.won)}</dd>
      </div>
    </dl>
  )
}
