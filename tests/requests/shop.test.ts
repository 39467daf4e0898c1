import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { addToCart } from "#app/areas/shop/service/cart.server.ts"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  createVariant,
  findPurchaseRow,
  createPlacedPurchase,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { products, variants } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import {
  toCookieOptions,
  createCheckoutFields,
  getOrderParameter,
  getLocation,
  getQueryCount,
  getPageText,
} from "../setup/shop-requests.ts"
import { payments } from "#app/areas/money/schema.server.ts"
import { buyNow } from "../setup/shop-requests.ts"

const app = withApp()

let shop: Shop
let buyer: Person
beforeAll(async () => {
  shop = await createShop()
  buyer = await createPerson()
})

test("prices, shipping and coupons are computed on the server, whatever the form says", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }])
  const made = await buyNow(app, buyer, productId, variantId, { quantity: "2" })
  expect(made.end).toBe(`/shopping/order-complete?order=${made.groupId}`)
  expect(await findPurchaseRow(made.groupId)).toMatchObject({
    state: "paid",
    itemsWon: 24_000,
    shippingWon: 3_000,
    discountWon: 0,
    totalWon: 27_000,
  })
  for (const path of [
    made.end,
    `/shopping/orders/${made.groupId}`,
    `/shopping/orders/${made.groupId}/receipt`,
    "/shopping/orders",
  ]) {
    const page = await app.get(path, toCookieOptions(buyer))
    expect([path, page.status, (await page.text()).includes("27,000원")]).toEqual([path, 200, true])
  }
  // The provider's own slip is a click away, where there is one that can be opened.
  const receipt = async () =>
    (await app.get(`/shopping/orders/${made.groupId}/receipt`, toCookieOptions(buyer))).text()
  expect(await receipt()).not.toContain("카드 매출전표 보기")
  for (const [receiptUrl, shown] of [
    ["https://dashboard.example/receipt?id=1", true],
    ["javascript:alert(1)", false],
  ] as const) {
    await db().update(payments).set({ receiptUrl }).where(eq(payments.groupId, made.groupId))
    expect([receiptUrl, (await receipt()).includes(`href="${receiptUrl}"`)]).toEqual([receiptUrl, shown])
  }
  // The way back from the provider with another amount is no way.
  const other = await buyNow(app, buyer, productId, variantId, { act: "cancel" })
  const attempt = other.pay.split("/").at(-1) ?? ""
  const forged = await app.get(
    `${other.pay}/done?paymentKey=x&orderId=${attempt}&amount=1`,
    toCookieOptions(buyer),
  )
  expect(getLocation(forged)).toContain("problem=")
  expect((await findPurchaseRow(other.groupId))?.state).toBe("pending")
})

