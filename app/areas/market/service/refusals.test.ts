/** What second-hand refuses changes nothing: neither an item, nor an offer, a review, a wish or an alert. */
import { beforeAll, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import {
  createDeal,
  createItemForSale,
  createItemPicture,
  createTestOffer,
  sendMessageAboutItem,
} from "../fixtures.ts"
import { LIMITS } from "../rules.ts"
import { addAlert, removeAlert } from "./alerts.server.ts"
import { releaseItem, reopenItem, reserveItem, sellItem } from "./deal.server.ts"
import { bumpItem, deleteItem, setItemHidden } from "./manage-item.server.ts"
import { createOffer, decideOffer } from "./offers.server.ts"
import { blockPerson } from "../../trust/service/blocks.server.ts"
import { createDealReview } from "./reviews.server.ts"
import { createItem, editItem, type ItemInput } from "./save-item.server.ts"
import { setWish } from "./wishes.server.ts"

withDatabase()
beforeAll(registerSubjects)

const visitor: Actor = { kind: "visitor", draftId: null }
const refused = (reason: string) => ({ ok: false, reason })

const chair: ItemInput = {
  title: "캠핑 의자",
  category: "sports",
  condition: "light",
  priceWon: 30_000,
  negotiable: true,
  direct: true,
  parcel: false,
  parcelFeeBy: null,
  parcelFeeWon: 0,
  safe: false,
  regionCode: "11650",
  defects: "",
  description: "두 번 쓰고 창고에 두었어요.",
  pictureIds: [],
}

test("an item is refused to visitors, with another's picture, and after thirty in a day", async () => {
  const [seller, other] = [await createPerson(), await createPerson()]
  const post = (actor: Actor, pictureId: string) =>
    createItem(actor, { ...chair, pictureIds: [pictureId], submissionKey: newId() })
  const foreignPictureId = await createItemPicture(other.actor.userId)
  expect(await post(visitor, foreignPictureId)).toEqual(refused("not_allowed"))
  expect(await post(seller.actor, foreignPictureId)).toEqual(refused("pictures_missing"))
  for (let count = 0; count < LIMITS.maxPostsPerDay; count += 1) await createItemForSale(seller)
  const pictureId = await createItemPicture(seller.actor.userId)
  expect(await post(seller.actor, pictureId)).toEqual(refused("too_many"))
})

test("an item is changed neither by others, nor with their pictures, nor once it is sold", async () => {
  const { itemId: soldId, seller, buyer } = await createDeal("sold")
  const itemId = await createItemForSale(seller)
  const edited = { ...chair, pictureIds: [await createItemPicture(buyer.actor.userId)] }
  expect(await editItem(buyer.actor, itemId, edited)).toEqual(refused("not_found"))
  expect(await editItem(seller.actor, itemId, edited)).toEqual(refused("pictures_missing"))
  expect(await editItem(seller.actor, soldId, edited)).toEqual(refused("not_now"))
})

test("an item is not raised by others, not within a day, and not once it is reserved", async () => {
  const { itemId: reservedId, seller, buyer } = await createDeal("reserved")
  const itemId = await createItemForSale(seller)
  expect(await bumpItem(buyer.actor, itemId)).toEqual(refused("not_found"))
  expect(await bumpItem(seller.actor, itemId)).toMatchObject(refused("too_early"))
  expect(await bumpItem(seller.actor, reservedId)).toEqual(refused("not_now"))
})

test("an item is neither hidden nor deleted by others, and not deleted once it is reserved", async () => {
  const { itemId, seller, buyer } = await createDeal("reserved")
  expect(await setItemHidden(buyer.actor, itemId, true)).toEqual(refused("not_found"))
  expect(await deleteItem(buyer.actor, itemId)).toEqual(refused("not_found"))
  expect(await deleteItem(seller.actor, itemId)).toEqual(refused("not_now"))
})

test("an offer is refused to visitors, to the seller, for what is gone, and beyond the limits", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createItemForSale(seller, { priceWon: 80_000 })
  const firmId = await createItemForSale(seller, { negotiable: false })
  expect(await createOffer(visitor, itemId, 70_000)).toEqual(refused("not_allowed"))
  expect(await createOffer(buyer.actor, newId(), 70_000)).toEqual(refused("not_found"))
  expect(await createOffer(seller.actor, itemId, 70_000)).toEqual(refused("own_item"))
  expect(await createOffer(buyer.actor, firmId, 70_000)).toEqual(refused("not_now"))
  const blocked = await createPerson()
  await blockPerson(seller.actor, blocked.actor.userId)
  expect(await createOffer(blocked.actor, itemId, 70_000)).toEqual(refused("blocked"))
  expect(await createOffer(buyer.actor, itemId, 80_000)).toEqual(refused("too_high"))
  expect(await createOffer(buyer.actor, itemId, 39_900)).toEqual({ ...refused("too_low"), minWon: 40_000 })
  for (let count = 0; count < LIMITS.maxOffersPerBuyer; count += 1) {
    const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
    expect(await createOffer(buyer.actor, itemId, 75_000)).toEqual(refused("waiting"))
    expect(await decideOffer(seller.actor, itemId, { offerId, decision: "decline" })).toEqual({ ok: true })
  }
  expect(await createOffer(buyer.actor, itemId, 75_000)).toEqual(refused("too_many"))
})

