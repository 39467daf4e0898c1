/**
 * Owns how long the law has records kept (전자상거래법 시행령 §6): contracts, payments and supply 5 years, complaints
 * and disputes 3.
 */
const KEPT_YEARS = { contract: 5, complaint: 3 } as const

/** What ended before this moment has been kept long enough at the moment `at`. */
export function keptSince(kind: keyof typeof KEPT_YEARS, at: Date): Date {
  const since = new Date(at)
  since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS[kind])
  return since
}

/** Until when what ends at the moment `at` has to be kept. */
export function keptUntil(kind: keyof typeof KEPT_YEARS, at: Date): Date {
  const until = new Date(at)
  until.setUTCFullYear(until.getUTCFullYear() + KEPT_YEARS[kind])
  return until
}
