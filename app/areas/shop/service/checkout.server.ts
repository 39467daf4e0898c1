/**
 * The beginning of a purchase: prices read afresh, stock taken from the shelf for 15 minutes, one order
 * per seller.
 */
import { createHash } from "node:crypto"
import { inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { toKstDateString, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { insertSubmission, runOnceAtEnd } from "#app/platform/submissions.server.ts"
import { writeTogether, type Write } from "#app/platform/write-together.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import { calculateArrivalDay } from "./arrival.server.ts"
import { calculateTotals } from "../pricing.ts"
import { LIMITS } from "../rules.ts"
import { isSalePaused } from "../vacation-rules.ts"
import { orderGroups, orderLines, shopOrders, variants } from "../schema.server.ts"
import { findSelectedOffers } from "./cart.server.ts"
import { findOffers, type Offer } from "./offers.server.ts"
import { expireOtherCheckouts, expireOverduePurchases } from "./expiry.server.ts"
import { ok, refuse, type Done, type Refusal } from "#app/platform/outcome.ts"

export type CheckoutLine = { variantId: string; quantity: number }
type StartRefusal =
  | "not_member"
  | "nothing"
  | "not_for_sale"
  | "on_vacation"
  | "own_product"
  | "sold_out"
  | "too_much"
  | "payments_off"
  | "key_reused"

/** What is bought: what is selected in the cart, or `lines`. */
export type CheckoutInput = { submissionKey: string } & (
  | { source: "cart" }
  | { source: "direct"; lines: readonly CheckoutLine[] }
)

/**
 * Reserves what is wanted and begins a purchase of it, at the prices of this moment. What the buyer had begun
 * before is given back; it stays where the new one is refused. The same `submissionKey` with the same lines
 * gets the same purchase; with other lines it is refused. Refusals: `not_member`, `nothing`, `not_for_sale`,
 * `on_vacation` (the seller is away and takes no orders), `own_product`, `sold_out`, `too_much` (over the
 * most for one purchase), `payments_off` (nobody takes payments), `key_reused`; `what` names the product
 * concerned.
 */
export async function startCheckout(
  actor: Actor,
  input: CheckoutInput,
): Promise<Done<{ groupId: string }> | NotStarted> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_member")
  if (getPaymentProvider() === null) return refuse("payments_off")
  const { wanted, offers } = await findWantedOffers(actor, input)
  if (wanted.length === 0 || wanted.length > LIMITS.cartLines) return refuse("nothing")
  const body = createHash("sha256")
    .update(JSON.stringify([input.source, wanted]))
    .digest("base64url")
  const { userId } = actor
  const submission = { actorId: userId, form: "shop-checkout", key: input.submissionKey }
  if (calculateOfferTotals(offers).totalWon > LIMITS.maxTotalWon) return refuse("too_much")
  // Where nothing is left and nothing can come back, whoever comes later waits for nobody.
  const unavailableOffer = findInsufficientOffer(offers)
  if (unavailableOffer && !(await canStockComeBack(submission, wanted)))
    return refuse("sold_out", { what: unavailableOffer.title })
  const started = await runOnceAtEnd<Begun, NotStarted>(submission, () =>
    retryOnTakenNumber((groupId) =>
      inTransaction(async (tx): Promise<Begun | NotStarted> => {
        await expireOtherCheckouts(tx, userId)
        const checked = await checkOffers(tx, { buyerId: userId, offers, wanted: wanted.length })
        if (!checked.ok) return checked
        const begun = ok({ groupId, body })
        const purchase = { id: groupId, buyerId: userId, source: input.source }
        const taken = await takeFromShelf(tx, offers, [
          ...insertPurchase(tx, purchase, offers),
          insertSubmission(tx, submission, begun),
        ])
        return taken.ok ? begun : taken
      }),
    ),
  )
  if (!started.ok) return started
  return started.body === body ? ok({ groupId: started.groupId }) : refuse("key_reused")
}

/** What is wanted, and what of it is for sale, both in the order of ids; nothing is locked. */
async function findWantedOffers(
  actor: Member,
  input: CheckoutInput,
): Promise<{ wanted: CheckoutLine[]; offers: WantedOffer[] }> {
  if (input.source === "cart") {
    const offers = await findSelectedOffers(actor)
    return { wanted: mergeLines(offers), offers }
  }
  const wanted = mergeLines(input.lines)
  const quantities = new Map(wanted.map((line) => [line.variantId, line.quantity]))
  const found = wanted.length === 0 ? [] : await findOffers([...quantities.keys()])
  const offers = found
    .filter((offer) => offer.isForSale)
    .map((offer) => ({ ...offer, quantity: quantities.get(offer.variantId) ?? 0 }))
  return { wanted, offers }
}

type WantedOffer = Offer & { quantity: number }

type Begun = Done<{ groupId: string; body: string }>
type NotStarted = Refusal<StartRefusal> & { what?: string }

/** Each variant once, in the order of ids, which is the order in which everybody takes locks. */
function mergeLines(lines: readonly CheckoutLine[]): CheckoutLine[] {
  const pieces = new Map<string, number>()
  for (const line of lines)
    if (line.quantity > 0)
      pieces.set(line.variantId, Math.min(LIMITS.quantity, (pieces.get(line.variantId) ?? 0) + line.quantity))
  return [...pieces]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .sort((a, b) => (a.variantId < b.variantId ? -1 : 1))
}

const findInsufficientOffer = (offers: readonly WantedOffer[]) =>
  offers.find((offer) => offer.stock < offer.quantity)

type NewPurchase = { id: string; buyerId: string; source: "cart" | "direct" }

/** Refuses where the offers cannot be sold to the buyer, as far as it is known before they are taken. */
async function checkOffers(
  tx: Transaction,
  { buyerId, offers, wanted }: { buyerId: string; offers: readonly WantedOffer[]; wanted: number },
): Promise<Done | NotStarted> {
  if (offers.length < wanted) return refuse("not_for_sale")
  const ownOffer = offers.find((offer) => offer.sellerId === buyerId)
  if (ownOffer) return refuse("own_product", { what: ownOffer.title })
  const pausedOffer = offers.find((offer) => isSalePaused(offer.vacation, now()))
  if (pausedOffer) return refuse("on_vacation", { what: pausedOffer.title })
  const insufficientOffer = findInsufficientOffer(await refreshStock(tx, offers))
  return insufficientOffer ? refuse("sold_out", { what: insufficientOffer.title }) : ok()
}

/** Where fewer are left after it, a checkout takes its pieces before it writes its purchase. */
const SCARCE_PIECES = 20

/** Takes all of the offers from the shelf and writes `purchaseWrites` with it, or neither. */
async function takeFromShelf(
  tx: Transaction,
  offers: readonly WantedOffer[],
  purchaseWrites: readonly Write[],
): Promise<Done | NotStarted> {
  const takenRows = sql.join(
    offers.map((offer) => sql`(${offer.variantId}::uuid, ${offer.quantity}::integer)`),
    sql`, `,
  )
  const take = sql`update variants set stock = stock - taken.quantity
    from (values ${takenRows}) as taken (id, quantity)
    where variants.id = taken.id and stock >= taken.quantity returning variants.id, variants.stock`
  // Of the last pieces most who want them get none: they write nothing that would be undone.
  const isScarce = offers.some((offer) => offer.stock - offer.quantity < SCARCE_PIECES)
  const writesBesides = isScarce ? [] : purchaseWrites
  const remainingStocks = await writeTogether<{ id: string; stock: number }>(tx, [...writesBesides, take])
  // The only one, of which there are too few by now; of several, all were locked and looked at before.
  if (remainingStocks.length === 0) return refuse("sold_out", { what: offers[0]?.title ?? "" })
  if (isScarce) await writeTogether(tx, purchaseWrites)
  await emitSoldOut(tx, offers, remainingStocks)
  return ok()
}

/** Says of products that an option of theirs is sold out now. */
async function emitSoldOut(
  tx: Transaction,
  offers: readonly WantedOffer[],
  remainingStocks: readonly { id: string; stock: number }[],
): Promise<void> {
  const soldOutIds = new Set(remainingStocks.filter((row) => row.stock === 0).map((row) => row.id))
  const productIds = offers.filter((offer) => soldOutIds.has(offer.variantId)).map((offer) => offer.productId)
  await emitSubjectsChanged(
    tx,
    [...new Set(productIds)].map((id) => ({ kind: "product" as const, id })),
  )
}

/** The offers with what is on the shelf now; of several, each is locked. */
async function refreshStock(
  tx: Transaction,
  offers: readonly WantedOffer[],
): Promise<readonly WantedOffer[]> {
  const ids = offers.map((offer) => offer.variantId)
  const reloadStock = async (lock: boolean) => {
    const query = tx
      .select({ id: variants.id, stock: variants.stock })
      .from(variants)
      .where(inArray(variants.id, ids))
      .orderBy(variants.id)
    const stockByVariant = new Map(
      (await (lock ? query.for("no key update") : query)).map((row) => [row.id, row.stock]),
    )
    return offers.map((offer) => ({ ...offer, stock: stockByVariant.get(offer.variantId) ?? 0 }))
  }
  let stockedOffers = offers
  // Others may hold the last pieces for longer than they may; what this buyer held is back by now.
  if (findInsufficientOffer(offers)) {
    await expireOverduePurchases(tx, 20, ids)
    stockedOffers = await reloadStock(false)
  }
  // One row is locked and looked at as it is taken; of several, all are locked first, in the order of ids.
  if (ids.length > 1) stockedOffers = await reloadStock(true)
  return stockedOffers
}

/** The writes of a purchase with one order per seller. */
function insertPurchase(
  tx: Transaction,
  { id: groupId, buyerId, source }: NewPurchase,
  offers: readonly WantedOffer[],
): Write[] {
  const shippingTerms = shippingTermsBySeller(offers)
  const totals = calculateOfferTotals(offers)
  const at = now()
  const sellerOrders = totals.sellers.map((seller) => ({ id: newId(), seller }))
  return [
    tx.insert(orderGroups).values({
      id: groupId,
      number: createPurchaseNumber(at, groupId),
      buyerId,
      state: "pending",
      source,
      itemsWon: totals.itemsWon,
      shippingWon: totals.shippingWon,
      totalWon: totals.totalWon,
      expiresAt: new Date(at.getTime() + LIMITS.reservationMinutes * MINUTE_MS),
      createdAt: at,
    }),
    tx.insert(shopOrders).values(
      sellerOrders.map(({ id, seller }) => ({
        id,
        groupId,
        sellerId: seller.sellerId,
        buyerId,
        itemsWon: seller.itemsWon,
        shippingWon: seller.shippingWon,
        feeWon: shippingTerms.get(seller.sellerId)?.feeWon ?? 0,
        freeFromWon: shippingTerms.get(seller.sellerId)?.freeFromWon ?? null,
        returnWon: seller.lines[0]?.returnWon ?? 0,
        arrivesOn: calculateArrivalDay(seller.lines[0] ?? { dispatchDays: 0, vacation: null }, at),
        createdAt: at,
      })),
    ),
    tx.insert(orderLines).values(
      sellerOrders.flatMap(({ id, seller }) =>
        seller.lines.map((line) => ({
          id: newId(),
          orderId: id,
          sellerId: seller.sellerId,
          productId: line.productId,
          variantId: line.variantId,
          title: line.title,
          optionName: line.optionName,
          pictureId: line.pictureId,
          unitWon: line.unitWon,
          quantity: line.quantity,
          freeShipping: line.freeShipping,
          madeToOrder: line.madeToOrder,
          state: "payment_waiting" as const,
        })),
      ),
    ),
  ]
}

/** What sellers ask for their parcels. */
const shippingTermsBySeller = (offers: readonly WantedOffer[]) =>
  new Map(
    offers.map((offer) => [offer.sellerId, { feeWon: offer.shippingWon, freeFromWon: offer.freeFromWon }]),
  )

/** What a purchase of `offers` costs before coupons. */
const calculateOfferTotals = (offers: readonly WantedOffer[]) =>
  calculateTotals(
    offers.map((offer) => ({ ...offer, priceWon: offer.unitWon * offer.quantity })),
    shippingTermsBySeller(offers),
    null,
  )

/**
 * Whether pieces of what is wanted may come back with this request, being held by the buyer or for too long;
 * or the form was answered before.
 */
async function canStockComeBack(
  submission: { actorId: string; form: string; key: string },
  wanted: readonly CheckoutLine[],
): Promise<boolean> {
  const ids = sql.param(wanted.map((line) => line.variantId))
  const [row] = await db().execute<{ may: boolean }>(sql`select
    exists (select from order_groups g where g.state in ('pending', 'waiting_deposit')
      and (g.expires_at <= ${now().toISOString()}::timestamptz or (g.state = 'pending'
      and g.buyer_id = ${submission.actorId}::uuid))
      and exists (select from shop_orders o join order_lines l on l.order_id = o.id
        where o.group_id = g.id and l.variant_id = any(${ids}::uuid[])))
    or exists (select from submissions s where s.actor_id = ${submission.actorId}::uuid
      and s.form = ${submission.form}
      and s.key = ${submission.key}::uuid) as may`)
  return row?.may ?? true
}

/** The number that people see: the day and eight digits of chance, which are those of the id. */
const createPurchaseNumber = (at: Date, id: string) =>
  `${toKstDateString(at).replaceAll("-", "")}-` +
  `${(Number.parseInt(id.replaceAll("-", "").slice(-12), 16) % 100_000_000).toString().padStart(8, "0")}`

/**
 * Numbers are drawn from 100 million a day: of ten thousand purchases of a day, two have drawn the same every
 * other day. Who comes second draws again, another id and its number.
 */
async function retryOnTakenNumber<Result>(
  createPurchase: (groupId: string) => Promise<Result>,
  attempts = 3,
): Promise<Result> {
  try {
    return await createPurchase(newId())
  } catch (error) {
    if (attempts > 1 && violatedConstraint(error) === "order_groups_number_key")
      return retryOnTakenNumber(createPurchase, attempts - 1)
    throw error
  }
}