test("an offer is answered by the seller alone, and once", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createItemForSale(seller)
  const offerId = await createTestOffer(buyer.actor, itemId, 70_000)
  const accept = { offerId, decision: "accept" } as const
  expect(await decideOffer(buyer.actor, itemId, accept)).toEqual(refused("not_found"))
  expect(await decideOffer(seller.actor, itemId, { ...accept, offerId: newId() })).toEqual(
    refused("not_found"),
  )
  expect(await decideOffer(seller.actor, itemId, accept)).toEqual({ ok: true })
  expect(await decideOffer(seller.actor, itemId, { offerId, decision: "decline" })).toEqual(
    refused("not_now"),
  )
})

test("an item is reserved neither by others, nor for whom never asked, nor for a second person", async () => {
  const { itemId: reservedId, seller, buyer } = await createDeal("reserved")
  const other = await createPerson()
  const itemId = await createItemForSale(seller)
  expect(await reserveItem(buyer.actor, itemId, buyer.actor.userId)).toEqual(refused("not_found"))
  expect(await reserveItem(seller.actor, itemId, other.actor.userId)).toEqual(refused("no_partner"))
  await sendMessageAboutItem(other.actor, reservedId)
  expect(await reserveItem(seller.actor, reservedId, other.actor.userId)).toEqual(refused("not_now"))
})

test("only the seller gives an item free again, and only a reserved one", async () => {
  const { itemId: reservedId, seller, buyer } = await createDeal("reserved")
  const itemId = await createItemForSale(seller)
  expect(await releaseItem(buyer.actor, reservedId)).toEqual(refused("not_found"))
  expect(await releaseItem(seller.actor, itemId)).toEqual(refused("not_now"))
})

test("an item is sold neither by others, nor to a stranger, nor past a reservation, nor twice", async () => {
  const { itemId: reservedId, seller, buyer } = await createDeal("reserved")
  const { itemId: soldId } = await createDeal("sold", { seller, buyer })
  const other = await createPerson()
  const itemId = await createItemForSale(seller)
  await sendMessageAboutItem(other.actor, reservedId)
  await sendMessageAboutItem(other.actor, soldId)
  expect(await sellItem(buyer.actor, itemId, buyer.actor.userId)).toEqual(refused("not_found"))
  expect(await sellItem(seller.actor, itemId, other.actor.userId)).toEqual(refused("no_partner"))
  expect(await sellItem(seller.actor, reservedId, other.actor.userId)).toEqual(refused("reserved_for_other"))
  expect(await sellItem(seller.actor, soldId, other.actor.userId)).toEqual(refused("not_now"))
})

test("only its seller takes a sale back, and not once it is reviewed; nobody reviews it twice", async () => {
  const { itemId, seller, buyer } = await createDeal("sold")
  const { itemId: reservedId } = await createDeal("reserved", { seller, buyer })
  const other = await createPerson()
  const review = { verdict: "good" as const, tags: [], body: "친절하셨어요" }
  expect(await reopenItem(buyer.actor, itemId)).toEqual(refused("not_found"))
  expect(await reopenItem(seller.actor, reservedId)).toEqual(refused("not_now"))
  expect(await createDealReview(other.actor, itemId, review)).toEqual(refused("not_found"))
  expect(await createDealReview(buyer.actor, reservedId, review)).toEqual(refused("not_now"))
  expect(await createDealReview(buyer.actor, itemId, review)).toEqual({ ok: true })
  expect(await createDealReview(buyer.actor, itemId, review)).toEqual(refused("already"))
  expect(await reopenItem(seller.actor, itemId)).toEqual(refused("reviewed"))
})

test("a wish is refused to visitors, for one's own item, and for what is hidden", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const [itemId, hiddenId] = [await createItemForSale(seller), await createItemForSale(seller)]
  expect(await setItemHidden(seller.actor, hiddenId, true)).toEqual({ ok: true })
  expect(await setWish(visitor, { itemId, isWished: true })).toEqual(refused("not_allowed"))
  expect(await setWish(seller.actor, { itemId, isWished: true })).toEqual(refused("own_item"))
  expect(await setWish(buyer.actor, { itemId: hiddenId, isWished: true })).toEqual(refused("not_found"))
})

test("an alert is refused to visitors, for the same words again, and beyond thirty", async () => {
  const buyer = await createPerson()
  const alertFor = (keyword: string) => ({
    keyword,
    category: null,
    range: null,
    regionCode: null,
    minWon: null,
    maxWon: null,
  })
  expect(await addAlert(visitor, alertFor("원목 식탁"))).toEqual(refused("not_allowed"))
  expect(await removeAlert(visitor, newId())).toEqual(refused("not_allowed"))
  const nowhere = { ...buyer.actor, profile: { ...buyer.actor.profile, regionCode: null } } as Actor
  expect(await addAlert(nowhere, { ...alertFor("원목 식탁"), range: "own" })).toEqual(
    refused("no_neighbourhood"),
  )
  expect(await addAlert(buyer.actor, alertFor("원목 식탁"))).toEqual({ ok: true })
  expect(await addAlert(buyer.actor, alertFor("원목 식탁"))).toEqual(refused("there"))
  for (let count = 1; count < LIMITS.alerts; count += 1)
    expect(await addAlert(buyer.actor, alertFor(`의자 ${count}`))).toEqual({ ok: true })
  expect(await addAlert(buyer.actor, alertFor("책상"))).toEqual(refused("too_many"))
})
