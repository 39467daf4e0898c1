/** What is suggested while a term is being typed: words that go on like it, services, experts. */
import { href } from "react-router"
import { BoundedCache } from "#app/platform/bounded-cache.server.ts"
import { findServices } from "./services.server.ts"
import {
  buildPrefixKeys,
  cleanTerm,
  parseJoinedTerm,
  parseSplitTerm,
  parseTerm,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import type { Suggestion } from "../forms.ts"
import { readWithVocabulary } from "../vocabulary.ts"
import { getVocabulary, listNounsStartingWith, type VocabularyInForce } from "./vocabulary.server.ts"
import { findEntries, type FoundEntry } from "./find-entries.server.ts"
import type { ListRequest } from "./list-plan.server.ts"
import { guessWords } from "./typo-guesses.server.ts"
import { listTermsStartingWith } from "./terms.server.ts"
import { findMarks, findPhrase } from "../match-rules.ts"

const SUGGESTIONS_TTL_MS = 15_000
const MAX_CACHE_BYTES = 4 * 1_048_576
const MAX_SUGGESTIONS = { terms: 5, services: 3, experts: 3, things: 3 } as const
/** Longest words that are suggested: titles are written for somebody to read, not to look for. */
const MAX_PHRASE_LENGTH = 20
/** Tabs whose titles are made of things; those of services are names of people. */
const THING_TABS = ["jobs", "market", "shop"] as const satisfies readonly SearchTab[]
const TITLES_PER_TAB = 12

const cache = new BoundedCache<{ suggestions: Suggestion[]; expiresAt: number }>(
  "suggestions",
  MAX_CACHE_BYTES,
)

/**
 * Up to fourteen suggestions for what has been typed so far, the last syllable perhaps half, or initial
 * consonants, or on the wrong keyboard; those of `tab`, where one is, first. Two queries; one more where only
 * a noun begins so, two where nothing does and a typing error is looked for; none within 15 s of the same.
 */
export async function listSuggestions(typed: string, tab: SearchTab | null = null): Promise<Suggestion[]> {
  const term = cleanTerm(typed)
  const cacheKey = `${tab} ${term}`
  const cached = cache.get(cacheKey)
  if (cached && cached.expiresAt > Date.now()) return cached.suggestions
  const suggestions = await findSuggestions(term, tab)
  const at = Date.now()
  cache.deleteOldestWhile(({ expiresAt }) => expiresAt <= at)
  cache.set(cacheKey, { suggestions, expiresAt: at + SUGGESTIONS_TTL_MS })
  return suggestions
}

/** What is suggested for, and what one asked for is known by. */
type Asked = {
  term: string
  tab: SearchTab | null
  interpretations: readonly (readonly TermWord[])[]
  vocabulary: VocabularyInForce
}

async function findSuggestions(term: string, tab: SearchTab | null): Promise<Suggestion[]> {
  const words = parseTerm(term)
  if (words.length === 0) return []
  const vocabulary = await getVocabulary()
  const prefix = buildPrefixKeys(term)
  const joined = parseJoinedTerm(term)
  const typed = readWithVocabulary(words, vocabulary)
  const popular = await listTermsStartingWith(prefix, MAX_SUGGESTIONS.terms)
  const nouns = listNounsStartingWith(prefix, tab, vocabulary).slice(0, MAX_SUGGESTIONS.terms)
  const asked = {
    term: typed.corrected ?? term,
    tab,
    vocabulary,
    interpretations: joined === null ? [typed.words] : [typed.words, [joined]],
  }
  const found = await buildSuggestions(asked, [...popular, ...nouns])
  const [noun] = nouns
  if (
    noun !== undefined &&
    !isByInitials(asked.interpretations) &&
    found.every(({ kind }) => kind === "term")
  ) {
    // 후라이: no title has it, but those with the word that is meant.
    const meant = await buildSuggestions({ ...asked, term: noun, interpretations: [parseTerm(noun)] }, [])
    return [...found, ...meant.filter(({ kind }) => kind !== "term")]
  }
  if (found.length > 0) return found
  const guessed = await guessWords(words)
  const interpretations = [...(guessed.isChanged ? [guessed.words] : []), ...parseSplitTerm(term)]
  return interpretations.length === 0
    ? []
    : buildSuggestions({ ...asked, term: guessed.isChanged ? guessed.text : term, interpretations }, [])
}

/** What is found of `asked`, after the terms that begin so. One query. */
async function buildSuggestions(asked: Asked, matchingTerms: readonly string[]): Promise<Suggestion[]> {
  const { term, tab, interpretations, vocabulary } = asked
  const buildRequest = (of: SearchTab, limit: number, isTitleOnly: boolean): ListRequest => ({
    tab: of,
    // What has the words in its description alone looks like a mistake here.
    isTitleOnly,
    sort: "recommended",
    limit,
    cursor: null,
    steps: null,
  })
  // Where one is comes first.
  const thingTabs = THING_TABS.toSorted((a, b) => Number(b === tab) - Number(a === tab))
  const { parts } = await findEntries(
    { interpretations, region: null, narrowed: null, isBrief: true },
    [
      buildRequest("services", MAX_SUGGESTIONS.experts, isByInitials(interpretations)),
      ...thingTabs.map((thingTab) => buildRequest(thingTab, TITLES_PER_TAB, true)),
    ],
    [],
  )
  const [people = [], ...lists] = parts.map((part) => part.entries)
  const findTermMarks = (text: string) => findMarks(text, interpretations.flat())
  const terms = [...matchingTerms, ...listPhrases(lists.flat(), interpretations, vocabulary)]
  const lowerCaseTerms = terms.map((one) => one.toLowerCase())
  const things = [...new Map(lists.flat().map((entry) => [entry.title, entry])).values()]
    .map((entry): Suggestion => ({
      kind: "thing",
      text: entry.title,
      note: entry.priceText ?? "",
      href: entry.href,
      pictureId: entry.pictureId,
      marks: findTermMarks(entry.title),
    }))
    .filter(({ pictureId }) => pictureId)
    .slice(0, MAX_SUGGESTIONS.things)
  const helpers = [
    ...suggestServices(term, interpretations),
    ...people.map((entry): Suggestion => ({
      kind: "expert",
      text: entry.title,
      note: entry.line,
      href: entry.href,
      marks: findTermMarks(entry.title),
    })),
  ]
  return [
    ...terms
      .filter((_, index) => lowerCaseTerms.indexOf(lowerCaseTerms[index] ?? "") === index)
      .slice(0, MAX_SUGGESTIONS.terms)
      .map((text): Suggestion => ({ kind: "term", text, note: "", href: null, marks: findTermMarks(text) })),
    ...(tab === "market" || tab === "shop" ? [...things, ...helpers] : [...helpers, ...things]),
  ]
}

/** Whether initial consonants alone were typed: of a whole description they fit nearly anything. */
const isByInitials = (interpretations: Asked["interpretations"]): boolean =>
  interpretations.flat().every(({ readings }) => readings[0]?.by === "initials")

function suggestServices(term: string, interpretations: readonly (readonly TermWord[])[]): Suggestion[] {
  const services =
    interpretations
      .map((interpretation) => findServices(interpretation, term, null, MAX_SUGGESTIONS.services))
      .find((list) => list.length > 0)
      ?.filter(
        ({ label }) => !isByInitials(interpretations) || findMarks(label, interpretations.flat()).length > 0,
      ) ?? []
  return services.map((found) => ({
    kind: "service",
    text: found.label,
    note: "견적 받기",
    marks: findMarks(found.label, interpretations.flat()),
    href:
      found.service === null
        ? href("/category/:categoryId", { categoryId: found.category })
        : `${href("/orders/new")}?` +
          `${new URLSearchParams({ category: found.category, service: found.service })}`,
  }))
}

/**
 * The words of the titles that were found, those of most titles first; only what one would ask for, that is,
 * words of the vocabulary.
 */
function listPhrases(
  entries: readonly FoundEntry[],
  interpretations: readonly (readonly TermWord[])[],
  vocabulary: VocabularyInForce,
): string[] {
  const countByPhrase = new Map<string, number>()
  for (const { title } of entries) {
    const phrase = interpretations
      .map((interpretation) => findPhrase(title, interpretation))
      .find((one) => one !== null)
    if (phrase && phrase.length <= MAX_PHRASE_LENGTH && phrase.split(" ").every(vocabulary.isKnown))
      countByPhrase.set(phrase, (countByPhrase.get(phrase) ?? 0) + 1)
  }
  return [...countByPhrase].sort(([, a], [, b]) => b - a).map(([phrase]) => phrase)
}
