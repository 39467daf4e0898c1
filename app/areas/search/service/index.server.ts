/** The index: a copy of what the areas let everybody find, kept by events and built anew at any time. */
import { setTimeout as pause } from "node:timers/promises"
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { SubjectKind, SubjectRef } from "#app/basics/subject.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db, inLongTransaction, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { listSubjectKindsWith, getSubjectSource, type SearchEntry } from "#app/platform/subjects.server.ts"
import { toInitials, buildEntryKeys, buildPlaceMarks } from "../rules.ts"
import { searchEntries, searchRebuild, type IndexedCard } from "../schema.server.ts"
import { numberSitemapParts } from "./listings.server.ts"
import { updateTokenFrequencies } from "./token-frequencies.server.ts"
import { mapWordsByLetters, buildFuzzyKeys } from "#app/areas/search/fuzzy-rules.ts"

const PAGE_SIZE = 500
/** Of the rebuild of the night: what is written at once, and for how long at a time. */
const NIGHTLY_PAGE_SIZE = 100
const REBUILD_PIECE_MS = 240_000
/** Names of advisory locks: one for the building of everything, one for each thing. */
const BUILD_LOCK = 1_507

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

/**
 * Reads what may be found of `ids` now and writes it; what may not be found any more goes. The caller holds
 * the locks.
 */
async function writeEntries(tx: Transaction, kind: SubjectKind, ids: readonly string[]): Promise<number> {
  const source = getSubjectSource(kind)
  if (ids.length === 0) return 0
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
  if (rows.length > 0) {
    await tx.execute(sql`
      insert into search_entries (tab, kind, id, title, card, title_words, title_joined, all_words,
        all_joined, initials, tokens, marks, price_won, rank, at)
      select tab, kind, id, title, card, title_words, title_joined, all_words, all_joined, initials, tokens,
        marks, price_won, rank, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        tab text, kind text, id uuid, title text, card jsonb, title_words text, title_joined text,
          all_words text, all_joined text, initials text,
        tokens text[], marks text[], price_won integer, rank real, at timestamptz
      )
      on conflict (kind, id) do update set
        tab = excluded.tab, title = excluded.title, card = excluded.card, title_words = excluded.title_words,
          title_joined = excluded.title_joined,
        all_words = excluded.all_words, all_joined = excluded.all_joined, initials = excluded.initials,
          tokens = excluded.tokens, marks = excluded.marks,
        price_won = excluded.price_won, rank = excluded.rank, at = excluded.at, indexed_at = clock_timestamp()
    `)
    await writeWords(tx, entries)
  }
  return rows.length
}

/**
 * Notes the words of `entries`, so that they are understood when typed with an error. Words in use already
 * stay as they are.
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

const readDatabaseClock = async () => {
  const [clock] = await db().execute<{ at: string }>(sql`select clock_timestamp()::text as at`)
  return clock?.at ?? new Date(0).toISOString()
}

/** Writes the entries of the next `size` ids of a kind; returns the last of them, null after the last one. */
async function rebuildPage(
  kind: SubjectKind,
  after: string | null,
  size: number,
): Promise<{ written: number; last: string | null }> {
  const ids = (await getSubjectSource(kind)?.listIdsAfter?.(after, size)) ?? []
  const written = await inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BUILD_LOCK}::int, 0)`)
    return writeEntries(tx, kind, ids)
  })
  return { written, last: ids.length < size ? null : (ids.at(-1) ?? null) }
}

/** Takes away what no source named since `startedAt`, and counts anew what is counted over everything. */
async function finishRebuild(startedAt: string): Promise<void> {
  await inLongTransaction(async (tx) => {
    await tx.execute(sql`delete from search_entries where indexed_at < ${startedAt}::timestamptz`)
    await countWords(tx)
    await tx.execute(sql`analyze search_entries, search_words`)
  })
  await updateTokenFrequencies()
  await numberSitemapParts()
}

/**
 * Builds the whole index anew at once, a page of ids at a time, while it goes on being used; at the end what
 * no source names any more is gone. Returns the number of entries.
 */
export async function rebuildIndex(): Promise<number> {
  const startedAt = await readDatabaseClock()
  let writtenCount = 0
  for (const kind of listSubjectKindsWith("loadSearchEntries")) {
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof rebuildPage>> = await rebuildPage(kind, after, PAGE_SIZE)
      writtenCount += page.written
      after = page.last
    } while (after !== null)
  }
  await finishRebuild(startedAt)
  return writtenCount
}

/** The rebuild that is under way, or begun now where none was on this day; null where it is finished. */
async function findNightlyRebuild(): Promise<typeof searchRebuild.$inferSelect | null> {
  const [last] = await db().select().from(searchRebuild)
  const day = toKstDateString(now())
  if (last && (last.finishedAt === null || last.day === day)) return last.finishedAt ? null : last
  const begun = {
    id: 1,
    day,
    startedAt: await readDatabaseClock(),
    kind: null,
    afterId: null,
    finishedAt: null,
  }
  await db().insert(searchRebuild).values(begun).onConflictDoUpdate({ target: searchRebuild.id, set: begun })
  return begun
}

/**
 * Goes on with the rebuild of the night for at most `pieceMs`, and remembers how far it came; a job calls it
 * until it is finished. Half of the time nothing is written, so that nobody who searches notices. Returns the
 * number of entries written.
 */
export async function continueNightlyRebuild(pieceMs = REBUILD_PIECE_MS): Promise<number> {
  const rebuild = await findNightlyRebuild()
  if (rebuild === null) return 0
  const end = performance.now() + pieceMs
  const kinds = listSubjectKindsWith("loadSearchEntries")
  let writtenCount = 0
  let after = rebuild.afterId
  const next = kinds.findIndex((kind) => kind === rebuild.kind)
  for (const kind of kinds.slice(Math.max(0, next))) {
    do {
      const began = performance.now()
      const page: Awaited<ReturnType<typeof rebuildPage>> = await rebuildPage(kind, after, NIGHTLY_PAGE_SIZE)
      writtenCount += page.written
      after = page.last
      if (performance.now() >= end) {
        const nextKind = after === null ? kinds[kinds.indexOf(kind) + 1] : kind
        if (nextKind === undefined) break
        await db().update(searchRebuild).set({ kind: nextKind, afterId: after })
        return writtenCount
      }
      await pause(Math.min(performance.now() - began, end - performance.now()))
    } while (after !== null)
  }
  await finishRebuild(rebuild.startedAt)
  await db()
    .update(searchRebuild)
    .set({ finishedAt: sql`clock_timestamp()` })
  return writtenCount
}

/** Counts how many titles each word stands in, and forgets words that stand nowhere. */
async function countWords(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with used as (
      select word as key, count(*)::int as uses
      from search_entries cross join lateral (select distinct word from string_to_table(all_words, ' ') word
        where length(word) between 3 and 24) found
      group by word
    ), gone as (
      delete from search_words where not exists (select from used
        where used.key = search_words.key) and seen_at < clock_timestamp() - interval '1 hour'
    )
    update search_words set uses = used.uses from used
      where used.key = search_words.key and search_words.uses <> used.uses
  `)
}

/** Fills the index where it has never been filled: after the migration that made it. */
export async function fillEmptyIndex(): Promise<void> {
  const [row] = await db().execute<{ empty: boolean }>(
    sql`select not exists (select from search_entries) as empty`,
  )
  if (row?.empty) await rebuildIndex()
}
