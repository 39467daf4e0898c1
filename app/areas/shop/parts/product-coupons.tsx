import { ChevronDown, TicketPercent } from "#app/ui/icons.tsx"
import { formatWon } from "#app/basics/won.ts"
import { findBestCoupon } from "../pricing.ts"
import type { PageProduct } from "../views.ts"
import { CouponCard, type CouponFacts } from "./coupon-card.tsx"

type Coupon = CouponFacts & { id: string; sellerId: string | null }

/**
 * The coupons that count for a product, folded: what one piece costs with the best of them. Nothing has to be
 * fetched first: the best one is chosen by itself when ordering.
 */
export function ProductCoupons({
  product,
  coupons,
  usedIds,
}: {
  product: PageProduct
  coupons: readonly Coupon[]
  /** Those that the person has used already. */
  usedIds: readonly string[]
}) {
  if (coupons.length === 0) return null
  const usable = coupons.filter((coupon) => !usedIds.includes(coupon.id))
  const best = findBestCoupon(usable, product.priceWon)
  return (
    <details className="group mt-4 rounded-lg border border-base-300">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 px-4 py-2.5 text-base">
        <TicketPercent size={20} className="flex-none text-primary-ink" />
        <span className="min-w-0 flex-1">
          {best ? (
            <>
              쿠폰 쓰면 <b className="font-bold text-sale">{formatWon(product.priceWon - best.offWon)}</b>
            </>
          ) : usable.length > 0 ? (
            `쓸 수 있는 쿠폰 ${usable.length}장`
          ) : (
            "쿠폰을 모두 썼어요"
          )}
        </span>
        {best ? <span className="flex-none text-sm text-ink-3">{coupons.length}장</span> : null}
        <ChevronDown size={18} className="flex-none text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-2 px-4 pb-4">
        {coupons.map((coupon) => {
          const isUsed = usedIds.includes(coupon.id)
          return (
            <CouponCard
              key={coupon.id}
              coupon={coupon}
              isDimmed={isUsed}
              stateText={isUsed ? "사용 완료" : "사용 가능"}
            />
          )
        })}
        <p className="text-sm text-ink-3">
          받지 않아도 돼요. 주문할 때 가장 많이 깎이는 쿠폰을 골라 드리고, 한 사람이 한 번씩 쓸 수 있어요.
        </p>
      </div>
    </details>
  )
}
