/** Refunds that the office begins: a form without scripts, a sum before the deed, a second person. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant, findPurchaseLines } from "#app/areas/shop/fixtures.ts"
import { deliverLine, shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { newId } from "#app/basics/ids.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let [support, finance] = [] as unknown as [Person, Person]
beforeAll(async () => {
  support = await createPerson({ role: "admin", officeRole: "support" })
  finance = await createPerson({ role: "admin", officeRole: "finance" })
})

async function createPurchase(priceWon: number) {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, priceWon, 3)
  const buyer = await createPerson()
  const purchase = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const path = `/admin/purchases/${purchase.groupId}`
  const chosen = {
    "lineIds[]": purchase.lines.map(({ id }) => id),
    fault: "seller",
    reason: "판매자와 연락이 되지 않아요",
  }
  const send = (fields: Record<string, string | string[]>, by = support) =>
    app.post(path, fields, { cookie: by.cookie })
  const stateOf = async () => (await findPurchaseLines(purchase.groupId))[0]?.state
  return { ...purchase, buyer, shop, path, chosen, send, stateOf }
}

test("the form says what is missing, shows the sum, and gives the money back", async () => {
  const made = await createPurchase(45_000)
  const empty = await made.send({ intent: "quote_refund", fault: "seller", reason: "" })
  expect([empty.status, (await empty.text()).includes("환불할 상품")]).toEqual([400, true])
  const quoted = await made.send({ intent: "quote_refund", ...made.chosen })
  const page = await quoted.text()
  const amount = /name="amount" value="(\d+)"/.exec(page)?.[1] ?? ""
  expect([quoted.status, Number(amount), await made.stateOf()]).toEqual([200, made.totalWon, "paid"])
  const deed = { intent: "office_refund", ...made.chosen, key: newId(), amount }
  expect((await made.send({ ...deed, amount: "1" })).status).toBe(409)
  expect((await made.send(deed, finance)).status).toBe(404)
  expect((await made.send(deed)).status).toBe(302)
  expect(await made.stateOf()).toBe("cancelled")
  await app.drainEvents()
  const notifications = await (await app.get("/notifications", { cookie: made.buyer.cookie })).text()
  expect(notifications).toContain("고객센터가 주문을 취소했어요")
  const told = await (await app.get("/notifications", { cookie: made.shop.cookie })).text()
  expect(told).toContain("고객센터가 주문을 취소했어요. 보내지 마세요")
})

test("a large sum waits in the inbox of whoever looks after the money", async () => {
  const made = await createPurchase(900_000)
  const key = newId()
  const deed = { intent: "office_refund", ...made.chosen, key, amount: String(made.totalWon) }
  expect((await made.send(deed)).status).toBe(302)
  expect(await made.stateOf()).toBe("paid")
  const inbox = await (await app.get("/admin/inbox", { cookie: finance.cookie })).text()
  expect(inbox).toContain("확인할 환불")
  const decide = (move: string, by: Person) =>
    app.post("/admin/refunds", { refundId: key, move }, { cookie: by.cookie })
  expect((await decide("confirm", support)).status).toBe(404)
  expect((await decide("confirm", finance)).status).toBe(302)
  expect(await made.stateOf()).toBe("cancelled")
  expect((await decide("confirm", finance)).status).toBe(409)
  const list = await (await app.get("/admin/refunds?queue=decided", { cookie: finance.cookie })).text()
  expect(list).toContain("환불함")
})

test("a return is asked for in the buyer's name; what is missing or not possible is said", async () => {
  const made = await createPurchase(45_000)
  const [line] = made.lines
  const fields = {
    intent: "office_return",
    reason: "broken",
    fault: "seller",
    detail: "깨져서 왔다고 하셨어요",
  }
  const lineIds = { "lineIds[]": line?.id ?? "" }
  const empty = await made.send({ intent: "office_return" })
  expect(empty.status).toBe(400)
  expect((await made.send({ ...fields, ...lineIds })).status).toBe(409)
  await shipLine(made.shop.actor, line?.id ?? "", { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(made.buyer.actor, line?.id ?? "", "buyer")
  const page = await (await app.get(made.path, { cookie: support.cookie })).text()
  expect(page).toContain("반품 대신 신청")
  const nothing = await (await made.send(fields)).text()
  expect(nothing).toContain("반품할 상품을 골라 주세요.")
  expect((await made.send({ ...fields, ...lineIds }, finance)).status).toBe(404)
  expect((await made.send({ ...fields, ...lineIds })).status).toBe(302)
  const again = await made.send({ ...fields, ...lineIds })
  expect([again.status, (await again.text()).includes("이미 취소·반품·교환을 신청한 상품")]).toEqual([
    409,
    true,
  ])
  await app.drainEvents()
  const told = await (await app.get("/notifications", { cookie: made.buyer.cookie })).text()
  expect([told.includes("고객센터가 반품을 대신 신청했어요"), told.includes("반품비 없음")]).toEqual([
    true,
    true,
  ])
  const shopTold = await (await app.get("/notifications", { cookie: made.shop.cookie })).text()
  expect(shopTold).toContain("고객센터가 구매자 대신 반품을 신청했어요")
  const desk = await (await app.get("/shopping/admin/claims", { cookie: made.shop.cookie })).text()
  expect(desk).toContain("깨져서 왔다고 하셨어요")
})
