/** The index: a copy of what the areas let everybody find, kept by events. */
import { and, eq, inArray, sql } from "drizzle-orm"
import type { SubjectKind, SubjectRef } from "#app/basics/subject.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { getSubjectSource, type SearchEntry } from "#app/platform/subjects.server.ts"
import { toInitials, buildEntryKeys, buildPlaceMarks } from "../rules.ts"
import { searchEntries, type IndexedCard } from "../schema.server.ts"
import { mapWordsByLetters, buildFuzzyKeys } from "#app/areas/search/fuzzy-rules.ts"

/** Names of advisory locks: one for the building of everything, one for each thing. */
const BUILD_LOCK = 1_507

/** Until the transaction ends nobody else writes entries. */
export const lockIndex = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${BUILD_LOCK}::int, 0)`)

/** Everything the index holds of a thing, as one row. */
type EntryRow = {
  tab: string
  kind: string
  id: string
  title: string
  card: IndexedCard
  title_words: string
  title_joined: string
  all_words: string
  all_joined: string
  initials: string
  tokens: string[]
  marks: string[]
  price_won: number | null
  rank: number
  at: string
}

const COLUMN_NAMES = [
  "tab",
  "kind",
  "id",
  "title",
  "card",
  "title_words",
  "title_joined",
  "all_words",
  "all_joined",
  "initials",
  "tokens",
  "marks",
  "price_won",
  "rank",
  "at",
] as const satisfies readonly (keyof EntryRow)[]
const ENTRY_COLUMNS = sql.raw(COLUMN_NAMES.join(", "))
const PRESENT_COLUMNS = sql.raw(COLUMN_NAMES.map((name) => `search_entries.${name}`).join(", "))
const EXCLUDED_COLUMNS = sql.raw(COLUMN_NAMES.map((name) => `excluded.${name}`).join(", "))

const MAX_WON = 2_147_483_646

function toEntryRow(kind: SubjectKind, entry: SearchEntry, card: IndexedCard): EntryRow {
  const keys = buildEntryKeys(entry.tab, entry.title, entry.searchWords)
  return {
    tab: entry.tab,
    kind,
    id: entry.id,
    title: entry.title,
    card,
    title_words: keys.titleWords,
    title_joined: keys.titleJoined,
    all_words: keys.allWords,
    all_joined: keys.allJoined,
    initials: keys.initials,
    tokens: keys.tokens,
    marks: [...buildPlaceMarks(entry.regionCodes), ...(entry.marks ?? [])],
    price_won: entry.priceWon === null ? null : Math.min(MAX_WON, Math.max(0, Math.round(entry.priceWon))),
    rank: Number.isFinite(entry.rank) ? Math.min(1, Math.max(0, entry.rank)) : 0,
    at: entry.at.toISOString(),
  }
}

/** How many things may be found, and how many of these were not in the index as they are. */
export type WrittenEntries = { found: number; changed: number }

/**
 * Reads what may be found of `ids` now and writes what is not in the index as it is; what may not be found
 * any more goes. The caller holds the locks.
 */
export async function writeEntries(
  tx: Transaction,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<WrittenEntries> {
  const source = getSubjectSource(kind)
  if (ids.length === 0) return { found: 0, changed: 0 }
  const [entries, cards] = source?.loadSearchEntries
    ? await Promise.all([source.loadSearchEntries(ids), source.loadCards(ids)])
    : [[], []]
  const cardById = new Map(
    cards.map(({ id, line, priceText, pictureId, href, state, ownerId }): [string, IndexedCard] => [
      id,
      { line, priceText, pictureId, href, state, ownerId },
    ]),
  )
  const rows = entries.flatMap((entry) => {
    const card = cardById.get(entry.id)
    return card ? [toEntryRow(kind, entry, card)] : []
  })
  const removedIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (removedIds.length > 0)
    await tx
      .delete(searchEntries)
      .where(and(eq(searchEntries.kind, kind), inArray(searchEntries.id, removedIds)))
  if (rows.length === 0) return { found: 0, changed: 0 }
  const written = await tx.execute(sql`
    insert into search_entries (${ENTRY_COLUMNS})
    select ${ENTRY_COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      tab text, kind text, id uuid, title text, card jsonb, title_words text, title_joined text,
        all_words text, all_joined text, initials text,
      tokens text[], marks text[], price_won integer, rank real, at timestamptz
    )
    on conflict (kind, id) do update set
      (${ENTRY_COLUMNS}, indexed_at) = (${EXCLUDED_COLUMNS}, clock_timestamp())
      where (${PRESENT_COLUMNS}) is distinct from (${EXCLUDED_COLUMNS})
    returning id
  `)
  await writeWords(tx, entries)
  return { found: rows.length, changed: written.length }
}

/** A word that was seen so long ago is noted to have been seen again; what was not seen for longer may go. */
export const WORD_SEEN_HOURS = 12

/**
 * Notes the words of `entries`, so that they are understood when typed with an error, and that they are in
 * use.
 */
async function writeWords(tx: Transaction, entries: readonly SearchEntry[]): Promise<void> {
  const words = [...mapWordsByLetters(entries.flatMap((entry) => [entry.title, ...entry.searchWords]))].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  if (words.length === 0) return
  const rows = words.map(([key, word]) => ({
    key,
    word,
    near: buildFuzzyKeys(key),
    initials: toInitials(word),
  }))
  await tx.execute(sql`
    insert into search_words (key, word, near, initials)
    select key, word, near, initials from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text,
      word text, near text[], initials text)
    where not exists (select from search_words known where known.key = row.key)
    on conflict (key) do nothing
  `)
  await tx.execute(sql`
    update search_words set seen_at = clock_timestamp()
    where key = any(${sql.param(words.map(([key]) => key))}::text[])
      and seen_at < clock_timestamp() - make_interval(hours => ${WORD_SEEN_HOURS}::int)
  `)
}

/**
 * Subscriber of "subject.changed": the thing is read afresh, so neither the order nor the number of events
 * matters. Two processes take turns for one thing: who comes second reads what is true by then.
 */
export async function refreshEntry({ kind, id }: SubjectRef, tx: Transaction): Promise<void> {
  if (getSubjectSource(kind)?.loadSearchEntries === undefined) return
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${BUILD_LOCK}::int, 0), pg_advisory_xact_lock(${BUILD_LOCK}::int,
      hashtext(${`${kind}:${id}`}))`,
  )
  await writeEntries(tx, kind, [id])
}
