/** Orders, claims and addresses as forms without scripts: what is answered, shown and refused. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  findPurchaseLines,
  type Shop,
} from "#app/areas/shop/fixtures.ts"
import { shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { findAddresses, saveAddress } from "#app/areas/shop/service/addresses.server.ts"
import { findCartView } from "#app/areas/shop/service/cart.server.ts"
import { orderLines, variants } from "#app/areas/shop/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { eq } from "drizzle-orm"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText, toCookieOptions } from "../setup/shop-requests.ts"

const app = withApp()

let shop: Shop
let buyer: Person
beforeAll(async () => {
  shop = await createShop()
  buyer = await createPerson()
})

async function createSentLine(options: readonly { priceWon: number; stock: number; name?: string }[]) {
  const { variantIds } = await createProduct(shop.sellerId, options)
  const made = await createPaidPurchase(buyer, [{ variantId: variantIds[0] ?? "", quantity: 1 }])
  const lineId = made.lines[0]?.id ?? ""
  await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
  const path = `/shopping/orders/${made.groupId}`
  const post = (fields: Record<string, string>, by: Person = buyer) =>
    app.post(path, { lineId, ...fields }, toCookieOptions(by))
  return { ...made, variantIds, lineId, path, post }
}

const deliverByCarrier = (lineId: string) =>
  db()
    .update(orderLines)
    .set({ state: "delivered", deliveredAt: new Date(), deliverySource: "carrier" })
    .where(eq(orderLines.id, lineId))

test("what is on its way is not confirmed; what is not there is reported, and bought again", async () => {
  const { groupId, lineId, path, post, variantIds } = await createSentLine([{ priceWon: 20_000, stock: 5 }])
  expect(await getPageText(app.get("/shopping/orders", toCookieOptions(buyer)))).toContain("배송조회")
  expect((await post({ intent: "confirm" })).status).toBe(409)
  expect((await post({ intent: "report_missing" })).status).toBe(409)
  await deliverByCarrier(lineId)
  expect((await post({ intent: "report_missing" }, await createPerson())).status).toBe(404)
  expect(getLocation(await post({ intent: "report_missing" }))).toBe(path)
  expect((await findPurchaseLines(groupId))[0]).toMatchObject({ state: "shipped", deliveredAt: null })
  expect(await getPageText(app.get(path, toCookieOptions(buyer)))).toContain("못 받았다고 알렸어요")
  const desk = await getPageText(app.get("/shopping/admin/orders?tab=all", toCookieOptions(shop)))
  for (const words of ["못 받음 확인 중", "다시 보내기", "환불하기"]) expect(desk).toContain(words)
  expect((await post({ intent: "buy_again" }, await createPerson())).status).toBe(404)
  expect(getLocation(await post({ intent: "buy_again" }))).toBe("/shopping/cart")
  const cart = await findCartView(buyer.actor)
  expect(cart.sellers.flatMap((seller) => seller.lines.map((line) => line.variantId))).toContain(
    variantIds[0],
  )
  const [variantId = ""] = variantIds
  await db().update(variants).set({ stock: 0 }).where(eq(variants.id, variantId))
  expect(await getPageText(post({ intent: "buy_again" }))).toContain("그때 고른 옵션이 품절됐어요")
  await db().update(variants).set({ retiredAt: new Date() }).where(eq(variants.id, variantId))
  expect(await getPageText(post({ intent: "buy_again" }))).toContain("그때 고른 옵션은 이제 팔지 않아요")
  const refund = { intent: "refund_missing", lineId }
  expect((await app.post("/shopping/admin/orders", refund, toCookieOptions(shop))).status).toBe(302)
  expect((await findPurchaseLines(groupId))[0]?.state).toBe("cancelled")
})

test("a return says its sum and where it is fetched; an exchange picks an option of its price", async () => {
  const { lineId, path, variantIds } = await createSentLine([
    { priceWon: 20_000, stock: 5, name: "흰색" },
    { priceWon: 20_000, stock: 5, name: "검정" },
    { priceWon: 26_000, stock: 5, name: "대형" },
  ])
  await deliverByCarrier(lineId)
  const read = (kind: string) =>
    getPageText(app.get(`${path}/claim?line=${lineId}&kind=${kind}`, toCookieOptions(buyer)))
  const back = await read("return")
  // 20,000원 and its parcel of 3,000원 where the seller is at fault; less the way back of 6,000원 where not.
  for (const words of ["14,000원을 환불해요", "23,000원을 환불해요", "수거하는 곳", "서울 서초구 서초대로 1"])
    expect(back).toContain(words)
  const exchange = await read("exchange")
  for (const words of ["검정", "산 것과 같은 옵션", "대형 (값이 달라요)"]) expect(exchange).toContain(words)
  const ask = (variantId: string) =>
    app.post(
      `${path}/claim?line=${lineId}&kind=exchange`,
      { lineId, kind: "exchange", reason: "wrong_option", detail: "검정이 좋아요", variantId },
      toCookieOptions(buyer),
    )
  const refused = await ask(variantIds[2] ?? "")
  expect(refused.status).toBe(409)
  const text = await refused.text()
  expect(text).toContain("값이 다른 옵션은 교환할 수 없어요")
  expect(text).toContain("검정이 좋아요")
  expect(getLocation(await ask(variantIds[1] ?? ""))).toBe(path)
  const desk = await getPageText(app.get("/shopping/admin/claims", toCookieOptions(shop)))
  expect(desk).toMatch(/교환받을 옵션:[^가-힣]*<b[^>]*>검정<\/b>/)
})

test("addresses are kept, changed, put first and taken away, each with its sentence", async () => {
  const [person, stranger] = [await createPerson(), await createPerson()]
  const path = "/my-info/addresses"
  const send = (fields: Record<string, string>, by = person) => app.post(path, fields, toCookieOptions(by))
  const address = {
    intent: "save",
    id: "",
    recipient: "김하늘",
    phone: "010-1234-5678",
    zonecode: "06621",
    address: "서울 서초구 서초대로 1",
    addressDetail: "101호",
    request: "",
  }
  const wrong = await send({ ...address, zonecode: "12" })
  expect(wrong.status).toBe(400)
  const shown = await wrong.text()
  expect(shown).toContain("우편번호")
  expect(shown).toContain("101호")
  expect(getLocation(await send(address))).toBe(path)
  const second = await saveAddress(person.actor, null, {
    recipient: "박순자",
    phone: "+821022223333",
    zonecode: "06621",
    address: "서울 서초구 반포대로 58",
    addressDetail: null,
    request: null,
    isDefault: false,
  })
  if (!second.ok) throw new Error(second.reason)
  expect((await send({ intent: "default", id: second.addressId }, stranger)).status).toBe(404)
  expect((await send({ intent: "default", id: second.addressId })).status).toBe(302)
  expect((await findAddresses(person.actor)).map((each) => [each.recipient, each.isDefault])).toEqual([
    ["박순자", true],
    ["김하늘", false],
  ])
  const edit = await getPageText(app.get(`${path}?edit=${second.addressId}`, toCookieOptions(person)))
  expect(edit).toContain("배송지 수정")
  expect((await send({ intent: "delete", id: second.addressId })).status).toBe(302)
  expect((await findAddresses(person.actor)).map((each) => [each.recipient, each.isDefault])).toEqual([
    ["김하늘", true],
  ])
})
