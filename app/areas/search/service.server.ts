/** Owns what is found by a term over all areas: categories, services, experts. */
import { searchExperts } from "../experts/service/directory.server.ts"
import { NO_FILTERS, type ExpertCard } from "../experts/rules.ts"
import { servicesOf } from "../orders/questions.ts"
import { CATEGORIES, CATEGORY_LABELS, type Category } from "../orders/rules.ts"
import { isFound, keysOf, nearness, readTerm, type SearchKeys } from "./rules.ts"

/** A category (`service` null) or a service in it. */
export type FoundService = { category: Category; service: string | null; label: string; description: string }

type Entry = FoundService & { keys: SearchKeys }

// What is offered changes only with a release, so it is read once. Which category a service belongs to is looked for as well.
const offered: readonly Entry[] = CATEGORIES.flatMap((category): Entry[] => {
  const label = CATEGORY_LABELS[category]
  const services = servicesOf(category)
  return [
    { category, service: null, label, description: services.slice(0, 3).map((service) => service.label).join(" · "), keys: keysOf([label]) },
    ...services.map((service) => ({
      category, service: service.id, label: service.label, description: service.description ?? "", keys: keysOf([service.label, service.description ?? "", label]),
    })),
  ]
})

const MOST_SERVICES = 8

/** The categories and services that fit `term`, the nearest first; within `category` only, where one is given. */
function findServices(term: string, category: Category | null): FoundService[] {
  const words = readTerm(term)
  return offered
    .filter((entry) => (category === null || entry.category === category) && isFound(entry.keys, words))
    .map((entry) => ({ entry, near: nearness(entry.label, term) + (entry.service === null ? 0.5 : 0) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, MOST_SERVICES)
    .map(({ entry: { category: of, service, label, description } }) => ({ category: of, service, label, description }))
}

export type SearchResult = { services: FoundService[]; experts: ExpertCard[]; expertCount: number; moreExperts: boolean }

/** What fits `term` in `category` and `region` (a code of 시·군·구 or 시·도), each null for everywhere. An empty term finds nothing. Two queries. */
export async function searchEverything(term: string, { category, region }: { category: Category | null; region: string | null }): Promise<SearchResult> {
  if (term.trim() === "") return { services: [], experts: [], expertCount: 0, moreExperts: false }
  const found = await searchExperts({ ...NO_FILTERS, q: term, category, region }, "recommended", null)
  return { services: findServices(term, category), experts: found.cards, expertCount: found.total, moreExperts: found.next !== null }
}
