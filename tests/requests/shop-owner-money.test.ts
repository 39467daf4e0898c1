/** What sales, returns and refunds are worth to a seller, over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { claims, orderLines, sellers } from "#app/areas/shop/schema.server.ts"
import { cancelLine, confirmLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/request-claim.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { runPayouts } from "#app/areas/money/service/payouts.server.ts"
import { findSettlement } from "#app/areas/selling/service/settlement.server.ts"
import { formatWon } from "#app/basics/won.ts"
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
/** Its carrier says that it has arrived. */
const deliver = (lineId: string) =>
  db()
    .update(orderLines)
    .set({ state: "delivered", deliveredAt: new Date(), deliverySource: "carrier" })
    .where(eq(orderLines.id, lineId))
const sale = async (priceWon = 20_000, owner = shop) => {
  const made = await createProduct(owner.sellerId, [{ priceWon, stock: 10 }])
  const purchase = await createPaidPurchase(buyer, [{ variantId: made.variantIds[0] ?? "", quantity: 1 }])
  const line = purchase.lines[0]
  if (!line) throw new Error("a purchase without lines")
  return { ...made, purchase, line }
}

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
  await deliver(line.id)
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
  for (const line of lines) {
    await deliver(line.id)
    expect((await confirmLine(buyer.actor, line.id)).ok).toBe(true)
  }
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
