/**
 * The owner's side of the shop over HTTP: applying, deciding, writing products, sending, claims, settlement;
 * each for whom it is.
 */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { orderLines } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
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
const lineOf = async (id: string) => (await db().select().from(orderLines).where(eq(orderLines.id, id)))[0]
test("an application is refused, sent, sent back, sent again and approved", async () => {
  const person = await createPerson({ name: "최바른" })
  const { cookie } = person
  const wrong = await app.post(
    "/shop/apply",
    createSellerApplicationFields(await createPictureRow(person.actor.userId, "certificate"), {
      businessNumber: "220-81-62518",
    }),
    { cookie },
  )
  expect([wrong.status, (await wrong.text()).includes("사업자등록번호를 확인해 주세요")]).toEqual([400, true])
  const unreported = await app.post(
    "/shop/apply",
    createSellerApplicationFields(await createPictureRow(person.actor.userId, "certificate"), {
      mailOrderNumber: "",
    }),
    { cookie },
  )
  expect([unreported.status, (await unreported.text()).includes("신고 면제를 골라 주세요")]).toEqual([
    400,
    true,
  ])
  const documentId = await createPictureRow(person.actor.userId, "certificate")
  const fields = createSellerApplicationFields(documentId)
  const [first, again] = [
    await app.post("/shop/apply", fields, { cookie }),
    await app.post("/shop/apply", fields, { cookie }),
  ]
  expect([place(first), place(again)[0]]).toEqual([[302, "/shop/apply#application"], 302])
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
      await app.post(
        "/shop/apply",
        { ...createSellerApplicationFields(documentId), submissionKey: newId() },
        { cookie },
      ),
    )[0],
  ).toBe(302)
  expect((await app.post(file, { move: "approve" }, { cookie: admin.cookie })).status).toBe(302)
  expect((await app.post(file, { move: "approve" }, { cookie: admin.cookie })).status).toBe(409)
  expect((await app.get("/shopping/admin", { cookie })).status).toBe(200)
  const taken = await createPerson()
  const second = await app.post(
    "/shop/apply",
    createSellerApplicationFields(await createPictureRow(taken.actor.userId, "certificate")),
    { cookie: taken.cookie },
  )
  expect([second.status, (await second.text()).includes("이미 있어요")]).toEqual([409, true])
})

test("only the owner of a line prepares and sends it; what was sent is sent once", async () => {
  const { line } = await createSale(buyer, shop)
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
  const [mine, other] = [await createSale(buyer, shop), await createSale(buyer, rival, 9_000)]
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

test("a suspended shop sells nothing and still sends what was ordered", async () => {
  const own = await createShop({ name: "멈춘가게" })
  const { line, productId } = await createSale(buyer, own, 12_000)
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
  const { productId } = await createSale(buyer, shop)
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
