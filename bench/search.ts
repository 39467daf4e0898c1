/**
 * The search at 10,000 and 100,000 listings, and at 1,000,000 where it is asked for: what a query costs,
 * beside a read by primary key in the same run.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { convertHangulToQwerty } from "es-hangul"
import { sql as query } from "drizzle-orm"
import postgres from "postgres"
import { updateTokenFrequencies } from "../app/areas/search/service/token-frequencies.server.ts"
import { searchEverything, type SearchQuery } from "../app/areas/search/service/search.server.ts"
import { listSuggestions } from "../app/areas/search/service/suggest.server.ts"
import { connectDatabase, db, disconnectDatabase, searchDb } from "../app/platform/db.server.ts"
import { migrate } from "../app/platform/migrate.server.ts"
import { addListings, random } from "./search-entries.ts"
import { noteFigure } from "./figures.ts"

const SIZES = [10_000, 100_000, 1_000_000]
/** To fill a million takes longer than all that a bench measures. */
const USUAL_MAX_LISTINGS = 100_000
const QUERIES = 200
const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
const initialsOf = (text: string) =>
  [...text].map((unit) => INITIALS[Math.floor((unit.charCodeAt(0) - 0xac00) / 588)] ?? unit).join("")

const defaultQuery: SearchQuery = {
  term: "",
  tab: "market",
  category: null,
  region: null,
  sort: "recommended",
  cursor: null,
}

/**
 * What people ask for: kinds of queries with their share of the mix, made of words of a listing that is
 * there.
 */
const KINDS: readonly {
  name: string
  share: number
  buildQuery: (words: readonly string[]) => SearchQuery
}[] = [
  { name: "한 낱말", share: 20, buildQuery: ([a = ""]) => ({ ...defaultQuery, term: a }) },
  {
    name: "한 낱말, 전체 탭",
    share: 15,
    buildQuery: ([a = ""]) => ({ ...defaultQuery, term: a, tab: null }),
  },
  { name: "두 낱말", share: 25, buildQuery: ([a = "", b = ""]) => ({ ...defaultQuery, term: `${a} ${b}` }) },
  { name: "띄어쓰기 없이", share: 6, buildQuery: ([a = "", b = ""]) => ({ ...defaultQuery, term: a + b }) },
  {
    name: "첫소리",
    share: 8,
    buildQuery: ([a = "", b = ""]) => ({ ...defaultQuery, term: initialsOf(a + b) }),
  },
  {
    name: "영문 자판",
    share: 6,
    buildQuery: ([a = "", b = ""]) => ({
      ...defaultQuery,
      term: `${convertHangulToQwerty(a)} ${convertHangulToQwerty(b)}`,
    }),
  },
  {
    name: "오타",
    share: 6,
    buildQuery: ([a = "", b = ""]) => ({
      ...defaultQuery,
      term: `${a.slice(0, -1)}${String.fromCharCode(a.charCodeAt(a.length - 1) + 28)} ${b}`,
    }),
  },
  { name: "지역", share: 6, buildQuery: ([a = ""]) => ({ ...defaultQuery, term: a, region: "11" }) },
  { name: "최신순", share: 4, buildQuery: ([a = ""]) => ({ ...defaultQuery, term: a, sort: "newest" }) },
  {
    name: "낮은가격순",
    share: 2,
    buildQuery: ([a = "", b = ""]) => ({ ...defaultQuery, term: `${a} ${b}`, sort: "cheap" }),
  },
  { name: "없는 말", share: 2, buildQuery: () => ({ ...defaultQuery, term: "뷁쉛휅" }) },
]

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
const formatMs = (value: number) => value.toFixed(2)

