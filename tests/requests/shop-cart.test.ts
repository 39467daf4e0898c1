/** What a cart holds, and for what it may be bought, over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { addToCart } from "#app/areas/shop/service/cart.server.ts"
import { startCheckout } from "#app/areas/shop/service/checkout.server.ts"
import {
  createProduct,
  createShop,
  createVariant,
  findPurchaseRow,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { coupons, variants } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import {
  toCookieOptions,
  createCheckoutFields,
  getOrderParameter,
  getLocation,
  getPageText,
} from "../setup/shop-requests.ts"

const app = withApp()

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})

test("who has chosen no option is told so once, beside the options", async () => {
  const { productId } = await createProduct(shop.sellerId, [
    { priceWon: 10_000, stock: 5 },
    { priceWon: 12_000, stock: 5 },
  ])
  const answer = await app.post(`/shopping/product/${productId}`, { intent: "cart" })
  const page = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "")
  expect([answer.status, page.includes("수량을")]).toEqual([400, false])
  // On a phone in a sheet, elsewhere beside the pictures.
  expect(page.match(/옵션을 골라 주세요/g)).toHaveLength(2)
})

test("the cart is stored, works without scripts, and shows where a price has changed", async () => {
  const person = await createPerson()
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }])
  expect(await getPageText(app.get("/cart"))).toContain("장바구니가 비어 있어요")
  expect(
    (
      await app.post(
        `/shopping/product/${productId}`,
        { intent: "cart", variantId, quantity: "2" },
        toCookieOptions(person),
      )
    ).status,
  ).toBe(302)
  expect(
    (await app.post("/cart", { intent: "quantity", variantId, quantity: "3" }, toCookieOptions(person)))
      .status,
  ).toBe(302)
  await db().update(variants).set({ priceWon: 9_000 }).where(eq(variants.id, variantId))
  const cart = await getPageText(app.get("/shopping/cart", toCookieOptions(person)))
  for (const words of ["담은 뒤 가격이 내렸어요", "10,000원", "9,000원", "27,000원", "3,000원", "30,000원"])
    expect(cart).toContain(words)
  expect(
    (await app.post("/cart", { intent: "quantity", variantId, quantity: "1000" }, toCookieOptions(person)))
      .status,
  ).toBe(400)
  await app.post("/cart", { intent: "select", variantId, selected: "off" }, toCookieOptions(person))
  expect(
    (await app.post("/cart", { intent: "order", submissionKey: newId() }, toCookieOptions(person))).status,
  ).toBe(409)
  await app.post("/cart", { intent: "select_all", selected: "on" }, toCookieOptions(person))
  expect(
    getLocation(
      await app.post("/cart", { intent: "order", submissionKey: newId() }, toCookieOptions(person)),
    ),
  ).toContain("/shopping/checkout?order=")
  await app.post("/cart", { intent: "remove", variantId }, toCookieOptions(person))
  expect(await getPageText(app.get("/cart", toCookieOptions(person)))).toContain("장바구니가 비어 있어요")
})

test("the icon of the cart counts kinds of goods, as its page does", async () => {
  const person = await createPerson()
  const { variantIds } = await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 9 }])
  await addToCart(person.actor, { variantId: variantIds[0] ?? "", quantity: 3 })
  const cart = await getPageText(app.get("/cart", toCookieOptions(person)))
  expect(cart).toContain("1가지 상품이 담겨 있어요")
  expect(/<header[\s\S]*?<\/header>/.exec(cart)?.[0]).toMatch(/장바구니<\/span>[\s\S]*?1가지/)
})

test("more pieces than in stock cannot be selected, counted or ordered", async () => {
  const person = await createPerson()
  const {
    productId,
    variantIds: [many = "", few = ""],
  } = await createProduct(shop.sellerId, [
    { priceWon: 10_000, stock: 9, name: "파랑" },
    { priceWon: 20_000, stock: 9, name: "회색" },
  ])
  for (const variantId of [many, few])
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "cart", variantId, quantity: "2" },
      toCookieOptions(person),
    )
  await db().update(variants).set({ stock: 1 }).where(eq(variants.id, few))
  const words = await getPageText(app.get("/cart", toCookieOptions(person)))
  for (const part of ["전체 선택 1/1", "1개만 남았어요", "1개로 줄이기", "23,000원 주문하기"])
    expect(words).toContain(part)
  await app.post("/cart", { intent: "remove" }, toCookieOptions(person))
  const left = await getPageText(app.get("/cart", toCookieOptions(person)))
  expect([left.includes("회색"), left.includes("파랑")]).toEqual([true, false])
  await app.post("/cart", { intent: "quantity", variantId: few, quantity: "1" }, toCookieOptions(person))
  expect(await getPageText(app.get("/cart", toCookieOptions(person)))).toContain("23,000원 주문하기")
})

test("a coupon is taken off once a person, over the goods that it is for", async () => {
  const other = await createShop()
  const [x, y] = [
    await createVariant(shop.sellerId, 40_000, 5),
    await createVariant(other.sellerId, 40_000, 5),
  ]
  const couponId = newId()
  await db()
    .insert(coupons)
    .values({
      id: couponId,
      code: couponId,
      name: "가게 쿠폰",
      sellerId: shop.sellerId,
      kind: "amount",
      value: 3_000,
      startsAt: new Date(0),
      endsAt: new Date(Date.now() + 86_400_000),
    })
  const person = await createPerson()
  const checkout = async (variantId: string) => {
    const started = await startCheckout(person.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    })
    return started.ok ? `/shopping/checkout?order=${started.groupId}` : ""
  }
  expect(
    (await app.post(await checkout(y), createCheckoutFields({ couponId }), toCookieOptions(person))).status,
  ).toBe(409)
  const path = await checkout(x)
  expect(await getPageText(app.get(path, toCookieOptions(person)))).toContain("가게 쿠폰")
  expect((await app.post(path, createCheckoutFields({ couponId }), toCookieOptions(person))).status).toBe(302)
  expect((await findPurchaseRow(getOrderParameter(path)))?.totalWon).toBe(37_000)
})
