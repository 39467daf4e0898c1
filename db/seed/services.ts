/** The list of everything that is asked for in the town, with the texts of its category. */
import type { Category } from "#app/areas/orders/rules.ts"
import type { CategorySeed, ServiceSeed } from "./seed-types.ts"
import { demolition } from "./texts/demolition.ts"
import { installation } from "./texts/installation.ts"
import { interior } from "./texts/interior.ts"
import { moving } from "./texts/moving.ts"
import { repair } from "./texts/repair.ts"

export const categorySeeds: Readonly<Record<Category, CategorySeed>> = {
  repair,
  interior,
  moving,
  demolition,
  installation,
}

export type Service = ServiceSeed & { category: Category }
export const serviceSeeds: readonly Service[] = Object.values(categorySeeds).flatMap((seed) =>
  seed.services.map((service) => ({ ...service, category: seed.category })),
)

/** The service `id` of a category. */
export function findServiceSeed(category: Category, id: string): Service {
  const found = serviceSeeds.find((seed) => seed.category === category && seed.service === id)
  if (!found) throw new Error(`The demo town knows no ${category}/${id}`)
  return found
}
