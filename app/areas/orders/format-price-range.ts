/** How a usual price is said: a range that claims no more than it knows. */
import { formatWonRange } from "#app/basics/won.ts"

/** "160만~190만원": to 만원 from 10만원 on, to 천원 below. */
export function formatUsualPriceRange(lowWon: number, highWon: number): string {
  const step = highWon >= 100_000 ? 10_000 : 1_000
  const round = (won: number) => Math.max(step, Math.round(won / step) * step)
  return formatWonRange(round(lowWon), round(highWon))
}
