/** The marks by which the search narrows items, as the filters of the market do. */
import type { MarkFilters } from "#app/basics/subject.ts"
import type { Condition, DealMethod, ItemCategory } from "./rules.ts"

type MarkedItem = {
  category: ItemCategory
  condition: Condition
  direct: boolean
  parcel: boolean
  takesOffers: boolean
  priceWon: number
}

/** Short, for the orders of the index hold them. */
const MARKS = {
  category: (category: ItemCategory) => `ic:${category}`,
  condition: (condition: Condition) => `iq:${condition}`,
  method: (method: DealMethod) => `im:${method}`,
  free: "ifree",
  offers: "ioffers",
}

/** The marks of an item in the index of the search. */
export const listItemMarks = (item: MarkedItem): string[] => [
  MARKS.category(item.category),
  MARKS.condition(item.condition),
  ...(item.direct ? [MARKS.method("direct")] : []),
  ...(item.parcel ? [MARKS.method("parcel")] : []),
  ...(item.priceWon === 0 ? [MARKS.free] : []),
  ...(item.takesOffers ? [MARKS.offers] : []),
]

type ChosenFilters = {
  category: ItemCategory | null
  condition: readonly Condition[]
  method: DealMethod | null
  min: number | null
  max: number | null
  free: string | null
  offers: string | null
}

/** What the address of a search narrows items to. What is sold is never found by it. */
export const toItemMarkFilters = (chosen: ChosenFilters): MarkFilters => ({
  marks: [
    chosen.category && [MARKS.category(chosen.category)],
    chosen.condition.length > 0 && chosen.condition.map(MARKS.condition),
    chosen.method && [MARKS.method(chosen.method)],
    chosen.free !== null && [MARKS.free],
    chosen.offers !== null && [MARKS.offers],
  ].filter((group) => group !== null && group !== false),
  minWon: chosen.min,
  maxWon: chosen.max,
})
