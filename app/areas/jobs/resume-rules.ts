/** How much a résumé holds. */

export const RESUME_LIMITS = {
  introduction: 1_000,
  experience: 10,
  certificates: 10,
  /** Of one line, in characters. */ line: 60,
} as const
