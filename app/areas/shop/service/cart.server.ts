/**
 * The cart: variants and quantities kept with the profile; every price and stock is read afresh when it
 * is shown.
 */
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { preparedQuery, db, inTransaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { updateCart, findCart, type CartLine } from "../../accounts/service/cart.server.ts"
import { calculateWonUntilFreeShipping, calculateShippingWon } from "../pricing.ts"
import { formatArrival } from "../arrival.ts"
import { LIMITS } from "../rules.ts"
import { products, sellers, variants } from "../schema.server.ts"
import type { CartLineView, CartSellerView } from "../views.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/**
 * A line as this area writes it: `seenWon` is the price at which it was put in, to tell of a change; no sum
 * is made of it.
 */
type ParsedCartLine = { variantId: string; quantity: number; selected: boolean; seenWon: number | null }

/** Reads lines that something else may have written; what has no variant is left out. */
function parseCartLines(cart: readonly CartLine[]): ParsedCartLine[] {
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
    let isFull = false
    await updateCart(tx, actor.userId, (cart) => {
      const lines = parseCartLines(cart)
      const existing = lines.find((line) => line.variantId === input.variantId)
      if (existing) {
        existing.quantity = Math.min(LIMITS.quantity, existing.quantity + input.quantity)
        existing.selected = true
        existing.seenWon = offer.priceWon
        return lines
      }
      isFull = lines.length >= LIMITS.cartLines
      return isFull
        ? null
        : [
            { variantId: input.variantId, quantity: input.quantity, selected: true, seenWon: offer.priceWon },
            ...lines,
          ]
    })
    return isFull ? refuse("full") : ok()
  })
}

type CartChange = { quantity: number } | { selected: boolean } | "remove"

/**
 * Changes one line, or with `variantId` null all lines: the quantity, whether it is bought now, or away with
 * what is. What is not there stays so.
 */
export async function updateCartLine(
  actor: Actor,
  variantId: string | null,
  change: CartChange,
): Promise<void> {
  if (actor.kind !== "member") return
  // What cannot be bought stands there without a tick, whatever it had before: it stays.
  const removedIds = new Set(
    change !== "remove"
      ? []
      : variantId === null
        ? (await findSelectedCartLines(actor)).map((line) => line.variantId)
        : [variantId],
  )
  await inTransaction((tx) =>
    updateCart(tx, actor.userId, (cart) => {
      const isTargeted = (line: ParsedCartLine) => variantId === null || line.variantId === variantId
      if (change === "remove") return parseCartLines(cart).filter((line) => !removedIds.has(line.variantId))
      return parseCartLines(cart).map((line) => (isTargeted(line) ? { ...line, ...change } : line))
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

const cartOffersQuery = preparedQuery(["variantIds"], ({ variantIds }) =>
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
      dispatchDays: sellers.dispatchDays,
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
  const lines = parseCartLines(await findCart(actor.userId))
  if (lines.length === 0) return empty
  const rows = await cartOffersQuery({ variantIds: lines.map((line) => line.variantId) })
  const rowsByVariant = new Map(rows.map((row) => [row.variantId, row]))
  const bySeller = new Map<string, CartSellerView>()
  for (const line of lines) {
    const row = rowsByVariant.get(line.variantId)
    if (!row) continue
    const isGone =
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
      previousWon: line.seenWon !== null && line.seenWon !== row.unitWon ? line.seenWon : null,
      problem: isGone ? "gone" : row.stock === 0 ? "sold_out" : row.stock < line.quantity ? "too_many" : null,
    }
    const seller = bySeller.get(row.sellerId) ?? {
      sellerId: row.sellerId,
      name: row.sellerName,
      direct: row.direct,
      lines: [],
      feeWon: row.feeWon,
      freeFromWon: row.freeFromWon,
      arrivalText: formatArrival(row.dispatchDays, now()),
      itemsWon: 0,
      shippingWon: 0,
      wonUntilFreeShipping: null,
    }
    seller.lines.push(view)
    bySeller.set(row.sellerId, seller)
  }
  const sellerViews = [...bySeller.values()].map((seller) => {
    const payableLines = seller.lines
      .filter(isSelectedAndAvailable)
      .map((line) => ({ priceWon: line.unitWon * line.quantity, freeShipping: line.freeShipping }))
    const itemsWon = payableLines.reduce((sum, line) => sum + line.priceWon, 0)
    return {
      ...seller,
      itemsWon,
      shippingWon: calculateShippingWon(payableLines, seller),
      wonUntilFreeShipping: calculateWonUntilFreeShipping(payableLines, seller),
    }
  })
  const allLines = sellerViews.flatMap((seller) => seller.lines)
  const itemsWon = sellerViews.reduce((sum, seller) => sum + seller.itemsWon, 0)
  const shippingWon = sellerViews.reduce((sum, seller) => sum + seller.shippingWon, 0)
  return {
    sellers: sellerViews,
    itemsWon,
    shippingWon,
    totalWon: itemsWon + shippingWon,
    selected: allLines.filter(isSelectedAndAvailable).length,
    pieces: allLines.reduce((sum, line) => sum + line.quantity, 0),
    unavailable: allLines.filter((line) => line.problem !== null).length,
  }
}

const isSelectedAndAvailable = (line: CartLineView) => line.selected && line.problem === null

/** What of the cart is bought now: selected lines that can be. */
export async function findSelectedCartLines(
  actor: Actor,
): Promise<{ variantId: string; quantity: number }[]> {
  const cart = await findCartView(actor)
  return cart.sellers.flatMap((seller) =>
    seller.lines.filter(isSelectedAndAvailable).map(({ variantId, quantity }) => ({ variantId, quantity })),
  )
}
