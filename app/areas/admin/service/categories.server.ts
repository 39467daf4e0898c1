/** Changing how categories are called and described, in which order, and which are offered. */
import { readSetting } from "#app/platform/settings.server.ts"
import { refuse, type Refusal } from "#app/platform/outcome.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { listCategorySettings, type Category, type CategorySetting } from "../../orders/category-rules.ts"
import { findOfferProblem, formatLabels, moveOne } from "../offer-rules.ts"
import { diffFields, saveWithAudit, type Saved } from "./settings.server.ts"

/** The categories in their order, with the version of what is set; null for anybody but an admin. */
export async function findCategorySettings(
  actor: Actor,
): Promise<{ categories: readonly CategorySetting[]; version: number } | null> {
  if (!hasRight(actor, "settings")) return null
  const { value, version } = await readSetting("categories")
  return { categories: value ?? listCategorySettings(), version }
}

/**
 * Changes how a category is called and described, and whether it is offered; its id, its questions and what
 * was asked in it stay. Refusals: `not_found`, `changed`, `taken` (another one is called so), `last` (nothing
 * would be offered any more).
 */
export async function saveCategory(
  actor: Actor,
  input: { version: number; category: Category; label: string; description: string; isHidden: boolean },
): Promise<Saved | Refusal<"taken" | "last">> {
  const found = await findCategorySettings(actor)
  const before = found?.categories.find(({ id }) => id === input.category)
  if (!found || !before) return refuse("not_found")
  if (found.version !== input.version) return refuse("changed")
  const { label, description, isHidden } = input
  const problem = findOfferProblem(before.id, { label, isHidden }, found.categories)
  if (problem) return refuse(problem)
  const after = { ...before, label, description, isHidden }
  return saveWithAudit(
    actor,
    "categories",
    found.version,
    found.categories.map((each) => (each.id === before.id ? after : each)),
    { title: label, ...diffFields(toCategoryWords(before), toCategoryWords(after)) },
  )
}

const toCategoryWords = ({ label, description, isHidden }: CategorySetting) => ({
  category: label,
  description,
  hidden: isHidden,
})

/** Moves a category among the others. Refusals: `not_found`, `changed`. */
export async function moveCategory(
  actor: Actor,
  input: { version: number; category: Category; to: "up" | "down" },
): Promise<Saved> {
  const found = await findCategorySettings(actor)
  const moved = found?.categories.find(({ id }) => id === input.category)
  if (!found || !moved) return refuse("not_found")
  if (found.version !== input.version) return refuse("changed")
  const categories = moveOne(found.categories, moved, input.to)
  return saveWithAudit(actor, "categories", found.version, categories, {
    title: "분야 순서",
    before: { categories: formatLabels(found.categories) },
    after: { categories: formatLabels(categories) },
  })
}
