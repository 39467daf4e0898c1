/** What a cart holds, how it is written into a visitor's cookie, and how two become one. */
import { isId } from "#app/basics/ids.ts"
import { LIMITS } from "./rules.ts"

/**
 * A line of a cart: `seenWon` is the price at which it was put in, to tell of a change; no sum is made of it.
 */
export type CartLine = { variantId: string; quantity: number; selected: boolean; seenWon: number | null }
/** What is put into a cart. */
export type CartSelection = { variantId: string; quantity: number }

/** Reads lines that something else may have written; what has no variant is left out. */
export function parseCartLines(cart: readonly Readonly<Record<string, unknown>>[]): CartLine[] {
  return cart.flatMap((line) => {
    const { variantId, quantity, selected, seenWon } = line
    if (!isId(variantId) || typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 1)
      return []
    return {
      variantId,
      quantity: Math.min(quantity, LIMITS.quantity),
      selected: selected !== false,
      seenWon: typeof seenWon === "number" ? seenWon : null,
    }
  })
}

/** Writes lines as text for a cookie, at most 51 characters each: `id:quantity:price:1~…`. */
export const formatCartLines = (lines: readonly CartLine[]): string =>
  lines
    .map(
      ({ variantId, quantity, seenWon, selected }) =>
        `${variantId}:${quantity}:${seenWon ?? ""}:${selected ? 1 : 0}`,
    )
    .join("~")

/** The way back from {@link formatCartLines}; what is no line is left out, and what is over 50 lines. */
export function readCartLines(text: string): CartLine[] {
  const lines = text.split("~").map((part) => {
    const [variantId, quantity, seenWon, selected] = part.split(":")
    return {
      variantId,
      quantity: Number(quantity),
      selected: selected === "1",
      seenWon: seenWon ? Number(seenWon) : null,
    }
  })
  return parseCartLines(lines).slice(0, LIMITS.cartLines)
}

/**
 * The cart of a member with what they gathered before signing in: quantities of the same option are added, up
 * to `stockByVariant` (in pieces) and 99; what the member had is never made less. What has no stock at all
 * stays as it was asked for, to be seen in the cart. `left` counts the lines that found no room.
 */
export function mergeCartLines(
  own: readonly CartLine[],
  gathered: readonly CartLine[],
  stockByVariant: ReadonlyMap<string, number>,
): { lines: CartLine[]; left: number } {
  const limitOf = (variantId: string) =>
    Math.min(LIMITS.quantity, stockByVariant.get(variantId) || LIMITS.quantity)
  const gatheredByVariant = new Map(gathered.map((line) => [line.variantId, line]))
  const merged = own.map((line) => {
    const same = gatheredByVariant.get(line.variantId)
    if (!same) return line
    const quantity = Math.min(limitOf(line.variantId), line.quantity + same.quantity)
    return { ...same, quantity: Math.max(line.quantity, quantity) }
  })
  const ownIds = new Set(own.map((line) => line.variantId))
  const added = gathered
    .filter((line) => !ownIds.has(line.variantId))
    .map((line) => ({ ...line, quantity: Math.min(limitOf(line.variantId), line.quantity) }))
  const room = Math.max(0, LIMITS.cartLines - merged.length)
  return { lines: [...added.slice(0, room), ...merged], left: Math.max(0, added.length - room) }
}
