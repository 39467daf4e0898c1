/** Owns how common a token is, by what the database has counted for its own plans: it decides the way to look. */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { SearchTab } from "../rules.ts"

const FRESH_MS = 60_000

type Counted = { tokens: ReadonlyMap<string, number>; tabs: ReadonlyMap<string, number>; marks: ReadonlyMap<string, number>; rows: number; until: number }
const nothing: Counted = { tokens: new Map(), tabs: new Map(), marks: new Map(), rows: 0, until: 0 }

let counted = nothing
let counting: Promise<Counted> | undefined

/** Asks again at the next look: after everything was written anew. */
export function forgetHowCommon(): void {
  counted = nothing
}

type Statistics = { rows: number; column: string; values: string[] | null; shares: number[] | null }

async function count(): Promise<Counted> {
  const rows = await db().execute<Statistics>(sql`
    select greatest(c.reltuples, 0)::float8 as rows, s.attname as column,
      case when s.attname = 'tab' then s.most_common_vals::text::text[] else s.most_common_elems::text::text[] end as values,
      case when s.attname = 'tab' then s.most_common_freqs else s.most_common_elem_freqs end as shares
    from pg_stats s join pg_class c on c.oid = 'search_entries'::regclass
    where s.schemaname = current_schema() and s.tablename = 'search_entries' and s.attname in ('tokens', 'marks', 'tab')
  `)
  const of = (column: string) =>
    new Map(rows.filter((row) => row.column === column).flatMap((row) => (row.values ?? []).map((value, at): [string, number] => [value, Math.round((row.shares?.[at] ?? 0) * row.rows)])))
  return { tokens: of("tokens"), tabs: of("tab"), marks: of("marks"), rows: rows[0]?.rows ?? 0, until: Date.now() + FRESH_MS }
}

export type HowCommon = {
  /** About how many things have the token; 0 where it is rare. */
  token(token: string): number
  /** About how many things a tab has. */
  tab(tab: SearchTab): number
  /** Which share of all things has one of these marks. */
  share(marks: readonly string[]): number
}

/** What the database knows by its last analysis, at most a minute old; one small query a minute. */
export async function howCommon(): Promise<HowCommon> {
  if (counted.until < Date.now()) {
    counting ??= count().finally(() => (counting = undefined))
    counted = await counting
  }
  const { tokens, tabs, marks, rows } = counted
  return {
    token: (token) => tokens.get(token) ?? 0,
    tab: (tab) => tabs.get(tab) ?? 0,
    share: (wanted) => (rows === 0 ? 0 : Math.min(1, wanted.reduce((sum, mark) => sum + (marks.get(mark) ?? 0), 0) / rows)),
  }
}
