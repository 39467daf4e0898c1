/** The vocabulary in force, and which of its words something is called by now. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { memoizePerEnvironment } from "#app/platform/env.server.ts"
import { buildVocabulary, SHIPPED_ENTRIES, toWordKey, type Vocabulary } from "../vocabulary.ts"

const VOCABULARY_TTL_MS = 60_000

/** `isInUse`: something is called by the word now. */
export type VocabularyInForce = Vocabulary & { isInUse: (key: string) => boolean; expiresAt: number }

const state = memoizePerEnvironment(
  (): {
    current?: VocabularyInForce | undefined
    pendingRead?: Promise<VocabularyInForce> | undefined
  } => ({}),
)

const SHIPPED = buildVocabulary([])
const SHIPPED_KEYS = SHIPPED_ENTRIES.flatMap(({ noun, synonyms }) => [noun, ...synonyms].map(toWordKey))

async function readVocabulary(): Promise<VocabularyInForce> {
  const rows = await db().execute<{ key: string }>(
    sql`select key from search_words where key = any(${sql.param(SHIPPED_KEYS)}::text[])`,
  )
  const used = new Set(rows.map((row) => row.key))
  return {
    ...SHIPPED,
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
