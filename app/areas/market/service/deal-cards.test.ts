/** What happens with an item stands as cards in the room of its two people, with the agreed price. */
import { beforeAll, expect, test } from "vitest"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { listMessages } from "../../chat/service/messages.server.ts"
import { listRooms } from "../../chat/service/rooms.server.ts"
import { payCharge } from "../../money/fixtures.ts"
import { createDeal, createSafeItem, createTestOffer, PARCEL, startTestDeal } from "../fixtures.ts"
import { confirmDeal, sendParcel } from "./deal-steps.server.ts"
import { postOfferMade } from "./deal-cards.server.ts"
import { db } from "#app/platform/db.server.ts"
import { releaseItem, reserveItem, sellItem } from "./deal.server.ts"
import { decideOffer } from "./offers.server.ts"
import { itemSubject } from "./subject.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

test("offer, reservation, payment, dispatch and confirmation are cards, each once", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
  await drainEvents()
  const [room] = (await listRooms(seller.actor, { view: "all", after: null })).rooms
  const roomId = room?.id ?? ""
  expect(room).toMatchObject({ unread: 1, lastText: "70,000원에 사고 싶어요", partnerId: buyer.actor.userId })
  await decideOffer(seller.actor, itemId, { offerId, decision: "accept" })
  const deal = await startTestDeal({ itemId, seller, buyer })
  await drainEvents()
  await payCharge(buyer.actor, deal.chargeId)
  await drainEvents()
  await sendParcel(seller.actor, deal.dealId, PARCEL)
  await drainEvents()
  const card = await itemSubject.loadCardFor?.(buyer.actor.userId, itemId, seller.actor.userId)
  expect(card).toMatchObject({
    priceText: "합의한 가격 70,000원",
    state: { label: "배송 중" },
    next: { label: "거래 보기", href: `/marketplace/deals/${deal.dealId}` },
  })
  await confirmDeal(buyer.actor, deal.dealId)
  await drainEvents()
  const event = {
    itemId,
    offerId,
    sellerId: seller.actor.userId,
    buyerId: buyer.actor.userId,
    priceWon: 70_000,
  }
  await db().transaction((tx) => postOfferMade(event, tx))
  const { messages } = await listMessages(seller.actor, roomId)
  expect(messages.map(({ text, mine, kind }) => [kind, mine, text])).toEqual([
    ["card", null, "70,000원에 사고 싶어요"],
    ["card", null, "70,000원 제안을 수락했어요"],
    ["card", null, "안심결제로 예약했어요"],
    ["card", null, "74,000원을 결제했어요"],
    ["card", null, "물건을 보냈어요"],
    ["card", null, "물건을 받고 거래를 마쳤어요"],
  ])
  expect(messages[4]?.card).toMatchObject({ icon: "sent", text: "CJ대한통운 123456789012" })
})

test("what the seller reserves, releases and completes by hand are cards, each time one", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
  await decideOffer(seller.actor, itemId, { offerId, decision: "accept" })
  const buyerId = buyer.actor.userId
  for (const act of [
    () => reserveItem(seller.actor, itemId, buyerId),
    () => releaseItem(seller.actor, itemId),
    () => reserveItem(seller.actor, itemId, buyerId),
    () => sellItem(seller.actor, itemId, buyerId),
  ]) {
    expect(await act()).toMatchObject({ ok: true })
    await drainEvents()
  }
  const [room] = (await listRooms(buyer.actor, { view: "all", after: null })).rooms
  const { messages } = await listMessages(buyer.actor, room?.id ?? "")
  expect(messages.map(({ card }) => [card?.icon, card?.title, card?.text])).toEqual([
    ["offer", "70,000원에 사고 싶어요", "구매자가 가격을 제안했어요."],
    ["offer", "70,000원 제안을 수락했어요", "이 가격으로 거래할 수 있어요."],
    ["reserved", "예약했어요", "70,000원에 거래하기로 했어요."],
    ["problem", "예약을 취소했어요", "다시 판매중이 됐어요."],
    ["reserved", "예약했어요", "70,000원에 거래하기로 했어요."],
    ["done", "거래를 마쳤어요", "70,000원에 거래했어요."],
  ])
  expect(messages.at(-1)?.card?.link).toEqual({
    label: "후기 쓰기",
    href: `/marketplace/${itemId}/review`,
  })
})

test("a room knows that the item waits for one of its two people, another that it does not", async () => {
  const { itemId, seller, buyer } = await createDeal("reserved")
  const other = await createPerson()
  const isAgreedFor = async (userId: string) =>
    (await itemSubject.loadCardFor?.(userId, itemId, seller.actor.userId))?.isAgreed
  expect(await isAgreedFor(buyer.actor.userId)).toBe(true)
  expect(await isAgreedFor(other.actor.userId)).toBe(false)
})
