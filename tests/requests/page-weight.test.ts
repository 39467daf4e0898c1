/** How many bytes of HTML a public screen is, before compression, with a full list on it. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenHire, createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const CARDS = 32

let customer: Person
const details: Record<string, string> = {}

beforeAll(async () => {
  customer = await createPerson({ name: "한고객" })
  const shop = await createShop()
  for (let number = 1; number <= CARDS; number += 1) {
    const { productId } = await createProduct(shop.sellerId, [{ priceWon: 9_900 + number, stock: 5 }], {
      title: `무소음 벽걸이 알람 시계 ${number}호`,
    })
    const neighbour = await createPerson({ name: `이이웃${number}` })
    const itemId = await createItemForSale(neighbour, { title: `거의 안 쓴 원목 4인용 식탁 ${number}` })
    const expert = await createExpert({
      name: `김도현 ${number}`,
      oneLine: "욕실과 주방의 낡은 타일을 하루에 새로 바꿔 드려요.",
    })
    const hireId = await createOpenHire(neighbour.actor, { title: `물류센터 주말 상하차 ${number}명` })
    const seekId = await createOpenSeek(neighbour.actor, { title: `주말에 일할 곳을 찾아요 ${number}` })
    Object.assign(details, {
      product: `/shopping/product/${productId}`,
      item: `/marketplace/${itemId}`,
      expert: `/expert/${expert.expertId}`,
      hire: `/jobs/hire/${hireId}`,
      seek: `/jobs/seek/${seekId}`,
    })
  }
}, 120_000)

/** In thousands of bytes; what a screen weighs now and 2 % of room. A list has a full page of cards. */
const BUDGETS: Record<string, number> = {
  "/": 34.6,
  "/experts": 47.1,
  "/marketplace": 54.1,
  "/shopping": 33.8,
  "/jobs/hire": 45.8,
  "/jobs/seek": 39.7,
  "/search?q=식탁": 22.8,
  "/category/interior": 28.7,
  "/faq": 16.1,
  "/sitemap": 24.5,
  "/cart": 13.5,
  product: 33.3,
  item: 33.5,
  expert: 30.7,
  hire: 33.6,
  seek: 25.1,
}

const toPath = (screen: string) => (screen.startsWith("/") ? screen : (details[screen] ?? ""))

test.each(Object.entries(BUDGETS))("%s is at most %s KB, also signed in", async (screen, kilobytes) => {
  for (const cookie of [undefined, customer.cookie]) {
    const page = await app.get(toPath(screen), cookie === undefined ? {} : { cookie })
    expect(page.status).toBe(200)
    expect(Buffer.byteLength(await page.text())).toBeLessThanOrEqual(kilobytes * 1_000)
  }
})

test("scripts wait for the first paint", async () => {
  const page = await (await app.get("/")).text()
  expect(page).toContain('<script type="text/plain" id="held-script" data-links="entry.client')
  expect(page).not.toMatch(/<link rel="?modulepreload|<script type="module"/)
})
