/** Owns how long the law has records kept (전자상거래법 시행령 §6): contracts, payments and supply 5 years, complaints and disputes 3. */
const KEPT_YEARS = { contract: 5, complaint: 3 } as const

/** What ended before this moment has been kept long enough at the moment `at`. */
export function keptSince(kind: keyof typeof KEPT_YEARS, at: Date): Date {
  const since = new Date(at)
  since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS[kind])
  return since
}
