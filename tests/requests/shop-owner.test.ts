/**
 * The owner's side of the shop over HTTP: applying, deciding, writing products, sending, claims, settlement;
 * each for whom it is.
 */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import {
  claims,
  orderLines,
  productQuestions,
  productReviews,
  products,
  sellers,
  variants,
} from "#app/areas/shop/schema.server.ts"
import { cancelLine, confirmLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/claims.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { askQuestion } from "#app/areas/shop/service/product.server.ts"
import { createProductReview } from "#app/areas/shop/service/reviews.server.ts"
import { runPayouts } from "#app/areas/money/service/payouts.server.ts"
import { findSettlement } from "#app/areas/selling/service/settlement.server.ts"
import { formatWon } from "#app/basics/won.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { payouts } from "#app/areas/money/schema.server.ts"

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
const lineOf = async (id: string) => (await db().select().from(orderLines).where(eq(orderLines.id, id)))[0]
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
  ...Object.fromEntries(DISCLOSURES.household.rows.map((_label, at) => [`notice[${at}]`, "상세 설명 참조"])),
  ...overrides,
})

test("an application is refused, sent, sent back, sent again and approved", async () => {
  const person = await createPerson({ name: "최바른" })
  const { cookie } = person
  const wrong = await app.post(
    "/shop/apply",
    application(await createPictureRow(person.actor.userId, "certificate"), {
      businessNumber: "220-81-62518",
    }),
    { cookie },
  )
  expect([wrong.status, (await wrong.text()).includes("사업자등록번호를 확인해 주세요")]).toEqual([400, true])
  const unreported = await app.post(
    "/shop/apply",
    application(await createPictureRow(person.actor.userId, "certificate"), { mailOrderNumber: "" }),
    { cookie },
  )
  expect([unreported.status, (await unreported.text()).includes("신고 면제를 골라 주세요")]).toEqual([
    400,
    true,
  ])
  const documentId = await createPictureRow(person.actor.userId, "certificate")
  const fields = application(documentId)
  const [first, again] = [
    await app.post("/shop/apply", fields, { cookie }),
    await app.post("/shop/apply", fields, { cookie }),
  ]
  expect([place(first), place(again)[0]]).toEqual([[302, "/shop/apply#standing"], 302])
  expect(place(await app.get("/shopping/admin", { cookie }))).toEqual([302, "/shop/apply"])
  expect(await (await app.get("/shop/apply", { cookie })).text()).toContain("입점 신청서를 잘 받았어요")

  const file = `/admin/users/shop-owners/${person.actor.userId}`
  for (const other of [person, buyer, shop])
    expect(place(await app.post(file, { move: "approve" }, { cookie: other.cookie }))).toEqual([302, "/"])
  expect((await app.post(file, { move: "ask_info", reason: "" }, { cookie: admin.cookie })).status).toBe(400)
  expect(
    (await app.post(file, { move: "ask_info", reason: "사업자등록증이 흐려요." }, { cookie: admin.cookie }))
      .status,
  ).toBe(302)
  expect(await (await app.get("/shop/apply", { cookie })).text()).toContain("사업자등록증이 흐려요.")
  expect(
    place(
      await app.post("/shop/apply", { ...application(documentId), submissionKey: newId() }, { cookie }),
    )[0],
  ).toBe(302)
  expect((await app.post(file, { move: "approve" }, { cookie: admin.cookie })).status).toBe(302)
  expect((await app.post(file, { move: "approve" }, { cookie: admin.cookie })).status).toBe(409)
  expect((await app.get("/shopping/admin", { cookie })).status).toBe(200)
  const taken = await createPerson()
  const second = await app.post(
    "/shop/apply",
    application(await createPictureRow(taken.actor.userId, "certificate")),
    { cookie: taken.cookie },
  )
  expect([second.status, (await second.text()).includes("이미 있어요")]).toEqual([409, true])
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
})

