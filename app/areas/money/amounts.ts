/** Distributes amounts and calculates commissions. Pure. */

/**
 * Divides `totalWon` over shares in proportion to `weights`, to the won: the largest remainders get what is
 * left, the earlier one in a tie. The parts sum to `totalWon` exactly, and none exceeds its weight while
 * `totalWon` does not exceed their sum.
 */
export function distributeWon(totalWon: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0 || totalWon === 0) return weights.map(() => 0)
  // BigInt: an amount times a weight leaves the safe integers.
  const exactProducts = weights.map((weight) => BigInt(totalWon) * BigInt(weight))
  const amounts = exactProducts.map((product) => Number(product / BigInt(sum)))
  const undistributedWon = totalWon - amounts.reduce((total, part) => total + part, 0)
  const byRemainder = exactProducts
    .map((product, index) => ({ index, remainder: product % BigInt(sum) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, undistributedWon)) amounts[index] = (amounts[index] ?? 0) + 1
  return amounts
}

/**
 * Commission of a line in won: on what the seller asks for the goods, less the discount that the seller
 * gives; cut down.
 */
export const calculateCommissionWon = (priceWon: number, sellerDiscountWon: number, bps: number) =>
  Math.floor(((priceWon - sellerDiscountWon) * bps) / 10_000)

/** The fee in won of `amountWon` at `bps` hundredths of a percent, cut down. */
export const calculateFeeWon = (amountWon: number, bps: number): number =>
  Number((BigInt(amountWon) * BigInt(bps)) / 10_000n)

/** What is known of a held charge, in won: the price, its fees, what has moved, and what is still held. */
export type ChargeSums = {
  amountWon: number
  payerFeeWon: number
  payeeFeeWon: number
  releasedWon: number
  refundedWon: number
  heldWon: number
}

/** The part of a fee that belongs to `partWon` of the price, cut down. */
const calculateFeeShareWon = (feeWon: number, partWon: number, amountWon: number): number =>
  Number((BigInt(feeWon) * BigInt(partWon)) / BigInt(amountWon))

/** The price in won that is neither released nor refunded. */
export const getUnsettledWon = (charge: Pick<ChargeSums, "amountWon" | "releasedWon" | "refundedWon">) =>
  charge.amountWon - charge.releasedWon - charge.refundedWon

/**
 * What leaves the held money when `won` more of the price are released: to the payee, and as fee. The last
 * part takes all that is held, so that nothing is left of the payer's fee.
 */
export function calculateRelease(
  charge: ChargeSums,
  won: number,
): { heldWon: number; payeeWon: number; feeWon: number } {
  const getShare = (feeWon: number) =>
    calculateFeeShareWon(feeWon, charge.releasedWon + won, charge.amountWon) -
    calculateFeeShareWon(feeWon, charge.releasedWon, charge.amountWon)
  const isRest = won === getUnsettledWon(charge)
  const payerFeeWon = isRest ? charge.heldWon - won : getShare(charge.payerFeeWon)
  const payeeFeeWon = getShare(charge.payeeFeeWon)
  return { heldWon: won + payerFeeWon, payeeWon: won - payeeFeeWon, feeWon: payerFeeWon + payeeFeeWon }
}

/** What goes back to the payer, with the fee they paid for it, when `won` more of the price are refunded. */
export function calculateRefundWon(charge: ChargeSums, won: number): number {
  if (won === getUnsettledWon(charge)) return charge.heldWon
  const getFeeWon = (partWon: number) => calculateFeeShareWon(charge.payerFeeWon, partWon, charge.amountWon)
  return won + getFeeWon(charge.refundedWon + won) - getFeeWon(charge.refundedWon)
}
