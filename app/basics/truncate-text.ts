/** Cuts texts to a length. */

/**
 * The first `maxLength` units of a text, never half of a surrogate pair: half of one is no text that the
 * database takes in JSON.
 */
export const truncateText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")
