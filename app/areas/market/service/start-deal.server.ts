/** Buying an item that is paid safely: it is reserved for the buyer, who is asked for the price. */
import { and, desc, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { getPaymentProvider } from "#app/platform/services.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createCharge } from "../../money/service/held-charges.server.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import type { BuyMeetingForm, BuyParcelForm } from "../deal-forms.ts"
import { canPaySafely, DEAL_FEE, DEAL_LIMITS } from "../deal-rules.ts"
import { isListed } from "../rules.ts"
import { deals, items } from "../schema.server.ts"
import { findAgreedWon } from "./deal.server.ts"
import "./deal-events.server.ts"
import { findOpenDeal, insertDealEvent } from "./deal-transitions.server.ts"
import { lockItem, transitionItem, type ItemRow } from "./transitions.server.ts"

type Purchase = z.output<typeof BuyParcelForm> | z.output<typeof BuyMeetingForm>

const countDeals = async (tx: Transaction, itemId: string, buyerId: string): Promise<number> =>
  (
    await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(deals)
      .where(and(eq(deals.itemId, itemId), eq(deals.buyerId, buyerId)))
  )[0]?.count ?? 0

const isOpenTo = (item: ItemRow, buyerId: string): boolean =>
  (item.state === "selling" && isListed(item)) || (item.state === "reserved" && item.buyerId === buyerId)

/**
 * Begins a deal: the item is reserved, and its price (or the accepted offer) with the parcel is asked for,
 * due within half an hour. Who has begun already gets the same deal. Refusals: `not_allowed` (nobody without
 * a profile), `not_found` (not to be seen), `own_item`, `blocked`, `payments_off`, `not_now` (reserved for
 * somebody else, sold, not paid safely or not handed over this way), `amount` (what was agreed cannot be paid
 * safely), `too_many` (three each).
 */
export async function startDeal(
  actor: Actor,
  itemId: string,
  input: Purchase,
): Promise<
  Outcome<
    "not_allowed" | "not_found" | "own_item" | "blocked" | "payments_off" | "not_now" | "amount" | "too_many",
    { dealId: string; chargeId: string | null }
  >
> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_allowed")
  const buyerId = actor.userId
  if (getPaymentProvider() === null) return refuse("payments_off")
  // Asked over another connection, before anything is locked.
  const [found] = await db().select({ sellerId: items.sellerId }).from(items).where(eq(items.id, itemId))
  if (found && (await isBlockedBetween(buyerId, found.sellerId))) return refuse("blocked")
  return inTransaction(async (tx) => {
    const item = await lockItem(tx, itemId)
    if (!item || (!isListed(item) && item.sellerId !== buyerId && item.buyerId !== buyerId))
      return refuse("not_found")
    if (item.sellerId === buyerId) return refuse("own_item")
    const openDeal = await findOpenDeal(tx, itemId)
    if (openDeal?.buyerId === buyerId) return ok({ dealId: openDeal.id, chargeId: openDeal.chargeId })
    if (openDeal || !item.safe || !item[input.method] || !isOpenTo(item, buyerId) || item.hiddenAt !== null)
      return refuse("not_now")
    const priceWon = item.dealWon ?? (await findAgreedWon(tx, item, buyerId))
    if (!canPaySafely(priceWon)) return refuse("amount")
    if ((await countDeals(tx, itemId, buyerId)) >= DEAL_LIMITS.maxDealsPerBuyer) return refuse("too_many")
    return ok(await createDeal(tx, item, { buyerId, priceWon, input }))
  })
}

async function createDeal(
  tx: Transaction,
  item: ItemRow,
  { buyerId, priceWon, input }: { buyerId: string; priceWon: number; input: Purchase },
): Promise<{ dealId: string; chargeId: string }> {
  const at = now()
  const dealId = newId()
  const { method, consent: _, ...rest } = input
  const parcelFeeWon = method === "parcel" && item.parcelFeeBy === "buyer" ? item.parcelFeeWon : 0
  const chargeId = await createCharge(tx, {
    kind: "deal",
    subjectId: dealId,
    payerId: buyerId,
    payeeId: item.sellerId,
    title: item.title,
    amountWon: priceWon + parcelFeeWon,
    fee: DEAL_FEE,
    dueAt: new Date(at.getTime() + DEAL_LIMITS.payMinutes * MINUTE_MS),
  })
  const wasReserved = item.state === "reserved"
  await tx.insert(deals).values({
    id: dealId,
    itemId: item.id,
    buyerId,
    sellerId: item.sellerId,
    method,
    priceWon,
    parcelFeeWon,
    ...("address" in rest && toAddressColumns(rest)),
    state: "asked",
    chargeId,
    wasReserved,
    createdAt: at,
    updatedAt: at,
  })
  await insertDealEvent(tx, dealId, {
    move: "ask",
    fromState: null,
    toState: "asked",
    role: "buyer",
    actorId: buyerId,
  })
  if (!wasReserved) {
    const reserved = await transitionItem(tx, item, "reserve", { buyerId, dealWon: priceWon }, dealId)
    if (!reserved.ok) throw new Error(`The item ${item.id} is ${item.state}`)
  }
  await emit(tx, "deal.asked", { dealId, itemId: item.id, buyerId, sellerId: item.sellerId })
  return { dealId, chargeId }
}

type Address = Omit<z.output<typeof BuyParcelForm>, "method" | "consent">
const toAddressColumns = (address: Address) => ({
  recipient: address.recipient,
  phone: address.phone,
  zonecode: address.zonecode,
  address: address.address,
  addressDetail: address.addressDetail ?? "",
  request: address.request ?? "",
})

export type LastAddress = {
  recipient: string
  phone: string
  zonecode: string
  address: string
  addressDetail: string
  request: string
}

/** Where the last parcel of `userId` went, to fill the form in with; null where there was none. */
export async function findLastAddress(userId: string): Promise<LastAddress | null> {
  const [last] = await db()
    .select({
      recipient: deals.recipient,
      phone: deals.phone,
      zonecode: deals.zonecode,
      address: deals.address,
      addressDetail: deals.addressDetail,
      request: deals.request,
    })
    .from(deals)
    .where(and(eq(deals.buyerId, userId), sql`${deals.address} <> ''`))
    .orderBy(desc(deals.id))
    .limit(1)
  return last ?? null
}
