import { formatDate } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { CouponTerms } from "../pricing.ts"

export type CouponFacts = CouponTerms & { name: string; sellerName: string | null; endsAt: string }

/** 3,000원, or 10% with the most that it takes off. */
const formatCouponValue = ({ kind, value, maxWon }: CouponTerms): string =>
  kind === "amount" ? formatWon(value) : `${value}%${maxWon === null ? "" : ` (최대 ${formatWon(maxWon)})`}`

/** What a coupon takes off, for which goods, from which sum on and until when. */
export function CouponCard({
  coupon,
  stateText,
  isDimmed = false,
}: {
  coupon: CouponFacts
  stateText: string
  isDimmed?: boolean
}) {
  const conditions = [
    coupon.sellerName ? `${coupon.sellerName} 상품` : "모든 상품",
    coupon.minWon > 0 ? `${formatWon(coupon.minWon)} 이상` : null,
    `${formatDate(coupon.endsAt)}까지`,
  ]
  return (
    <div
      className={
        "flex flex-wrap items-stretch overflow-hidden rounded-lg border border-dashed " +
        `${isDimmed ? "border-base-300 bg-base-200" : "border-primary bg-primary-tint"}`
      }
    >
      <div className="min-w-0 flex-[99_1_10rem] px-4 py-3">
        <p className={`text-lg font-bold ${isDimmed ? "text-ink-3" : "text-primary-ink"}`}>
          {formatCouponValue(coupon)} 할인
        </p>
        <p className="mt-0.5 text-base font-medium">{coupon.name}</p>
        <p className="mt-1 text-sm text-ink-2">{conditions.filter(Boolean).join(" · ")}</p>
      </div>
      <p
        className={
          // Beside the coupon or, in large letters, below it: of both lines the outer one lies on the edge.
          "-mt-px -ml-px flex min-h-10 flex-[1_0_5rem] items-center justify-center border-t border-l " +
          "border-dashed px-2 text-center text-sm font-semibold " +
          `${isDimmed ? "border-base-300 text-ink-3" : "border-primary text-primary-ink"}`
        }
      >
        {stateText}
      </p>
    </div>
  )
}
