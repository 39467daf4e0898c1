/** The words that people wait for in titles of new things, and how a title is cut to find who waits. */

/** The longest keyword of an alert, in letters. */
export const MAX_KEYWORD = 20

/** Letters and digits alone, small: what words of titles and of alerts are compared by. */
export const normalizeForMatching = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")

/** The different words of an alert, compact, the longest first. */
export function parseAlertWords(keyword: string): string[] {
  const words = [
    ...new Set(
      keyword
        .split(/\s+/)
        .map(normalizeForMatching)
        .filter((word) => word !== ""),
    ),
  ]
  return words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/**
 * The words of a search as the keyword of an alert, as many as fit; null where no title could have them: less
 * than two letters, or initial consonants alone.
 */
export function toAlertKeyword(term: string): string | null {
  const words = term.split(/[\s\p{C}]+/u).filter((word) => normalizeForMatching(word) !== "")
  let keyword = ""
  for (const word of words) {
    const longer = keyword === "" ? word : `${keyword} ${word}`
    if ([...longer].length > MAX_KEYWORD) break
    keyword = longer
  }
  const letters = normalizeForMatching(keyword)
  return letters.length < 2 || /^[ㄱ-ㅎㅏ-ㅣ]+$/.test(letters) ? null : keyword
}

/** What a table of alerts holds of a keyword: the alert is looked up by `head`, its longest word. */
export function toKeywordColumns(keyword: string): { keyword: string; words: string[]; head: string } {
  const words = parseAlertWords(keyword)
  return { keyword, words, head: words[0] ?? "" }
}

/** Every piece of `text` that an alert could be looked up by, at most `MAX_KEYWORD` letters long. */
export function listSubstrings(text: string): string[] {
  const letters = [...normalizeForMatching(text)]
  const substrings = new Set<string>()
  for (let from = 0; from < letters.length; from += 1)
    for (let to = from + 1; to <= Math.min(letters.length, from + MAX_KEYWORD); to += 1)
      substrings.add(letters.slice(from, to).join(""))
  return [...substrings]
}
