/** Owns patterns of `like`: what a person typed, taken literally. */

const literal = (term: string) =>
  term
    .normalize("NFC")
    .trim()
    .replace(/[\\%_]/g, "\\$&")

/** Matches what holds `term` anywhere. */
export const containing = (term: string): string => `%${literal(term)}%`

/** Matches what begins with `term`. */
export const beginningWith = (term: string): string => `${literal(term)}%`
