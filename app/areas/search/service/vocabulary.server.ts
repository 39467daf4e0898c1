/** The vocabulary in force: what the program brings along with what the back office has added to it. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { memoizePerEnvironment } from "#app/platform/env.server.ts"
import type { PrefixKeys, SearchTab } from "../rules.ts"
import {
  buildVocabulary,
  SHIPPED_ENTRIES,
  toWordKey,
  type Noun,
  type OfficeWord,
  type Vocabulary,
} from "../vocabulary.ts"

const VOCABULARY_TTL_MS = 60_000

/** `isInUse`: something is called by the word now. */
export type VocabularyInForce = Vocabulary & { isInUse: (key: string) => boolean; expiresAt: number }

const state = memoizePerEnvironment(
  (): {
    current?: VocabularyInForce | undefined
    pendingRead?: Promise<VocabularyInForce> | undefined
  } => ({}),
)

const SHIPPED_KEYS = SHIPPED_ENTRIES.flatMap(({ noun, synonyms }) => [noun, ...synonyms].map(toWordKey))

async function readVocabulary(): Promise<VocabularyInForce> {
  const rows = await db().execute<OfficeWord & { used: string | null }>(sql`
    select word, kind, noun, tab, null as used from search_vocabulary
    union all select '', '', null, null, key from search_words
      where key = any(${sql.param(SHIPPED_KEYS)}::text[])
      or key in (select key from search_vocabulary)`)
  const used = new Set(rows.flatMap((row) => row.used ?? []))
  return {
    ...buildVocabulary(rows.filter((row) => row.used === null)),
    isInUse: (key) => used.has(key),
    expiresAt: Date.now() + VOCABULARY_TTL_MS,
  }
}

/** The vocabulary, at most a minute old; one small query a minute. */
export async function getVocabulary(): Promise<VocabularyInForce> {
  const memory = state()
  if (memory.current && memory.current.expiresAt > Date.now()) return memory.current
  memory.pendingRead ??= readVocabulary().finally(() => (memory.pendingRead = undefined))
  memory.current = await memory.pendingRead
  return memory.current
}

/** Reads the vocabulary again at the next search. */
export function clearVocabularyCache(): void {
  state().current = undefined
}

/**
 * The nouns that begin so, or are misspelled so: those of `tab` first, then those that begin with it
 * themselves, the shortest first. What nothing is called by now is left out, but services can always be
 * asked for.
 */
export function listNounsStartingWith(
  { letters, initials }: PrefixKeys,
  tab: SearchTab | null,
  vocabulary: VocabularyInForce,
): string[] {
  const begins = (key: string) => letters.length >= 2 && key.startsWith(letters)
  const rank = (noun: Noun) => (noun.tab === tab ? 0 : 2) + (begins(noun.key) ? 0 : 1)
  return vocabulary.nouns
    .filter(
      (noun) =>
        (begins(noun.key) ||
          noun.misspellingKeys.some(begins) ||
          (initials.length >= 2 && noun.initials.startsWith(initials))) &&
        (noun.tab === "services" || [noun.key, ...noun.synonymKeys].some(vocabulary.isInUse)),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.word.length - b.word.length)
    .map((noun) => noun.word)
}
