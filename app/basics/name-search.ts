/** How a list is searched by the words of its rows: keyboard letters, and initial consonants. */
import { toChoseongKey, toCompactSearchKey, isChoseongQuery } from "./korean.ts"

export type NameKeys = { searchKey: string; searchChoseong: string }

const MAX_TERM_LENGTH = 100
const MAX_WORDS = 8

/**
 * The keys of these texts, the most telling first. Each word of a text is there by itself and each text once
 * more without spaces, for people who write 욕실수리 and 욕실 수리.
 */
export function buildNameKeys(texts: readonly string[]): NameKeys {
  const joinKeys = (key: (text: string) => string) =>
    texts
      .map((text) =>
        [...new Set([key(text), ...text.split(/\s+/).map(key)])].filter((one) => one !== "").join(" "),
      )
      .filter((one) => one !== "")
      .join(" ")
  return { searchKey: joinKeys(toCompactSearchKey), searchChoseong: joinKeys(toChoseongKey) }
}

/** A word of a term: `keyField` says which of the two keys must hold it. */
export type NameSearchWord = { keyField: keyof NameKeys; key: string }

/**
 * The words of a term, each of which must be found. A word without letters or digits finds nothing: it is
 * null.
 */
export function parseNameSearch(term: string): (NameSearchWord | null)[] {
  const words = [...term]
    .slice(0, MAX_TERM_LENGTH)
    .join("")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS)
  return words.map((word) => {
    const byChoseong = isChoseongQuery(word)
    const key = byChoseong ? toChoseongKey(word) : toCompactSearchKey(word)
    return key === "" ? null : { keyField: byChoseong ? "searchChoseong" : "searchKey", key }
  })
}
