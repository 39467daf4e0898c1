/**
 * Price offers: made by who wants the item, answered by its seller, closed by time or by what happens to
 * the item.
 */
import { and, desc, eq, gte, inArray, lte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { findTransition } from "#app/basics/transitions.ts"
import type { Actor } from "../../accounts/rules.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import { isBlockedBetween } from "../../trust/service/blocks.server.ts"
import {
  isListed,
  getMinOfferWon,
  LIMITS,
  OFFER_TRANSITIONS,
  canReceiveOffers,
  type OfferState,
} from "../rules.ts"
import { items, priceOffers } from "../schema.server.ts"
import type { OfferView } from "../views.ts"
import { lockItem, withLockedOwnItem, type ItemRow } from "./transitions.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

const BATCH_SIZE = 100
const MAX_OFFERS_SHOWN = 100

/**
 * Offers another price for an item that takes offers; waits 48 hours for an answer. Refusals: `not_found`
 * (not to be seen), `own_item`, `blocked` (one of the two blocked the other), `not_now` (not for sale, or no
 * offers taken), `too_low` (under half the price, with the least), `too_high` (not below the price),
 * `waiting` (one's last offer has no answer yet), `too_many` (five each).
 */
export async function createOffer(
  actor: Actor,
  itemId: string,
  priceWon: number,
): Promise<
  | Outcome<
      "not_allowed" | "not_found" | "own_item" | "blocked" | "not_now" | "too_high" | "waiting" | "too_many",
      { offerId: string }
    >
  | Refusal<"too_low", { minWon: number }>
> {
  if (actor.kind !== "member" || actor.profile === null) return refuse("not_allowed")
  return inTransaction(async (tx) => {
    const item = await lockItem(tx, itemId)
    if (!item || (!isListed(item) && item.sellerId !== actor.userId)) return refuse("not_found")
    if (item.sellerId === actor.userId) return refuse("own_item")
    if (await isBlockedBetween(actor.userId, item.sellerId, tx)) return refuse("blocked")
    if (!canReceiveOffers(item)) return refuse("not_now")
    if (priceWon >= item.priceWon) return refuse("too_high")
    const minWon = getMinOfferWon(item.priceWon)
    if (priceWon < minWon) return refuse("too_low", { minWon })
    const earlierOffers = await tx
      .select({ state: priceOffers.state })
      .from(priceOffers)
      .where(and(eq(priceOffers.itemId, itemId), eq(priceOffers.buyerId, actor.userId)))
    if (earlierOffers.some((offer) => offer.state === "offered")) return refuse("waiting")
    if (earlierOffers.length >= LIMITS.maxOffersPerBuyer) return refuse("too_many")
    const at = now()
    const offerId = newId()
    await tx.insert(priceOffers).values({
      id: offerId,
      itemId,
      buyerId: actor.userId,
      priceWon,
      state: "offered",
      expiresAt: new Date(at.getTime() + LIMITS.offerTtlMs),
      createdAt: at,
    })
    await emit(tx, "offer.made", {
      itemId,
      offerId,
      sellerId: item.sellerId,
      buyerId: actor.userId,
      priceWon,
    })
    return ok({ offerId })
  })
}

/**
 * Answers an offer. Accepting says what the deal with this person costs; the item stays for sale until it is
 * reserved. Refusals: `not_found`, `not_now`.
 */
export async function decideOffer(
  actor: Actor,
  itemId: string,
  input: { offerId: string; decision: "accept" | "decline" },
): Promise<Outcome<"not_found" | "not_now">> {
  return withLockedOwnItem(actor, itemId, async (tx, item) => {
    const [offer] = await tx
      .select()
      .from(priceOffers)
      .where(and(eq(priceOffers.id, input.offerId), eq(priceOffers.itemId, itemId)))
      .for("update")
    if (!offer) return refuse("not_found")
    const transition = findTransition(OFFER_TRANSITIONS, {
      move: input.decision,
      from: offer.state,
      role: "seller",
    })
    const at = now()
    if (!transition || offer.expiresAt <= at || (input.decision === "accept" && item.state !== "selling"))
      return refuse("not_now")
    await tx
      .update(priceOffers)
      .set({ state: transition.to, decidedAt: at })
      .where(eq(priceOffers.id, offer.id))
    await emit(tx, input.decision === "accept" ? "offer.accepted" : "offer.declined", {
      itemId,
      offerId: offer.id,
      sellerId: item.sellerId,
      buyerId: offer.buyerId,
      priceWon: offer.priceWon,
    })
    return ok()
  })
}

/**
 * Closes the open offers of an item that the caller has locked; with `from` only those of at least that many
 * won.
 */
export async function expireOffers(
  tx: Transaction,
  item: Pick<ItemRow, "id" | "sellerId">,
  filter: { from?: number } = {},
): Promise<void> {
  const isOpen = and(
    eq(priceOffers.itemId, item.id),
    eq(priceOffers.state, "offered"),
    filter.from === undefined ? undefined : gte(priceOffers.priceWon, filter.from),
  )
  const expiredOffers = await tx
    .update(priceOffers)
    .set({ state: "expired", decidedAt: now() })
    .where(isOpen)
    .returning({ offerId: priceOffers.id, buyerId: priceOffers.buyerId, priceWon: priceOffers.priceWon })
  await emitMany(
    tx,
    "offer.expired",
    expiredOffers.map((offer) => ({ ...offer, itemId: item.id, sellerId: item.sellerId })),
  )
}

/** Closes the offers that nobody answered in 48 hours; a job calls it. Returns how many. */
export async function expireOverdueOffers(): Promise<number> {
  for (let total = 0; ;) {
    const batchCount = await inTransaction(async (tx) => {
      const overdueOffers = await tx
        .select({
          offerId: priceOffers.id,
          itemId: priceOffers.itemId,
          sellerId: items.sellerId,
          buyerId: priceOffers.buyerId,
          priceWon: priceOffers.priceWon,
        })
        .from(priceOffers)
        .innerJoin(items, eq(items.id, priceOffers.itemId))
        .where(and(eq(priceOffers.state, "offered"), lte(priceOffers.expiresAt, now())))
        .orderBy(priceOffers.id)
        .limit(BATCH_SIZE)
        .for("update", { of: priceOffers, skipLocked: true })
      if (overdueOffers.length === 0) return 0
      await tx
        .update(priceOffers)
        .set({ state: "expired", decidedAt: now() })
        .where(
          inArray(
            priceOffers.id,
            overdueOffers.map((offer) => offer.offerId),
          ),
        )
      await emitMany(tx, "offer.expired", overdueOffers)
      return overdueOffers.length
    })
    total += batchCount
    if (batchCount < BATCH_SIZE) return total
  }
}

/** Offers for an item, the newest first: all of them for its seller, a person's own for anybody else. */
export async function findOffers(itemId: string, onlyBuyerId: string | null): Promise<OfferView[]> {
  const rows = await db()
    .select({
      id: priceOffers.id,
      buyerId: priceOffers.buyerId,
      buyerName: people.name,
      buyerAvatarId: people.avatarId,
      priceWon: priceOffers.priceWon,
      state: sql<OfferState>`case when ${priceOffers.state} = 'offered'
        and ${priceOffers.expiresAt} <= ${now().toISOString()}::timestamptz then 'expired'
        else ${priceOffers.state} end`,
      createdAt: priceOffers.createdAt,
      expiresAt: priceOffers.expiresAt,
    })
    .from(priceOffers)
    .innerJoin(people, eq(people.userId, priceOffers.buyerId))
    .where(
      and(
        eq(priceOffers.itemId, itemId),
        onlyBuyerId === null ? undefined : eq(priceOffers.buyerId, onlyBuyerId),
      ),
    )
    .orderBy(desc(priceOffers.createdAt))
    .limit(MAX_OFFERS_SHOWN)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}
