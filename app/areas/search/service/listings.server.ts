/**
 * What crawlers and shared links are told of everything that is listed: the index has all of it in one
 * place.
 */
import { and, asc, desc, eq, gt, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import type { SearchTab } from "../rules.ts"
import { searchEntries, sitemapParts, type IndexedCard } from "../schema.server.ts"

/**
 * Kinds whose pages search engines may list. Posts of those who seek work are left out: they are about
 * private people.
 */
const LISTED_KINDS = ["expert", "hire", "item", "product"] as const satisfies readonly SubjectKind[]
export type ListedKind = (typeof LISTED_KINDS)[number]
export const isListedKind = (value: unknown): value is ListedKind =>
  LISTED_KINDS.some((kind) => kind === value)

/** Addresses in one part of the sitemap. The last part may be longer, up to what the format allows. */
const ADDRESSES_PER_PART = 1_000
const MAX_ADDRESSES = 50_000

export type Listing = { id: string; title: string; card: IndexedCard; at: Date }
const columns = {
  id: searchEntries.id,
  title: searchEntries.title,
  card: searchEntries.card,
  at: searchEntries.at,
}

/** One listing that everybody may find now; null where there is none. */
export async function findListing(kind: SubjectKind, id: string): Promise<Listing | null> {
  if (!isId(id)) return null
  const [row] = await db()
    .select(columns)
    .from(searchEntries)
    .where(and(eq(searchEntries.kind, kind), eq(searchEntries.id, id)))
  return row ?? null
}

/** The parts of the sitemap by kind and number, in one query; of kinds that nothing is listed of, none. */
export async function listSitemapParts(): Promise<{ kind: ListedKind; part: number }[]> {
  const kinds = sql`${sql.param([...LISTED_KINDS])}::text[]`
  const rows = await db().execute<{ kind: ListedKind; part: number }>(sql`
    select kind, part from (
      select kind, 1 as part from unnest(${kinds}) kind
        where exists (select from search_entries e where e.kind = kind.kind)
      union all select kind, part from sitemap_parts) parts
    order by array_position(${kinds}, kind), part`)
  return [...rows]
}

/**
 * The addresses of one part, in id order, in one query: those after its beginning, up to where the next part
 * begins. Ids are made in the order of time, so what is new comes at the end of the last one. Empty where
 * there is no such part.
 */
export async function listSitemapPart(kind: ListedKind, part: number): Promise<{ id: string; at: Date }[]> {
  const begin = sql`(select after_id from sitemap_parts where kind = ${kind} and part = ${part})`
  const end = sql`(select after_id from sitemap_parts where kind = ${kind} and part = ${part + 1})`
  return db()
    .select({ id: searchEntries.id, at: searchEntries.at })
    .from(searchEntries)
    .where(
      and(
        eq(searchEntries.kind, kind),
        part === 1 ? undefined : sql`${searchEntries.id} > ${begin}`,
        sql`${searchEntries.id} <= coalesce(${end}, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
      ),
    )
    .orderBy(asc(searchEntries.id))
    .limit(MAX_ADDRESSES)
}

/** Numbers the parts of the sitemap anew, by one short walk along the ids for each. */
export async function numberSitemapParts(): Promise<void> {
  const starts: { kind: ListedKind; part: number; afterId: string }[] = []
  for (const kind of LISTED_KINDS) {
    let after: string | null = null
    for (let part = 2; ; part += 1) {
      const previous: string | null = after
      const [last] = await db()
        .select({ id: searchEntries.id })
        .from(searchEntries)
        .where(
          and(eq(searchEntries.kind, kind), previous === null ? undefined : gt(searchEntries.id, previous)),
        )
        .orderBy(asc(searchEntries.id))
        .offset(ADDRESSES_PER_PART - 1)
        .limit(1)
      if (!last) break
      after = last.id
      starts.push({ kind, part, afterId: last.id })
    }
  }
  await inTransaction(async (tx) => {
    await tx.delete(sitemapParts)
    if (starts.length > 0) await tx.insert(sitemapParts).values(starts)
  })
}

/** The newest listings of a tab. */
export const listNewestListings = (tab: SearchTab, limit: number): Promise<Listing[]> =>
  db()
    .select(columns)
    .from(searchEntries)
    .where(eq(searchEntries.tab, tab))
    .orderBy(desc(searchEntries.at), desc(searchEntries.id))
    .limit(limit)
