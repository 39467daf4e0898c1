/** Owns how a list is searched by the words of its rows: keyboard letters, and initial consonants. */
import { choseongKey, compactSearchKey, isChoseongQuery } from "./korean.ts"

export type NameKeys = { searchKey: string; searchChoseong: string }

const LONGEST_TERM = 100
const MOST_WORDS = 8

/**
 * The keys of these texts, the most telling first. Each word of a text is there by itself and each text once
 * more without spaces, for people who write 욕실수리 and 욕실 수리.
 */
export function nameKeys(texts: readonly string[]): NameKeys {
  const both = (key: (text: string) => string) =>
    texts
      .map((text) =>
        [...new Set([key(text), ...text.split(/\s+/).map(key)])].filter((one) => one !== "").join(" "),
      )
      .filter((one) => one !== "")
      .join(" ")
  return { searchKey: both(compactSearchKey), searchChoseong: both(choseongKey) }
}

/** A word of a term: `by` says which of the two keys must hold it. */
export type NameWord = { by: keyof NameKeys; key: string }

/**
 * The words of a term, each of which must be found. A word without letters or digits finds nothing: it is
 * null.
 */
export function readNames(term: string): (NameWord | null)[] {
  const words = [...term]
    .slice(0, LONGEST_TERM)
    .join("")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS)
  return words.map((word) => {
    const byChoseong = isChoseongQuery(word)
    const key = byChoseong ? choseongKey(word) : compactSearchKey(word)
    return key === "" ? null : { by: byChoseong ? "searchChoseong" : "searchKey", key }
  })
}
