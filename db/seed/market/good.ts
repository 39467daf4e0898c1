/** A kind of thing that the town sells second-hand. */
import type { ItemCategory } from "#app/areas/market/rules.ts"

export type Good = {
  /** Names of masters without `thing-`: one of the first list, all of the second beside it. */
  pictures: readonly string[]
  beside?: readonly string[]
  category: ItemCategory
  /** What it costs lightly used, in won. */
  price: readonly [number, number]
  titles: readonly string[]
  /** One or two sentences about the thing itself. */
  about: readonly string[]
  defects: readonly string[]
}

/** A kind of thing; `pictures` and `beside` are names apart by spaces. */
export const good = (
  pictures: string,
  category: ItemCategory,
  price: readonly [number, number],
  titles: readonly string[],
  about: readonly string[],
  defects: readonly string[],
  beside?: string,
): Good => ({
  pictures: pictures.split(" "),
  category,
  price,
  titles,
  about,
  defects,
  ...(beside ? { beside: beside.split(" ") } : {}),
})
