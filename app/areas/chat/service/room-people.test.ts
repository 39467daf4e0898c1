import { beforeAll, expect, test } from "vitest"
import type { SubjectKind } from "#app/basics/subject.ts"
import { countQueries } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, toTestNickname } from "../../accounts/fixtures.ts"
import { createItemForSale } from "../../market/fixtures.ts"
import { createProduct, createShop, type Shop } from "../../shop/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { loadRoomList } from "../room-list.server.ts"
import { findRoomPeople } from "./room-people.server.ts"
import { openRoom } from "./rooms.server.ts"

withDatabase()

let shop: Shop
let otherShop: Shop
beforeAll(async () => {
  registerSubjects()
  shop = await createShop({ name: "하루살림" })
  otherShop = await createShop({ name: "느티상점" })
})

/** What two people of a room call each other: the one who sells, and the one who wrote first. */
async function openAndName(
  seller: { actor: Actor & { kind: "member" } },
  buyer: typeof seller,
  kind: SubjectKind,
) {
  const id =
    kind === "item"
      ? await createItemForSale(seller as Parameters<typeof createItemForSale>[0], { title: "의자" })
      : (await createProduct(seller.actor.userId, [{ priceWon: 9_000, stock: 5 }])).productId
  const opened = await openRoom(buyer.actor, { kind, id, with: null })
  if (!opened.ok) throw new Error(opened.reason)
  const [sellerId, buyerId] = [seller.actor.userId, buyer.actor.userId]
  const subject = { kind, id }
  const ofSeller = { subject, userId: sellerId, otherId: buyerId }
  const ofBuyer = { subject, userId: buyerId, otherId: sellerId }
  const find = await findRoomPeople([ofSeller, ofBuyer])
  return [find(ofSeller)?.name, find(ofBuyer)?.name]
}

test("about a product the seller is the shop and the buyer a member", async () => {
  const buyer = await createPerson()
  expect(await openAndName(shop, buyer, "product")).toEqual(["하루살림", toTestNickname(buyer.actor.userId)])
  const { list } = await loadRoomList(buyer.actor, { view: "all", show: 20 })
  expect(list.rooms.map((room) => room.partner.name)).toEqual(["하루살림"])
})

test("about second-hand things an owner of a shop is a member", async () => {
  const buyer = await createPerson()
  expect(await openAndName(shop, buyer, "item")).toEqual([
    toTestNickname(shop.sellerId),
    toTestNickname(buyer.actor.userId),
  ])
})

test("who buys from a shop is a member also with a shop of their own", async () => {
  expect(await openAndName(shop, otherShop, "product")).toEqual([
    "하루살림",
    toTestNickname(otherShop.sellerId),
  ])
})

test("one query names the people of many rooms", async () => {
  const persons = [shop, otherShop].map(({ sellerId }) => ({
    subject: { kind: "item" as const, id: sellerId },
    userId: sellerId,
    otherId: sellerId,
  }))
  expect((await countQueries(() => findRoomPeople(persons))).queries).toBe(1)
})
