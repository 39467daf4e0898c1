/** Owns what is suggested while a term is being typed: words that go on like it, services, experts. */
import { findServices } from "./services.server.ts"
import {
  beginningsOf,
  cleanTerm,
  marksIn,
  phraseIn,
  readJoined,
  readSplit,
  readTerm,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import type { Suggestion } from "../forms.ts"
import { withSynonyms } from "../synonyms.ts"
import { findEntries, type FoundEntry, type Part } from "./find.server.ts"
import { guessWords } from "./guess.server.ts"
import { termsBeginning } from "./terms.server.ts"

const FRESH_MS = 15_000
const MOST_KEPT = 1_000
const MOST = { terms: 5, services: 3, experts: 3 } as const
/** Longest words that are suggested: titles are written for somebody to read, not to look for. */
const LONGEST_PHRASE = 20
/** Tabs whose titles are made of things; those of services are names of people. */
const THINGS = ["jobs", "market", "shop"] as const satisfies readonly SearchTab[]
const TITLES_PER_TAB = 12

const kept = new Map<string, { suggestions: Suggestion[]; until: number }>()

/**
 * Up to eleven suggestions for what has been typed so far, the last syllable perhaps half, or initial
 * consonants, or on the wrong keyboard. Two queries; two more where these give nothing and a typing error is
 * looked for; none within 15 s of the same.
 */
export async function suggest(typed: string): Promise<Suggestion[]> {
  const term = cleanTerm(typed)
  const known = kept.get(term)
  if (known && known.until > Date.now()) return known.suggestions
  const suggestions = await find(term)
  kept.delete(term)
  kept.set(term, { suggestions, until: Date.now() + FRESH_MS })
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? "")
  return suggestions
}

async function find(term: string): Promise<Suggestion[]> {
  const words = readTerm(term)
  if (words.length === 0) return []
  const begun = await termsBeginning(beginningsOf(term), MOST.terms)
  const joined = readJoined(term)
  const read = withSynonyms(words)
  const found = await fitting(term, joined === null ? [read] : [read, [joined]], begun)
  if (found.length > 0) return found
  const guessed = await guessWords(words)
  const ways = [...(guessed.changed ? [guessed.words] : []), ...readSplit(term)]
  return ways.length === 0 ? [] : fitting(guessed.changed ? guessed.text : term, ways, [])
}

/** What `ways` to read `term` find, after the terms that begin so. One query. */
async function fitting(
  term: string,
  ways: readonly TermWord[][],
  begun: readonly string[],
): Promise<Suggestion[]> {
  const experts: Part = { tab: "services", sort: "recommended", limit: MOST.experts, cursor: null }
  const things = THINGS.map((tab): Part => ({
    tab,
    sort: "recommended",
    limit: TITLES_PER_TAB,
    cursor: null,
  }))
  const { parts } = await findEntries(
    { ways, region: null, mark: null, briefly: true },
    [experts, ...(begun.length < MOST.terms ? things : [])],
    [],
  )
  const [people, ...lists] = parts.map((part) => part.entries)
  const marked = (text: string) => marksIn(text, ways.flat())
  const services =
    ways.map((way) => findServices(way, term, null, MOST.services)).find((list) => list.length > 0) ?? []
  const terms = [...begun, ...phrasesOf(lists.flat(), ways)]
  const small = terms.map((one) => one.toLowerCase())
  return [
    ...terms
      .filter((_, at) => small.indexOf(small[at] ?? "") === at)
      .slice(0, MOST.terms)
      .map((text): Suggestion => ({ kind: "term", text, note: "", href: null, marks: marked(text) })),
    ...services.map((found): Suggestion => ({
      kind: "service",
      text: found.label,
      note: "견적 받기",
      marks: marked(found.label),
      href:
        found.service === null
          ? `/category/${found.category}`
          : `/orders/new?${new URLSearchParams({ category: found.category, service: found.service })}`,
    })),
    ...(people ?? []).map((entry): Suggestion => ({
      kind: "expert",
      text: entry.title,
      note: entry.line,
      href: entry.href,
      marks: marked(entry.title),
    })),
  ]
}

/** The words of the titles that were found, those of most titles first. */
function phrasesOf(entries: readonly FoundEntry[], ways: readonly TermWord[][]): string[] {
  const counted = new Map<string, number>()
  for (const { title } of entries) {
    const phrase = ways.map((way) => phraseIn(title, way)).find((one) => one !== null)
    if (phrase && phrase.length <= LONGEST_PHRASE) counted.set(phrase, (counted.get(phrase) ?? 0) + 1)
  }
  return [...counted].sort(([, a], [, b]) => b - a).map(([phrase]) => phrase)
}