async function measureDuration(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * Processor time in ms that the processes of our two connections at the database have used; 0 where the
 * system does not tell.
 */
let getDatabaseCpuMs = (): number => 0

async function trackDatabaseCpu(): Promise<void> {
  const schedstatFiles: string[] = []
  for (const one of [db(), searchDb()]) {
    const [backend] = await one.execute<{ pid: number }>(query`select pg_backend_pid() as pid`)
    schedstatFiles.push(`/proc/${backend?.pid}/schedstat`)
  }
  if (schedstatFiles.every((file) => existsSync(file)))
    getDatabaseCpuMs = () =>
      schedstatFiles.reduce((sum, file) => sum + Number(readFileSync(file, "utf8").split(" ")[0]), 0) / 1e6
}

/**
 * What `work` costs in ms: the processor time of this process and of the database's. Unlike the time on the
 * clock it says nothing of what else the machine is doing.
 */
async function measureOnce(work: () => Promise<unknown>): Promise<number> {
  const [ownCpu, databaseCpuBefore, started] = [process.cpuUsage(), getDatabaseCpuMs(), performance.now()]
  await work()
  const elapsedMs = performance.now() - started
  const cpuUsed = process.cpuUsage(ownCpu)
  const databaseCpuUsed = getDatabaseCpuMs() - databaseCpuBefore
  return databaseCpuUsed > 0 ? (cpuUsed.user + cpuUsed.system) / 1_000 + databaseCpuUsed : elapsedMs
}

/** The smallest of three times {@link measureOnce}. */
async function measureCost(work: () => Promise<unknown>): Promise<number> {
  let lowestMs = Infinity
  for (let attempt = 0; attempt < 3; attempt += 1) lowestMs = Math.min(lowestMs, await measureOnce(work))
  return lowestMs
}

async function measure(size: number): Promise<{ p95: number; suggestionsP95: number }> {
  await updateTokenFrequencies()
  const sample = await db().execute<{ kind: string; id: string; title: string }>(
    query`select kind, id, title from search_entries tablesample bernoulli (${Math.min(100, 300_000 / size)})
      where tab = 'market' limit 1500`,
  )
  const words = (n: number) =>
    (sample[n % sample.length]?.title.split(" ") ?? []).toSorted(() => random() - 0.5)
  for (let n = 0; n < 200; n += 1)
    for (const kind of [KINDS[0], KINDS[2]]) if (kind) await searchEverything(kind.buildQuery(words(n)))
  const reads: number[] = []
  for (let n = 0; n < 400; n += 1)
    reads.push(
      await measureCost(() =>
        db().execute(
          query`select title, card from search_entries where kind = ${sample[n % sample.length]?.kind ?? ""}
            and id = ${sample[n % sample.length]?.id ?? ""}::uuid`,
        ),
      ),
    )
  const all: number[] = []
  const lines: string[] = []
  for (const { name, share, buildQuery } of KINDS) {
    const times: number[] = []
    for (let n = 0; n < (QUERIES * share) / 100; n += 1) {
      const searchQuery = buildQuery(words(n * 7 + share))
      times.push(await measureCost(() => searchEverything(searchQuery)))
    }
    all.push(...times)
    lines.push(`${name} ${formatMs(percentile(times, 0.5))}/${formatMs(percentile(times, 0.95))}`)
  }
  const twoWordTimes: number[] = []
  for (let n = 0; n < 300; n += 1) {
    const searchQuery = {
      ...defaultQuery,
      term: words(n * 3)
        .slice(0, 2)
        .join(" "),
    }
    twoWordTimes.push(await measureCost(() => searchEverything(searchQuery)))
  }
  const [primaryKeyMs, p95] = [percentile(reads, 0.5), percentile(all, 0.95)]
  const twoWordMs = percentile(twoWordTimes, 0.5)
  console.log(
    `  ${size.toLocaleString("en-US").padStart(9)}건: p50 ${formatMs(percentile(all, 0.5))} ms · ` +
      `p95 ${formatMs(p95)} ms · 기본 키 읽기 ${formatMs(primaryKeyMs)} ms · 두 낱말 ${formatMs(twoWordMs)} ms ` +
      `(기본 키의 ${(twoWordMs / primaryKeyMs).toFixed(1)}배)`,
  )
  console.log(`            p50/p95 ms: ${lines.join(" · ")}`)
  const suggestionsP95 = await measureSuggestions([
    ...new Set(sample.slice(0, 90).flatMap((_, n) => words(n)[0] ?? [])),
  ])
  return { p95, suggestionsP95 }
}

/** What somebody has typed on the way to a word: its beginning, half a last syllable, initial consonants. */
function listTyped(word: string): string[] {
  const last = word.at(-1) ?? ""
  return [
    word.slice(0, 1),
    word.slice(0, 2),
    `${word.slice(0, -1)}${initialsOf(last)}`,
    word,
    initialsOf(word),
    convertHangulToQwerty(word),
  ]
}

/** What is suggested while somebody types; nothing twice, as that would come from memory. */
async function measureSuggestions(words: readonly string[]): Promise<number> {
  const typed = [...new Set(words.flatMap(listTyped))]
  const times: number[] = []
  for (const [index, text] of typed.entries()) {
    const ms = await measureOnce(() => listSuggestions(text, "market"))
    // The first ones are planned and compiled meanwhile.
    if (index >= 40) times.push(ms)
  }
  const p95 = percentile(times, 0.95)
  console.log(
    `            제안 ${times.length}가지: p50 ${formatMs(percentile(times, 0.5))} ms · ` +
      `p95 ${formatMs(p95)} ms · ` +
      `가장 느린 것 ${formatMs(Math.max(...times))} ms`,
  )
  return p95
}

/** Pages far down the list of a common word, beside the first. */
async function measureDeepPages(): Promise<void> {
  for (const [term, sort] of [
    ["냉장고", "recommended"],
    ["도배", "newest"],
  ] as const) {
    const times: number[] = []
    let cursor: string | null = null
    for (let page = 0; page < 60; page += 1) {
      const currentCursor: string | null = cursor
      let next: string | null = null
      times.push(
        await measureCost(
          async () =>
            (next =
              (await searchEverything({ ...defaultQuery, term, sort, cursor: currentCursor })).lists[0]
                ?.next ?? null),
        ),
      )
      cursor = next
      if (cursor === null) break
    }
    const [first, deep] = [percentile(times.slice(0, 5), 0.5), percentile(times.slice(-10), 0.5)]
    console.log(
      `  깊은 쪽 (${term}, ${sort}): 첫 쪽 ${formatMs(first)} ms · ${times.length}쪽째 ${formatMs(deep)} ms (` +
        `${(deep / first).toFixed(2)}배)`,
    )
  }
}

/** Measures in a database of its own in the same cluster; at most `maxListings`. */
export async function measureSearch(databaseUrl: string, maxListings = USUAL_MAX_LISTINGS): Promise<void> {
  const url = new URL(databaseUrl)
  url.pathname = "/bench_search"
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe("drop database if exists bench_search with (force)")
  await admin.unsafe("create database bench_search")
  await migrate(url.href, join(import.meta.dirname, "../db/migrations"))
  const fillConnection = postgres(url.href, { max: 1, onnotice: () => {} })
  connectDatabase(url.href, 1)
  await trackDatabaseCpu()
  console.log("\n검색 (한 번에 하나씩, 개수와 결과를 함께; 서버와 데이터베이스의 처리 시간)")
  try {
    const sizes = SIZES.filter((size) => size <= maxListings)
    const results: Awaited<ReturnType<typeof measure>>[] = []
    let existingCount = 0
    for (const size of sizes) {
      const durationMs = await measureDuration(() => addListings(fillConnection, size - existingCount))
      console.log(
        `  ${(size - existingCount).toLocaleString("en-US")}건 채우기 ${(durationMs / 1_000).toFixed(0)}초`,
      )
      existingCount = size
      results.push(await measure(size))
    }
    for (const [index, { p95, suggestionsP95 }] of results.entries()) {
      noteFigure(`search.p95MsOf${sizes[index]}`, p95, "less")
      noteFigure(`search.suggestionsP95MsOf${sizes[index]}`, suggestionsP95, "less")
    }
    await measureDeepPages()
    console.log(
      `  p95: ${sizes.at(-1)?.toLocaleString("en-US")}건이 ${sizes[0]?.toLocaleString("en-US")}건의 ` +
        `${((results.at(-1)?.p95 ?? 0) / (results[0]?.p95 ?? 1)).toFixed(2)}배`,
    )
  } finally {
    await disconnectDatabase()
    await fillConnection.end()
    await admin.unsafe("drop database bench_search with (force)")
    await admin.end()
  }
}
