/**
 * Owns what a word is taken for that nothing is called by: words in use that differ from it by one typing
 * error.
 */
import { arrayOverlaps, desc } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { isOneErrorApart, letterKey, nearKeys, readWord, spelledWords, type TermWord } from "../rules.ts"
import { searchWords } from "../schema.server.ts"
import { SYNONYMS } from "../synonyms.ts"
import { serviceWords } from "./services.server.ts"

const NEAR_WORDS = 12

// Words that are understood although nothing may be written in them now.
const offeredWords = [...serviceWords, ...spelledWords(SYNONYMS)].map(([key, word]) => ({ key, word }))

/** The words with those that differ from them by one typing error; one query. */
export async function guessWords(
  words: readonly TermWord[],
): Promise<{ words: TermWord[]; text: string; changed: boolean }> {
  const keys = words.map((word) =>
    word.readings.some((reading) => reading.by !== "initials") ? letterKey(word.typed) : null,
  )
  const near = [...new Set(keys.flatMap((key) => (key === null ? [] : nearKeys(key))))]
  if (near.length === 0) return { words: [...words], text: "", changed: false }
  const rows = await db()
    .select({ key: searchWords.key, word: searchWords.word })
    .from(searchWords)
    .where(arrayOverlaps(searchWords.near, near))
    .orderBy(desc(searchWords.uses), searchWords.key)
    .limit(400)
  let changed = false
  const guessed = words.map((word, at) => {
    const key = keys[at]
    if (key === null || key === undefined) return { word, text: word.typed }
    const like = [...offeredWords, ...rows]
      .filter((row) => isOneErrorApart(row.key, key))
      .slice(0, NEAR_WORDS)
    const known = like.find((row) => row.key === key)
    const others = like.filter((row) => row.key !== key)
    if (others.length === 0) return { word, text: word.typed }
    changed = true
    return {
      word: {
        ...word,
        readings: [...word.readings, ...others.flatMap((row) => readWord(row.word).readings.slice(0, 1))],
      },
      text: known?.word ?? others[0]?.word ?? word.typed,
    }
  })
  return { words: guessed.map((one) => one.word), text: guessed.map((one) => one.text).join(" "), changed }
}
