/** Owns how a term is read and what is kept to be found by it: keyboard letters, and initial consonants. */
import { choseongKey, compactSearchKey, isChoseongQuery, searchKey } from "../../basics/korean.ts"
import { CATEGORY_LABELS, type Category } from "../orders/rules.ts"

export type SearchKeys = { searchKey: string; searchChoseong: string }

/** Longest term that is read; the rest is left out. */
export const TERM_LENGTH = 100
const MOST_WORDS = 8

/**
 * The keys of a thing with these texts, the most telling first. Each word of a text is there by itself and each text once
 * more without spaces, for people who write 욕실수리 and 욕실 수리.
 */
export function keysOf(texts: readonly string[]): SearchKeys {
  const both = (key: (text: string) => string) =>
    texts.map((text) => [...new Set([key(text), ...text.split(/\s+/).map(key)])].filter((one) => one !== "").join(" ")).filter((one) => one !== "").join(" ")
  return { searchKey: both(compactSearchKey), searchChoseong: both(choseongKey) }
}

/** The keys of an expert: name, business, line, trades and what is on the price list. */
export const expertKeys = (expert: { name: string; businessName: string; oneLine: string; categories: readonly Category[]; prices: readonly { name: string }[] }): SearchKeys =>
  keysOf([expert.name, expert.businessName, ...expert.categories.map((category) => CATEGORY_LABELS[category]), expert.oneLine, ...expert.prices.map((price) => price.name)])

/** A word of a term: `by` says which of the two keys must hold it. */
export type WordKey = { by: keyof SearchKeys; key: string }

/** The words of a term, each of which must be found. A word without letters or digits finds nothing: its key is null. */
export function readTerm(term: string): (WordKey | null)[] {
  const words = [...term].slice(0, TERM_LENGTH).join("").split(/\s+/).filter((word) => word !== "").slice(0, MOST_WORDS)
  return words.map((word) => {
    const byChoseong = isChoseongQuery(word)
    const key = byChoseong ? choseongKey(word) : compactSearchKey(word)
    return key === "" ? null : { by: byChoseong ? "searchChoseong" : "searchKey", key }
  })
}

/** Whether all words of a term are in `keys`. */
export const isFound = (keys: SearchKeys, words: readonly (WordKey | null)[]): boolean => words.length > 0 && words.every((word) => word !== null && keys[word.by].includes(word.key))

/** How near a name comes to the term: 2 the same, 1 it begins so, 0 else. For the order of what is found. */
export function nearness(name: string, term: string): number {
  const [wanted, found] = [searchKey(term).replaceAll(" ", ""), compactSearchKey(name)]
  return wanted === "" ? 0 : found === wanted ? 2 : found.startsWith(wanted) ? 1 : 0
}
