/** How many experts are told of a new request, and when (decision 140). */
import { HOUR_MS } from "#app/basics/time.ts"
import { getDueTime } from "../notifications/rules.ts"

export const REQUEST_ALERTS = {
  /** Twice the proposals that a request takes: the next wave goes only where these were not enough. */
  perWave: 20,
  waveGapMs: HOUR_MS,
  /** Six for each proposal that a request takes: who is sixty-first hears of it too late to be chosen. */
  perRequest: 60,
  /** Requests that one expert is told of in 24 hours; more is noise, and others are told instead. */
  perExpertDaily: 20,
  /** Who did nothing here for so many days comes after everybody who did. */
  activeDays: 30,
} as const

/**
 * When the wave after one at `at` is due: an hour after its push went out, and by day. Null after the last,
 * and where `found`, the experts that the wave found, were fewer than it would have told.
 */
export function getNextWaveTime(
  at: Date,
  { alerted, found }: { alerted: number; found: number },
): Date | null {
  if (found < REQUEST_ALERTS.perWave || alerted >= REQUEST_ALERTS.perRequest) return null
  const sentAt = getDueTime(at, "request", true)
  return getDueTime(new Date(sentAt.getTime() + REQUEST_ALERTS.waveGapMs), "request", true)
}
