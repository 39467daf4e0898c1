/**
 * The estimate calculator of the expert tools: what is typed, and what it comes to. Pure; nothing is
 * kept.
 */

export const MAX_LINES = 20

/** What is counted: the lines of the form, whether there is a discount, whether 부가세 is added. */
type EstimateInput = {
  lines: readonly { name: string; quantity: number; unit: string | null; unitPriceWon: number }[]
  discountWon: number | null
  vat: boolean
}

export type Estimate = {
  lines: { name: string; quantity: number; unit: string; unitPriceWon: number; amountWon: number }[]
  subtotalWon: number
  discountWon: number
  /** 부가가치세법 §30: 10 %, cut to whole won. */
  vatWon: number
  totalWon: number
}

/** What the lines come to, in whole won. A discount takes away no more than there is. */
export function calculateEstimate(input: EstimateInput): Estimate {
  const lines = input.lines.map((line) => ({
    ...line,
    unit: line.unit ?? "식",
    amountWon: line.quantity * line.unitPriceWon,
  }))
  const subtotalWon = lines.reduce((sum, line) => sum + line.amountWon, 0)
  const discountWon = Math.min(input.discountWon ?? 0, subtotalWon)
  const vatWon = input.vat ? Math.floor((subtotalWon - discountWon) / 10) : 0
  return { lines, subtotalWon, discountWon, vatWon, totalWon: subtotalWon - discountWon + vatWon }
}
