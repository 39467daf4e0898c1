/** A filter by price whose lowest price is above its highest: nothing lies in it, so it narrows nothing. */
import { parseWonInput } from "./won.ts"

type PriceRange = { min: number | null; max: number | null }

const isCrossed = ({ min, max }: PriceRange): boolean => min !== null && max !== null && min > max

/** Takes such a range out of what a list is narrowed by; the screen says so. */
export const withoutCrossedRange = <Query extends PriceRange>(query: Query): Query =>
  isCrossed(query) ? { ...query, min: null, max: null } : query

/** Whether what was typed as `min` and `max`, in a form or an address, is such a range. */
export const isTypedRangeCrossed = (read: (name: "min" | "max") => string | null): boolean =>
  isCrossed({ min: parseWonInput(read("min") ?? ""), max: parseWonInput(read("max") ?? "") })
