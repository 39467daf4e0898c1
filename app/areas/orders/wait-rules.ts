/**
 * The steps in which the waits of requests for their first proposal are counted, so that counts of many days
 * can be added up and still have a median (decision 129). Pure.
 */

/** The end of each step in minutes, which is not in it any more; what waited longest is in the last. */
export const WAIT_STEP_ENDS = [
  5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440, 2_880, 10_080, 43_200,
] as const

export type WaitMetric = `wait_${number}`
export const getWaitMetric = (endMinutes: number): WaitMetric => `wait_${endMinutes}`
export const WAIT_METRICS: readonly WaitMetric[] = WAIT_STEP_ENDS.map(getWaitMetric)

/**
 * The median of waits in minutes, of how many there were in each step, taken as spread evenly in the step in
 * which it lies; null where nothing was counted.
 */
export function estimateMedianWait(counts: readonly number[]): number | null {
  let left = counts.reduce((sum, count) => sum + count, 0) / 2
  if (left === 0) return null
  for (const [index, count] of counts.entries()) {
    const [start, end] = [WAIT_STEP_ENDS[index - 1] ?? 0, WAIT_STEP_ENDS[index] ?? 0]
    if (left <= count) return start + (left / count) * (end - start)
    left -= count
  }
  return null
}