test("nothing is ordered without consent; what was typed stays, each wrong field says why", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }])
  const checkout = getLocation(
    await app.post(
      `/shopping/product/${productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      toCookieOptions(buyer),
    ),
  )
  const page = await getPageText(app.get(checkout, toCookieOptions(buyer)))
  for (const name of ["consent", "thirdPartyConsent"])
    expect(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0]).not.toContain("checked")
  // Who gets the recipient's data, which, why and how long; and what else the law wants said before paying.
  for (const words of [
    "하루살림, 판매자가 이용하는 택배사",
    "받는 분 이름, 주소, 전화번호, 배송 요청사항",
    "배송과 교환·반품이 끝날 때까지",
    "통신판매중개자",
    "구매안전서비스",
    "청약을 철회",
  ])
    expect(page).toContain(words)
  expect(page).not.toContain("madeToOrderConsent")
  const refused = await app.post(
    checkout,
    createCheckoutFields({ consent: [], thirdPartyConsent: [], zonecode: "12", recipient: "가나다라" }),
    toCookieOptions(buyer),
  )
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of [
    "주문 내용 확인과 결제에 동의해 주세요.",
    "개인정보 제3자 제공에 동의해 주세요.",
    "우편번호",
    'value="가나다라"',
    'value="12"',
  ])
    expect(said).toContain(words)
  expect(
    await db()
      .select()
      .from(payments)
      .where(eq(payments.groupId, getOrderParameter(checkout))),
  ).toEqual([])
})

test("goods made to order say so and need an agreement; every product has return terms", async () => {
  const made = await createProduct(shop.sellerId, [{ priceWon: 12_000, stock: 9 }], {
    madeToOrder: true,
    title: "이름을 새긴 문패",
  })
  const [variantId = ""] = made.variantIds
  const page = await getPageText(app.get(`/shopping/product/${made.productId}`))
  for (const words of [
    "취소·반품·교환",
    "주문을 받아 만드는 상품이라",
    "철회 제한",
    "3영업일 안에",
    "에스크로",
    "반품 비용",
    "미성년자",
  ])
    expect(page).toContain(words)
  const checkout = getLocation(
    await app.post(
      `/shopping/product/${made.productId}`,
      { intent: "buy", variantId, quantity: "1", submissionKey: newId() },
      toCookieOptions(buyer),
    ),
  )
  expect(await getPageText(app.get(checkout, toCookieOptions(buyer)))).toContain('name="madeToOrderConsent"')
  const refused = await app.post(
    checkout,
    createCheckoutFields({ recipient: "가나다라" }),
    toCookieOptions(buyer),
  )
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of ["주문 제작 상품의 취소·반품 제한에 동의해 주세요.", 'value="가나다라"'])
    expect(said).toContain(words)
  expect(
    getLocation(
      await app.post(checkout, createCheckoutFields({ madeToOrderConsent: "on" }), toCookieOptions(buyer)),
    ),
  ).toContain("/shopping/pay/")
})

test("sold-out goods promise no day and cannot be added; dearer options show a from-price", async () => {
  const gone = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 0 }])
  const page = await getPageText(app.get(`/shopping/product/${gone.productId}`))
  expect([
    page.includes("도착</b> 예정"),
    page.includes("지금은 품절이에요"),
    page.includes('value="buy"'),
  ]).toEqual([false, true, false])
  const wide = await createProduct(shop.sellerId, [
    { priceWon: 20_000, stock: 2 },
    { priceWon: 31_000, stock: 2 },
  ])
  expect(await getPageText(app.get(`/shopping/product/${wide.productId}`))).toMatch(
    /20,000원<\/b><span[^>]*>부터/,
  )
  const one = await createPerson()
  await addToCart(one.actor, { variantId: wide.variantIds[0] ?? "", quantity: 1 })
  await db()
    .update(variants)
    .set({ stock: 0 })
    .where(eq(variants.id, wide.variantIds[0] ?? ""))
  const cart = await getPageText(app.get("/shopping/cart", toCookieOptions(one)))
  expect([cart.includes("전체 선택 0/0"), cart.includes("품절됐어요")]).toEqual([true, true])
})

test("a secret question reaches the seller alone; a sold-out product cannot be bought", async () => {
  const {
    productId,
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 40_000, stock: 1 }])
  const path = `/shopping/product/${productId}`
  expect(
    (
      await app.post(
        path,
        { intent: "ask", body: "비밀로 물어요 크기가요?", secret: "on" },
        toCookieOptions(buyer),
      )
    ).status,
  ).toBe(302)
  expect((await app.post(path, { intent: "ask", body: "내 상품" }, toCookieOptions(shop))).status).toBe(400)
  const seen = async (person?: Person) =>
    (await getPageText(app.get(path, person ? toCookieOptions(person) : {}))).includes("크기가요")
  expect([await seen(buyer), await seen(shop), await seen(await createPerson()), await seen()]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await db().update(variants).set({ stock: 0 }).where(eq(variants.id, variantId))
  expect(await getPageText(app.get(path, toCookieOptions(buyer)))).toContain("지금은 품절이에요")
  await db().update(products).set({ state: "hidden" }).where(eq(products.id, productId))
  expect((await app.get(path, toCookieOptions(buyer))).status).toBe(404)
  expect(
    (await app.post(path, { intent: "cart", variantId, quantity: "1" }, toCookieOptions(buyer))).status,
  ).toBe(409)
})

test("the catalogue: filters, sorts and pages live in the query; JSON-LD has the price", async () => {
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 77_700, stock: 5 }], {
    department: "tools",
    title: "조용한 전동 드릴",
    freeShipping: true,
    searchKey: "",
  })
  for (const query of [
    "",
    "?department=tools&free=1&stock=1&min=77000&max=78000",
    "?sort=cheapest",
    "?sort=%00&min=-1&department=x&after=garbage&seller=1",
    "?sort=newest&after=W10",
  ]) {
    const page = await app.get(`/shopping${query}`)
    expect([query, page.status, getQueryCount(page) <= 6]).toEqual([query, 200, true])
  }
  expect(await getPageText(app.get("/shopping?department=tools&free=1&min=77000&max=78000"))).toContain(
    "조용한 전동 드릴",
  )
  expect(await getPageText(app.get("/shopping?department=tools&max=100"))).toContain(
    "조건에 맞는 상품이 없어요",
  )
  const page = await getPageText(app.get(`/shopping/product/${productId}`))
  const told = [...page.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, json = "{}"]) => JSON.parse(json),
  )
  expect(told).toMatchObject([
    { "@type": "BreadcrumbList" },
    { "@type": "Product", name: "조용한 전동 드릴", offers: { price: 77_700 } },
  ])
  const origin = /<link rel="canonical" href="(http:\/\/[^/]+)\/shopping\/product\/[^"]+"/.exec(page)?.[1]
  expect(page).toContain(`<meta property="og:image" content="${origin}/share/product/${productId}.jpg"/>`)
})

test("words are looked for by the one search, in what the list was narrowed to", async () => {
  const list = await getPageText(app.get("/shopping?department=tools&free=1&sort=cheapest"))
  const form = /<search><form[^>]*action="\/search"[\s\S]*?<\/form>/.exec(list)?.[0] ?? ""
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)]
  expect(hidden.map(([, name, value]) => `${name}=${value}`)).toEqual([
    "type=shopping",
    "department=tools",
    "free=1",
  ])
  const former = await app.get(`/shopping?${new URLSearchParams({ q: "드릴", department: "tools" })}`)
  expect([former.status, decodeURIComponent(getLocation(former))]).toEqual([
    302,
    "/search?type=shopping&q=드릴&department=tools",
  ])
})

test("the screen of a finished order leads to one's orders where none is named", async () => {
  const person = await createPerson()
  const response = await app.get("/shopping/order-complete", toCookieOptions(person))
  expect(response.status).toBe(302)
  expect(getLocation(response)).toBe("/shopping/orders")
})

test("every screen of a buyer is made with at most six queries", async () => {
  const variantId = await createVariant(shop.sellerId, 40_000, 50)
  const person = await createPerson()
  const made = await createPaidPurchase(person, [{ variantId, quantity: 1 }])
  const productId = made.lines[0]?.productId ?? ""
  await addToCart(person.actor, { variantId, quantity: 1 })
  const { groupId, paymentId } = await createPlacedPurchase(person, [{ variantId, quantity: 1 }])
  const lineId = made.lines[0]?.id ?? ""
  const paths = [
    "/shopping",
    "/shopping/recent",
    "/my-info/wishes/products",
    "/my-info/wishes/restock",
    "/my-info/coupons",
    `/shopping/product/${productId}`,
    "/shopping/cart",
    `/shopping/checkout?order=${groupId}`,
    `/shopping/pay/${paymentId}`,
    `/shopping/order-complete?order=${made.groupId}`,
    "/shopping/orders",
    `/shopping/orders/${made.groupId}`,
    `/shopping/orders/${made.groupId}/claim?line=${lineId}&kind=return`,
    `/shopping/orders/${made.groupId}/review?line=${lineId}`,
    `/shopping/orders/${made.groupId}/receipt`,
  ]
  const counted = await Promise.all(
    paths.map(async (path) => [path, getQueryCount(await app.get(path, toCookieOptions(person)))] as const),
  )
  expect(counted.filter(([, queries]) => !(queries <= 6))).toEqual([])
})

test("only the frame of the search for an address loads it, and only our pages show the frame", async () => {
  const policy = async (path: string) =>
    (await app.get(path, toCookieOptions(buyer))).headers.get("Content-Security-Policy") ?? ""
  const ofSearch = await policy("/postcode")
  expect(ofSearch).toMatch(/script-src [^;]*https:\/\/t1\.kakaocdn\.net\/mapjsapi\//)
  expect(ofSearch).toContain("frame-src 'self' https://postcode.map.kakao.com")
  expect(ofSearch).toContain("frame-ancestors 'self'")
  const variantId = await createVariant(shop.sellerId, 40_000, 50)
  const { groupId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  for (const path of [`/shopping/checkout?order=${groupId}`, "/shopping", "/shopping/cart"]) {
    expect(await policy(path)).not.toContain("kakao")
    expect(await policy(path)).toContain("frame-ancestors 'none'")
  }
})
