/** A client generated from the document does a seller's work with it: read, refill, dispatch, answer. */
import { readFileSync } from "node:fs"
import createClient from "openapi-fetch"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { getOpenApiDocument } from "#app/areas/api/http/openapi.server.ts"
import { createPaidPurchase, createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { describeSource } from "../../bin/api-client.ts"
import { withApp } from "../setup/app.ts"
import { createTestKey } from "../setup/api-requests.ts"
import type { paths } from "../setup/generated/api-client.d.ts"

const app = withApp()

test("the client is that of the document as it is now: else npm run api-client", () => {
  const generated = readFileSync(new URL("../setup/generated/api-client.d.ts", import.meta.url), "utf8")
  expect(generated.split("\n")[0]).toBe(describeSource(getOpenApiDocument()))
})

test("a generated client finds an order and ships it; a refusal is typed as a problem", async () => {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const { productId, variantIds } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 9 }])
  await createPaidPurchase(buyer, [{ variantId: variantIds[0] ?? "", quantity: 2 }])
  const client = createClient<paths>({
    baseUrl: "http://localhost:3000/api/v1",
    headers: { Authorization: `Bearer ${await createTestKey(shop)}` },
    fetch: async (request) => {
      const url = new URL(request.url)
      return app.request(`${url.pathname}${url.search}`, {
        method: request.method,
        headers: request.headers,
        ...(request.method !== "GET" && { body: await request.text() }),
      })
    },
  })
  const { data: product } = await client.GET("/products/{productId}", { params: { path: { productId } } })
  expect(product?.variants.map(({ stock }) => stock)).toEqual([7])
  const { response: refilled } = await client.PATCH("/stock/{variantId}", {
    params: { path: { variantId: variantIds[0] ?? "" } },
    body: { priceWon: 10_000, stock: 20, was: 7 },
  })
  expect(refilled.status).toBe(204)
  const { data: orders } = await client.GET("/orders", { params: { query: { tab: "to_send" } } })
  const lineId = orders?.items[0]?.lines[0]?.id ?? ""
  const ship = () =>
    client.POST("/lines/{lineId}/parcel", {
      params: { path: { lineId } },
      body: { carrier: "cj", trackingNumber: "640123456789" },
    })
  expect((await ship()).response.status).toBe(204)
  expect((await ship()).error?.code).toBe("not_now")
  expect((await client.GET("/orders", { params: { query: { tab: "to_send" } } })).data?.items).toEqual([])
})
