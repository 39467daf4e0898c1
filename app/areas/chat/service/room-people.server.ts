/** How the two people of a room are called there: by their shop where they sell in it, else as members. */
import type { SubjectRef } from "#app/basics/subject.ts"
import { db, type Executor } from "#app/platform/db.server.ts"
import { getSubjectKey, loadSubjectCards } from "#app/platform/subjects.server.ts"
import { findPeople, toSellerCard, type PersonCard } from "../../accounts/service/profile.server.ts"

/** `userId` as `otherId` sees them in a room about `subject`. */
export type RoomPerson = { subject: SubjectRef; userId: string; otherId: string }

/**
 * Finds the people of rooms, in one query: the returned function gives the card of one of them, undefined for
 * nobody. A second query tells who sells only in rooms about a product whose two people both have shops.
 */
export async function findRoomPeople(
  persons: readonly RoomPerson[],
  executor: Executor = db(),
): Promise<(person: RoomPerson) => PersonCard | undefined> {
  const ofShop = persons.filter(({ subject }) => subject.kind === "product")
  const people = await findPeople(
    [...persons.map(({ userId }) => userId), ...ofShop.map(({ otherId }) => otherId)],
    executor,
  )
  const hasShop = (userId: string) => (people.get(userId)?.shopName ?? null) !== null
  const unclear = ofShop.filter(({ userId, otherId }) => hasShop(userId) && hasShop(otherId))
  const cards = unclear.length > 0 ? await loadSubjectCards(unclear.map(({ subject }) => subject)) : new Map()
  return ({ subject, userId, otherId }) => {
    const person = people.get(userId)
    if (!person || subject.kind !== "product" || !hasShop(userId)) return person
    const isSeller = !hasShop(otherId) || cards.get(getSubjectKey(subject))?.ownerId === userId
    return isSeller ? toSellerCard(person) : person
  }
}
