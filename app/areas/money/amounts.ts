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
    .map((product, index) => ({ place: index, remainder: product % BigInt(sum) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1))
  for (const { place: index } of byRemainder.slice(0, undistributedWon))
    amounts[index] = (amounts[index] ?? 0) + 1
  return amounts
}

/**
 * Commission of a line in won: on what the seller asks for the goods, less the discount that the seller
 * gives; cut down.
 */
export const calculateCommissionWon = (priceWon: number, sellerDiscountWon: number, bps: number) =>
  Math.floor(((priceWon - sellerDiscountWon) * bps) / 10_000)