test("only the owner of a line prepares and sends it; what was sent is sent once", async () => {
  const { line } = await sale()
  const ship = { intent: "ship", lineId: line.id, carrier: "cj", trackingNumber: "123456789012" }
  expect(place(await app.post("/shopping/admin/orders", ship, { cookie: buyer.cookie }))).toEqual([
    302,
    "/shop/apply",
  ])
  expect((await app.post("/shopping/admin/orders", ship, { cookie: rival.cookie })).status).toBe(404)
  expect(
    (
      await app.post(
        "/shopping/admin/orders",
        { intent: "prepare", "lineIds[]": line.id },
        { cookie: rival.cookie },
      )
    ).status,
  ).toBe(404)
  expect(
    await (await app.get("/shopping/admin/orders?tab=all", { cookie: rival.cookie })).text(),
  ).not.toContain(line.title)
  expect(
    (
      await app.post(
        "/shopping/admin/orders",
        { intent: "prepare", "lineIds[]": line.id },
        { cookie: shop.cookie },
      )
    ).status,
  ).toBe(302)
  expect((await lineOf(line.id))?.state).toBe("preparing")
  expect(
    (await app.post("/shopping/admin/orders", { ...ship, trackingNumber: "가" }, { cookie: shop.cookie }))
      .status,
  ).toBe(400)
  expect((await app.post("/shopping/admin/orders", ship, { cookie: shop.cookie })).status).toBe(302)
  expect(await lineOf(line.id)).toMatchObject({
    state: "shipped",
    carrier: "cj",
    trackingNumber: "123456789012",
  })
  expect((await app.post("/shopping/admin/orders", ship, { cookie: shop.cookie })).status).toBe(409)
})

test("a file of parcels says what is wrong with each row, and sends the others", async () => {
  const [mine, other] = [await sale(), await sale(9_000, rival)]
  const file = await app.get("/shopping/admin/parcels/file", { cookie: shop.cookie })
  const text = await file.text()
  expect([file.status, text.includes(mine.line.id), text.includes(other.line.id)]).toEqual([200, true, false])
  const csv =
    `상품주문번호,택배사,송장번호\n${mine.line.id},CJ대한통운,1111222233\n${other.line.id},한진택배,1111222234\n${newId()}` +
    `,없는택배,1111222235\n${mine.line.id},한진택배,1111222236\n`
  const form = new FormData()
  form.append("intent", "check")
  form.append("file", new File([csv], "parcels.csv", { type: "text/csv" }))
  const looked = await (await app.post("/shopping/admin/parcels", form, { cookie: shop.cookie })).text()
  expect(looked).toContain("고쳐야 할 줄이 3건")
  expect((await lineOf(mine.line.id))?.state).toBe("paid")
  const sent = await (
    await app.post(
      "/shopping/admin/parcels",
      { intent: "send", csv, from: "0", count: "500" },
      { cookie: shop.cookie },
    )
  ).text()
  expect(sent).toContain("1<!-- -->건을 보냈어요")
  expect([(await lineOf(mine.line.id))?.state, (await lineOf(other.line.id))?.state]).toEqual([
    "shipped",
    "paid",
  ])
  const korean = new FormData()
  korean.append("intent", "check")
  korean.append("file", new File(["이것은 표가 아니에요"], "x.csv"))
  expect((await app.post("/shopping/admin/parcels", korean, { cookie: shop.cookie })).status).toBe(400)
})

