/**
 * Owns what people look for, told without telling who: terms by which at least three different people found
 * something.
 */
import { lt, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { looksLikeContact } from "#app/basics/korean.ts"
import { addDays, kstDateString } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { keptWith } from "#app/platform/env.server.ts"
import { log } from "#app/platform/log.server.ts"
import { signature } from "#app/platform/signatures.server.ts"
import { beginningsOf, cleanTerm, initialsOf, type Beginnings, type SearchTab } from "../rules.ts"
import { searchPopular, searchTerms } from "../schema.server.ts"

/** Fewest different people who looked for a term before anybody is shown it. */
const LEAST_PEOPLE = 3
const KEPT_DAYS = 14
const LONGEST_TERM = 20
const WRITE_AFTER_MS = 5_000
const MOST_WAITING = 2_000
const FRESH_MS = 60_000

type Noted = { day: string; term: string; who: string; tab: SearchTab | "all" }
const state = keptWith(
  (): {
    waiting: Map<string, Noted>
    writing?: NodeJS.Timeout | undefined
    popular?: { terms: readonly string[]; until: number } | undefined
  } => ({ waiting: new Map() }),
)

/**
 * Whether a term may be counted and shown to others: short, words of letters, no numbers that could be
 * anybody's.
 */
export function isTellable(term: string): boolean {
  return (
    [...term].length >= 2 &&
    [...term].length <= LONGEST_TERM &&
    /\p{L}/u.test(term) &&
    !/\d{4,}|[@/]/.test(term.replace(/[\s-]/g, "")) &&
    !looksLikeContact(term)
  )
}

const weekOf = (day: string) => Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 3) / 7)

/**
 * Notes that `who` (a user's id or an address) found something by `term`; written with others a moment later.
 */
export function noteSearch(term: string, tab: SearchTab | "all", who: string): void {
  const clean = cleanTerm(term).toLowerCase()
  const held = state()
  if (!isTellable(clean) || held.waiting.size >= MOST_WAITING) return
  const day = kstDateString(now())
  const noted = { day, term: clean, who: signature("search", `${weekOf(day)}\0${who}`).slice(0, 22), tab }
  held.waiting.set(`${noted.day} ${noted.who} ${noted.term}`, noted)
  held.writing ??= setTimeout(() => {
    void writeSearches().catch((error: unknown) => log().warn({ err: error }, "searches were not counted"))
  }, WRITE_AFTER_MS).unref()
}

/** Writes what was noted since the last time. */
export async function writeSearches(): Promise<void> {
  const held = state()
  clearTimeout(held.writing)
  held.writing = undefined
  const rows = [...held.waiting.values()]
  held.waiting.clear()
  if (rows.length === 0) return
  await db().execute(sql`
    insert into search_terms (day, term, who, tab)
    select day, term, who, tab from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date,
      term text, who text, tab text)
    on conflict do nothing`)
}

/** Counts anew what many people look for, and forgets what is older than two weeks; a job calls it. */
export async function countPopularTerms(): Promise<void> {
  await writeSearches()
  const at = now()
  const oldest = addDays(kstDateString(at), -KEPT_DAYS)
  await inTransaction(async (tx) => {
    await tx.delete(searchTerms).where(lt(searchTerms.day, oldest))
    const counted = await tx.execute<{ term: string; people: number; tab: string }>(sql`
      select term, count(distinct who)::int as people, mode() within group (order by tab) as tab
      from search_terms group by term having count(distinct who) >= ${LEAST_PEOPLE}::int order by people desc
        limit 5000`)
    const rows = counted
      .map((row) => ({ ...row, key: keyOf(row.term), initials: initialsOf(row.term) }))
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

const keyOf = (term: string) => beginningsOf(term).letters

/** What many people look for at the moment, the most wanted first; at most a minute old. */
export async function popularTerms(limit: number): Promise<string[]> {
  const held = state()
  if (!held.popular || held.popular.until < Date.now()) {
    const rows = await db().execute<{ term: string }>(
      sql`select term from search_popular order by people desc, term limit 20`,
    )
    held.popular = { terms: rows.map((row) => row.term), until: Date.now() + FRESH_MS }
  }
  return held.popular.terms.slice(0, limit)
}

/**
 * Terms and words that go on as a term begins, by its letters or its initial consonants: what many people
 * look for first, then words of several things that are there now.
 */
export async function termsBeginning({ letters, initials }: Beginnings, limit: number): Promise<string[]> {
  const asked = [
    { column: sql`key`, key: letters },
    { column: sql`initials`, key: initials },
  ].filter((one) => one.key.length >= 2)
  if (asked.length === 0) return []
  const parts = asked.flatMap(({ column, key }, at) => [
    sql`(select ${at}::int as by, 0 as popular, term, people as weight from search_popular
      where ${column} like ${`${key}%`} and ${column} <> '' order by people desc limit ${limit}::int)`,
    sql`(select ${at}::int, 1, word, uses from search_words
      where ${column} like ${`${key}%`} and ${column} <> '' and uses >= ${LEAST_PEOPLE}::int
      order by uses desc limit ${limit}::int)`,
  ])
  const rows = await db().execute<{ term: string }>(
    sql`${sql.join(parts, sql` union all `)} order by by, popular, weight desc, term`,
  )
  return [...new Set(rows.map((row) => row.term))].slice(0, limit)
}
