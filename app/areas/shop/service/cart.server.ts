/**
 * The cart: variants and quantities kept with the profile, or in a visitor's cookie; every price and stock is
 * read afresh when it is shown.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { preparedQuery, db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { updateCart, findCart } from "../../accounts/service/cart.server.ts"
import { parseCartLines, type CartLine, type CartSelection } from "../cart-rules.ts"
import { calculateWonUntilFreeShipping, calculateShippingWon } from "../pricing.ts"
import { formatArrival } from "./arrival.server.ts"
import { LIMITS } from "../rules.ts"
import { products, sellers, variants } from "../schema.server.ts"
import type { CartLineView, CartSellerView } from "../views.ts"
import type { VisitorCart } from "./visitor-cart.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** Whose cart it is: any actor fits, or the cart of a visitor. */
export type CartOwner = Actor | VisitorCart

/** Changes the lines of a member or visitor; `build` may give null to leave them. */
async function changeLines(
  owner: Member | VisitorCart,
  tx: Transaction | null,
  build: (lines: CartLine[]) => CartLine[] | null,
): Promise<void> {
  if (owner.kind === "visitor-cart") {
    const lines = build(owner.lines.map((line) => ({ ...line })))
    if (lines !== null) Object.assign(owner, { lines, isChanged: true })
    return
  }
  const change = (each: Transaction) => updateCart(each, owner.userId, (cart) => build(parseCartLines(cart)))
  await (tx ? change(tx) : inTransaction(change))
}

const findLines = async (owner: Member | VisitorCart): Promise<readonly CartLine[]> =>
  owner.kind === "visitor-cart" ? owner.lines : parseCartLines(await findCart(owner.userId))

/**
 * Puts pieces of one option or several into the cart: all of them or none. Refusals: `not_member`,
 * `not_for_sale`, `own_product`, `full` (50 lines).
 */
export async function addToCart(
  owner: CartOwner,
  input: CartSelection | readonly CartSelection[],
): Promise<Outcome<"not_member" | "not_for_sale" | "own_product" | "full">> {
  if (owner.kind === "visitor" || (owner.kind === "member" && owner.profile === null))
    return refuse("not_member")
  const selections = [input].flat()
  if (owner.kind === "visitor-cart") return addSelections(owner, null, selections)
  return inTransaction((tx) => addSelections(owner, tx, selections))
}

async function addSelections(
  owner: Member | VisitorCart,
  tx: Transaction | null,
  selections: readonly CartSelection[],
): Promise<Outcome<"not_for_sale" | "own_product" | "full">> {
  const offers = await (tx ?? db())
    .select({ variantId: variants.id, priceWon: variants.priceWon, sellerId: products.sellerId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(sellers, eq(sellers.userId, products.sellerId))
    .where(
      and(
        inArray(
          variants.id,
          selections.map((selection) => selection.variantId),
        ),
        sql`${variants.retiredAt} is null`,
        eq(products.state, "published"),
        sql`${products.hiddenAt} is null`,
        eq(sellers.state, "approved"),
      ),
    )
  const offersByVariant = new Map(offers.map((offer) => [offer.variantId, offer]))
  if (selections.some((selection) => !offersByVariant.has(selection.variantId))) return refuse("not_for_sale")
  if (owner.kind === "member" && offers.some((offer) => offer.sellerId === owner.userId))
    return refuse("own_product")
  let isFull = false
  await changeLines(owner, tx, (lines) => {
    for (const { variantId, quantity } of selections) {
      const seenWon = offersByVariant.get(variantId)?.priceWon ?? null
      const line = lines.find((each) => each.variantId === variantId)
      if (line)
        Object.assign(line, {
          quantity: Math.min(LIMITS.quantity, line.quantity + quantity),
          selected: true,
          seenWon,
        })
      else lines.unshift({ variantId, quantity, selected: true, seenWon })
    }
    isFull = lines.length > LIMITS.cartLines
    return isFull ? null : lines
  })
  return isFull ? refuse("full") : ok()
}

type CartChange = { quantity: number } | { selected: boolean } | "remove"

/**
 * Changes one line, or with `variantId` null all lines: the quantity, whether it is bought now, or away with
 * what is. What is not there stays so.
 */
export async function updateCartLine(
  owner: CartOwner,
  variantId: string | null,
  change: CartChange,
): Promise<void> {
  if (owner.kind === "visitor") return
  // What cannot be bought stands there without a tick, whatever it had before: it stays.
  const removedIds = new Set(
    change !== "remove"
      ? []
      : variantId === null
        ? (await findSelectedCartLines(owner)).map((line) => line.variantId)
        : [variantId],
  )
  await changeLines(owner, null, (lines) => {
    const isTargeted = (line: CartLine) => variantId === null || line.variantId === variantId
    if (change === "remove") return lines.filter((line) => !removedIds.has(line.variantId))
    return lines.map((line) => (isTargeted(line) ? { ...line, ...change } : line))
  })
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
export async function findCartView(owner: CartOwner): Promise<CartView> {
  const empty: CartView = {
    sellers: [],
    itemsWon: 0,
    shippingWon: 0,
    totalWon: 0,
    selected: 0,
    pieces: 0,
    unavailable: 0,
  }
  if (owner.kind === "visitor") return empty
  const lines = await findLines(owner)
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
export async function findSelectedCartLines(owner: CartOwner): Promise<CartSelection[]> {
  const cart = await findCartView(owner)
  return cart.sellers.flatMap((seller) =>
    seller.lines.filter(isSelectedAndAvailable).map(({ variantId, quantity }) => ({ variantId, quantity })),
  )
}
