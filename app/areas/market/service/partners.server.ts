/** Owns with whom a seller may close a deal: those who talked with them about the item, and those who offered a price. */
import type { SubjectRef } from "#app/basics/subject.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { CandidateView } from "../views.ts"
import { liveOffersByBuyer } from "./offers.server.ts"

/** Who has talked about a thing with its owner, the latest first. */
export type FindPartners = (subject: SubjectRef) => Promise<readonly { userId: string; name: string; avatarId: string | null }[]>

let findPartners: FindPartners = () => Promise.resolve([])

/** Names who knows of talks; only app/subscriptions.server.ts calls this. */
export function usePartners(find: FindPartners): void {
  findPartners = find
}

/** Those to whom the seller of the item may give it: those with an offer first, then those who talked with them. The caller has asked whose it is. */
export async function findCandidates(item: { id: string; sellerId: string }): Promise<CandidateView[]> {
  const [partners, offers] = await Promise.all([findPartners({ kind: "item", id: item.id }), liveOffersByBuyer(item.id)])
  const people = await findPeople([...offers.keys()].filter((userId) => !partners.some((partner) => partner.userId === userId)))
  const all = [...partners, ...people.values()].filter((person) => person.userId !== item.sellerId)
  return all
    .map(({ userId, name, avatarId }) => {
      const offer = offers.get(userId)
      return { userId, name, avatarId, offerWon: offer?.priceWon ?? null, offerState: offer?.state ?? null, talked: partners.some((partner) => partner.userId === userId) }
    })
    .sort((a, b) => Number(b.offerState === "accepted") - Number(a.offerState === "accepted") || Number(b.offerWon !== null) - Number(a.offerWon !== null))
}
