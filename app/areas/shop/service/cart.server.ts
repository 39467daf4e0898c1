/**
 * The cart: variants and quantities kept with the profile, or in a visitor's cookie; every price and stock is
 * read afresh when it is shown.
 */
import { now } from "#app/basics/clock.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { replaceCart, updateCart } from "../../accounts/service/cart.server.ts"
import { parseCartLines, type CartLine, type CartSelection } from "../cart-rules.ts"
import { calculateWonUntilFreeShipping, calculateShippingWon } from "../pricing.ts"
import { formatArrival } from "./arrival.server.ts"
import { LIMITS } from "../rules.ts"
import { formatReopening, isSalePaused } from "../vacation-rules.ts"
import type { CartLineView, CartSellerView } from "../views.ts"
import { findCartOffers, findOffers, findOffersBesideCart, type Offer } from "./offers.server.ts"
import type { VisitorCart } from "./visitor-cart.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** Whose cart it is: any actor fits, or the cart of a visitor. */
export type CartOwner = Actor | VisitorCart

/** Changes the lines of a member or visitor. */
async function changeLines(
  owner: Member | VisitorCart,
  build: (lines: CartLine[]) => CartLine[],
): Promise<void> {
  if (owner.kind === "visitor-cart") return changeVisitorCart(owner, build)
  await inTransaction((tx) => updateCart(tx, owner.userId, (cart) => build(parseCartLines(cart))))
}

function changeVisitorCart(owner: VisitorCart, build: (lines: CartLine[]) => CartLine[]): void {
  Object.assign(owner, { lines: build(owner.lines.map((line) => ({ ...line }))), isChanged: true })
}

/**
 * Puts pieces of one option or several into the cart: all of them or none. Refusals: `not_member`,
 * `not_for_sale`, `on_vacation` (the seller is away and takes no orders), `own_product`, `full` (50 lines).
 */
export async function addToCart(
  owner: CartOwner,
  input: CartSelection | readonly CartSelection[],
): Promise<Outcome<"not_member" | AddRefusal>> {
  if (owner.kind === "visitor" || (owner.kind === "member" && owner.profile === null))
    return refuse("not_member")
  const selections = [input].flat()
  const variantIds = selections.map((selection) => selection.variantId)
  if (owner.kind === "visitor-cart") {
    const added = addSelections(owner.lines, selections, { offers: await findOffers(variantIds) })
    if (added.ok) changeVisitorCart(owner, () => added.lines)
    return added.ok ? ok() : added
  }
  const { userId } = owner
  for (;;) {
    const { cart, offers } = await findOffersBesideCart(userId, variantIds)
    const added = addSelections(parseCartLines(cart ?? []), selections, { offers, buyerId: userId })
    if (!added.ok) return added
    if (cart === null) return refuse("not_member")
    // Another page of the same person may have changed the cart meanwhile: it is looked at again.
    if (await replaceCart(userId, cart, added.lines)) return ok()
  }
}

type AddRefusal = "not_for_sale" | "on_vacation" | "own_product" | "full"

/** The lines with the selections among them, at the prices of `offers`; what is new comes first. */
function addSelections(
  own: readonly CartLine[],
  selections: readonly CartSelection[],
  { offers, buyerId }: { offers: readonly Offer[]; buyerId?: string },
): Outcome<AddRefusal, { lines: CartLine[] }> {
  const offersByVariant = new Map(
    offers.filter((offer) => offer.isForSale).map((offer) => [offer.variantId, offer]),
  )
  if (selections.some((selection) => !offersByVariant.has(selection.variantId))) return refuse("not_for_sale")
  if (offers.some((offer) => offer.sellerId === buyerId)) return refuse("own_product")
  if (offers.some((offer) => isSalePaused(offer.vacation, now()))) return refuse("on_vacation")
  const lines = own.map((line) => ({ ...line }))
  for (const { variantId, quantity } of selections) {
    const seenWon = offersByVariant.get(variantId)?.unitWon ?? null
    const line = lines.find((each) => each.variantId === variantId)
    if (line)
      Object.assign(line, {
        quantity: Math.min(LIMITS.quantity, line.quantity + quantity),
        selected: true,
        seenWon,
      })
    else lines.unshift({ variantId, quantity, selected: true, seenWon })
  }
  return lines.length > LIMITS.cartLines ? refuse("full") : ok({ lines })
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
        ? (await findSelectedOffers(owner)).map((offer) => offer.variantId)
        : [variantId],
  )
  await changeLines(owner, (lines) => {
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

/** The lines of a cart with the options that they name. */
async function findLinesWithOffers(
  owner: Member | VisitorCart,
): Promise<{ lines: readonly CartLine[]; offers: readonly Offer[] }> {
  if (owner.kind === "member") {
    const { cart, offers } = await findCartOffers(owner.userId)
    return { lines: parseCartLines(cart ?? []), offers }
  }
  const { lines } = owner
  return { lines, offers: lines.length > 0 ? await findOffers(lines.map((line) => line.variantId)) : [] }
}

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
  const { lines, offers } = await findLinesWithOffers(owner)
  const rowsByVariant = new Map(offers.map((row) => [row.variantId, row]))
  const bySeller = new Map<string, CartSellerView>()
  for (const line of lines) {
    const row = rowsByVariant.get(line.variantId)
    if (!row) continue
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
      problem: findLineProblem(row, line.quantity),
    }
    const seller = bySeller.get(row.sellerId) ?? {
      sellerId: row.sellerId,
      name: row.sellerName,
      direct: row.direct,
      lines: [],
      feeWon: row.shippingWon,
      freeFromWon: row.freeFromWon,
      arrivalText: formatArrival(row, now()),
      reopensOn: isSalePaused(row.vacation, now()) ? formatReopening(row.vacation, now()) : null,
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

const findLineProblem = (offer: Offer, quantity: number): CartLineView["problem"] =>
  !offer.isForSale
    ? "gone"
    : isSalePaused(offer.vacation, now())
      ? "vacation"
      : offer.stock === 0
        ? "sold_out"
        : offer.stock < quantity
          ? "too_many"
          : null

const isSelectedAndAvailable = (line: CartLineView) => line.selected && line.problem === null

/** What of the cart is bought now: offers of selected lines that can be, with their quantities. */
export async function findSelectedOffers(owner: Member | VisitorCart): Promise<(Offer & CartSelection)[]> {
  const { lines, offers } = await findLinesWithOffers(owner)
  return offers.flatMap((offer) => {
    const line = lines.find((each) => each.variantId === offer.variantId)
    if (!line?.selected || findLineProblem(offer, line.quantity) !== null) return []
    return { ...offer, quantity: line.quantity }
  })
}
