/** How common a token is, counted from a sample: it decides the way to look. */
import { desc, sql, type SQL } from "drizzle-orm"
import { watchCache } from "#app/platform/cache-sizes.server.ts"
import { db, inLongTransaction, type Transaction } from "#app/platform/db.server.ts"
import { memoizePerEnvironment } from "#app/platform/env.server.ts"
import { SEARCH_TABS, type SearchTab } from "../rules.ts"
import { searchCommon } from "../schema.server.ts"

const FREQUENCIES_TTL_MS = 60_000
/** Things that are looked at, and in how many of them a token must be to be noted. */
const SAMPLE_SIZE = 40_000
const MIN_SAMPLE_HITS = 8
/** Of these the most common are kept; all others are as good as rare. */
const MAX_TOKENS = 20_000
/** Two or three letters, a number, and what V8 needs to hold both. */
const TOKEN_BYTES = 120

type TokenCounts = { things: ReadonlyMap<string, number>; expiresAt: number }
const NO_COUNTS: TokenCounts = { things: new Map(), expiresAt: 0 }

const state = memoizePerEnvironment(
  (): { counts: TokenCounts; pendingRead?: Promise<TokenCounts> | undefined } => ({
    counts: NO_COUNTS,
  }),
)
watchCache("token_frequencies", () => ({
  bytes: state().counts.things.size * TOKEN_BYTES,
  maxBytes: MAX_TOKENS * TOKEN_BYTES,
}))

const buildTabToken = (tab: SearchTab) => `tab ${tab}`

/** Entries of some blocks of the table, so that no more than these are read, and which share they are. */
async function buildSample(tx: Transaction): Promise<{ sample: SQL; share: number }> {
  const [size] = await tx.execute<{ rows: number }>(sql`select count(*)::int as rows from search_entries`)
  const share = Math.min(1, SAMPLE_SIZE / Math.max(1, size?.rows ?? 0))
  return { sample: sql`search_entries tablesample system (${share * 100}::float8)`, share }
}

/** Counts anew in how many entries each word stands. */
export async function countWordUses(): Promise<void> {
  await inLongTransaction(async (tx) => {
    const { sample, share } = await buildSample(tx)
    await tx.execute(sql`
      with used as materialized (
        select word as key, round(count(*) / ${share}::float8)::int as uses
        from ${sample} cross join lateral (select distinct word from string_to_table(all_words, ' ') word
          where length(word) between 3 and 24) found
        group by word
      )
      update search_words set uses = coalesce(used.uses, 1)
      from search_words known left join used using (key)
      where known.key = search_words.key and known.uses <> coalesce(used.uses, 1)`)
  })
}

/** Counts anew how common tokens, marks and tabs are; a job and the rebuilding call it. */
export async function updateTokenFrequencies(): Promise<void> {
  await inLongTransaction(async (tx) => {
    const { sample, share } = await buildSample(tx)
    await tx.delete(searchCommon)
    await tx.execute(sql`
      with sample as materialized (select tab, tokens, marks from ${sample})
      insert into search_common (token, things)
      select token, round(count(*) / ${share}::float8)::int
      from (
        select unnest(tokens) as token from sample
        union all select unnest(marks) from sample
        union all select 'tab ' || tab from sample
      ) seen
      group by token having count(*) >= ${MIN_SAMPLE_HITS}::int`)
  })
  clearFrequencyCache()
}

/** Reads again at the next look. */
function clearFrequencyCache(): void {
  state().counts = NO_COUNTS
}

async function readTokenCounts(): Promise<TokenCounts> {
  const rows = await db().select().from(searchCommon).orderBy(desc(searchCommon.things)).limit(MAX_TOKENS)
  return {
    things: new Map(rows.map((row) => [row.token, row.things])),
    expiresAt: Date.now() + FREQUENCIES_TTL_MS,
  }
}

export type TokenFrequencies = {
  /** About how many things have the token; 0 where it is rare. */
  token(token: string): number
  /** About how many things a tab has. */
  tab(tab: SearchTab): number
  /** Which share of all things has one of these marks. */
  share(marks: readonly string[]): number
}

/** What was counted last, at most a minute old; one small query a minute. */
export async function getTokenFrequencies(): Promise<TokenFrequencies> {
  const cache = state()
  if (cache.counts.expiresAt < Date.now()) {
    cache.pendingRead ??= readTokenCounts().finally(() => (cache.pendingRead = undefined))
    cache.counts = await cache.pendingRead
  }
  const { things } = cache.counts
  const countOf = (token: string) => things.get(token) ?? 0
  const totalCount = SEARCH_TABS.reduce((sum, tab) => sum + countOf(buildTabToken(tab)), 0)
  return {
    token: countOf,
    tab: (tab) => countOf(buildTabToken(tab)),
    share: (marks) =>
      totalCount === 0 ? 0 : Math.min(1, marks.reduce((sum, mark) => sum + countOf(mark), 0) / totalCount),
  }
}
