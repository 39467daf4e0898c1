/** Owns how common a token is, counted from a sample: it decides the way to look. */
import { sql } from "drizzle-orm"
import { db, inLongTransaction } from "#app/platform/db.server.ts"
import { keptWith } from "#app/platform/env.server.ts"
import { SEARCH_TABS, type SearchTab } from "../rules.ts"
import { searchCommon } from "../schema.server.ts"

const FRESH_MS = 60_000
/** Things that are looked at, and in how many of them a token must be to be noted. */
const SAMPLE = 40_000
const LEAST_SEEN = 8

type Counted = { things: ReadonlyMap<string, number>; until: number }
const nothing: Counted = { things: new Map(), until: 0 }

const state = keptWith((): { counted: Counted; reading?: Promise<Counted> | undefined } => ({
  counted: nothing,
}))

const tabToken = (tab: SearchTab) => `tab ${tab}`

/** Counts anew how common tokens, marks and tabs are; a job and the rebuilding call it. */
export async function countCommon(): Promise<void> {
  await inLongTransaction(async (tx) => {
    const [size] = await tx.execute<{ rows: number }>(sql`select count(*)::int as rows from search_entries`)
    const rows = size?.rows ?? 0
    const share = Math.min(1, SAMPLE / Math.max(1, rows))
    await tx.delete(searchCommon)
    await tx.execute(sql`
      with sample as materialized (select tab, tokens, marks
        from search_entries tablesample bernoulli (${share * 100}::float8))
      insert into search_common (token, things)
      select token, round(count(*) / ${share}::float8)::int
      from (
        select unnest(tokens) as token from sample
        union all select unnest(marks) from sample
        union all select 'tab ' || tab from sample
      ) seen
      group by token having count(*) >= ${LEAST_SEEN}::int`)
  })
  forgetHowCommon()
}

/** Reads again at the next look. */
function forgetHowCommon(): void {
  state().counted = nothing
}

async function read(): Promise<Counted> {
  const rows = await db().select().from(searchCommon)
  return { things: new Map(rows.map((row) => [row.token, row.things])), until: Date.now() + FRESH_MS }
}

export type HowCommon = {
  /** About how many things have the token; 0 where it is rare. */
  token(token: string): number
  /** About how many things a tab has. */
  tab(tab: SearchTab): number
  /** Which share of all things has one of these marks. */
  share(marks: readonly string[]): number
}

/** What was counted last, at most a minute old; one small query a minute. */
export async function howCommon(): Promise<HowCommon> {
  const held = state()
  if (held.counted.until < Date.now()) {
    held.reading ??= read().finally(() => (held.reading = undefined))
    held.counted = await held.reading
  }
  const { things } = held.counted
  const of = (token: string) => things.get(token) ?? 0
  const everything = SEARCH_TABS.reduce((sum, tab) => sum + of(tabToken(tab)), 0)
  return {
    token: of,
    tab: (tab) => of(tabToken(tab)),
    share: (marks) =>
      everything === 0 ? 0 : Math.min(1, marks.reduce((sum, mark) => sum + of(mark), 0) / everything),
  }
}
