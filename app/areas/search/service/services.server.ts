/** Which categories and services that are offered fit a term. */
import { getCurrentSettings } from "#app/basics/settings.ts"
import { listOfferedCategories, type Category } from "../../orders/category-rules.ts"
import { listServices } from "../../orders/questions.ts"
import { buildEntryKeys, type EntryKeys, type TermWord } from "../rules.ts"
import { mapWordsByLetters } from "../fuzzy-rules.ts"
import { matchesWords, scoreTitle } from "../match-rules.ts"

/** A category (`service` null) or a service in it. */
export type FoundService = { category: Category; service: string | null; label: string; description: string }

type SearchableService = FoundService & { keys: EntryKeys }

/** Which category a service belongs to is looked for as well. */
const buildSearchableServices = (): SearchableService[] =>
  listOfferedCategories().flatMap(({ id: category, label }) => {
    const services = listServices(category)
    return [
      {
        category,
        service: null,
        label,
        description: services
          .slice(0, 3)
          .map((service) => service.label)
          .join(" · "),
        keys: buildEntryKeys("services", label, []),
      },
      ...services.map((service) => ({
        category,
        service: service.id,
        label: service.label,
        description: service.description ?? "",
        keys: buildEntryKeys("services", service.label, [service.description ?? "", label]),
      })),
    ]
  })

const buildWords = (services: readonly SearchableService[]) =>
  [...mapWordsByLetters(services.flatMap((one) => [one.label, one.description]))].map(([key, word]) => ({
    key,
    word,
  }))

let built:
  | { settings: object; services: SearchableService[]; words: ReturnType<typeof buildWords> }
  | undefined

/** What can be found, built anew when the office has changed a setting. */
function readSearchable() {
  const settings = getCurrentSettings()
  if (built?.settings !== settings) {
    const services = buildSearchableServices()
    built = { settings, services, words: buildWords(services) }
  }
  return built
}

/** Every word of the services' names, to understand one typed with an error. */
export const listServiceWords = () => readSearchable().words

const MAX_SERVICES = 8

/**
 * The categories and services that have all `words`, the nearest to `term` first; within `category` only,
 * where one is given.
 */
export function findServices(
  words: readonly TermWord[],
  term: string,
  category: Category | null,
  limit = MAX_SERVICES,
): FoundService[] {
  return readSearchable()
    .services.filter(
      (one) => (category === null || one.category === category) && matchesWords(one.keys, words),
    )
    .map(({ category: foundCategory, service, label, description }) => ({
      category: foundCategory,
      service,
      label,
      description,
    }))
    .toSorted(compareByTerm(term))
    .slice(0, limit)
}

/** Puts the nearest to `term` first, of those as near a category, then the shortest name. */
export function compareByTerm(term: string): (a: FoundService, b: FoundService) => number {
  const score = (one: FoundService) => scoreTitle(one.label, term) + (one.service === null ? 0.5 : 0)
  return (a, b) => score(b) - score(a) || a.label.length - b.label.length
}
