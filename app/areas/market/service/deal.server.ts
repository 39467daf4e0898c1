/**
 * Closing a deal: reserving for one person, giving free again, selling, and taking a sale back before
 * anybody has reviewed it.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { canTransitionItem } from "../rules.ts"
import { dealReviews, priceOffers } from "../schema.server.ts"
import { transitionItem, withLockedOwnItem, type ItemRow } from "./transitions.server.ts"
import { isDealtSafely } from "./deal-transitions.server.ts"
import { expireOffers } from "./offers.server.ts"
import { isCandidate } from "./deal-candidates.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** What was agreed on with the buyer: their newest accepted offer, else the price. */
export async function findAgreedWon(tx: Transaction, item: ItemRow, buyerId: string): Promise<number> {
  const [accepted] = await tx
    .select({ priceWon: priceOffers.priceWon })
    .from(priceOffers)
    .where(
      and(
        eq(priceOffers.itemId, item.id),
        eq(priceOffers.buyerId, buyerId),
        eq(priceOffers.state, "accepted"),
      ),
    )
    .orderBy(sql`${priceOffers.decidedAt} desc`)
    .limit(1)
  return accepted ? Math.min(accepted.priceWon, item.priceWon) : item.priceWon
}

/**
 * Whether `buyerId` has talked or offered, asked before the item is locked: the answer comes over another
 * connection, and whoever holds a lock must not wait for one.
 */
async function isDealCandidate(actor: Actor, itemId: string, buyerId: string): Promise<boolean> {
  return actor.kind === "member" && isCandidate({ id: itemId, sellerId: actor.userId }, buyerId)
}

/**
 * Reserves the item for one of those who deal about it. The first of two wins; for the same person again is
 * the same reservation. Refusals: `not_found`, `not_now` (reserved for somebody else, or sold), `no_partner`
 * (never talked or offered).
 */
export async function reserveItem(
  actor: Actor,
  itemId: string,
  buyerId: string,
): Promise<Outcome<"not_found" | "not_now" | "no_partner">> {
  const isPartner = await isDealCandidate(actor, itemId, buyerId)
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if (item.state === "reserved" && item.buyerId === buyerId) return ok()
    if (!canTransitionItem(item.state, "reserve")) return refuse("not_now")
    if (!isPartner) return refuse("no_partner")
    return transitionItem(tx, item, "reserve", { buyerId, dealWon: await findAgreedWon(tx, item, buyerId) })
  })
}

/** Gives a reserved item free again. Refusals: `not_found`, `not_now`, `paid_safely`. */
export async function releaseItem(
  actor: Actor,
  itemId: string,
): Promise<Outcome<"not_found" | "not_now" | "paid_safely">> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if (!canTransitionItem(item.state, "release")) return refuse("not_now")
    if (await isDealtSafely(tx, itemId)) return refuse("paid_safely")
    return transitionItem(tx, item, "release", { buyerId: null, dealWon: null })
  })
}

/**
 * Sells the item to one of those who deal about it, or (`buyerId` null) to somebody from elsewhere. Offers
 * still open are closed. Refusals: `not_found`, `not_now` (sold), `reserved_for_other`, `no_partner`,
 * `paid_safely` (what is paid safely is sold by its deal).
 */
export async function sellItem(
  actor: Actor,
  itemId: string,
  buyerId: string | null,
): Promise<Outcome<"not_found" | "not_now" | "reserved_for_other" | "no_partner" | "paid_safely">> {
  const isPartner = buyerId === null || (await isDealCandidate(actor, itemId, buyerId))
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if (item.state === "sold" && buyerId !== null && item.buyerId === buyerId) return ok()
    if (!canTransitionItem(item.state, "sell")) return refuse("not_now")
    if (item.state === "reserved" && item.buyerId !== buyerId) return refuse("reserved_for_other")
    if (item.state === "selling" && !isPartner) return refuse("no_partner")
    if (item.state === "reserved" && (await isDealtSafely(tx, itemId))) return refuse("paid_safely")
    const outcome = await transitionItem(tx, item, "sell", {
      buyerId,
      dealWon: buyerId === null ? null : (item.dealWon ?? (await findAgreedWon(tx, item, buyerId))),
    })
    if (outcome.ok) await expireOffers(tx, item)
    return outcome
  })
}

/**
 * Takes a sale back. Refusals: `not_found`, `not_now` (not sold), `reviewed` (one of the two has reviewed it:
 * the record stands), `paid_safely`.
 */
export async function reopenItem(
  actor: Actor,
  itemId: string,
): Promise<Outcome<"not_found" | "not_now" | "reviewed" | "paid_safely">> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    if (!canTransitionItem(item.state, "reopen")) return refuse("not_now")
    if (await isDealtSafely(tx, itemId)) return refuse("paid_safely")
    const existingReviews = await tx
      .select({ id: dealReviews.id })
      .from(dealReviews)
      .where(inArray(dealReviews.itemId, [itemId]))
      .limit(1)
    if (existingReviews.length > 0) return refuse("reviewed")
    return transitionItem(tx, item, "reopen", { buyerId: null, dealWon: null })
  })
}
