/** Counts of long lists, which are told exactly as far as anybody reads them. */
import { formatNumber } from "./numbers.ts"

/** The largest number that a list is counted to: counting on would visit every row of a large town. */
export const MAX_COUNTED = 1_000

/**
 * 352 → "352건", from {@link MAX_COUNTED} on "1,000건 이상". `counter` is 개, 건 or 명; on a chip, which has no
 * room for one, 352 and 1,000+.
 */
export function formatCount(count: number, counter: "개" | "건" | "명" | ""): string {
  if (count < MAX_COUNTED) return count + counter
  return `${formatNumber(MAX_COUNTED)}${counter === "" ? "+" : `${counter} 이상`}`
}