test("a return goes step by step through its own seller, and the money is right to the won", async () => {
  const { line } = await sale(25_000)
  await app.post(
    "/shopping/admin/orders",
    { intent: "ship", lineId: line.id, carrier: "cj", trackingNumber: "123456789099" },
    { cookie: shop.cookie },
  )
  const asked = await requestClaim(buyer.actor, line.id, {
    kind: "return",
    reason: "changed_mind",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  const move = (name: string, cookie = shop.cookie, more: Record<string, string> = {}) =>
    app.post("/shopping/admin/claims", { claimId: asked.claimId, move: name, ...more }, { cookie })
  expect((await move("approve", rival.cookie)).status).toBe(404)
  expect((await move("reject")).status).toBe(400)
  expect((await move("complete")).status).toBe(409)
  for (const step of ["approve", "collect", "receive", "complete"])
    expect([step, (await move(step, shop.cookie, { restock: "on" })).status]).toEqual([step, 302])
  expect((await db().select().from(claims).where(eq(claims.id, asked.claimId)))[0]).toMatchObject({
    state: "completed",
    feeWon: 6_000,
  })
  expect((await lineOf(line.id))?.state).toBe("returned")
  expect(await checkLedger()).toEqual([])
})

test("a confirmed sale is paid out once, less its commission, and comes back if returned", async () => {
  const own = await createShop({ name: "정산가게", commissionBps: 800 })
  const { line } = await sale(50_000, own)
  await app.post(
    "/shopping/admin/orders",
    { intent: "ship", lineId: line.id, carrier: "post", trackingNumber: "999456789012" },
    { cookie: own.cookie },
  )
  await db().update(sellers).set({ commissionBps: 5_000 }).where(eq(sellers.userId, own.sellerId))
  expect((await confirmLine(buyer.actor, line.id)).ok).toBe(true)
  const balance = 50_000 - 4_000
  const read = async (cookie = own.cookie) => (await app.get("/shopping/admin/settlement", { cookie })).text()
  expect(await read()).toContain(formatWon(balance))
  expect(await read(rival.cookie)).not.toContain(formatWon(balance))
  expect(await (await app.get("/shopping/admin", { cookie: own.cookie })).text()).toContain(
    formatWon(balance),
  )
  await Promise.all([runPayouts(), runPayouts()])
  const made = await db().select().from(payouts).where(eq(payouts.sellerId, own.sellerId))
  expect(made.map((payout) => [payout.amountWon, payout.state])).toEqual([[balance, "pending"]])
  const payoutId = made[0]?.id ?? ""
  const move = (name: string, cookie: string, reason = "") =>
    app.post("/admin/payouts", { payoutId, move: name, reason }, { cookie })
  expect(place(await move("start", own.cookie))).toEqual([302, "/"])
  expect((await move("pay", admin.cookie)).status).toBe(409)
  for (const step of ["start", "pay"]) expect((await move(step, admin.cookie)).status).toBe(302)
  expect((await move("fail", admin.cookie)).status).toBe(400)
  expect((await move("fail", admin.cookie, "예금주가 달라요")).status).toBe(302)
  const html = await read()
  expect(html).toContain("예금주가 달라요")
  expect(html).toContain("지급 실패")
  expect(await findSettlement(own.actor, null)).toMatchObject({
    balanceWon: balance,
    paidWon: 0,
    pendingPayoutWon: 0,
    payouts: [{ state: "failed", amountWon: balance }],
  })
  expect(await runPayouts()).toBeGreaterThan(0)
  expect(
    (await db().select().from(payouts).where(eq(payouts.sellerId, own.sellerId)))
      .map((payout) => payout.state)
      .sort(),
  ).toEqual(["failed", "pending"])
  expect(await checkLedger()).toEqual([])
})

test("of one payment to two shops each sees its own order, money and commission alone", async () => {
  const [mine, theirs] = [
    await createShop({ name: "앞가게", commissionBps: 1_111 }),
    await createShop({ name: "뒷가게", commissionBps: 777 }),
  ]
  const goods = async (owner: Shop, title: string, priceWon: number) =>
    (await createProduct(owner.sellerId, [{ priceWon, stock: 9 }], { title })).variantIds[0] ?? ""
  const wanted = [
    { variantId: await goods(mine, "앞가게의 물뿌리개", 81_230), quantity: 1 },
    { variantId: await goods(theirs, "뒷가게의 모종삽", 64_570), quantity: 1 },
  ]
  const { lines } = await createPaidPurchase(buyer, wanted)
  const [own, other] = [
    lines.find((line) => line.sellerId === mine.sellerId),
    lines.find((line) => line.sellerId === theirs.sellerId),
  ]
  if (!own || !other) throw new Error("a purchase without two shops")
  const asked: string[] = []
  for (const [owner, line] of [
    [mine, own],
    [theirs, other],
  ] as const) {
    await app.post(
      "/shopping/admin/orders",
      { intent: "ship", lineId: line.id, carrier: "cj", trackingNumber: `55556666${line.unitWon}` },
      { cookie: owner.cookie },
    )
    const claim = await requestClaim(buyer.actor, line.id, {
      kind: "return",
      reason: "broken",
      detail: `${line.title} 깨졌어요`,
      pictureIds: [],
      account: null,
    })
    if (!claim.ok) throw new Error(claim.reason)
    asked.push(claim.claimId)
  }
  // Goods, what was paid, its commission of 7.77 %, and what is left of it.
  const secrets = [
    "모종삽",
    "64,570",
    formatWon(5_017),
    formatWon(59_553),
    other.id,
    asked[1] ?? "",
    "5555666664570",
  ]
  const screens = [
    "",
    "/orders?tab=all",
    "/parcels",
    "/claims",
    "/products",
    "/stock?tab=all",
    "/questions",
    "/reviews?tab=all",
    "/settlement",
  ]
  const look = async () => {
    for (const path of screens) {
      const html = await (await app.get(`/shopping/admin${path}`, { cookie: mine.cookie })).text()
      expect([path, secrets.filter((secret) => html.includes(secret))]).toEqual([path, []])
    }
  }
  await look()
  expect(await (await app.get("/shopping/admin/claims", { cookie: mine.cookie })).text()).toContain(
    "물뿌리개",
  )
  expect(
    (
      await app.post(
        "/shopping/admin/claims",
        { claimId: asked[1] ?? "", move: "approve" },
        { cookie: mine.cookie },
      )
    ).status,
  ).toBe(404)
  for (const [at, owner] of [mine, theirs].entries())
    await app.post(
      "/shopping/admin/claims",
      { claimId: asked[at] ?? "", move: "reject", reason: "사진과 달라요" },
      { cookie: owner.cookie },
    )
  for (const line of lines) expect((await confirmLine(buyer.actor, line.id)).ok).toBe(true)
  await look()
  expect(await (await app.get("/shopping/admin/settlement", { cookie: theirs.cookie })).text()).toContain(
    formatWon(59_553),
  )
})

test("a refund is shown as refunded to the buyer, on the receipt and to admins", async () => {
  const person = await createPerson()
  const { variantIds } = await createProduct(shop.sellerId, [
    { priceWon: 30_000, stock: 5 },
    { priceWon: 41_000, stock: 5 },
  ])
  const { groupId, lines } = await createPaidPurchase(
    person,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const labels = async () => {
    const main = /<main[\s\S]*<\/main>/
    // The history of a line goes on telling that it was paid once: there the payment's own heading is read.
    const pages = [
      [`/shopping/orders/${groupId}`, person, /<h2[^>]*>결제[\s\S]*?<\/h2>/],
      ["/shopping/orders", person, main],
      [`/shopping/orders/${groupId}/receipt`, person, main],
      [`/admin/users/${person.actor.userId}`, admin, main],
    ] as const
    return Promise.all(
      pages.map(async ([path, who, part]) => {
        const shown = part.exec(await (await app.get(path, { cookie: who.cookie })).text())?.[0] ?? ""
        return ["결제완료", "부분 취소", "환불 완료"].filter((label) => shown.includes(`>${label}<`))
      }),
    )
  }
  const [first, second] = lines
  if (!first || !second) throw new Error("a purchase without two lines")
  expect((await cancelLine(person.actor, first.id, { reason: "변심", account: null })).ok).toBe(true)
  for (const seen of await labels()) expect(seen).toContain("부분 취소")
  expect((await cancelLine(person.actor, second.id, { reason: "변심", account: null })).ok).toBe(true)
  for (const seen of await labels()) expect(seen).toEqual(["환불 완료"])
})

test("a suspended shop sells nothing and still sends what was ordered", async () => {
  const own = await createShop({ name: "멈춘가게" })
  const { line, productId } = await sale(12_000, own)
  const file = `/admin/users/shop-owners/${own.sellerId}`
  expect(
    (await app.post(file, { move: "suspend", reason: "신고가 이어졌어요." }, { cookie: admin.cookie }))
      .status,
  ).toBe(302)
  expect((await app.get(`/shopping/product/${productId}`, { cookie: buyer.cookie })).status).toBe(404)
  expect(place(await app.get("/shop/post", { cookie: own.cookie }))).toEqual([302, "/shopping/admin"])
  expect(
    (await app.post("/shopping/admin/products", { productId, move: "hide" }, { cookie: own.cookie })).status,
  ).toBe(403)
  expect(
    (
      await app.post(
        "/shopping/admin/orders",
        { intent: "ship", lineId: line.id, carrier: "cj", trackingNumber: "123456789012" },
        { cookie: own.cookie },
      )
    ).status,
  ).toBe(302)
  expect((await app.post(file, { move: "resume" }, { cookie: admin.cookie })).status).toBe(302)
  expect((await app.get(`/shopping/product/${productId}`, { cookie: buyer.cookie })).status).toBe(200)
})

test("no screen of an owner or of their review asks the database more than six times", async () => {
  const { productId } = await sale()
  const own = [
    "",
    "/orders",
    "/orders?tab=all",
    "/parcels",
    "/claims",
    "/claims?tab=done",
    "/products",
    "/stock?tab=all",
    "/questions",
    "/reviews?tab=all",
    "/settlement",
    "/settings",
  ].map((path) => `/shopping/admin${path}`)
  for (const path of [...own, "/shop/post", `/shop/edit/${productId}`]) {
    const answer = await app.get(path, { cookie: shop.cookie })
    expect([path, answer.status, Number(answer.headers.get("X-Queries")) <= 6]).toEqual([path, 200, true])
  }
  for (const path of [
    "/admin/users/shop-owners",
    `/admin/users/shop-owners/${shop.sellerId}`,
    "/admin/products",
    `/admin/products/${productId}`,
    "/admin/payouts",
  ]) {
    const answer = await app.get(path, { cookie: admin.cookie })
    expect([path, answer.status, Number(answer.headers.get("X-Queries")) <= 6]).toEqual([path, 200, true])
  }
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
