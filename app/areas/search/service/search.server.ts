/** Owns what a search answers: entries by tab with their numbers, services, and what was understood of the term. */
import { arrayOverlaps, desc } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import type { ExpertCard } from "../../experts/rules.ts"
import { findExpertCards } from "../../experts/service/directory.server.ts"
import type { Category } from "../../orders/rules.ts"
import { cleanTerm, isOneErrorApart, letterKey, marksIn, nearKeys, readJoined, readTerm, readWord, SEARCH_TABS, spelledWords, type SearchSort, type SearchTab, type TermWord } from "../rules.ts"
import { searchWords } from "../schema.server.ts"
import { synonymsOf, SYNONYMS } from "../synonyms.ts"
import { findEntries, type Ask, type FoundEntry, type Part } from "./find.server.ts"
import { findServices, serviceWords, type FoundService } from "./services.server.ts"

/** An entry as the screen shows it: experts by their own card, all else by the card of its kind. */
export type Hit = FoundEntry & { expert: ExpertCard | null; marks: { title: Mark[]; line: Mark[] } }
/** A place in a text that is found by the term. */
type Mark = { start: number; end: number }
export type SearchQuery = {
  term: string
  /** null: the best few of every tab. */
  tab: SearchTab | null
  /** Only services and experts of a category. */
  category: Category | null
  /** A code of 시·군·구 or 시·도; null for everywhere. */
  region: string | null
  sort: SearchSort
  cursor: string | null
}
export type SearchResult = {
  /** One list for the tab that was asked for; of all tabs, those that found something. */
  lists: { tab: SearchTab; hits: Hit[]; next: string | null }[]
  counts: Record<SearchTab, number>
  services: FoundService[]
  /** What the words were taken to mean where little was found of them as typed; shown as "did you mean". */
  meant: string | null
}

/** Under so many results typing errors are looked for. */
const LITTLE = 5
const PER_TAB = 4
const PER_PAGE = 24
const NEAR_WORDS = 12

/** The words of a term with their synonyms. */
const withSynonyms = (words: readonly TermWord[]): TermWord[] =>
  words.map((word) => {
    // 김치냉장고 is found by 냉장고 anyway.
    const others = synonymsOf(word.typed).flatMap((other) => readWord(other).readings.slice(0, 1)).filter((other) => word.readings.every((own) => !other.key.includes(own.key)))
    return { ...word, readings: [...word.readings, ...others] }
  })

/**
 * What fits the term. At most five queries: the entries with the counts, where little is found the words like those typed and the
 * entries once more, a list that was read the wrong way, and the experts' cards. An empty term finds nothing.
 */
export async function searchEverything(query: SearchQuery): Promise<SearchResult> {
  const words = readTerm(query.term)
  const none = { services: 0, jobs: 0, market: 0, shop: 0 }
  if (words.length === 0) return { lists: [], counts: none, services: [], meant: null }
  const joined = readJoined(query.term)
  const typed = withSynonyms(words)
  const parts: Part[] =
    query.tab === null
      ? SEARCH_TABS.map((tab) => ({ tab, sort: query.sort, limit: PER_TAB, cursor: null }))
      : [{ tab: query.tab, sort: query.sort, limit: PER_PAGE, cursor: query.cursor }]
  const counted = query.category === null ? SEARCH_TABS : (["services"] as const)
  const ask = (ways: Ask["ways"]) => findEntries({ ways, region: query.region, mark: query.category }, parts, counted)
  let ways: TermWord[][] = [typed]
  let found = await ask(ways)
  let services = findServices(words, query.term, query.category)
  let meant: string | null = null
  // A title that has the words as they were typed says that they were meant so.
  if (total(found.counts) + services.length < LITTLE && !found.parts.some((part) => part.sure)) {
    const guessed = await guessWords(typed)
    const wider = [guessed.words, ...(joined ? [[joined]] : [])]
    if (guessed.changed || joined) {
      const again = await ask(wider)
      if (total(again.counts) > total(found.counts)) {
        if (total(found.counts) + services.length === 0) meant = guessed.changed ? guessed.text : null
        ways = wider
        found = again
      }
      if (services.length === 0) {
        services = wider.map((way) => findServices(way, query.term, query.category)).find((list) => list.length > 0) ?? []
        if (services.length > 0 && meant === null && guessed.changed && total(found.counts) === 0) meant = guessed.text
      }
    }
  }
  const lists = found.parts.map((part, at) => ({ tab: parts[at]?.tab ?? "services", ...part }))
  const experts = await findExpertCards(lists.flatMap((list) => list.entries.filter((entry) => entry.kind === "expert").map((entry) => entry.id)))
  return {
    lists: lists.filter((list) => query.tab !== null || list.entries.length > 0).map(({ tab, entries, next }) => ({ tab, next, hits: entries.map((entry) => hitOf(entry, experts, ways.flat())) })),
    counts: { ...none, ...found.counts },
    services,
    meant: meant === cleanTerm(query.term) ? null : meant,
  }
}

function hitOf(entry: FoundEntry, experts: ReadonlyMap<string, ExpertCard>, words: readonly TermWord[]): Hit {
  const expert = experts.get(entry.id) ?? null
  return { ...entry, expert, marks: { title: marksIn(entry.title, words), line: marksIn(expert?.oneLine ?? entry.line, words) } }
}

const total = (counts: Partial<Record<SearchTab, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

// Words that are understood although nothing may be written in them now.
const offeredWords = [...serviceWords, ...spelledWords(SYNONYMS)].map(([key, word]) => ({ key, word }))

/** The words with those that differ from them by one typing error; one query. */
async function guessWords(words: readonly TermWord[]): Promise<{ words: TermWord[]; text: string; changed: boolean }> {
  const keys = words.map((word) => (word.readings.some((reading) => reading.by !== "initials") ? letterKey(word.typed) : null))
  const near = [...new Set(keys.flatMap((key) => (key === null ? [] : nearKeys(key))))]
  if (near.length === 0) return { words: [...words], text: "", changed: false }
  const rows = await db()
    .select({ key: searchWords.key, word: searchWords.word })
    .from(searchWords)
    .where(arrayOverlaps(searchWords.near, near))
    .orderBy(desc(searchWords.uses), searchWords.key)
    .limit(400)
  let changed = false
  const guessed = words.map((word, at) => {
    const key = keys[at]
    if (key === null || key === undefined) return { word, text: word.typed }
    const like = [...offeredWords, ...rows].filter((row) => isOneErrorApart(row.key, key)).slice(0, NEAR_WORDS)
    const known = like.find((row) => row.key === key)
    const others = like.filter((row) => row.key !== key)
    if (others.length === 0) return { word, text: word.typed }
    changed = true
    return { word: { ...word, readings: [...word.readings, ...others.flatMap((row) => readWord(row.word).readings.slice(0, 1))] }, text: known?.word ?? others[0]?.word ?? word.typed }
  })
  return { words: guessed.map((one) => one.word), text: guessed.map((one) => one.text).join(" "), changed }
}
