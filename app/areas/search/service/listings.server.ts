/**
 * What crawlers and shared links are told of everything that is listed: the index has all of it in one
 * place.
 */
import { and, asc, desc, eq, gt, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { db } from "#app/platform/db.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import type { SearchTab } from "../rules.ts"
import { searchEntries, type IndexedCard } from "../schema.server.ts"

/**
 * Kinds whose pages search engines may list. Posts of those who seek work are left out: they are about
 * private people.
 */
const LISTED_KINDS = ["expert", "hire", "item", "product"] as const satisfies readonly SubjectKind[]
export type ListedKind = (typeof LISTED_KINDS)[number]
export const isListedKind = (value: unknown): value is ListedKind =>
  LISTED_KINDS.some((kind) => kind === value)

/** Addresses in one part of the sitemap; the format allows 50,000. */
const ADDRESSES_PER_PART = 20_000

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

/** The ids before each part of the sitemap after the first, by kind. One query, shared for some seconds. */
export const listSitemapStarts = cacheBriefly(
  async (): Promise<{ kind: ListedKind; after: string | null }[]> => {
    const rows = await db().execute<{ kind: ListedKind; id: string; place: number }>(sql`
    select kind, id, place from (
      select kind, id, row_number() over (partition by kind
        order by id)::int as place, count(*) over (partition by kind)::int as all_of_kind
      from search_entries where kind = any(${sql.param([...LISTED_KINDS])}::text[])
    ) numbered where place = 1 or (place % ${ADDRESSES_PER_PART}::int = 0 and place < all_of_kind)
      order by kind, place`)
    return rows.map(({ kind, id, place }) => ({ kind, after: place === 1 ? null : id }))
  },
)

/** The addresses of one part, in id order. */
export function listSitemapPart(kind: ListedKind, after: string | null): Promise<{ id: string; at: Date }[]> {
  return db()
    .select({ id: searchEntries.id, at: searchEntries.at })
    .from(searchEntries)
    .where(and(eq(searchEntries.kind, kind), after === null ? undefined : gt(searchEntries.id, after)))
    .orderBy(asc(searchEntries.id))
    .limit(ADDRESSES_PER_PART)
}

/** The newest listings of a tab. */
export const listNewestListings = (tab: SearchTab, limit: number): Promise<Listing[]> =>
  db()
    .select(columns)
    .from(searchEntries)
    .where(eq(searchEntries.tab, tab))
    .orderBy(desc(searchEntries.at), desc(searchEntries.id))
    .limit(limit)
