/** What somebody gathered: hearts and what they looked at, of what is for sale; and their coupons. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, createVariant } from "../fixtures.ts"
import { coupons, products } from "../schema.server.ts"
import { chooseBestCoupon, findCouponBox } from "./coupons.server.ts"
import { findOwnAndQuestions } from "./product.server.ts"
import { findRestockAlerts, requestRestockAlert } from "./product-alerts.server.ts"
import {
  deleteGathered,
  deleteOldViews,
  findCardsInOrder,
  findViewedProducts,
  findWishedIds,
  findWishedProducts,
  removeProductViews,
  setProductFavorite,
} from "./product-lists.server.ts"

withDatabase()
afterEach(resetClock)

const VISITOR = { kind: "visitor", draftId: null } as const

test("hearts come back by pages, the newest first, without what is no longer for sale", async () => {
  const shop = await createShop()
  const member = await createPerson()
  const ids: string[] = []
  const start = Date.now()
  for (let index = 0; index < 26; index += 1) {
    const { productId } = await createProduct(shop.sellerId, [{ priceWon: 1_000, stock: 1 }])
    setClock(() => new Date(start + index * 1_000))
    await setProductFavorite(member.actor, productId, true)
    await setProductFavorite(member.actor, productId, true)
    ids.unshift(productId)
  }
  const first = await findWishedProducts(member.actor, null)
  const second = await findWishedProducts(member.actor, first.next)
  expect([...first.cards, ...second.cards].map((card) => card.id)).toEqual(ids)
  expect([first.cards.length, second.next]).toEqual([24, null])
  const [newest = "", next = ""] = ids
  await db().update(products).set({ state: "hidden" }).where(eq(products.id, newest))
  await setProductFavorite(member.actor, next, false)
  expect((await findWishedProducts(member.actor, null)).cards[0]?.id).toBe(ids[2])
  const cards = ids.slice(0, 3).map((id) => ({ id }))
  expect(new Set(await findWishedIds(member.actor, cards))).toEqual(new Set([newest, ids[2]]))
  expect(await findWishedIds(VISITOR, cards)).toEqual([])
})

async function look(person: Person, productId: string, sellerId: string, isViewed = true) {
  await findOwnAndQuestions(person.actor, { id: productId, sellerId }, { isViewed })
}

test("what a member looked at is listed once, the last first, and forgotten after 90 days", async () => {
  const shop = await createShop()
  const member = await createPerson()
  const start = Date.now()
  const [a = "", b = "", c = ""] = await Promise.all(
    [1, 2, 3].map(
      async () => (await createProduct(shop.sellerId, [{ priceWon: 1_000, stock: 1 }])).productId,
    ),
  )
  const looks = [a, b, a, c] as const
  for (const [index, id] of looks.entries()) {
    setClock(() => new Date(start + index * 1_000))
    await look(member, id, shop.sellerId, id !== c)
    await look(shop, id, shop.sellerId)
  }
  const listed = async (person: Person) => (await findViewedProducts(person.actor)).map((card) => card.id)
  expect(await listed(member)).toEqual([a, b])
  expect(await listed(shop)).toEqual([])
  await removeProductViews(member.actor, a)
  expect(await listed(member)).toEqual([b])
  setClock(() => new Date(start + 91 * 86_400_000))
  await deleteOldViews()
  expect(await listed(member)).toEqual([])
  expect((await findCardsInOrder([b, "x", newId(), a, b])).map((card) => card.id)).toEqual([b, a])
})

test("what somebody gathered goes when they leave", async () => {
  const shop = await createShop()
  const { productId, variantIds } = await createProduct(shop.sellerId, [{ priceWon: 1_000, stock: 0 }])
  const [leaving, staying] = [await createPerson(), await createPerson()]
  for (const person of [leaving, staying]) {
    await setProductFavorite(person.actor, productId, true)
    await look(person, productId, shop.sellerId)
    await requestRestockAlert(person.actor, variantIds[0] ?? "")
  }
  await inTransaction((tx) => deleteGathered({ userId: leaving.actor.userId }, tx))
  const countOf = async ({ actor }: Person) => [
    (await findWishedProducts(actor, null)).cards.length,
    (await findViewedProducts(actor)).length,
    (await findRestockAlerts(actor)).length,
  ]
  expect([await countOf(leaving), await countOf(staying)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ])
})

test("the box says of each coupon whether it can be used; a used one is no longer offered", async () => {
  const shop = await createShop()
  const member = await createPerson()
  const day = 86_400_000
  const create = async (name: string, from: number, to: number) => {
    const id = newId()
    await db()
      .insert(coupons)
      .values({
        id,
        code: id,
        name,
        sellerId: shop.sellerId,
        kind: "amount",
        value: 1_000,
        startsAt: new Date(Date.now() + from * day),
        endsAt: new Date(Date.now() + to * day),
      })
    return id
  }
  const usedId = await create("쓴 쿠폰", -1, 5)
  await create("곧 끝나는 쿠폰", -1, 1)
  await create("넉넉한 쿠폰", -1, 9)
  await create("지난 쿠폰", -9, -1)
  await create("오래전 쿠폰", -90, -40)
  await create("내일부터", 1, 9)
  const variantId = await createVariant(shop.sellerId, 20_000, 5)
  await createPaidPurchase(member, [{ variantId, quantity: 1 }], { couponId: usedId })
  const box = (await findCouponBox(member.actor)).filter((coupon) => coupon.sellerId === shop.sellerId)
  expect(box.map(({ name, state }) => [name, state])).toEqual([
    ["곧 끝나는 쿠폰", "usable"],
    ["넉넉한 쿠폰", "usable"],
    ["쓴 쿠폰", "used"],
    ["지난 쿠폰", "over"],
  ])
})

test("the best coupon takes the most off; the first of two alike, none where nothing comes off", () => {
  const choice = (id: string, offWon: number) => ({
    id,
    name: id,
    sellerName: null,
    minWon: 0,
    maxWon: null,
    offWon,
  })
  expect(chooseBestCoupon([choice("a", 1_000), choice("b", 3_000), choice("c", 3_000)])?.id).toBe("b")
  expect(chooseBestCoupon([choice("a", 0)])).toBeNull()
  expect(chooseBestCoupon([])).toBeNull()
})
