/**
 * What people look for, told without telling who: terms by which at least three different people found
 * something.
 */
import { lt, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { memoizePerEnvironment } from "#app/platform/env.server.ts"
import { log } from "#app/platform/log.server.ts"
import { sign } from "#app/platform/signatures.server.ts"
import { buildPrefixKeys, cleanTerm, toInitials, type PrefixKeys, type SearchTab } from "../rules.ts"
import { searchMisses, searchPopular, searchTerms } from "../schema.server.ts"
import { toWordKey } from "../vocabulary.ts"
import { hasContact } from "#app/basics/contacts.ts"

/** Fewest different people who looked for a term before anybody is shown it. */
const MIN_PEOPLE = 3
const RETENTION_DAYS = 14
const MAX_TERM_LENGTH = 20
const WRITE_DELAY_MS = 5_000
const MAX_QUEUED = 2_000
const POPULAR_TTL_MS = 60_000

/** `tab` null: nothing was found. */
type SearchRecord = { day: string; term: string; key: string; who: string; tab: SearchTab | "all" | null }
const state = memoizePerEnvironment(
  (): {
    queue: Map<string, SearchRecord>
    writeTimer?: NodeJS.Timeout | undefined
    popular?: { terms: readonly string[]; expiresAt: number } | undefined
  } => ({ queue: new Map() }),
)

/**
 * Whether a term may be counted and shown to others: short, words of letters, no numbers that could be
 * anybody's.
 */
export function isShareable(term: string): boolean {
  return (
    [...term].length >= 2 &&
    [...term].length <= MAX_TERM_LENGTH &&
    /\p{L}/u.test(term) &&
    !/\d{4,}|[@/]/.test(term.replace(/[\s-]/g, "")) &&
    !hasContact(term)
  )
}

const getWeekNumber = (day: string) => Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 3) / 7)

/**
 * Notes that `who` (a user's id or an address) found something in `tab` by `term`, or nothing at all: null;
 * written with others a moment later.
 */
export function recordSearch(term: string, tab: SearchTab | "all" | null, who: string): void {
  const clean = cleanTerm(term).toLowerCase()
  const memory = state()
  if (!isShareable(clean) || memory.queue.size >= MAX_QUEUED) return
  const day = toKstDateString(now())
  const searchRecord = {
    day,
    term: clean,
    key: toWordKey(clean),
    who: sign("search", `${getWeekNumber(day)}\0${who}`).slice(0, 22),
    tab,
  }
  memory.queue.set(`${searchRecord.day} ${searchRecord.who} ${searchRecord.term}`, searchRecord)
  memory.writeTimer ??= setTimeout(() => {
    void flushSearches().catch((error: unknown) => log().warn({ err: error }, "searches were not counted"))
  }, WRITE_DELAY_MS).unref()
}

/** Writes what was noted since the last time. */
export async function flushSearches(): Promise<void> {
  const memory = state()
  clearTimeout(memory.writeTimer)
  memory.writeTimer = undefined
  const rows = [...memory.queue.values()]
  memory.queue.clear()
  if (rows.length === 0) return
  await db().execute(sql`
    with noted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date, term text, key text,
        who text, tab text)
    ), missed as (
      insert into search_misses (day, key, term, who)
      select day, key, term, who from noted where tab is null on conflict do nothing
    )
    insert into search_terms (day, term, who, tab)
    select day, term, who, tab from noted where tab is not null on conflict do nothing`)
}

/** Counts anew what many people look for, and forgets what is older than two weeks; a job calls it. */
export async function updatePopularTerms(): Promise<void> {
  await flushSearches()
  const at = now()
  const oldest = addDays(toKstDateString(at), -RETENTION_DAYS)
  await inTransaction(async (tx) => {
    await tx.delete(searchTerms).where(lt(searchTerms.day, oldest))
    await tx.delete(searchMisses).where(lt(searchMisses.day, oldest))
    const counted = await tx.execute<{ term: string; people: number; tab: string }>(sql`
      select term, count(distinct who)::int as people, mode() within group (order by tab) as tab
      from search_terms group by term having count(distinct who) >= ${MIN_PEOPLE}::int order by people desc
        limit 5000`)
    const rows = counted
      .map((row) => ({ ...row, key: toPrefixKey(row.term), initials: toInitials(row.term) }))
      .filter((row) => row.key !== "")
    await tx.delete(searchPopular)
    await tx.execute(sql`
      insert into search_popular (term, key, initials, tab, people, counted_at)
      select term, key, initials, tab, people, ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (term text, key text, initials text,
        tab text, people integer)
      on conflict do nothing`)
  })
  state().popular = undefined
}

const toPrefixKey = (term: string) => buildPrefixKeys(term).letters

/** What many people look for at the moment, the most wanted first; at most a minute old. */
export async function listPopularTerms(limit: number): Promise<string[]> {
  const memory = state()
  if (!memory.popular || memory.popular.expiresAt < Date.now()) {
    const rows = await db().execute<{ term: string }>(
      sql`select term from search_popular order by people desc, term limit 20`,
    )
    memory.popular = { terms: rows.map((row) => row.term), expiresAt: Date.now() + POPULAR_TTL_MS }
  }
  return memory.popular.terms.slice(0, limit)
}

/**
 * Terms that go on as a term begins, by its letters or its initial consonants, what most people look for
 * first.
 */
export async function listTermsStartingWith(
  { letters, initials }: PrefixKeys,
  limit: number,
): Promise<string[]> {
  const lookups = [
    { column: sql`key`, key: letters },
    { column: sql`initials`, key: initials },
  ].filter((one) => one.key.length >= 2)
  if (lookups.length === 0) return []
  const parts = lookups.map(
    ({ column, key }, at) => sql`(select ${at}::int as by, term, people from search_popular
      where ${column} like ${`${key}%`} and ${column} <> '' order by people desc limit ${limit}::int)`,
  )
  const rows = await db().execute<{ term: string }>(
    sql`select term from (${sql.join(parts, sql` union all `)}) found order by by, people desc, term`,
  )
  return [...new Set(rows.map((row) => row.term))].slice(0, limit)
}
