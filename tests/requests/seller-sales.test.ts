/** The owner's figures over HTTP: by day and by product the same sum, without what was cancelled. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { findSales } from "#app/areas/selling/service/sales.server.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { cancelLine } from "#app/areas/shop/service/after-sale.server.ts"
import { withApp } from "../setup/app.ts"
import { getPageText, getQueryCount } from "../setup/shop-requests.ts"

const app = withApp()
let shop: Shop
let buyer: Person
beforeAll(async () => {
  ;[shop, buyer] = [await createShop(), await createPerson()]
  const { variantIds } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 9 }], {
    title: "=위험한 시계",
  })
  const line = { variantId: variantIds[0] ?? "", quantity: 1 }
  await createPaidPurchase(buyer, [{ ...line, quantity: 2 }])
  const cancelled = await createPaidPurchase(buyer, [line])
  await cancelLine(buyer.actor, cancelled.lines[0]?.id ?? "", { reason: "", account: null })
})

test("days and products sum up to the same, and what was cancelled is in neither", async () => {
  const sales = await findSales(shop.actor, "7")
  expect(sales?.days).toHaveLength(7)
  expect([sales?.won, sales?.orders]).toEqual([40_000, 1])
  expect(sales?.products.map(({ pieces, won }) => [pieces, won])).toEqual([[2, 40_000]])
  expect(await findSales(buyer.actor, "7")).toBeNull()
  const page = await app.get("/shopping/admin/sales?span=7", { cookie: shop.cookie })
  expect(getQueryCount(page)).toBeLessThanOrEqual(6)
  expect(await getPageText(page)).toContain("40,000원")
})

test("the files hold what the page shows, and no formula", async () => {
  const read = async (query: string) =>
    (await app.get(`/shopping/admin/sales/file?${query}`, { cookie: shop.cookie })).text()
  expect((await read("kind=days&span=30")).split("\r\n")).toHaveLength(32)
  expect(await read("kind=products&span=nothing")).toContain(`"'=위험한 시계","2","40000"`)
})
