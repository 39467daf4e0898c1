/** What is suggested while a term is being typed: words that go on like it, services, experts. */
import { href } from "react-router"
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
import { addSynonyms } from "../synonyms.ts"
import { findEntries, type FoundEntry } from "./find-entries.server.ts"
import type { ListRequest } from "./list-plan.server.ts"
import { guessWords } from "./typo-guesses.server.ts"
import { listTermsStartingWith } from "./terms.server.ts"
import { findMarks, findPhrase } from "../match-rules.ts"

const SUGGESTIONS_TTL_MS = 15_000
const MAX_CACHED_TERMS = 1_000
const MAX_SUGGESTIONS = { terms: 5, services: 3, experts: 3 } as const
/** Longest words that are suggested: titles are written for somebody to read, not to look for. */
const MAX_PHRASE_LENGTH = 20
/** Tabs whose titles are made of things; those of services are names of people. */
const THING_TABS = ["jobs", "market", "shop"] as const satisfies readonly SearchTab[]
const TITLES_PER_TAB = 12

const cache = new Map<string, { suggestions: Suggestion[]; expiresAt: number }>()

/**
 * Up to eleven suggestions for what has been typed so far, the last syllable perhaps half, or initial
 * consonants, or on the wrong keyboard. Two queries; two more where these give nothing and a typing error is
 * looked for; none within 15 s of the same.
 */
export async function listSuggestions(typed: string): Promise<Suggestion[]> {
  const term = cleanTerm(typed)
  const cached = cache.get(term)
  if (cached && cached.expiresAt > Date.now()) return cached.suggestions
  const suggestions = await findSuggestions(term)
  cache.delete(term)
  cache.set(term, { suggestions, expiresAt: Date.now() + SUGGESTIONS_TTL_MS })
  if (cache.size > MAX_CACHED_TERMS) cache.delete(cache.keys().next().value ?? "")
  return suggestions
}

async function findSuggestions(term: string): Promise<Suggestion[]> {
  const words = parseTerm(term)
  if (words.length === 0) return []
  const matchingTerms = await listTermsStartingWith(buildPrefixKeys(term), MAX_SUGGESTIONS.terms)
  const joined = parseJoinedTerm(term)
  const typedWords = addSynonyms(words)
  const found = await buildSuggestions(
    term,
    joined === null ? [typedWords] : [typedWords, [joined]],
    matchingTerms,
  )
  if (found.length > 0) return found
  const guessed = await guessWords(words)
  const interpretations = [...(guessed.isChanged ? [guessed.words] : []), ...parseSplitTerm(term)]
  return interpretations.length === 0
    ? []
    : buildSuggestions(guessed.isChanged ? guessed.text : term, interpretations, [])
}

/** What the `interpretations` of `term` find, after the terms that begin so. One query. */
async function buildSuggestions(
  term: string,
  interpretations: readonly TermWord[][],
  matchingTerms: readonly string[],
): Promise<Suggestion[]> {
  const experts: ListRequest = {
    tab: "services",
    sort: "recommended",
    limit: MAX_SUGGESTIONS.experts,
    cursor: null,
  }
  const thingRequests = THING_TABS.map((tab): ListRequest => ({
    tab,
    sort: "recommended",
    limit: TITLES_PER_TAB,
    cursor: null,
  }))
  const { parts } = await findEntries(
    { interpretations, region: null, mark: null, isBrief: true },
    [experts, ...(matchingTerms.length < MAX_SUGGESTIONS.terms ? thingRequests : [])],
    [],
  )
  const [people, ...lists] = parts.map((part) => part.entries)
  const findTermMarks = (text: string) => findMarks(text, interpretations.flat())
  const services =
    interpretations
      .map((interpretation) => findServices(interpretation, term, null, MAX_SUGGESTIONS.services))
      .find((list) => list.length > 0) ?? []
  const terms = [...matchingTerms, ...listPhrases(lists.flat(), interpretations)]
  const lowerCaseTerms = terms.map((one) => one.toLowerCase())
  return [
    ...terms
      .filter((_, index) => lowerCaseTerms.indexOf(lowerCaseTerms[index] ?? "") === index)
      .slice(0, MAX_SUGGESTIONS.terms)
      .map((text): Suggestion => ({ kind: "term", text, note: "", href: null, marks: findTermMarks(text) })),
    ...services.map((found): Suggestion => ({
      kind: "service",
      text: found.label,
      note: "견적 받기",
      marks: findTermMarks(found.label),
      href:
        found.service === null
          ? href("/category/:categoryId", { categoryId: found.category })
          : `${href("/orders/new")}?` +
            `${new URLSearchParams({ category: found.category, service: found.service })}`,
    })),
    ...(people ?? []).map((entry): Suggestion => ({
      kind: "expert",
      text: entry.title,
      note: entry.line,
      href: entry.href,
      marks: findTermMarks(entry.title),
    })),
  ]
}

/** The words of the titles that were found, those of most titles first. */
function listPhrases(entries: readonly FoundEntry[], interpretations: readonly TermWord[][]): string[] {
  const countByPhrase = new Map<string, number>()
  for (const { title } of entries) {
    const phrase = interpretations
      .map((interpretation) => findPhrase(title, interpretation))
      .find((one) => one !== null)
    if (phrase && phrase.length <= MAX_PHRASE_LENGTH)
      countByPhrase.set(phrase, (countByPhrase.get(phrase) ?? 0) + 1)
  }
  return [...countByPhrase].sort(([, a], [, b]) => b - a).map(([phrase]) => phrase)
}
