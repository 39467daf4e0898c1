/** Joins patterns into one that matches what any of them matches, with the flags of the first. */
export const anyOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join("|"), patterns[0]?.flags)
