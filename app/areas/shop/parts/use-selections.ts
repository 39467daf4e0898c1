import { useState } from "react"
import type { CartSelection } from "../cart-rules.ts"
import { LIMITS } from "../rules.ts"
import type { PageProduct } from "../views.ts"

export type Selections = {
  lines: readonly CartSelection[]
  add: (variantId: string) => void
  setQuantity: (variantId: string, quantity: number) => void
  remove: (variantId: string) => void
}

/** How many pieces of an option may be taken: what is there, up to 99. */
export const getMaxQuantity = (product: PageProduct, variantId: string): number =>
  Math.min(LIMITS.quantity, product.variants.find((variant) => variant.id === variantId)?.stock ?? 0)

/**
 * The options of a product that are about to be taken, each with its quantity. A product with one option
 * begins with one piece of it, `initial` is what was chosen before somebody signed in.
 */
export function useSelections(product: PageProduct, initial: readonly CartSelection[]): Selections {
  const [lines, setLines] = useState<readonly CartSelection[]>(() => {
    const known = initial.flatMap(({ variantId, quantity }) => {
      const max = getMaxQuantity(product, variantId)
      return max > 0 ? [{ variantId, quantity: Math.min(max, quantity) }] : []
    })
    const [only] = product.variants
    return known.length === 0 && only && product.variants.length === 1
      ? [{ variantId: only.id, quantity: 1 }]
      : known
  })
  return {
    lines,
    add: (variantId) =>
      setLines((current) =>
        current.length >= LIMITS.selections || current.some((line) => line.variantId === variantId)
          ? current
          : [...current, { variantId, quantity: 1 }],
      ),
    setQuantity: (variantId, quantity) =>
      setLines((current) =>
        current.map((line) =>
          line.variantId === variantId
            ? {
                variantId,
                quantity: Math.max(1, Math.min(getMaxQuantity(product, variantId), quantity)),
              }
            : line,
        ),
      ),
    remove: (variantId) => setLines((current) => current.filter((line) => line.variantId !== variantId)),
  }
}
