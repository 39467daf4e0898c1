/** The arithmetic of ranking by reviews. */

/** Under this many reviews a mean says little, and "신규" is shown instead of a rank. */
const MIN_REVIEWS_FOR_RANK = 3

/** True while the reviews are too few to be ranked by. */
export function hasTooFewReviews(reviewCount: number): boolean {
  return reviewCount < MIN_REVIEWS_FOR_RANK
}

/**
 * A mean that one lucky review cannot lead: `priorWeight` imagined reviews of `priorMean` are counted in.
 * `sum` is the sum of all scores, `count` their number. With nothing to count the answer is `priorMean`.
 */
export function calculateBayesianMean(
  sum: number,
  count: number,
  priorMean: number,
  priorWeight: number,
): number {
  const weight = count + priorWeight
  return weight > 0 ? (sum + priorMean * priorWeight) / weight : priorMean
}
