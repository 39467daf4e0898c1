/** The vocabulary as the back office keeps it: words of its own, and searches that found nothing. */
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { audit } from "#app/platform/audit.server.ts"
import { afterCommit, db, inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import type { SearchTab, WordKind } from "../rules.ts"
import { searchVocabulary } from "../schema.server.ts"
import { findNearestNoun, toWordKey } from "../vocabulary.ts"
import { flushSearches } from "./terms.server.ts"
import { clearVocabularyCache, getVocabulary } from "./vocabulary.server.ts"

const PAGE_SIZE = 50
const MAX_MISSES = 30

/** A search that found nothing; `guess` is the noun that comes nearest, null where none does. */
export type SearchMiss = { term: string; people: number; lastDay: string; guess: string | null }

/** Searches of two weeks that found nothing and have no answer yet, those of most people first. */
async function listMisses(): Promise<SearchMiss[]> {
  await flushSearches()
  const [vocabulary, rows] = await Promise.all([
    getVocabulary(),
    db().execute<{ term: string; people: number; lastDay: string }>(sql`
      select max(term) as term, count(distinct who)::int as people, max(day)::text as "lastDay"
      from search_misses m
      where not exists (select from search_vocabulary v where v.key = m.key)
      group by key order by people desc, key limit ${MAX_MISSES}::int`),
  ])
  return rows.map((row) => ({ ...row, guess: findNearestNoun(row.term, vocabulary) }))
}

/**
 * A page of the words that the back office has added, the newest first, and the searches without a result.
 * Empty for anybody but an admin.
 */
export async function findVocabularyDesk(actor: Actor, cursor: string | null) {
  if (!hasRight(actor, "content")) return { words: [], misses: [], cursor: null, shippedCount: 0 }
  const [misses, words] = await Promise.all([
    listMisses(),
    page({
      from: (sortKeys) =>
        db()
          .select({
            word: searchVocabulary.word,
            kind: searchVocabulary.kind,
            noun: searchVocabulary.noun,
            tab: searchVocabulary.tab,
            sortKeys,
          })
          .from(searchVocabulary),
      order: descending("newest", [searchVocabulary.addedAt, "time"], [searchVocabulary.key, "text"]),
      filter: undefined,
      cursor,
      size: PAGE_SIZE,
    }),
  ])
  const { nouns } = await getVocabulary()
  return {
    misses,
    words: words.rows.map(({ word, kind, noun, tab }) => ({ word, kind, noun, tab })),
    cursor: words.cursor,
    shippedCount: nouns.length,
  }
}

export type NewWord = { word: string; kind: WordKind; noun: string | null; tab: SearchTab | null }

/**
 * Adds a word, or says what a shipped one means from now on. Refusals: `not_found` (no admin), `taken` (added
 * before), `unknown_noun` (no such noun), `is_word` (a misspelling that is a word of its own).
 */
export async function addWord(
  actor: Actor,
  { word, kind, noun, tab }: NewWord,
): Promise<Outcome<"not_found" | "taken" | "unknown_noun" | "is_word">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  const vocabulary = await getVocabulary()
  const meant = vocabulary.nouns.find((one) => one.key === toWordKey(noun ?? ""))?.word ?? null
  const needsNoun = kind === "synonym" || kind === "misspelling"
  if (needsNoun && (meant === null || toWordKey(meant) === toWordKey(word))) return refuse("unknown_noun")
  if (kind === "misspelling" && vocabulary.isKnown(word)) return refuse("is_word")
  return inTransaction(async (tx) => {
    const key = toWordKey(word)
    const added = await tx
      .insert(searchVocabulary)
      .values({
        key,
        word,
        kind,
        noun: needsNoun ? meant : kind === "noun" ? word : null,
        tab: kind === "noun" ? tab : null,
        addedAt: now(),
      })
      .onConflictDoNothing()
      .returning({ key: searchVocabulary.key })
    if (added.length === 0) return refuse("taken")
    await audit(tx, actor, {
      action: "vocabulary.add",
      subject: { kind: "vocabulary", id: key, title: word },
      after: { kind, noun: needsNoun ? meant : null },
    })
    afterCommit(clearVocabularyCache)
    return ok()
  })
}

/** Takes back what was added about a word. Refusal: `not_found` (no admin, no such word). */
export async function removeWord(actor: Actor, word: string): Promise<Outcome<"not_found">> {
  if (!hasRight(actor, "content")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const key = toWordKey(word)
    const [removed] = await tx.delete(searchVocabulary).where(eq(searchVocabulary.key, key)).returning()
    if (!removed) return refuse("not_found")
    await audit(tx, actor, {
      action: "vocabulary.remove",
      subject: { kind: "vocabulary", id: key, title: removed.word },
      before: { kind: removed.kind, noun: removed.noun },
    })
    afterCommit(clearVocabularyCache)
    return ok()
  })
}
