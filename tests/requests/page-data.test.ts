/** What a page sends as HTML is not sent as data once more. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { createArticle } from "#app/areas/content/fixtures.ts"
import { articles } from "#app/areas/content/schema.server.ts"
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
