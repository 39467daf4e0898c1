/**
 * What a search answers: entries by tab with their numbers, services, and what was understood of the
 * term.
 */
import { getNeighbourhood } from "../../accounts/neighbourhood-rules.ts"
import type { MarkFilters } from "#app/basics/subject.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { Category } from "../../orders/rules.ts"
import {
  buildPrefixKeys,
  cleanTerm,
  parseJoinedTerm,
  parseSplitTerm,
  parseTerm,
  SEARCH_TABS,
  type SearchSort,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import { readWithVocabulary } from "../vocabulary.ts"
import { getVocabulary, listNounsStartingWith, type VocabularyInForce } from "./vocabulary.server.ts"
import { buildSearchSteps } from "./search-steps.server.ts"
import { findEntries, type FoundEntry } from "./find-entries.server.ts"
import type { ListRequest } from "./list-plan.server.ts"
import { guessWords } from "./typo-guesses.server.ts"
import { compareByTerm, findServices, type FoundService } from "./services.server.ts"
import { findMarks } from "../match-rules.ts"
import { findResultCards, type ResultCard } from "./result-cards.server.ts"

/**
 * An entry as the screen shows it: by the card of its area, or by what the index has of it where the area
 * has none any more.
 */
export type Hit = FoundEntry & {
  own: ResultCard | null
  marks: { title: Mark[]; line: Mark[] }
}
/** A place in a text that is found by the term. */
type Mark = { start: number; end: number }
export type SearchQuery = {
  term: string
  /** null: the best few of every tab. */
  tab: SearchTab | null
  /** Only services and experts of a category. */
  category: Category | null
  /** What the tab is narrowed to by the filters of its area. */
  filters?: MarkFilters
  /** A code of 시·군·구 or 시·도; null for everywhere, beginning with what is near the reader. */
  region: string | null
  /** Everywhere alike: nothing is put first for being near. */
  isNationwide?: boolean
  sort: SearchSort
  cursor: string | null
  /** Only what has the words as they were typed. */
  isExact?: boolean
}
export type SearchResult = {
  /** One list for the tab that was asked for; of all tabs, those that found something. */
  lists: { tab: SearchTab; hits: Hit[]; next: string | null }[]
  counts: Record<SearchTab, number>
  services: FoundService[]
  /** The region that the lists begin with; null where every place counts the same. */
  nearRegion: string | null
  /** What the words were taken to mean where little was found of them as typed; shown as "did you mean". */
  correctedTerm: string | null
}

/** Under so many results typing errors are looked for. */
const MIN_RESULTS = 5
const HITS_PER_TAB = 4
const PAGE_SIZE = 24

/**
 * What fits the term, as `actor` sees it. One query finds the entries with the counts; where little is found
 * two more look for words like those typed and for the entries once more (a third for a noun that begins so,
 * where nothing is), and a list that was read the wrong
 * way is read again. Then one query for the cards of all kinds. An empty term finds nothing.
 */
export async function searchEverything(
  query: SearchQuery,
  actor: Actor = { kind: "visitor", draftId: null },
): Promise<SearchResult> {
  const words = parseTerm(query.term)
  const noCounts = { services: 0, jobs: 0, market: 0, shop: 0 }
  if (words.length === 0)
    return { lists: [], counts: noCounts, services: [], nearRegion: null, correctedTerm: null }
  const vocabulary = query.isExact ? null : await getVocabulary()
  const typed = vocabulary ? readWithVocabulary(words, vocabulary) : { words, corrected: null }
  const here =
    query.region === null && !query.isNationwide ? (getNeighbourhood(actor)?.regionCode ?? null) : null
  const steps = here === null ? null : buildSearchSteps(here)
  const buildRequest = (tab: SearchTab, limit: number, cursor: string | null): ListRequest => ({
    tab,
    sort: query.sort,
    limit,
    cursor,
    // Products come to every door.
    steps: tab === "shop" ? null : steps,
  })
  const parts =
    query.tab === null
      ? SEARCH_TABS.map((tab) => buildRequest(tab, HITS_PER_TAB, null))
      : [buildRequest(query.tab, PAGE_SIZE, query.cursor)]
  const narrowed =
    query.category !== null
      ? { tab: "services" as const, marks: [[query.category]], minWon: null, maxWon: null }
      : query.tab !== null && query.filters
        ? { tab: query.tab, ...query.filters }
        : null
  const countedTabs = query.category === null ? SEARCH_TABS : (["services"] as const)
  const findIn: FindIn = async (interpretations) => ({
    interpretations,
    ...(await findEntries({ interpretations, region: query.region, narrowed }, parts, countedTabs)),
    services:
      interpretations
        .map((interpretation) => findServices(interpretation, query.term, query.category))
        .find((list) => list.length > 0) ?? [],
  })
  const asTyped = await findIn([typed.words])
  const { found, correctedTerm } =
    vocabulary === null || isEnough(asTyped)
      ? { found: asTyped, correctedTerm: typed.corrected }
      : await findMore(query, { ...typed, vocabulary }, asTyped, findIn)
  const { services, interpretations } = found
  const lists = found.parts.map((part, index) => ({
    tab: parts[index]?.tab ?? "services",
    ...part,
  }))
  const cards = await findResultCards(
    actor,
    lists.flatMap((list) => list.entries),
  )
  return {
    lists: lists
      .filter((list) => query.tab !== null || list.entries.length > 0)
      .map(({ tab, entries, next }) => ({
        tab,
        next,
        hits: entries.map((entry) => toHit(entry, cards.get(entry.id) ?? null, interpretations.flat())),
      })),
    counts: { ...noCounts, ...found.counts },
    services: services.toSorted(compareByTerm(correctedTerm ?? query.term)),
    nearRegion: here,
    correctedTerm: correctedTerm === cleanTerm(query.term) || isNothing(found) ? null : correctedTerm,
  }
}

type Found = Awaited<ReturnType<typeof findEntries>> & {
  interpretations: readonly (readonly TermWord[])[]
  services: FoundService[]
}
type FindIn = (interpretations: readonly (readonly TermWord[])[]) => Promise<Found>

const isNothing = ({ counts, services }: Found) => sumCounts(counts) + services.length === 0

/** Somebody who has written the words as they were typed says that they were meant so. */
const isEnough = ({ counts, services, parts }: Found) =>
  sumCounts(counts) + services.length >= MIN_RESULTS || parts.some((part) => part.hasTypedWords)

/**
 * What words like those of `term` find, joined or split as well, where that is more than was found as typed;
 * with the term that was understood where nothing was found by the one that was typed. Where all of that
 * finds nothing, the first noun that begins so is meant: 후라이 is 프라이팬.
 */
async function findMore(
  { term, tab }: SearchQuery,
  typed: { words: readonly TermWord[]; corrected: string | null; vocabulary: VocabularyInForce },
  asTyped: Found,
  findIn: FindIn,
): Promise<{ found: Found; correctedTerm: string | null }> {
  const similar = await findSimilar(term, typed, asTyped, findIn)
  const [noun] = isNothing(similar.found)
    ? listNounsStartingWith(buildPrefixKeys(term), tab, typed.vocabulary)
    : []
  return noun === undefined ? similar : { found: await findIn([parseTerm(noun)]), correctedTerm: noun }
}

async function findSimilar(
  term: string,
  typed: { words: readonly TermWord[]; corrected: string | null },
  asTyped: Found,
  findIn: FindIn,
): Promise<{ found: Found; correctedTerm: string | null }> {
  const guessed = await guessWords(typed.words)
  const joined = parseJoinedTerm(term)
  const split = parseSplitTerm(term)
  if (!guessed.isChanged && !joined && split.length === 0)
    return { found: asTyped, correctedTerm: typed.corrected }
  const wider = await findIn([guessed.words, ...(joined ? [[joined]] : []), ...split])
  const isMore = sumCounts(wider.counts) > sumCounts(asTyped.counts)
  const hadNothing = isNothing(asTyped)
  return {
    found: {
      ...(isMore ? wider : asTyped),
      services: asTyped.services.length > 0 ? asTyped.services : wider.services,
    },
    correctedTerm: typed.corrected ?? (guessed.isChanged && hadNothing ? guessed.text : null),
  }
}

function toHit(entry: FoundEntry, own: ResultCard | null, words: readonly TermWord[]): Hit {
  const line = own?.kind === "expert" ? own.card.oneLine : entry.line
  return {
    ...entry,
    line,
    own,
    marks: { title: findMarks(entry.title, words), line: findMarks(line, words) },
  }
}

const sumCounts = (counts: Partial<Record<SearchTab, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
