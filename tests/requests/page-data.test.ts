/** What a page sends as HTML is not sent as data once more. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createArticle } from "#app/areas/content/fixtures.ts"
import { articles } from "#app/areas/content/schema.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenHire, createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

test("the answer to a question is on the page once; who asks for the data alone gets it", async () => {
  const words = "견적은 열 개까지 받아요"
  const id = await createArticle("faq", words)
  await db().update(articles).set({ category: "orders" }).where(eq(articles.id, id))
  const count = async (path: string) => (await (await app.get(path)).text()).split(words).length - 1
  // The question in the HTML and the data, the answer in the HTML; search engines are told of both.
  expect(await count("/faq")).toBe(5)
  expect(await count("/faq.data")).toBe(2)
})

test("the cards of a list are on its page once; who asks for the data alone gets them", async () => {
  const neighbour = await createPerson()
  const shop = await createShop()
  const words = {
    item: "알려지지 않은 원목 식탁",
    hire: "알려지지 않은 물류 일자리",
    seek: "알려지지 않은 주말 구직",
    product: "알려지지 않은 알람 시계",
    expert: "알려지지 않은 도배사",
  }
  await createItemForSale(neighbour, { title: words.item })
  await createOpenHire(neighbour.actor, { title: words.hire })
  await createOpenSeek(neighbour.actor, { title: words.seek })
  await createProduct(shop.sellerId, [{ priceWon: 9_900, stock: 5 }], { title: words.product })
  await createExpert({ oneLine: words.expert })
  for (const [path, word] of [
    ["/marketplace", words.item],
    ["/jobs/hire", words.hire],
    ["/jobs/seek", words.seek],
    ["/shopping", words.product],
    ["/experts", words.expert],
    ["/", words.item],
  ] as const) {
    const page = await (await app.get(path)).text()
    const scripts = (page.match(/<script[^>]*>[\s\S]*?<\/script>/g) ?? []).join("")
    expect(page, path).toContain(word)
    expect(scripts, path).not.toContain(word)
    expect(await (await app.get(path === "/" ? "/_.data" : `${path}.data`)).text(), path).toContain(word)
  }
})
