/**
 * Owns which categories and services of the product fit a term: they change only with a release, so they are
 * read once.
 */
import { servicesOf } from "../../orders/questions.ts"
import { CATEGORIES, CATEGORY_LABELS, type Category } from "../../orders/rules.ts"
import { isFound, keysOf, nearness, spelledWords, type EntryKeys, type TermWord } from "../rules.ts"

/** A category (`service` null) or a service in it. */
export type FoundService = { category: Category; service: string | null; label: string; description: string }

// Which category a service belongs to is looked for as well.
const offered: readonly (FoundService & { keys: EntryKeys })[] = CATEGORIES.flatMap((category) => {
  const label = CATEGORY_LABELS[category]
  const services = servicesOf(category)
  return [
    {
      category,
      service: null,
      label,
      description: services
        .slice(0, 3)
        .map((service) => service.label)
        .join(" · "),
      keys: keysOf("services", label, []),
    },
    ...services.map((service) => ({
      category,
      service: service.id,
      label: service.label,
      description: service.description ?? "",
      keys: keysOf("services", service.label, [service.description ?? "", label]),
    })),
  ]
})

/** Every word of the services' names, to understand one typed with an error. */
export const serviceWords = spelledWords(offered.flatMap((one) => [one.label, one.description]))

const MOST_SERVICES = 8

/**
 * The categories and services that have all `words`, the nearest to `term` first; within `category` only,
 * where one is given.
 */
export function findServices(
  words: readonly TermWord[],
  term: string,
  category: Category | null,
  limit = MOST_SERVICES,
): FoundService[] {
  return offered
    .filter((one) => (category === null || one.category === category) && isFound(one.keys, words))
    .map((one) => ({ one, near: nearness(one.label, term) + (one.service === null ? 0.5 : 0) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, limit)
    .map(({ one: { category: of, service, label, description } }) => ({
      category: of,
      service,
      label,
      description,
    }))
}
