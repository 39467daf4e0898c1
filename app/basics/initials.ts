/** What is seen of a text: whether anything is, and the initials of a name. Small, for the browser. */

/**
 * True when nothing would be seen: only spaces and characters that take no room, such as U+3164, the Hangul
 * filler.
 */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}

/**
 * What stands in a round picture without a photo: the first syllable of a Korean name, else up to two
 * initials; `"?"` for nothing.
 */
export function getInitials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => !isBlank(word))
  const [first] = words
  if (first === undefined) return "?"
  if (!/^[a-z]/i.test(first)) return [...first][0] ?? "?"
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("")
}
