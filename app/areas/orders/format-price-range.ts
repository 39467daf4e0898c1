/** How a usual price is said: a range that claims no more than it knows. */
import { formatManwon, formatWonRange } from "#app/basics/won.ts"

/** To 만원 where the range reaches 10만원, to 천원 below. */
function roundUsualPrice(won: number, highWon: number): number {
  const step = highWon >= 100_000 ? 10_000 : 1_000
  return Math.max(step, Math.round(won / step) * step)
}

/** "160만~190만원". */
export function formatUsualPriceRange(lowWon: number, highWon: number): string {
  return formatWonRange(roundUsualPrice(lowWon, highWon), roundUsualPrice(highWon, highWon))
}

/** "188만원": the middle price of a range that ends at `highWon`, as exact as the range itself. */
export function formatMiddlePrice(medianWon: number, highWon: number): string {
  return formatManwon(roundUsualPrice(medianWon, highWon))
}
