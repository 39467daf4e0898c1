/** A filter by price whose lowest price is above its highest: the list says so and leaves it out. */
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const TITLE = "빨간 접이식 자전거"

beforeAll(async () => {
  registerSubjects()
  await createItemForSale(await createPerson(), { title: TITLE, regionCode: "26110", priceWon: 150_000 })
})

test("the market shows its list without the prices, and keeps what was typed", async () => {
  const answer = await app.get("/marketplace?region=26110&min=20000&max=1%EB%A7%8C")
  const html = await answer.text()
  expect(answer.status).toBe(200)
  for (const shown of [
    TITLE,
    "최소 금액이 최대 금액보다 커서, 가격은 빼고 보여 드려요.",
    "최대 금액보다 커요. 줄여 주세요.",
    'value="20,000"',
    'value="1만"',
  ])
    expect(html).toContain(shown)
  expect(await (await app.get("/marketplace?region=26110&min=10000&max=20000")).text()).not.toContain(TITLE)
})

test.each(["/shopping?", "/search?q=의자&type=shopping&", "/search?q=의자&type=marketplace&"])(
  "so does %s",
  async (list) => {
    const html = await (await app.get(`${list}min=2,000&max=1,000`)).text()
    expect(html).toContain("가격은 빼고 보여 드려요.")
    const inOrder = await (await app.get(`${list}min=1,000&max=2,000`)).text()
    expect(inOrder).not.toContain("가격은 빼고 보여 드려요.")
  },
)
