/**
 * Owns what a search answers: entries by tab with their numbers, services, and what was understood of the
 * term.
 */
import type { ExpertCard } from "../../experts/rules.ts"
import { findExpertCards } from "../../experts/service/directory.server.ts"
import type { Category } from "../../orders/rules.ts"
import {
  cleanTerm,
  marksIn,
  readJoined,
  readSplit,
  readTerm,
  SEARCH_TABS,
  type SearchSort,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import { withSynonyms } from "../synonyms.ts"
import { findEntries, type Ask, type FoundEntry, type Part } from "./find.server.ts"
import { guessWords } from "./guess.server.ts"
import { findServices, type FoundService } from "./services.server.ts"

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

/**
 * What fits the term. At most five queries: the entries with the counts, where little is found the words like
 * those typed and the entries once more, a list that was read the wrong way, and the experts' cards. An empty
 * term finds nothing.
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
  const ask = (ways: Ask["ways"]) =>
    findEntries({ ways, region: query.region, mark: query.category }, parts, counted)
  let ways: TermWord[][] = [typed]
  let found = await ask(ways)
  let services = findServices(words, query.term, query.category)
  let meant: string | null = null
  // A title that has the words as they were typed says that they were meant so.
  if (total(found.counts) + services.length < LITTLE && !found.parts.some((part) => part.sure)) {
    const guessed = await guessWords(typed)
    const split = readSplit(query.term)
    const wider = [guessed.words, ...(joined ? [[joined]] : []), ...split]
    if (guessed.changed || joined || split.length > 0) {
      const again = await ask(wider)
      if (total(again.counts) > total(found.counts)) {
        if (total(found.counts) + services.length === 0) meant = guessed.changed ? guessed.text : null
        ways = wider
        found = again
      }
      if (services.length === 0) {
        services =
          wider.map((way) => findServices(way, query.term, query.category)).find((list) => list.length > 0) ??
          []
        if (services.length > 0 && meant === null && guessed.changed && total(found.counts) === 0)
          meant = guessed.text
      }
    }
  }
  const lists = found.parts.map((part, at) => ({ tab: parts[at]?.tab ?? "services", ...part }))
  const experts = await findExpertCards(
    lists.flatMap((list) => list.entries.filter((entry) => entry.kind === "expert").map((entry) => entry.id)),
  )
  return {
    lists: lists
      .filter((list) => query.tab !== null || list.entries.length > 0)
      .map(({ tab, entries, next }) => ({
        tab,
        next,
        hits: entries.map((entry) => hitOf(entry, experts, ways.flat())),
      })),
    counts: { ...none, ...found.counts },
    services,
    meant: meant === cleanTerm(query.term) ? null : meant,
  }
}

function hitOf(entry: FoundEntry, experts: ReadonlyMap<string, ExpertCard>, words: readonly TermWord[]): Hit {
  const expert = experts.get(entry.id) ?? null
  return {
    ...entry,
    expert,
    marks: { title: marksIn(entry.title, words), line: marksIn(expert?.oneLine ?? entry.line, words) },
  }
}

const total = (counts: Partial<Record<SearchTab, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
