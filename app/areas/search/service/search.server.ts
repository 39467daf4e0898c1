/**
 * What a search answers: entries by tab with their numbers, services, and what was understood of the
 * term.
 */
import type { ExpertCardView } from "../../experts/rules.ts"
import { findExpertCards } from "../../experts/service/directory.server.ts"
import type { Category } from "../../orders/rules.ts"
import {
  cleanTerm,
  parseJoinedTerm,
  parseSplitTerm,
  parseTerm,
  SEARCH_TABS,
  type SearchSort,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import { addSynonyms } from "../synonyms.ts"
import type { SearchRequest } from "./entry-conditions.server.ts"
import { findEntries, type FoundEntry } from "./find-entries.server.ts"
import type { ListRequest } from "./list-plan.server.ts"
import { guessWords } from "./typo-guesses.server.ts"
import { findServices, type FoundService } from "./services.server.ts"
import { findMarks } from "../match-rules.ts"

/** An entry as the screen shows it: experts by their own card, all else by the card of its kind. */
export type Hit = FoundEntry & { expert: ExpertCardView | null; marks: { title: Mark[]; line: Mark[] } }
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
  correctedTerm: string | null
}

/** Under so many results typing errors are looked for. */
const MIN_RESULTS = 5
const HITS_PER_TAB = 4
const PAGE_SIZE = 24

/**
 * What fits the term. At most five queries: the entries with the counts, where little is found the words like
 * those typed and the entries once more, a list that was read the wrong way, and the experts' cards. An empty
 * term finds nothing.
 */
export async function searchEverything(query: SearchQuery): Promise<SearchResult> {
  const words = parseTerm(query.term)
  const noCounts = { services: 0, jobs: 0, market: 0, shop: 0 }
  if (words.length === 0) return { lists: [], counts: noCounts, services: [], correctedTerm: null }
  const joined = parseJoinedTerm(query.term)
  const typedWords = addSynonyms(words)
  const parts: ListRequest[] =
    query.tab === null
      ? SEARCH_TABS.map((tab) => ({ tab, sort: query.sort, limit: HITS_PER_TAB, cursor: null }))
      : [{ tab: query.tab, sort: query.sort, limit: PAGE_SIZE, cursor: query.cursor }]
  const countedTabs = query.category === null ? SEARCH_TABS : (["services"] as const)
  const findIn = (interpretations: SearchRequest["interpretations"]) =>
    findEntries({ interpretations, region: query.region, mark: query.category }, parts, countedTabs)
  let interpretations: TermWord[][] = [typedWords]
  let found = await findIn(interpretations)
  let services = findServices(words, query.term, query.category)
  let correctedTerm: string | null = null
  // A title that has the words as they were typed says that they were meant so.
  if (
    sumCounts(found.counts) + services.length < MIN_RESULTS &&
    !found.parts.some((part) => part.hasTitleMatch)
  ) {
    const guessed = await guessWords(typedWords)
    const split = parseSplitTerm(query.term)
    const widerInterpretations = [guessed.words, ...(joined ? [[joined]] : []), ...split]
    if (guessed.isChanged || joined || split.length > 0) {
      const widerResult = await findIn(widerInterpretations)
      if (sumCounts(widerResult.counts) > sumCounts(found.counts)) {
        if (sumCounts(found.counts) + services.length === 0)
          correctedTerm = guessed.isChanged ? guessed.text : null
        interpretations = widerInterpretations
        found = widerResult
      }
      if (services.length === 0) {
        services =
          widerInterpretations
            .map((interpretation) => findServices(interpretation, query.term, query.category))
            .find((list) => list.length > 0) ?? []
        if (
          services.length > 0 &&
          correctedTerm === null &&
          guessed.isChanged &&
          sumCounts(found.counts) === 0
        )
          correctedTerm = guessed.text
      }
    }
  }
  const lists = found.parts.map((part, index) => ({ tab: parts[index]?.tab ?? "services", ...part }))
  const experts = await findExpertCards(
    lists.flatMap((list) => list.entries.filter((entry) => entry.kind === "expert").map((entry) => entry.id)),
  )
  return {
    lists: lists
      .filter((list) => query.tab !== null || list.entries.length > 0)
      .map(({ tab, entries, next }) => ({
        tab,
        next,
        hits: entries.map((entry) => toHit(entry, experts, interpretations.flat())),
      })),
    counts: { ...noCounts, ...found.counts },
    services,
    correctedTerm: correctedTerm === cleanTerm(query.term) ? null : correctedTerm,
  }
}

function toHit(
  entry: FoundEntry,
  experts: ReadonlyMap<string, ExpertCardView>,
  words: readonly TermWord[],
): Hit {
  const expert = experts.get(entry.id) ?? null
  return {
    ...entry,
    expert,
    marks: { title: findMarks(entry.title, words), line: findMarks(expert?.oneLine ?? entry.line, words) },
  }
}

const sumCounts = (counts: Partial<Record<SearchTab, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
