/**
 * The cart of somebody who has not signed in: a signed cookie, which costs the server nothing, until it
 * becomes part of a member's (docs/decisions/066-visitor-cart.md).
 */
import { eq, inArray, lt } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { getFirstIdAt, isId, newId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { formatSetCookie } from "#app/platform/cookies.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { isSameSignature, sign } from "#app/platform/signatures.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { updateCart } from "../../accounts/service/cart.server.ts"
import {
  formatCartLines,
  mergeCartLines,
  parseCartLines,
  readCartLines,
  type CartLine,
} from "../cart-rules.ts"
import { products, variants } from "../schema.server.ts"
import { mergedCarts } from "../visit-schema.server.ts"

export const CART_COOKIE = "baroildang.cart"
const CART_TTL_MS = 30 * DAY_MS

/** `id` names what was written last, null before that; `isChanged` says that it has to be written again. */
export type VisitorCart = {
  kind: "visitor-cart"
  id: string | null
  lines: readonly CartLine[]
  isChanged: boolean
}

/** Reads the value of the cookie, `{id}~{lines}.{signature}`; an empty cart for one that we did not write. */
export function parseCartCookie(value: string | undefined): VisitorCart {
  const empty: VisitorCart = { kind: "visitor-cart", id: null, lines: [], isChanged: false }
  const [content = "", signature = ""] = (value ?? "").split(".")
  const [id = "", ...lines] = content.split("~")
  if (!isId(id) || !isSameSignature(signature, sign("cart", content))) return empty
  if (id < getFirstIdAt(new Date(now().getTime() - CART_TTL_MS))) return empty
  return { ...empty, id, lines: readCartLines(lines.join("~")) }
}

/** The Set-Cookie line that keeps `cart` in the browser; one without lines goes. */
export function buildCartCookie(request: Request, { lines }: Pick<VisitorCart, "lines">): string {
  if (lines.length === 0) return formatSetCookie(request, CART_COOKIE, "", 0)
  const content = `${newId()}~${formatCartLines(lines)}`
  return formatSetCookie(request, CART_COOKIE, `${content}.${sign("cart", content)}`, CART_TTL_MS)
}

/**
 * Puts what somebody gathered before signing in into their own cart, once, however often the same cookie is
 * sent. What they sell themselves and what does not exist is left out. Returns how many lines found no room
 * beside the member's own.
 */
export async function mergeVisitorCart(
  actor: Member,
  cart: VisitorCart,
): Promise<{ left: number; kinds: number | null }> {
  const { id } = cart
  if (id === null || cart.lines.length === 0) return { left: 0, kinds: null }
  return inTransaction(async (tx) => {
    const taken = await tx
      .insert(mergedCarts)
      .values({ id, mergedAt: now() })
      .onConflictDoNothing()
      .returning({ id: mergedCarts.id })
    if (taken.length === 0) return { left: 0, kinds: null }
    const variantIds = cart.lines.map((line) => line.variantId)
    const rows = await tx
      .select({ variantId: variants.id, stock: variants.stock, sellerId: products.sellerId })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(inArray(variants.id, variantIds))
    const stockByVariant = new Map(
      rows.flatMap((row) => (row.sellerId === actor.userId ? [] : [[row.variantId, row.stock] as const])),
    )
    const gathered = cart.lines.filter((line) => stockByVariant.has(line.variantId))
    let left = 0
    const merged = await updateCart(tx, actor.userId, (own) => {
      const result = mergeCartLines(parseCartLines(own), gathered, stockByVariant)
      left = result.left
      return result.lines
    })
    return { left, kinds: merged.length }
  })
}

/** Forgets which carts were merged, once no browser can send them any more; a job calls it. */
export async function deleteOldMergedCarts(): Promise<void> {
  await db()
    .delete(mergedCarts)
    .where(lt(mergedCarts.mergedAt, new Date(now().getTime() - CART_TTL_MS - DAY_MS)))
}
