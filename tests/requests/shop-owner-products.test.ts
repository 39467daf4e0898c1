/** What an owner of a shop puts up for sale, over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
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
const sale = async (priceWon = 20_000, owner = shop) => {
  const made = await createProduct(owner.sellerId, [{ priceWon, stock: 10 }])
  const purchase = await createPaidPurchase(buyer, [{ variantId: made.variantIds[0] ?? "", quantity: 1 }])
  const line = purchase.lines[0]
  if (!line) throw new Error("a purchase without lines")
  return { ...made, purchase, line }
}

const application = (documentId: string, overrides: Record<string, string> = {}) => ({
  submissionKey: newId(),
  name: "바른공구",
  intro: "",
  phone: "010-2222-3333",
  email: "tools@example.kr",
  address: "서울 서초구 서초대로 10",
  businessName: "바른공구",
  representative: "최바른",
  businessNumber: "220-81-62517",
  mailOrderNumber: "2026-서울서초-0123",
  "documentIds[]": documentId,
  shippingWon: "3,000",
  freeFromWon: "30,000",
  returnWon: "3,000",
  dispatchDays: "1",
  bank: "우리은행",
  accountNumber: "1002-123-456789",
  accountHolder: "최바른",
  consent: "on",
  ...overrides,
})

const productFields = (pictureId: string, overrides: Record<string, string> = {}) => ({
  submissionKey: newId(),
  intent: "propose",
  "pictureIds[]": pictureId,
  title: "튼튼한 접이식 사다리",
  brand: "",
  department: "tools",
  description: "혼자서도 들 수 있는 가벼운 알루미늄 사다리예요. 미끄럼 방지 발이 있어요.",
  listPriceWon: "60,000",
  optionLabel: "높이",
  "variants[0].id": "",
  "variants[0].was": "",
  "variants[0].name": "3단",
  "variants[0].priceWon": "45,000",
  "variants[0].stock": "7",
  "variants[1].id": "",
  "variants[1].was": "",
  "variants[1].name": "4단",
  "variants[1].priceWon": "52,000",
  "variants[1].stock": "0",
  noticeKind: "household",
  ...Object.fromEntries(
    DISCLOSURES.household.rows.map((_label, at) => [
      `notice[${at}]`,
      at % 2 === 1 ? "상세 설명 참조" : "해당 없음",
    ]),
  ),
  ...overrides,
})

test("a product with options is approved and sold; prices change at once, texts are reviewed", async () => {
  const { cookie } = shop
  const empty = await app.post("/shop/post", { submissionKey: newId(), intent: "propose" }, { cookie })
  expect(empty.status).toBe(400)
  const picture = await createPictureRow(shop.actor.userId, "product")
  expect(place(await app.post("/shop/post", productFields(picture), { cookie }))).toEqual([
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
    (await app.post(`/shop/edit/${made.id}`, productFields(picture), { cookie: rival.cookie })).status,
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
    productFields(picture, { ...known, "variants[0].priceWon": "42,000" }),
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
    productFields(picture, { ...known, title: "더 튼튼한 접이식 사다리" }),
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

test("every error of a product or an application is shown at once, beside its field", async () => {
  const { cookie } = shop
  const picture = await createPictureRow(shop.actor.userId, "product")
  const fields = productFields(picture, {
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
    await app.post("/shop/apply", application("", { name: "", mailOrderNumber: "" }), {
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

test("without scripts, disclosure lines of one kind do not end up under another", async () => {
  const { cookie } = shop
  const picture = await createPictureRow(shop.actor.userId, "product")
  const written = productFields(picture, {
    title: "원목 접이식 사다리 의자",
    noticeFor: "household",
    noticeKind: "furniture",
    ...Object.fromEntries(DISCLOSURES.household.rows.map((label, at) => [`notice[${at}]`, `${label} 값`])),
  })
  const refused = await app.post("/shop/post", written, { cookie })
  const said = await refused.text()
  expect(refused.status).toBe(400)
  expect(said).toContain("주요 소재 항목을 입력해 주세요")
  expect(said).not.toContain("제조국 항목을 입력해 주세요")
  const row = DISCLOSURES.furniture.rows.indexOf("제조국")
  expect(said).toMatch(
    new RegExp(
      `name="notice\\[${row}\\]"[^>]*value="제조국 값"|value="제조국 값"[^>]*name="notice\\[${row}\\]"`,
    ),
  )
  const all = Object.fromEntries(
    DISCLOSURES.furniture.rows.map((label, at) => [`notice[${at}]`, `${label} 값`]),
  )
  expect(
    (await app.post("/shop/post", { ...written, ...all, noticeFor: "furniture" }, { cookie })).status,
  ).toBe(302)
  const [made] = await db().select().from(products).where(eq(products.title, "원목 접이식 사다리 의자"))
  expect(made?.notice).toEqual(DISCLOSURES.furniture.rows.map((label) => ({ label, value: `${label} 값` })))
})

test("combinations are made of two lists of words, and what was typed stays", async () => {
  const answer = await app.post(
    "/shop/post",
    {
      ...productFields("x"),
      intent: "combine",
      "axes[0].name": "색상",
      "axes[0].values": "화이트, 블랙",
      "axes[1].name": "높이",
      "axes[1].values": "3단, 4단",
    },
    { cookie: shop.cookie },
  )
  const html = await answer.text()
  for (const name of ["화이트 / 3단", "화이트 / 4단", "블랙 / 3단", "블랙 / 4단"])
    expect(html).toContain(`value="${name}"`)
  expect(html).toContain('value="색상 / 높이"')
  // As a table, whose prices are filled and combinations taken out before scripts load.
  expect(html).toContain("옵션 조합의 가격과 재고")
  const fields = Object.fromEntries(
    ["화이트 / 3단", "화이트 / 4단", "블랙 / 3단", "블랙 / 4단"].flatMap((name, index) => [
      [`variants[${index}].name`, name],
      [`variants[${index}].priceWon`, "9,000"],
      [`variants[${index}].stock`, "1"],
    ]),
  )
  const press = async (intent: string, more: Record<string, string> = {}) =>
    (await app.post("/shop/post", { ...fields, ...more, intent }, { cookie: shop.cookie })).text()
  const filled = await press("fill", { fillWord: "블랙", allPriceWon: "19,900" })
  expect(filled.match(/value="19,900"/g)).toHaveLength(2)
  expect(await press("remove:variants:3")).toContain("팔지 않아요")
  const list = await press("view:list")
  expect(list).not.toContain("옵션 조합의 가격과 재고")
  expect(list).toContain("표로 고치기")
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
  const { productId, line } = await sale()
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
