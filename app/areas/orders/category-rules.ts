/**
 * The categories of service: their ids, and what the office may set of each: name, short description, place
 * in the order, and whether new requests are offered it. Pure.
 */
import { getSettingOr } from "#app/basics/settings.ts"

/** Specification §2, in its order. */
export const CATEGORIES = ["repair", "interior", "moving", "demolition", "installation"] as const
export type Category = (typeof CATEGORIES)[number]
export const isCategory = (value: unknown): value is Category => CATEGORIES.includes(value as Category)

export type CategorySetting = { id: Category; label: string; description: string; isHidden: boolean }

declare module "#app/basics/settings.ts" {
  interface Settings {
    /** Each category once, in the order in which they are offered. */
    categories: readonly CategorySetting[]
  }
}

const DEFAULT_SETTINGS: readonly CategorySetting[] = [
  { id: "repair", label: "집수리", description: "누수·전기·문·창", isHidden: false },
  { id: "interior", label: "인테리어", description: "도배·장판·조명", isHidden: false },
  { id: "moving", label: "이사", description: "원룸·가정·사무실", isHidden: false },
  { id: "demolition", label: "청소·철거", description: "입주청소·폐기물", isHidden: false },
  { id: "installation", label: "설치", description: "에어컨·TV·가구", isHidden: false },
]

/** The categories in force in their order, hidden ones among them. */
export const listCategorySettings = () => getSettingOr("categories", DEFAULT_SETTINGS)

const offeredOf = new WeakMap<readonly CategorySetting[], readonly CategorySetting[]>()
/** The categories that are offered, in their order: the same list until the office changes something. */
export function listOfferedCategories(): readonly CategorySetting[] {
  const all = listCategorySettings()
  const offered = offeredOf.get(all) ?? all.filter(({ isHidden }) => !isHidden)
  offeredOf.set(all, offered)
  return offered
}

export const isOfferedCategory = (category: Category): boolean =>
  listOfferedCategories().some(({ id }) => id === category)

const findSetting = (category: Category) => listCategorySettings().find(({ id }) => id === category)
const getLabel = (category: Category): string => findSetting(category)?.label ?? category
export const getCategoryDescription = (category: Category): string => findSetting(category)?.description ?? ""

/** How categories are called now: read anew each time, hidden ones keep their names. */
export const CATEGORY_LABELS: Readonly<Record<Category, string>> = {
  get repair() {
    return getLabel("repair")
  },
  get interior() {
    return getLabel("interior")
  },
  get moving() {
    return getLabel("moving")
  },
  get demolition() {
    return getLabel("demolition")
  },
  get installation() {
    return getLabel("installation")
  },
}
