/** Builders of items and deals for tests: through the services, as people make them. */
import { eq } from "drizzle-orm"
import type { z } from "zod"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { now } from "#app/basics/clock.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import { sendText } from "../chat/fixtures.ts"
import { openRoom } from "../chat/service/rooms.server.ts"
import { payCharge } from "../money/fixtures.ts"
import { charges } from "../money/schema.server.ts"
import type { BuyParcelForm } from "./deal-forms.ts"
import type { DealState } from "./deal-rules.ts"
import { deals } from "./schema.server.ts"
import { answerClaim, openClaim, sendReturn } from "./service/deal-claims.server.ts"
import { confirmDeal, reportArrival, sendParcel } from "./service/deal-steps.server.ts"
import { startDeal } from "./service/start-deal.server.ts"
import { reserveItem, sellItem } from "./service/deal.server.ts"
import { decideOffer, createOffer } from "./service/offers.server.ts"
import { createItem, type ItemInput } from "./service/save-item.server.ts"

/** The row of a picture, loose; nothing lies in the storage. */
export async function createItemPicture(
  ownerId: string,
  purpose: "item" | "claim" = "item",
): Promise<string> {
  const id = newId()
  await db()
    .insert(pictures)
    .values({
      id,
      ownerId,
      purpose,
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
    parcelFeeWon: 0,
    safe: false,
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

// ── Deals that are paid safely

/** An item for 80,000원 that is paid safely, by parcel (4,000원) or at a meeting. */
export const createSafeItem = (seller: Person, values: Partial<ItemInput> = {}): Promise<string> =>
  createItemForSale(seller, {
    direct: true,
    parcel: true,
    parcelFeeBy: "buyer",
    parcelFeeWon: 4_000,
    safe: true,
    ...values,
  })

export const PARCEL_INPUT = {
  method: "parcel" as const,
  recipient: "최구매",
  phone: "010-1234-5678",
  zonecode: "06236",
  address: "서울 강남구 테헤란로 1",
  addressDetail: "3층",
  request: null,
  thirdPartyConsent: true as const,
  consent: true as const,
} satisfies z.output<typeof BuyParcelForm>
export const MEETING_INPUT = { method: "direct", consent: true } as const
export const PARCEL = { carrier: "cj", trackingNumber: "123456789012" } as const

export type SafeDeal = Deal & { dealId: string; chargeId: string }

/** The row of a deal. */
export async function findDealRow(dealId: string): Promise<typeof deals.$inferSelect> {
  const [deal] = await db().select().from(deals).where(eq(deals.id, dealId))
  if (!deal) throw new Error(`There is no deal ${dealId}`)
  return deal
}
/** The row of the charge of a deal. */
export async function findDealCharge(dealId: string): Promise<typeof charges.$inferSelect> {
  const [charge] = await db().select().from(charges).where(eq(charges.subjectId, dealId))
  if (!charge) throw new Error(`The deal ${dealId} has no charge`)
  return charge
}

/** `buyer` begins to buy an item that is paid safely. */
export async function startTestDeal(
  deal: Deal,
  input: typeof PARCEL_INPUT | typeof MEETING_INPUT = PARCEL_INPUT,
): Promise<SafeDeal> {
  const started = await startDeal(deal.buyer.actor, deal.itemId, input)
  if (!started.ok || started.chargeId === null) throw new Error(JSON.stringify(started))
  return { ...deal, dealId: started.dealId, chargeId: started.chargeId }
}

const PARCEL_PATH = ["asked", "paid", "sent", "received", "claimed", "returning", "sent_back"] as const

/** A deal by parcel in a state, made as people make it. */
export async function createSafeDeal(
  state: (typeof PARCEL_PATH)[number] | "disputed" | "done",
  people: { seller?: Person; buyer?: Person; pictureIds?: string[]; itemId?: string } = {},
): Promise<SafeDeal> {
  const seller = people.seller ?? (await createPerson({ name: "박판매" }))
  const buyer = people.buyer ?? (await createPerson({ name: "최구매" }))
  const itemId = people.itemId ?? (await createSafeItem(seller))
  const deal = await startTestDeal({ itemId, seller, buyer })
  const { dealId } = deal
  const hasReached = (step: DealState) => {
    const path: readonly DealState[] = PARCEL_PATH
    const target = state === "disputed" ? "claimed" : state === "done" ? "received" : state
    return path.indexOf(step) <= path.indexOf(target)
  }
  const steps: [DealState, () => Promise<unknown>][] = [
    ["paid", () => payCharge(buyer.actor, deal.chargeId)],
    ["sent", () => sendParcel(seller.actor, dealId, PARCEL)],
    ["received", () => reportArrival(buyer.actor, dealId)],
    [
      "claimed",
      () =>
        openClaim(buyer.actor, dealId, {
          kind: "different",
          details: "사진과 색이 전혀 달라요.",
          pictureIds: people.pictureIds ?? [],
        }),
    ],
    ["returning", () => answerClaim(seller.actor, dealId, { answer: "return", note: null })],
    ["sent_back", () => sendReturn(buyer.actor, dealId, PARCEL)],
  ]
  for (const [step, run] of steps) if (hasReached(step)) await run()
  if (state === "disputed")
    await answerClaim(seller.actor, dealId, { answer: "refuse", note: "보낼 때는 멀쩡했어요." })
  if (state === "done") await confirmDeal(buyer.actor, dealId)
  return deal
}

/** A paid deal whose two people are to meet. */
export async function createMeetingDeal(people: { seller?: Person; buyer?: Person } = {}): Promise<SafeDeal> {
  const seller = people.seller ?? (await createPerson({ name: "박판매" }))
  const buyer = people.buyer ?? (await createPerson({ name: "최구매" }))
  const deal = await startTestDeal({ itemId: await createSafeItem(seller), seller, buyer }, MEETING_INPUT)
  await payCharge(buyer.actor, deal.chargeId)
  return deal
}
