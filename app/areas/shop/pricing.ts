/**
 * The arithmetic of the shop, in whole won: parcels, coupons over lines, commission, and what goes back
 * when something falls away.
 */
import { distributeWon } from "../money/amounts.ts"

/** What a line is worth to these sums. `priceWon` is unit × quantity. */
export type PricedLine = { priceWon: number; freeShipping: boolean }
export type ShippingTerms = { feeWon: number; freeFromWon: number | null }

/**
 * The parcel of one seller: nothing for nothing, nothing where every line travels free or the sum reaches the
 * free-from amount. One fee, however many parcels it becomes.
 */
export function calculateShippingWon(lines: readonly PricedLine[], terms: ShippingTerms): number {
  if (lines.every((line) => line.freeShipping)) return 0
  const sum = lines.reduce((total, line) => total + line.priceWon, 0)
  return terms.freeFromWon !== null && sum >= terms.freeFromWon ? 0 : terms.feeWon
}

/** How much more brings the parcel for free: null where it is free already or never is. */
export function calculateWonUntilFreeShipping(
  lines: readonly PricedLine[],
  terms: ShippingTerms,
): number | null {
  if (terms.freeFromWon === null || calculateShippingWon(lines, terms) === 0) return null
  return terms.freeFromWon - lines.reduce((total, line) => total + line.priceWon, 0)
}

export type CouponTerms = { kind: "amount" | "percent"; value: number; maxWon: number | null; minWon: number }

/**
 * What a coupon takes off `sumWon` of the goods it is for: 0 under its minimum, never more than the sum. A
 * percent is cut down to whole won.
 */
export function calculateCouponWon(coupon: CouponTerms, sumWon: number): number {
  if (sumWon === 0 || sumWon < coupon.minWon) return 0
  const uncappedWon = coupon.kind === "amount" ? coupon.value : Math.floor((sumWon * coupon.value) / 100)
  return Math.min(sumWon, coupon.maxWon ?? uncappedWon, uncappedWon)
}

/**
 * The coupon that takes the most off goods worth `sumWon`, and how much; of those alike the first. Null where
 * none takes anything off.
 */
export function findBestCoupon<Coupon extends CouponTerms>(
  coupons: readonly Coupon[],
  sumWon: number,
): { coupon: Coupon; offWon: number } | null {
  return coupons.reduce<{ coupon: Coupon; offWon: number } | null>((best, coupon) => {
    const offWon = calculateCouponWon(coupon, sumWon)
    return offWon > (best?.offWon ?? 0) ? { coupon, offWon } : best
  }, null)
}

export type Totals = { itemsWon: number; shippingWon: number; discountWon: number; totalWon: number }
export type SellerTotals<Line> = Totals & { sellerId: string; lines: (Line & { discountWon: number })[] }

/**
 * Everything a checkout costs. `coupon.sellerId` null is over all goods, else over one seller's. Coupons take
 * off goods, never the parcel; the free-from amount is measured before the coupon.
 */
export function calculateTotals<Line extends PricedLine & { sellerId: string }>(
  lines: readonly Line[],
  terms: ReadonlyMap<string, ShippingTerms>,
  coupon: (CouponTerms & { sellerId: string | null }) | null,
): Totals & { sellers: SellerTotals<Line>[] } {
  const eligibleWons = lines.map((line) =>
    coupon !== null && (coupon.sellerId === null || coupon.sellerId === line.sellerId) ? line.priceWon : 0,
  )
  const couponDiscountWon =
    coupon === null
      ? 0
      : calculateCouponWon(
          coupon,
          eligibleWons.reduce((sum, won) => sum + won, 0),
        )
  const shares = distributeWon(couponDiscountWon, eligibleWons)
  const bySeller = new Map<string, (Line & { discountWon: number })[]>()
  lines.forEach((line, index) => {
    bySeller.set(line.sellerId, [
      ...(bySeller.get(line.sellerId) ?? []),
      { ...line, discountWon: shares[index] ?? 0 },
    ])
  })
  const sellers = [...bySeller].map(([sellerId, sellerLines]) => {
    const parcel = terms.get(sellerId) ?? { feeWon: 0, freeFromWon: null }
    const sellerSums = {
      itemsWon: sumBy(sellerLines, (line) => line.priceWon),
      shippingWon: calculateShippingWon(sellerLines, parcel),
      discountWon: sumBy(sellerLines, (line) => line.discountWon),
    }
    return {
      sellerId,
      lines: sellerLines,
      ...sellerSums,
      totalWon: sellerSums.itemsWon + sellerSums.shippingWon - sellerSums.discountWon,
    }
  })
  return {
    sellers,
    itemsWon: sumBy(sellers, (seller) => seller.itemsWon),
    shippingWon: sumBy(sellers, (seller) => seller.shippingWon),
    discountWon: sumBy(sellers, (seller) => seller.discountWon),
    totalWon: sumBy(sellers, (seller) => seller.totalWon),
  }
}

const sumBy = <Item>(list: readonly Item[], value: (item: Item) => number) =>
  list.reduce((sum, item) => sum + value(item), 0)

/** What an order keeps of its money: everything paid, less what went back. */
export type SellerOrderMoney = {
  paidWon: number
  refundedWon: number
  releasedWon: number
  /** Return fees that stayed with the seller. */ retainedWon: number
}
export type DiscountedLine = PricedLine & { discountWon: number }

/**
 * What goes back when lines are cancelled before they are sent: all that is there, less what the goods that
 * stay cost with their parcel computed anew. Never less than 0: where a parcel is no longer free and costs
 * more than the goods that fall away, nothing goes back and nothing is asked for. `shippedFeeWon` is the
 * parcel once it has left, which is then owed whatever stays.
 */
export function calculateCancelRefundWon(
  money: SellerOrderMoney,
  remainingLines: readonly DiscountedLine[],
  terms: ShippingTerms,
  shippedFeeWon: number | null,
): number {
  const goodsWon = sumBy(remainingLines, (line) => line.priceWon - line.discountWon)
  const parcel = shippedFeeWon ?? calculateShippingWon(remainingLines, terms)
  return Math.max(0, money.paidWon - money.refundedWon - money.retainedWon - goodsWon - parcel)
}

/**
 * What goes back when one line is returned. The buyer's change of mind costs the way back and leaves the
 * parcel paid; where the seller is at fault nothing is taken off, and with the last line everything goes back
 * but the fees of earlier returns: also a parcel that an earlier cancellation made cost something.
 */
export function calculateReturnRefundWon(
  money: SellerOrderMoney,
  line: DiscountedLine,
  options: { feeWon: number; fault: "buyer" | "seller"; isLast: boolean },
): number {
  const goodsWon = line.priceWon - line.discountWon
  const heldWon = money.paidWon - money.refundedWon - money.releasedWon
  if (options.fault === "seller" && options.isLast) return heldWon - money.retainedWon
  return Math.min(options.fault === "seller" ? goodsWon : Math.max(0, goodsWon - options.feeWon), heldWon)
}
