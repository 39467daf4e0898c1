/** Compares words that are one typing error apart. */
import { splitWords, toKeyboardLetters } from "./rules.ts"
import { toSearchKey } from "../../basics/korean.ts"
// ── Typing errors

/** Fewest letters of a word in which an error is forgiven. */
const MIN_FUZZY_LETTERS = 3

const MAX_FUZZY_LETTERS = 24

/** The words of a text that can be meant with an error, by their letters. */
export function mapWordsByLetters(texts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const word of texts.flatMap(splitWords)) {
    const key = toKeyboardLetters(word)
    if (key.length >= MIN_FUZZY_LETTERS && key.length <= MAX_FUZZY_LETTERS && !found.has(key))
      found.set(key, word)
  }
  return found
}

/**
 * `key` and what is left of it without any one letter: two keys one error apart have one of these in common.
 */
export function buildFuzzyKeys(key: string): string[] {
  const fuzzyKeys = new Set([key])
  for (let index = 0; index < key.length; index += 1)
    fuzzyKeys.add(key.slice(0, index) + key.slice(index + 1))
  return [...fuzzyKeys]
}

/** Whether `a` becomes `b` by at most one letter more, less, other, or by two neighbours changing places. */
export function isOneErrorApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.length === restB.length) {
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    )
  }
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}

/** The letters of a word, to look for words like it; null where it is too short or too long to guess. */
export function toFuzzyKey(word: string): string | null {
  const key = toSearchKey(word).replaceAll(" ", "")
  return key.length >= MIN_FUZZY_LETTERS && key.length <= MAX_FUZZY_LETTERS ? key : null
}
