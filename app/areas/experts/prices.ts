/** The prices that experts name, and the units by which they can be compared. */

export type ExpertPrice = { name: string; unit: string; priceWon: number }

/** The units by which most prices of experts go; only prices of one unit can be compared. */
export const PRICE_UNITS = ["회", "시간", "평", "개", "㎡", "m"] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

/**
 * The lowest price of a list with its unit: what cards and lists show as "부터". Prices of 0 (무료) do not count.
 */
export const findLowestPrice = (prices: readonly ExpertPrice[]): ExpertPrice | null =>
  prices.filter((price) => price.priceWon > 0).toSorted((a, b) => a.priceWon - b.priceWon)[0] ?? null
