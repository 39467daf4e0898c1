/**
 * What a word is taken for that nothing is called by: words in use that differ from it by one typing
 * error.
 */
import { arrayOverlaps, desc } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { parseWord, type TermWord } from "../rules.ts"
import { searchWords } from "../schema.server.ts"
import { getVocabulary } from "./vocabulary.server.ts"
import { listServiceWords } from "./services.server.ts"
import { buildFuzzyKeys, isOneErrorApart, toFuzzyKey } from "#app/areas/search/fuzzy-rules.ts"

const MAX_CANDIDATES = 12

/** The words with those that differ from them by one typing error; one query. */
export async function guessWords(
  words: readonly TermWord[],
): Promise<{ words: TermWord[]; text: string; isChanged: boolean }> {
  const keys = words.map((word) =>
    word.readings.some((reading) => reading.by !== "initials") ? toFuzzyKey(word.typed) : null,
  )
  const fuzzyKeys = [...new Set(keys.flatMap((key) => (key === null ? [] : buildFuzzyKeys(key))))]
  if (fuzzyKeys.length === 0) return { words: [...words], text: "", isChanged: false }
  const rows = await db()
    .select({ key: searchWords.key, word: searchWords.word })
    .from(searchWords)
    .where(arrayOverlaps(searchWords.near, fuzzyKeys))
    .orderBy(desc(searchWords.uses), searchWords.key)
    .limit(400)
  // Words that are understood although nothing may be written in them now.
  const knownWords = [...listServiceWords(), ...(await getVocabulary()).words]
  let isChanged = false
  const guesses = words.map((word, index) => {
    const key = keys[index]
    if (key === null || key === undefined) return { word, text: word.typed }
    const candidates = [...knownWords, ...rows]
      .filter((row) => isOneErrorApart(row.key, key))
      .slice(0, MAX_CANDIDATES)
    const exactMatch = candidates.find((row) => row.key === key)
    const others = candidates.filter((row) => row.key !== key)
    if (others.length === 0) return { word, text: word.typed }
    isChanged = true
    return {
      word: {
        ...word,
        readings: [...word.readings, ...others.flatMap((row) => parseWord(row.word).readings.slice(0, 1))],
      },
      text: exactMatch?.word ?? others[0]?.word ?? word.typed,
    }
  })
  return { words: guesses.map((one) => one.word), text: guesses.map((one) => one.text).join(" "), isChanged }
}
