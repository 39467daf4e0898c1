/** Builders of items and deals for tests: through the services, as people make them. */
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { now } from "#app/basics/clock.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import { sendText } from "../chat/fixtures.ts"
import { openRoom } from "../chat/service/rooms.server.ts"
import { reserveItem, sellItem } from "./service/deal.server.ts"
import { decideOffer, createOffer } from "./service/offers.server.ts"
import { createItem, type ItemInput } from "./service/save-item.server.ts"

/** The row of a picture of an item, loose; nothing lies in the storage. */
export async function createItemPicture(ownerId: string): Promise<string> {
  const id = newId()
  await db()
    .insert(pictures)
    .values({
      id,
      ownerId,
      purpose: "item",
      storageKey: `test/${id}`,
      originalName: "사진.jpg",
      width: 800,
      height: 600,
      bytes: 1_000,
      placeholder: "data:image/webp;base64,UklGRg==",
      createdAt: now(),
    })
  return id
}

/** Puts an item of `seller` up: a wooden table for 80,000원 that takes offers, unless said otherwise. */
export async function createItemForSale(seller: Person, values: Partial<ItemInput> = {}): Promise<string> {
  const created = await createItem(seller.actor, {
    title: "원목 식탁",
    category: "furniture",
    condition: "light",
    priceWon: 80_000,
    negotiable: true,
    direct: true,
    parcel: false,
    parcelFeeBy: null,
    regionCode: "11650",
    defects: "",
    description: "이사하면서 내놓아요. 4인용이고 튼튼해요.",
    pictureIds: values.pictureIds ?? [await createItemPicture(seller.actor.userId)],
    submissionKey: newId(),
    ...values,
  })
  if (!created.ok) throw new Error(`refused: ${created.reason}`)
  return created.itemId
}

/** `buyer` writes to the seller about the item; returns the room. */
export async function sendMessageAboutItem(
  buyer: Actor,
  itemId: string,
  text = "아직 판매 중인가요?",
): Promise<string> {
  const room = await openRoom(buyer, { kind: "item", id: itemId, with: null })
  if (!room.ok) throw new Error(`refused: ${room.reason}`)
  await sendText(buyer, room.roomId, text)
  return room.roomId
}

/** Offers `priceWon` for the item. */
export async function createTestOffer(buyer: Actor, itemId: string, priceWon: number): Promise<string> {
  const created = await createOffer(buyer, itemId, priceWon)
  if (!created.ok) throw new Error(`refused: ${created.reason}`)
  return created.offerId
}

export type Deal = { itemId: string; seller: Person; buyer: Person }

/** An item reserved for or sold to a buyer, who has offered 70,000원 and was accepted. */
export async function createDeal(
  state: "reserved" | "sold",
  people: { seller?: Person; buyer?: Person } = {},
): Promise<Deal> {
  const seller = people.seller ?? (await createPerson({ name: "박판매" }))
  const buyer = people.buyer ?? (await createPerson({ name: "최구매" }))
  const itemId = await createItemForSale(seller)
  const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
  await decideOffer(seller.actor, itemId, { offerId, decision: "accept" })
  const outcome = await (state === "reserved" ? reserveItem : sellItem)(
    seller.actor,
    itemId,
    buyer.actor.userId,
  )
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
  return { itemId, seller, buyer }
}
