/** Patterns of `like`: what a person typed, taken literally. */

const escapeLikePattern = (term: string) =>
  term
    .normalize("NFC")
    .trim()
    .replace(/[\\%_]/g, "\\$&")

/** Matches what holds `term` anywhere. */
export const toContainsPattern = (term: string): string => `%${escapeLikePattern(term)}%`

/** Matches what begins with `term`. */
export const toPrefixPattern = (term: string): string => `${escapeLikePattern(term)}%`
