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
    <div className="coupon" data-dimmed={isDimmed ? true : undefined}>
      <div>
        <b>{formatCouponValue(coupon)} 할인</b>
        <p>{coupon.name}</p>
        <p className="coupon-terms">{conditions.filter(Boolean).join(" · ")}</p>
      </div>
      <p>{stateText}</p>
    </div>
  )
}
