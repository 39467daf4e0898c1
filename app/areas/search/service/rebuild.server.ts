/** The index built anew from what it is a copy of: at once, or every night in small pieces. */
import { setTimeout as pause } from "node:timers/promises"
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { db, inLongTransaction, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import { getSubjectSource, listSubjectKindsWith } from "#app/platform/subjects.server.ts"
import { searchEntries, searchRebuild } from "../schema.server.ts"
import { lockIndex, WORD_SEEN_HOURS, writeEntries, type WrittenEntries } from "./index.server.ts"
import { numberSitemapParts } from "./listings.server.ts"
import { countWordUses, updateTokenFrequencies } from "./token-frequencies.server.ts"

/** Things that are read and written at once. */
const PAGE_SIZE = 500
const WORDS_PER_PIECE = 2_000
/** How long the rebuild of the night works at a time. */
const REBUILD_PIECE_MS = 240_000

/** Where a rebuild is: `kind` null before the first, {@link FINISHING} behind the last. */
type Position = { kind: string | null; afterId: string | null }
/** Every kind has been walked; what is counted over everything is left. */
const FINISHING = "finishing"

/** Where `position` goes on, and the kind that is read there; null behind the last kind. */
function findNextKind({ kind }: Position): SubjectKind | null {
  const kinds = listSubjectKindsWith("loadSearchEntries")
  if (kind === FINISHING) return null
  return kinds.find((one) => one === kind) ?? kinds[0] ?? null
}

const readDatabaseClock = async () => {
  const [clock] = await db().execute<{ at: string }>(sql`select clock_timestamp()::text as at`)
  return clock?.at ?? new Date(0).toISOString()
}

/**
 * Takes away the entries between two ids that no source names: those after `after`, up to `last` (null: all
 * others of the kind). What was written since `readAt` is newer than the list of `ids`.
 */
const deleteUnnamed = (
  tx: Transaction,
  kind: SubjectKind,
  { after, last, ids, readAt }: { after: string | null; last: string | null; ids: string[]; readAt: string },
) =>
  tx.execute(sql`
    delete from ${searchEntries} where ${sql.join(
      [
        sql`kind = ${kind}`,
        ...(after === null ? [] : [sql`id > ${after}::uuid`]),
        ...(last === null ? [] : [sql`id <= ${last}::uuid`]),
        sql`id <> all(${sql.param(ids)}::uuid[])`,
        sql`indexed_at < ${readAt}::timestamptz`,
      ],
      sql` and `,
    )}`)

/**
 * Writes the next entries from `position` on in one transaction, together with what `note` notes of it.
 * Returns where the rebuild goes on.
 */
async function rebuildPage(
  position: Position,
  size: number,
  note?: (tx: Transaction, next: Position, written: WrittenEntries & { ids: number }) => Promise<void>,
): Promise<{ next: Position; written: WrittenEntries }> {
  const kind = findNextKind(position)
  if (kind === null) return { next: position, written: { found: 0, changed: 0 } }
  const after = position.kind === kind ? position.afterId : null
  const readAt = await readDatabaseClock()
  const ids = (await getSubjectSource(kind)?.listIdsAfter?.(after, size)) ?? []
  const last = ids.length < size ? null : (ids.at(-1) ?? null)
  const kinds = listSubjectKindsWith("loadSearchEntries")
  const next =
    last === null
      ? { kind: kinds[kinds.indexOf(kind) + 1] ?? FINISHING, afterId: null }
      : { kind, afterId: last }
  const written = await inTransaction(async (tx) => {
    await lockIndex(tx)
    const result = await writeEntries(tx, kind, ids)
    await deleteUnnamed(tx, kind, { after, last, ids, readAt })
    await note?.(tx, next, { ...result, ids: ids.length })
    return result
  })
  return { next, written }
}

/**
 * Forgets the words that nothing had since `startedAt`, some at a time, and counts anew what is counted over
 * everything.
 */
async function finishRebuild(startedAt: string): Promise<void> {
  const unseen = sql`seen_at < ${startedAt}::timestamptz - make_interval(hours => ${WORD_SEEN_HOURS}::int)`
  let forgotten: readonly unknown[]
  do
    forgotten = await db().execute(sql`delete from search_words
      where key in (select key from search_words where ${unseen} limit ${WORDS_PER_PIECE}::int) and ${unseen}
      returning key`)
  while (forgotten.length === WORDS_PER_PIECE)
  await countWordUses()
  await updateTokenFrequencies()
  await numberSitemapParts()
  await inLongTransaction((tx) => tx.execute(sql`analyze search_entries, search_words`))
}

/**
 * Builds the whole index anew at once, a page of ids at a time, while it goes on being used. Returns the
 * number of entries.
 */
export async function rebuildIndex(): Promise<number> {
  const startedAt = await readDatabaseClock()
  let foundCount = 0
  let position: Position = { kind: null, afterId: null }
  while (findNextKind(position) !== null) {
    const page = await rebuildPage(position, PAGE_SIZE)
    foundCount += page.written.found
    position = page.next
  }
  await finishRebuild(startedAt)
  return foundCount
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
    read: 0,
    changed: 0,
  }
  await db().insert(searchRebuild).values(begun).onConflictDoUpdate({ target: searchRebuild.id, set: begun })
  return begun
}

const isAt = ({ kind, afterId }: Position): SQL =>
  sql`${searchRebuild.kind} is not distinct from ${kind} and
    ${searchRebuild.afterId} is not distinct from ${afterId}::uuid`

/**
 * Goes on with the rebuild of the night for at most `pieceMs`; a job calls it until it is finished. Where it
 * stands is written with each page, so that nothing is done twice when it is ended in the middle. Half of the
 * time nothing is done, so that nobody who searches notices. Returns the number of things read.
 */
export async function continueNightlyRebuild(
  pieceMs = REBUILD_PIECE_MS,
  pageSize = PAGE_SIZE,
): Promise<number> {
  const rebuild = await findNightlyRebuild()
  if (rebuild === null) return 0
  const end = performance.now() + pieceMs
  let readCount = 0
  let position: Position = rebuild
  while (findNextKind(position) !== null) {
    const began = performance.now()
    const from: Position = position
    const page = await rebuildPage(from, pageSize, async (tx, next, { ids, changed }) => {
      const [noted] = await tx
        .update(searchRebuild)
        .set({
          ...next,
          read: sql`${searchRebuild.read} + ${ids}::int`,
          changed: sql`${searchRebuild.changed} + ${changed}::int`,
        })
        .where(isAt(from))
        .returning({ id: searchRebuild.id })
      if (!noted) throw new Error("Another process goes on with the rebuild of the search")
      readCount += ids
    })
    position = page.next
    if (performance.now() >= end) {
      await logProgress("the rebuild of the search goes on later")
      return readCount
    }
    await pause(Math.min(performance.now() - began, end - performance.now()))
  }
  await finishRebuild(rebuild.startedAt)
  await db()
    .update(searchRebuild)
    .set({ finishedAt: sql`clock_timestamp()` })
  await logProgress("the rebuild of the search is finished")
  return readCount
}

async function logProgress(message: string): Promise<void> {
  const [rebuild] = await db().select().from(searchRebuild)
  log().info({ ...rebuild }, message)
}

/** Fills the index where it has never been filled: after the migration that made it. */
export async function fillEmptyIndex(): Promise<void> {
  const [row] = await db().execute<{ empty: boolean }>(
    sql`select not exists (select from search_entries) as empty`,
  )
  if (row?.empty) await rebuildIndex()
}
