/**
 * Owns the arithmetic of the shop, in whole won: parcels, coupons over lines, commission, and what goes back
 * when something falls away.
 */

/** What a line is worth to these sums. `priceWon` is unit × quantity. */
export type PricedLine = { priceWon: number; freeShipping: boolean }
export type ParcelTerms = { feeWon: number; freeFromWon: number | null }

/**
 * The parcel of one seller: nothing for nothing, nothing where every line travels free or the sum reaches the
 * free-from amount. One fee, however many parcels it becomes.
 */
export function parcelWon(lines: readonly PricedLine[], terms: ParcelTerms): number {
  if (lines.every((line) => line.freeShipping)) return 0
  const sum = lines.reduce((total, line) => total + line.priceWon, 0)
  return terms.freeFromWon !== null && sum >= terms.freeFromWon ? 0 : terms.feeWon
}

/** How much more brings the parcel for free: null where it is free already or never is. */
export function missingForFree(lines: readonly PricedLine[], terms: ParcelTerms): number | null {
  if (terms.freeFromWon === null || parcelWon(lines, terms) === 0) return null
  return terms.freeFromWon - lines.reduce((total, line) => total + line.priceWon, 0)
}

/**
 * Divides `totalWon` over shares in proportion to `weights`, to the won: the largest remainders get what is
 * left, the earlier one in a tie. The parts sum to `totalWon` exactly, and none exceeds its weight while
 * `totalWon` does not exceed their sum.
 */
export function distributeWon(totalWon: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0 || totalWon === 0) return weights.map(() => 0)
  // BigInt: an amount times a weight leaves the safe integers.
  const exact = weights.map((weight) => BigInt(totalWon) * BigInt(weight))
  const parts = exact.map((product) => Number(product / BigInt(sum)))
  const left = totalWon - parts.reduce((total, part) => total + part, 0)
  const order = exact
    .map((product, place) => ({ place, rest: product % BigInt(sum) }))
    .sort((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  for (const { place } of order.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1
  return parts
}

export type CouponTerms = { kind: "amount" | "percent"; value: number; maxWon: number | null; minWon: number }

/**
 * What a coupon takes off `sumWon` of the goods it is for: 0 under its minimum, never more than the sum. A
 * percent is cut down to whole won.
 */
export function couponWon(coupon: CouponTerms, sumWon: number): number {
  if (sumWon === 0 || sumWon < coupon.minWon) return 0
  const raw = coupon.kind === "amount" ? coupon.value : Math.floor((sumWon * coupon.value) / 100)
  return Math.min(sumWon, coupon.maxWon ?? raw, raw)
}

/**
 * Commission of a line in won: on what the seller asks for the goods, less the discount that the seller
 * gives; cut down.
 */
export const commissionWon = (priceWon: number, sellerDiscountWon: number, bps: number) =>
  Math.floor(((priceWon - sellerDiscountWon) * bps) / 10_000)

export type Totals = { itemsWon: number; shippingWon: number; discountWon: number; totalWon: number }
export type SellerTotals<Line> = Totals & { sellerId: string; lines: (Line & { discountWon: number })[] }

/**
 * Everything a checkout costs. `coupon.sellerId` null is over all goods, else over one seller's. Coupons take
 * off goods, never the parcel; the free-from amount is measured before the coupon.
 */
export function totalsOf<Line extends PricedLine & { sellerId: string }>(
  lines: readonly Line[],
  terms: ReadonlyMap<string, ParcelTerms>,
  coupon: (CouponTerms & { sellerId: string | null }) | null,
): Totals & { sellers: SellerTotals<Line>[] } {
  const covered = lines.map((line) =>
    coupon !== null && (coupon.sellerId === null || coupon.sellerId === line.sellerId) ? line.priceWon : 0,
  )
  const offWon =
    coupon === null
      ? 0
      : couponWon(
          coupon,
          covered.reduce((sum, won) => sum + won, 0),
        )
  const shares = distributeWon(offWon, covered)
  const bySeller = new Map<string, (Line & { discountWon: number })[]>()
  lines.forEach((line, place) => {
    bySeller.set(line.sellerId, [
      ...(bySeller.get(line.sellerId) ?? []),
      { ...line, discountWon: shares[place] ?? 0 },
    ])
  })
  const sellers = [...bySeller].map(([sellerId, own]) => {
    const parcel = terms.get(sellerId) ?? { feeWon: 0, freeFromWon: null }
    const sums = {
      itemsWon: sumOf(own, (line) => line.priceWon),
      shippingWon: parcelWon(own, parcel),
      discountWon: sumOf(own, (line) => line.discountWon),
    }
    return { sellerId, lines: own, ...sums, totalWon: sums.itemsWon + sums.shippingWon - sums.discountWon }
  })
  return {
    sellers,
    itemsWon: sumOf(sellers, (seller) => seller.itemsWon),
    shippingWon: sumOf(sellers, (seller) => seller.shippingWon),
    discountWon: sumOf(sellers, (seller) => seller.discountWon),
    totalWon: sumOf(sellers, (seller) => seller.totalWon),
  }
}

const sumOf = <Item>(list: readonly Item[], value: (item: Item) => number) =>
  list.reduce((sum, item) => sum + value(item), 0)

/** What an order keeps of its money: everything paid, less what went back. */
export type OrderMoney = {
  paidWon: number
  refundedWon: number
  releasedWon: number
  /** Return fees that stayed with the seller. */ retainedWon: number
}
export type KeptLine = PricedLine & { discountWon: number }

/**
 * What goes back when lines are cancelled before they are sent: all that is there, less what the goods that
 * stay cost with their parcel computed anew. Never less than 0: where a parcel is no longer free and costs
 * more than the goods that fall away, nothing goes back and nothing is asked for. `startedWon` is the parcel
 * once it has left, which is then owed whatever stays.
 */
export function refundOnCancel(
  money: OrderMoney,
  staying: readonly KeptLine[],
  terms: ParcelTerms,
  startedWon: number | null,
): number {
  const goods = sumOf(staying, (line) => line.priceWon - line.discountWon)
  const parcel = startedWon ?? parcelWon(staying, terms)
  return Math.max(0, money.paidWon - money.refundedWon - money.retainedWon - goods - parcel)
}

/**
 * What goes back when one line is returned. The buyer's change of mind costs the way back and leaves the
 * parcel paid; where the seller is at fault nothing is taken off, and with the last line everything goes back
 * but the fees of earlier returns: also a parcel that an earlier cancellation made cost something.
 */
export function refundOnReturn(
  money: OrderMoney,
  line: KeptLine,
  options: { feeWon: number; fault: "buyer" | "seller"; isLast: boolean },
): number {
  const goods = line.priceWon - line.discountWon
  const held = money.paidWon - money.refundedWon - money.releasedWon
  if (options.fault === "seller" && options.isLast) return held - money.retainedWon
  return Math.min(options.fault === "seller" ? goods : Math.max(0, goods - options.feeWon), held)
}
