/**
 * How long the law has records kept (전자상거래법 시행령 §6): contracts, payments and supply 5 years, complaints
 * and disputes 3.
 */
const RETENTION_YEARS = { contract: 5, complaint: 3 } as const

/** What ended before this moment has been kept long enough at the moment `at`. */
export function getRetentionCutoff(kind: keyof typeof RETENTION_YEARS, at: Date): Date {
  const cutoff = new Date(at)
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - RETENTION_YEARS[kind])
  return cutoff
}

/** Until when what ends at the moment `at` has to be kept. */
export function getRetentionEnd(kind: keyof typeof RETENTION_YEARS, at: Date): Date {
  const until = new Date(at)
  until.setUTCFullYear(until.getUTCFullYear() + RETENTION_YEARS[kind])
  return until
}
