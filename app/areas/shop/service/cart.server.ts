/**
 * Owns the cart: variants and quantities kept with the profile; every price and stock is read afresh when it
 * is shown.
 */
import { and, eq, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { builtOnce, db, inTransaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { changeCart, findCart, type CartLine } from "../../accounts/service/cart.server.ts"
import { missingForFree, parcelWon } from "../money.ts"
import { LIMITS } from "../rules.ts"
import { products, sellers, variants } from "../schema.server.ts"
import type { CartLineView, CartSellerView } from "../views.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * A line as this area writes it: `seenWon` is the price at which it was put in, to tell of a change; no sum
 * is made of it.
 */
type Line = { variantId: string; quantity: number; selected: boolean; seenWon: number | null }

/** Reads lines that something else may have written; what has no variant is left out. */
function linesOf(cart: readonly CartLine[]): Line[] {
  return cart.flatMap((line) => {
    const { variantId, quantity, selected, seenWon } = line
    if (!isId(variantId) || !Number.isInteger(quantity) || quantity < 1) return []
    return {
      variantId,
      quantity: Math.min(quantity, LIMITS.quantity),
      selected: selected !== false,
      seenWon: typeof seenWon === "number" ? seenWon : null,
    }
  })
}

/**
 * Puts pieces of a variant into the cart. Refusals: `not_member`, `not_for_sale`, `own_product`, `full` (50
 * lines).
 */
export async function addToCart(
  actor: Actor,
  input: { variantId: string; quantity: number },
): Promise<Outcome<"not_member" | "not_for_sale" | "own_product" | "full">> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_member")
  return inTransaction(async (tx) => {
    const [offer] = await tx
      .select({ priceWon: variants.priceWon, sellerId: products.sellerId })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .innerJoin(sellers, eq(sellers.userId, products.sellerId))
      .where(
        and(
          eq(variants.id, input.variantId),
          sql`${variants.retiredAt} is null`,
          eq(products.state, "published"),
          sql`${products.hiddenAt} is null`,
          eq(sellers.state, "approved"),
        ),
      )
    if (!offer) return refuse("not_for_sale")
    if (offer.sellerId === actor.userId) return refuse("own_product")
    let full = false
    await changeCart(tx, actor.userId, (cart) => {
      const lines = linesOf(cart)
      const there = lines.find((line) => line.variantId === input.variantId)
      if (there) {
        there.quantity = Math.min(LIMITS.quantity, there.quantity + input.quantity)
        there.selected = true
        there.seenWon = offer.priceWon
        return lines
      }
      full = lines.length >= LIMITS.cartLines
      return full
        ? null
        : [
            { variantId: input.variantId, quantity: input.quantity, selected: true, seenWon: offer.priceWon },
            ...lines,
          ]
    })
    return full ? refuse("full") : ok()
  })
}

type CartChange = { quantity: number } | { selected: boolean } | "remove"

/**
 * Changes one line, or with `variantId` null all lines: the quantity, whether it is bought now, or away with
 * what is. What is not there stays so.
 */
export async function changeCartLine(
  actor: Actor,
  variantId: string | null,
  change: CartChange,
): Promise<void> {
  if (actor.kind !== "member") return
  // What cannot be bought stands there without a tick, whatever it had before: it stays.
  const removed = new Set(
    change !== "remove"
      ? []
      : variantId === null
        ? (await findSelected(actor)).map((line) => line.variantId)
        : [variantId],
  )
  await inTransaction((tx) =>
    changeCart(tx, actor.userId, (cart) => {
      const isMeant = (line: Line) => variantId === null || line.variantId === variantId
      if (change === "remove") return linesOf(cart).filter((line) => !removed.has(line.variantId))
      return linesOf(cart).map((line) => (isMeant(line) ? { ...line, ...change } : line))
    }),
  )
}

export type CartView = {
  sellers: CartSellerView[]
  itemsWon: number
  shippingWon: number
  totalWon: number
  selected: number
  pieces: number
  unavailable: number
}

const offersInCart = builtOnce(["variantIds"], ({ variantIds }) =>
  db()
    .select({
      variantId: variants.id,
      optionName: variants.name,
      unitWon: variants.priceWon,
      stock: variants.stock,
      retiredAt: variants.retiredAt,
      productId: products.id,
      title: products.title,
      listPriceWon: products.listPriceWon,
      freeShipping: products.freeShipping,
      state: products.state,
      hiddenAt: products.hiddenAt,
      sellerId: sellers.userId,
      sellerName: sellers.name,
      direct: sellers.direct,
      sellerState: sellers.state,
      feeWon: sellers.shippingWon,
      freeFromWon: sellers.freeFromWon,
      pictureId: sql<
        string | null
      >`(select pp.picture_id from product_pictures pp where pp.product_id = ${products.id}
        order by pp.position limit 1)`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(sql`${variants.id} = any(${variantIds}::uuid[])`),
)

/** The cart with today's prices, by seller; sums are over what is selected and can be bought. */
export async function findCartView(actor: Actor): Promise<CartView> {
  const empty: CartView = {
    sellers: [],
    itemsWon: 0,
    shippingWon: 0,
    totalWon: 0,
    selected: 0,
    pieces: 0,
    unavailable: 0,
  }
  if (actor.kind !== "member") return empty
  const lines = linesOf(await findCart(actor.userId))
  if (lines.length === 0) return empty
  const rows = await offersInCart({ variantIds: lines.map((line) => line.variantId) })
  const found = new Map(rows.map((row) => [row.variantId, row]))
  const bySeller = new Map<string, CartSellerView>()
  for (const line of lines) {
    const row = found.get(line.variantId)
    if (!row) continue
    const gone =
      row.retiredAt !== null ||
      row.state !== "published" ||
      row.hiddenAt !== null ||
      row.sellerState !== "approved"
    const view: CartLineView = {
      variantId: line.variantId,
      productId: row.productId,
      title: row.title,
      optionName: row.optionName,
      pictureId: row.pictureId,
      unitWon: row.unitWon,
      listPriceWon: row.listPriceWon,
      quantity: line.quantity,
      selected: line.selected,
      stock: row.stock,
      freeShipping: row.freeShipping,
      formerWon: line.seenWon !== null && line.seenWon !== row.unitWon ? line.seenWon : null,
      problem: gone ? "gone" : row.stock === 0 ? "sold_out" : row.stock < line.quantity ? "too_many" : null,
    }
    const seller = bySeller.get(row.sellerId) ?? {
      sellerId: row.sellerId,
      name: row.sellerName,
      direct: row.direct,
      lines: [],
      feeWon: row.feeWon,
      freeFromWon: row.freeFromWon,
      itemsWon: 0,
      shippingWon: 0,
      missingWon: null,
    }
    seller.lines.push(view)
    bySeller.set(row.sellerId, seller)
  }
  const views = [...bySeller.values()].map((seller) => {
    const bought = seller.lines
      .filter(isBought)
      .map((line) => ({ priceWon: line.unitWon * line.quantity, freeShipping: line.freeShipping }))
    const itemsWon = bought.reduce((sum, line) => sum + line.priceWon, 0)
    return {
      ...seller,
      itemsWon,
      shippingWon: parcelWon(bought, seller),
      missingWon: missingForFree(bought, seller),
    }
  })
  const all = views.flatMap((seller) => seller.lines)
  const itemsWon = views.reduce((sum, seller) => sum + seller.itemsWon, 0)
  const shippingWon = views.reduce((sum, seller) => sum + seller.shippingWon, 0)
  return {
    sellers: views,
    itemsWon,
    shippingWon,
    totalWon: itemsWon + shippingWon,
    selected: all.filter(isBought).length,
    pieces: all.reduce((sum, line) => sum + line.quantity, 0),
    unavailable: all.filter((line) => line.problem !== null).length,
  }
}

const isBought = (line: CartLineView) => line.selected && line.problem === null

/** What of the cart is bought now: selected lines that can be. */
export async function findSelected(actor: Actor): Promise<{ variantId: string; quantity: number }[]> {
  const cart = await findCartView(actor)
  return cart.sellers.flatMap((seller) =>
    seller.lines.filter(isBought).map(({ variantId, quantity }) => ({ variantId, quantity })),
  )
}
