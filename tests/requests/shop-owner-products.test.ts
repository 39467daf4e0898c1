/** What an owner of a shop puts up for sale, over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import {
  orderLines,
  productQuestions,
  productReviews,
  products,
  variants,
} from "#app/areas/shop/schema.server.ts"
import { askQuestion } from "#app/areas/shop/service/product.server.ts"
import { createProductReview } from "#app/areas/shop/service/reviews.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { createProductFields } from "../setup/shop-requests.ts"
import { createSale } from "#app/areas/selling/fixtures.ts"
import { createSellerApplicationFields } from "../setup/shop-requests.ts"

const app = withApp()

let admin: Person
let buyer: Person
let shop: Shop
let rival: Shop
beforeAll(async () => {
  ;[admin, buyer, shop, rival] = [
    await createPerson({ role: "admin" }),
    await createPerson(),
    await createShop({ name: "하루살림" }),
    await createShop({ name: "옆가게" }),
  ]
})

const place = (answer: Response) => [answer.status, answer.headers.get("Location")]
test("a product with options is approved and sold; prices change at once, texts are reviewed", async () => {
  const { cookie } = shop
  const empty = await app.post("/shop/post", { submissionKey: newId(), intent: "propose" }, { cookie })
  expect(empty.status).toBe(400)
  const picture = await createPictureRow(shop.actor.userId, "product")
  expect(place(await app.post("/shop/post", createProductFields(picture), { cookie }))).toEqual([
    302,
    "/shopping/admin/products?tab=proposed",
  ])
  const [made] = await db().select().from(products).where(eq(products.title, "튼튼한 접이식 사다리"))
  if (!made) throw new Error("no product")
  expect([made.state, made.priceWon, made.discountPercent, made.sellerId]).toEqual([
    "proposed",
    45_000,
    25,
    shop.sellerId,
  ])
  expect((await app.get(`/shopping/product/${made.id}`, { cookie: buyer.cookie })).status).toBe(404)
  expect((await app.get(`/shopping/product/${made.id}`, { cookie })).status).toBe(200)
  const page = `/admin/products/${made.id}`
  expect(
    (await app.post(page, { move: "publish", seen: "2020-01-01T00:00:00.000Z" }, { cookie: admin.cookie }))
      .status,
  ).toBe(409)
  expect(
    place(
      await app.post(page, { move: "publish", seen: made.updatedAt.toISOString() }, { cookie: buyer.cookie }),
    ),
  ).toEqual([302, "/"])
  expect(
    (await app.post(page, { move: "publish", seen: made.updatedAt.toISOString() }, { cookie: admin.cookie }))
      .status,
  ).toBe(302)
  expect((await app.get(`/shopping/product/${made.id}`, { cookie: buyer.cookie })).status).toBe(200)

  // Not theirs does not exist.
  for (const address of [`/shop/edit/${made.id}`, `/shop/edit/${newId()}`])
    expect((await app.get(address, { cookie: rival.cookie })).status).toBe(404)
  expect(
    (await app.post(`/shop/edit/${made.id}`, createProductFields(picture), { cookie: rival.cookie })).status,
  ).toBe(404)

  const rows = await db()
    .select()
    .from(variants)
    .where(eq(variants.productId, made.id))
    .orderBy(variants.position)
  const known = Object.fromEntries(
    rows.flatMap((row, at) => [
      [`variants[${at}].id`, row.id],
      [`variants[${at}].was`, String(row.stock)],
      [`variants[${at}].stock`, String(row.stock)],
    ]),
  )
  const edited = await app.post(
    `/shop/edit/${made.id}`,
    createProductFields(picture, { ...known, "variants[0].priceWon": "42,000" }),
    { cookie },
  )
  expect(place(edited)).toEqual([302, "/shopping/admin/products"])
  expect((await db().select().from(products).where(eq(products.id, made.id)))[0]).toMatchObject({
    state: "published",
    priceWon: 42_000,
    discountPercent: 30,
  })
  await app.post(
    `/shop/edit/${made.id}`,
    createProductFields(picture, { ...known, title: "더 튼튼한 접이식 사다리" }),
    { cookie },
  )
  expect((await db().select().from(products).where(eq(products.id, made.id)))[0]?.state).toBe("proposed")

  const [variant] = rows
  expect(
    (
      await app.post(
        "/shopping/admin/stock",
        { variantId: variant?.id ?? "", priceWon: "42000", stock: "99", was: "3" },
        { cookie },
      )
    ).status,
  ).toBe(409)
  expect(
    (
      await app.post(
        "/shopping/admin/stock",
        { variantId: variant?.id ?? "", priceWon: "42000", stock: "99", was: "7" },
        { cookie: rival.cookie },
      )
    ).status,
  ).toBe(404)
  expect(
    (
      await app.post(
        "/shopping/admin/stock",
        { variantId: variant?.id ?? "", priceWon: "42000", stock: "99", was: "7" },
        { cookie },
      )
    ).status,
  ).toBe(302)
  expect(
    (
      await db()
        .select()
        .from(variants)
        .where(eq(variants.id, variant?.id ?? ""))
    )[0]?.stock,
  ).toBe(99)
})

test("an option is shown by the picture that its seller chose, in the cart and in the order", async () => {
  const { cookie } = shop
  const pictureIds = [
    await createPictureRow(shop.actor.userId, "product"),
    await createPictureRow(shop.actor.userId, "product"),
  ]
  const fields = { ...createProductFields("", { title: "두 가지 색 사다리" }), "pictureIds[]": pictureIds }
  const wrong = await app.post("/shop/post", { ...fields, "variants[1].picture": "3" }, { cookie })
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("사진이 2장이에요")])
  await app.post(
    "/shop/post",
    { ...fields, "variants[1].picture": "2", "variants[1].stock": "5" },
    { cookie },
  )
  const [made] = await db().select().from(products).where(eq(products.title, "두 가지 색 사다리"))
  const productId = made?.id ?? ""
  await db().update(products).set({ state: "published" }).where(eq(products.id, productId))
  const options = await db()
    .select()
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(variants.position)
  const wanted = options.map(({ id }) => ({ variantId: id, quantity: 1 }))
  const { lines } = await createPaidPurchase(buyer, wanted)
  const bought = new Map(lines.map((line) => [line.variantId, line.pictureId]))
  expect(options.map(({ id }) => bought.get(id))).toEqual(pictureIds)
  const form = await (await app.get(`/shop/edit/${productId}`, { cookie })).text()
  expect(form).toMatch(/name="variants\[1\]\.picture"[\s\S]*?<option value="2" selected/)
})

test("every error of a product or an application is shown at once, beside its field", async () => {
  const { cookie } = shop
  const picture = await createPictureRow(shop.actor.userId, "product")
  const fields = createProductFields(picture, {
    title: "",
    "pictureIds[]": "",
    listPriceWon: "10",
    "notice[1]": "",
    "variants[1].name": "",
  })
  const refused = await app.post("/shop/post", fields, { cookie })
  const said = await refused.text()
  expect(refused.status).toBe(400)
  for (const words of [
    "상품 이름을 입력해 주세요",
    "사진을 한 장 이상 올려 주세요",
    "KC 인증 정보 항목을 입력해 주세요",
    "옵션 이름을 입력해 주세요",
  ])
    expect([words, said.includes(words)]).toEqual([words, true])
  const person = await createPerson()
  const applied = await (
    await app.post("/shop/apply", createSellerApplicationFields("", { name: "", mailOrderNumber: "" }), {
      cookie: person.cookie,
    })
  ).text()
  for (const words of [
    "상점 이름을 입력해 주세요",
    "신고 면제를 골라 주세요",
    "사업자등록증 사진을 올려 주세요",
  ])
    expect([words, applied.includes(words)]).toEqual([words, true])
})

test("many options are given one price and stock at once, all of them or none", async () => {
  const owner = await createShop()
  const { productId, variantIds } = await createProduct(owner.sellerId, [
    { priceWon: 10_000, stock: 5 },
    { priceWon: 12_000, stock: 6 },
    { priceWon: 30_000, stock: 7 },
  ])
  const send = (fields: Record<string, string | string[]>) =>
    app.post("/shopping/admin/stock?tab=all", { intent: "many", ...fields }, { cookie: owner.cookie })
  const both = [`${variantIds[0]}:5`, `${variantIds[1]}:6`]
  const empty = await send({ "options[]": both, priceWon: "", stock: "" })
  expect([empty.status, (await empty.text()).includes("가격이나 재고 가운데 하나는")]).toEqual([400, true])
  expect((await send({ priceWon: "9,000" })).status).toBe(400)
  expect((await send({ "options[]": [...both, `${variantIds[2]}:6`], stock: "50" })).status).toBe(409)
  expect((await send({ "options[]": both, priceWon: "9,900", stock: "50" })).status).toBe(302)
  const rows = await db()
    .select({ priceWon: variants.priceWon, stock: variants.stock })
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(variants.id)
  expect(rows).toEqual([
    { priceWon: 9_900, stock: 50 },
    { priceWon: 9_900, stock: 50 },
    { priceWon: 30_000, stock: 7 },
  ])
  expect((await db().select().from(products).where(eq(products.id, productId)))[0]?.priceWon).toBe(9_900)
  const page = await app.get("/shopping/admin/stock?tab=all", { cookie: owner.cookie })
  expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
})

test("an answer and a reply are refused beside their field, and keep what was typed", async () => {
  const { productId, line } = await createSale(buyer, shop)
  await askQuestion(buyer.actor, productId, { body: "벽에도 걸 수 있나요?", secret: false })
  await db()
    .update(orderLines)
    .set({ state: "delivered", deliveredAt: new Date() })
    .where(eq(orderLines.id, line.id))
  expect(
    await createProductReview(buyer.actor, line.id, {
      rating: 5,
      body: "소리가 정말 안 나요. 좋아요.",
      pictureIds: [],
    }),
  ).toMatchObject({ ok: true })
  const [question] = await db()
    .select({ id: productQuestions.id })
    .from(productQuestions)
    .where(eq(productQuestions.productId, productId))
  const [review] = await db()
    .select({ id: productReviews.id })
    .from(productReviews)
    .where(eq(productReviews.lineId, line.id))
  for (const [path, id, name] of [
    ["/shopping/admin/questions", question?.id ?? "", "답변"],
    ["/shopping/admin/reviews", review?.id ?? "", "답글"],
  ] as const) {
    const send = (answer: string, to: string = path) => app.post(to, { id, answer }, shop)
    for (const [typed, words] of [
      ["", `${name}을 입력해 주세요`],
      ["네", `${name}은 2자 이상 입력해 주세요`],
      ["네".repeat(1_200), `${name}은 1,000자까지 쓸 수 있어요`],
    ] as const) {
      const refused = await send(typed)
      const html = await refused.text()
      expect([refused.status, html.includes(words), html.includes(`${typed}</textarea>`)]).toEqual([
        400,
        true,
        true,
      ])
    }
    expect(place(await send("네, 걸 수 있어요.", `${path}?tab=all`))).toEqual([302, `${path}?tab=all`])
    expect((await send("네, 또 걸 수 있어요.")).status).toBe(409)
  }
})

test("a new shop is led to its first product, and promised no money that is not there", async () => {
  const fresh = await createShop({ name: "새가게" })
  const desk = async () => (await app.get("/shopping/admin", fresh)).text()
  const empty = await desk()
  expect(
    [
      "첫 상품 올리기",
      "구매가 확정되면 쌓여요",
      "모두 넉넉해요",
      "다음 영업일 오전에 보내요",
      "5개보다 적게 남았어요",
    ].map((words) => empty.includes(words)),
  ).toEqual([true, true, true, false, false])
  await createProduct(fresh.sellerId, [{ priceWon: 10_000, stock: 1 }])
  const begun = await desk()
  expect([begun.includes("첫 상품 올리기"), begun.includes("5개보다 적게 남았어요")]).toEqual([false, true])
})
