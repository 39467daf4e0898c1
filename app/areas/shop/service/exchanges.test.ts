/** Exchanges: the new option is kept while the claim is open, and is what the line is of afterwards. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createPictureRow } from "../../experts/fixtures.ts"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  findPurchaseLines,
  findVariantStock,
} from "../fixtures.ts"
import { variants } from "../schema.server.ts"
import { confirmLine, deliverLine, shipLine } from "./after-sale.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { listExchangeOptions } from "./exchanges.server.ts"
import { requestClaim } from "./request-claim.server.ts"

withDatabase()

async function createDeliveredLine() {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const {
    productId,
    variantIds: [white = "", black = "", big = "", rare = ""],
  } = await createProduct(shop.sellerId, [
    { priceWon: 20_000, stock: 5, name: "흰색" },
    { priceWon: 20_000, stock: 5, name: "검정" },
    { priceWon: 25_000, stock: 5, name: "흰색 대형" },
    { priceWon: 20_000, stock: 1, name: "한정 분홍" },
  ])
  const { groupId, lines } = await createPaidPurchase(buyer, [{ variantId: white, quantity: 2 }])
  const lineId = lines[0]?.id ?? ""
  await shipLine(shop.actor, lineId, { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(buyer.actor, lineId, "buyer")
  const request = (variantId: string | null) =>
    requestClaim(buyer.actor, lineId, {
      kind: "exchange",
      reason: "wrong_option",
      detail: "",
      pictureIds: [],
      account: null,
      variantId,
    })
  const findLine = async () => (await findPurchaseLines(groupId))[0]
  return { shop, buyer, productId, white, black, big, rare, lineId, request, findLine }
}

test("only options of the same price with enough pieces can be chosen; each refusal is named", async () => {
  const { productId, white, big, rare, request, findLine } = await createDeliveredLine()
  const line = await findLine()
  if (!line) throw new Error("no line")
  expect(
    (await listExchangeOptions(line)).map(({ name, isBought, problem }) => [name, isBought, problem]),
  ).toEqual([
    ["흰색", true, null],
    ["검정", false, null],
    ["흰색 대형", false, "price"],
    ["한정 분홍", false, "sold_out"],
  ])
  const other = await createProduct((await createShop()).sellerId, [{ priceWon: 20_000, stock: 5 }])
  expect(await request(big)).toEqual({ ok: false, reason: "option_price" })
  expect(await request(rare)).toEqual({ ok: false, reason: "option_sold_out" })
  expect(await request(other.variantIds[0] ?? "")).toEqual({ ok: false, reason: "option_gone" })
  // An option that is sold no more is compared by what was paid.
  await db().update(variants).set({ retiredAt: new Date() }).where(eq(variants.id, white))
  expect(
    (await listExchangeOptions({ ...line, productId })).map(({ name, problem }) => [name, problem]),
  ).toEqual([
    ["검정", null],
    ["흰색 대형", "price"],
    ["한정 분홍", "sold_out"],
  ])
})

test("what an exchange brings is reserved at the request, and given back if it ends in nothing", async () => {
  const { shop, buyer, black, request } = await createDeliveredLine()
  const withdrawn = await request(black)
  if (!withdrawn.ok) throw new Error(withdrawn.reason)
  expect(await findVariantStock(black)).toBe(3)
  expect(await transitionClaim(buyer.actor, withdrawn.claimId, "withdraw", {})).toEqual({ ok: true })
  expect(await findVariantStock(black)).toBe(5)
  const rejected = await request(black)
  if (!rejected.ok) throw new Error(rejected.reason)
  expect(await transitionClaim(shop.actor, rejected.claimId, "reject", { reason: "사용했어요" })).toEqual({
    ok: true,
  })
  expect(await findVariantStock(black)).toBe(5)
})

test("an exchange gives the line its new option; what came back is for sale if it can be", async () => {
  const { shop, white, black, request, findLine } = await createDeliveredLine()
  const pictureId = await createPictureRow(shop.sellerId, "product", true)
  await db().update(variants).set({ pictureId }).where(eq(variants.id, black))
  const asked = await request(black)
  if (!asked.ok) throw new Error(asked.reason)
  for (const move of ["approve", "collect", "receive"] as const)
    expect(await transitionClaim(shop.actor, asked.claimId, move, {})).toEqual({ ok: true })
  expect(
    await transitionClaim(shop.actor, asked.claimId, "complete", {
      carrier: "hanjin",
      trackingNumber: "512345678901",
      restock: true,
    }),
  ).toEqual({ ok: true })
  expect(await findLine()).toMatchObject({
    state: "shipped",
    variantId: black,
    optionName: "검정",
    pictureId,
    carrier: "hanjin",
    deliveredAt: null,
  })
  expect([await findVariantStock(white), await findVariantStock(black)]).toEqual([5, 3])
})

test("an exchange and a confirmation at the same time: one of them, and the shelf fits", async () => {
  const { buyer, black, lineId, request, findLine } = await createDeliveredLine()
  const [asked, confirmed] = await Promise.all([request(black), confirmLine(buyer.actor, lineId)])
  expect([asked.ok, confirmed.ok].filter(Boolean)).toHaveLength(1)
  expect((await findLine())?.state).toBe(asked.ok ? "delivered" : "confirmed")
  expect(await findVariantStock(black)).toBe(asked.ok ? 3 : 5)
})
