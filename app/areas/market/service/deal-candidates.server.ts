/**
 * With whom a seller may close a deal: those who talked with them about the item, and those who offered
 * a price.
 */
import { listPartners } from "../../chat/service/partners.server.ts"
import type { ItemState } from "../rules.ts"
import type { CandidateView, OfferView } from "../views.ts"
import { findOffers } from "./offers.server.ts"

/**
 * Those to whom the seller of the item may give it: who has an accepted offer first, then who waits for an
 * answer, then who talked with them, the latest first. `offers` are all offers for the item, the newest
 * first. The caller has asked whose the item is.
 */
async function findCandidates(
  item: { id: string; sellerId: string },
  offers: readonly OfferView[],
): Promise<CandidateView[]> {
  const partners = await listPartners({ kind: "item", id: item.id })
  const activeOffers = offers.filter((offer) => offer.state === "offered" || offer.state === "accepted")
  const people = new Map([
    ...activeOffers.map(
      (offer) => [offer.buyerId, { name: offer.buyerName, avatarId: offer.buyerAvatarId }] as const,
    ),
    ...partners.map(
      (partner) => [partner.userId, { name: partner.name, avatarId: partner.avatarId }] as const,
    ),
  ])
  people.delete(item.sellerId)
  const rankOf = (candidate: CandidateView) =>
    candidate.offerState === "accepted" ? 0 : candidate.offerWon === null ? 2 : 1
  return [...people]
    .map(([userId, person]) => {
      const offer = activeOffers.find((each) => each.buyerId === userId)
      return { userId, ...person, offerWon: offer?.priceWon ?? null, offerState: offer?.state ?? null }
    })
    .sort((a, b) => rankOf(a) - rankOf(b))
}

/**
 * What the seller of an item for sale sees: all offers, the newest first, and to whom it may be given. The
 * caller has asked whose it is.
 */
export async function findOffersAndCandidates(item: {
  id: string
  sellerId: string
  state: ItemState
}): Promise<[OfferView[], CandidateView[]]> {
  const offers = await findOffers(item.id, null)
  return [offers, item.state === "selling" ? await findCandidates(item, offers) : []]
}

/**
 * Whether the seller of the item may give it to `userId`. Asked before the item is locked: nobody ceases to
 * have talked or offered.
 */
export async function isCandidate(item: { id: string; sellerId: string }, userId: string): Promise<boolean> {
  return (await findCandidates(item, await findOffers(item.id, null))).some(
    (candidate) => candidate.userId === userId,
  )
}
