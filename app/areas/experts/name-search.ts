/** By which words the directory finds experts: name, business, line, trade and price list. */
import { buildNameKeys, type NameKeys } from "../../basics/name-search.ts"
import { CATEGORY_LABELS, type Category } from "../orders/rules.ts"

/** The keys of an expert. */
export const getExpertSearchKeys = (expert: {
  name: string
  businessName: string
  oneLine: string
  categories: readonly Category[]
  prices: readonly { name: string }[]
}): NameKeys =>
  buildNameKeys([
    expert.name,
    expert.businessName,
    ...expert.categories.map((category) => CATEGORY_LABELS[category]),
    expert.oneLine,
    ...expert.prices.map((price) => price.name),
  ])
