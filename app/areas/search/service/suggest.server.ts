/** Owns what is suggested while a term is being typed: services, experts, and words that go on like it. */
import { findServices } from "./services.server.ts"
import { cleanTerm, marksIn, patternOf, readTerm } from "../rules.ts"
import type { Suggestion } from "../forms.ts"
import { findEntries } from "./find.server.ts"
import { termsBeginning } from "./terms.server.ts"

const FRESH_MS = 15_000
const MOST_KEPT = 1_000
const MOST = { terms: 5, services: 3, experts: 3 } as const

const kept = new Map<string, { suggestions: Suggestion[]; until: number }>()

/** Up to eleven suggestions for what has been typed so far, the last syllable perhaps half. Two queries, or none within 15 s of the same. */
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
  const letters = patternOf(words.map((word) => word.readings.find((reading) => reading.by !== "initials")?.key ?? "").join(""))
  const [terms, experts] = await Promise.all([
    termsBeginning(letters, MOST.terms),
    findEntries({ ways: [words], region: null, mark: null }, [{ tab: "services", sort: "recommended", limit: MOST.experts, cursor: null }], []),
  ])
  const services = findServices(words, term, null, MOST.services)
  const marked = (text: string) => marksIn(text, words)
  return [
    ...terms.map((text): Suggestion => ({ kind: "term", text, note: "", href: null, marks: marked(text) })),
    ...services.map((found): Suggestion => ({
      kind: "service", text: found.label, note: "견적 받기", marks: marked(found.label),
      href: found.service === null ? `/category/${found.category}` : `/orders/new?${new URLSearchParams({ category: found.category, service: found.service })}`,
    })),
    ...(experts.parts[0]?.entries ?? []).map((entry): Suggestion => ({ kind: "expert", text: entry.title, note: entry.line, href: entry.href, marks: marked(entry.title) })),
  ]
}
