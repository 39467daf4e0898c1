/**
 * The words that people look for things by: nouns with what else they are called and how they are misspelled.
 * A line of the lists beside this file holds entries parted by `; `, each `noun=synonym,…!misspelling,…`. The
 * back office adds to them and takes from them.
 */
import {
  toInitials,
  toKeyboardLetters,
  splitWords,
  parseWord,
  type SearchTab,
  type TermWord,
  type WordKind,
} from "./rules.ts"
import { JOB_WORDS } from "./vocabulary/jobs.ts"
import { MARKET_WORDS } from "./vocabulary/market.ts"
import { SERVICE_WORDS } from "./vocabulary/services.ts"
import { SHOP_WORDS } from "./vocabulary/shop.ts"

/** A noun in the area where one is likely to look for it. */
export type VocabularyEntry = { noun: string; tab: SearchTab; synonyms: string[]; misspellings: string[] }
/** A word of the back office; `noun` is what it means, itself for a noun, null for one that is ignored. */
export type OfficeWord = { word: string; kind: WordKind; noun: string | null; tab: SearchTab | null }

/** The letters of a word as a keyboard writes them, without spaces: the same for 벽지 and qurwl. */
export const toWordKey = (word: string): string =>
  splitWords(word)
    .flatMap((part) => [...part].map(toKeyboardLetters))
    .join("")

const splitList = (text: string | undefined): string[] => text?.split(",") ?? []

/** The entries that the program brings along. */
export const SHIPPED_ENTRIES: readonly VocabularyEntry[] = (
  [
    ["services", SERVICE_WORDS],
    ["shop", SHOP_WORDS],
    ["market", MARKET_WORDS],
    ["jobs", JOB_WORDS],
  ] as const
).flatMap(([tab, lines]) =>
  lines.flatMap((line) =>
    line.split("; ").map((entry) => {
      const [words = "", misspellings] = entry.split("!")
      const [noun = "", synonyms] = words.split("=")
      return { noun, tab, synonyms: splitList(synonyms), misspellings: splitList(misspellings) }
    }),
  ),
)

export type Noun = {
  word: string
  tab: SearchTab
  key: string
  initials: string
  synonymKeys: readonly string[]
  misspellingKeys: readonly string[]
}
export type Vocabulary = {
  nouns: readonly Noun[]
  /** Every noun and synonym, to understand one that is typed with an error. */
  words: readonly { key: string; word: string }[]
  isKnown: (word: string) => boolean
  /** The noun that is meant by a misspelling; null for all else. */
  correct: (word: string) => string | null
  /** Other words for a word; none for most. */
  listOthers: (word: string) => readonly string[]
}

/** Joins the shipped entries with the words of the back office, which count more. */
export function buildVocabulary(officeWords: readonly OfficeWord[]): Vocabulary {
  const overridden = new Set(officeWords.map(({ word }) => toWordKey(word)))
  const nouns = new Map<string, VocabularyEntry>()
  const isFree = (word: string) => !overridden.has(toWordKey(word))
  for (const { noun, tab, synonyms, misspellings } of SHIPPED_ENTRIES)
    nouns.set(toWordKey(noun), {
      noun,
      tab,
      synonyms: synonyms.filter(isFree),
      misspellings: misspellings.filter(isFree),
    })
  for (const { word, kind, tab } of officeWords) {
    if (kind === "ignored") nouns.delete(toWordKey(word))
    if (kind === "noun")
      nouns.set(toWordKey(word), { noun: word, tab: tab ?? "shop", synonyms: [], misspellings: [] })
  }
  for (const { word, kind, noun } of officeWords) {
    const entry = noun === null ? undefined : nouns.get(toWordKey(noun))
    if (kind === "synonym") entry?.synonyms.push(word)
    if (kind === "misspelling") entry?.misspellings.push(word)
  }
  return indexEntries([...nouns.values()])
}

function indexEntries(entries: readonly VocabularyEntry[]): Vocabulary {
  const words = new Map<string, string>()
  const others = new Map<string, string[]>()
  const meant = new Map<string, string>()
  for (const { noun, synonyms, misspellings } of entries) {
    const same = [noun, ...synonyms]
    for (const word of same) {
      const key = toWordKey(word)
      words.set(key, word)
      const rest = [...same, ...(word === noun ? misspellings : [])].filter((other) => other !== word)
      others.set(key, [...new Set([...(others.get(key) ?? []), ...rest])])
    }
    for (const word of misspellings) meant.set(toWordKey(word), noun)
  }
  return {
    nouns: entries.map(({ noun, tab, synonyms, misspellings }) => ({
      word: noun,
      tab,
      key: toWordKey(noun),
      initials: toInitials(noun),
      synonymKeys: synonyms.map(toWordKey),
      misspellingKeys: misspellings.map(toWordKey),
    })),
    words: [...words].map(([key, word]) => ({ key, word })),
    isKnown: (word) => words.has(toWordKey(word)),
    // A word that is right somewhere is no misspelling elsewhere.
    correct: (word) => (words.has(toWordKey(word)) ? null : (meant.get(toWordKey(word)) ?? null)),
    listOthers: (word) => others.get(toWordKey(word)) ?? [],
  }
}

/** Most other words by which one word is looked for; each is another list to walk. */
const MAX_OTHERS = 6

/**
 * The words of a term with what else they are called, a misspelling as what is meant by it; `corrected` is
 * the term that is meant, null where it was spelled right.
 */
export function readWithVocabulary(
  words: readonly TermWord[],
  vocabulary: Vocabulary,
): { words: TermWord[]; corrected: string | null } {
  const meant = words.map((word) => vocabulary.correct(word.typed))
  return {
    words: words.map((word, index) => {
      const noun = meant[index] ?? null
      const base = noun === null ? word.readings : [...parseWord(noun).readings.slice(0, 1), ...word.readings]
      const others = vocabulary
        .listOthers(noun ?? word.typed)
        // A single syllable begins too many words; 김치냉장고 is found by 냉장고 anyway.
        .filter((other) => [...other].length > 1)
        .flatMap((other) => parseWord(other).readings.slice(0, 1))
        .filter((other) => base.every((existing) => !other.key.includes(existing.key)))
        .slice(0, MAX_OTHERS)
      return { ...word, readings: [...base, ...others] }
    }),
    corrected: meant.some((noun) => noun !== null)
      ? words.map((word, index) => meant[index] ?? word.typed).join(" ")
      : null,
  }
}

/** Fewest keys pressed otherwise by which one word becomes another; `most` + 1 where there are more. */
function countErrors(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const line = [row + 1]
    for (let column = 0; column < b.length; column += 1)
      line.push(
        Math.min(
          (before[column] ?? 0) + (letter === b[column] ? 0 : 1),
          (before[column + 1] ?? 0) + 1,
          (line[column] ?? 0) + 1,
        ),
      )
    before = line
  }
  return Math.min(before[b.length] ?? 0, most + 1)
}

/** The noun nearest to a term that nobody understands: a third of its keys may differ; else null. */
export function findNearestNoun(term: string, vocabulary: Vocabulary): string | null {
  const key = toWordKey(term)
  let most = Math.floor(key.length / 3)
  let nearest: string | null = null
  for (const noun of vocabulary.nouns) {
    const errors = countErrors(key, noun.key, most)
    if (errors > 0 && errors <= most) [nearest, most] = [noun.word, errors - 1]
  }
  return nearest
}
