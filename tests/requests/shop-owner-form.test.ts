/** What the buttons of the form of a product change in it, over HTTP and without scripts. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPictureRow } from "#app/areas/experts/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import { createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { products } from "#app/areas/shop/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { createProductFields } from "../setup/shop-requests.ts"

const app = withApp()

let shop: Shop
beforeAll(async () => {
  shop = await createShop({ name: "하루살림" })
})

test("without scripts, disclosure lines of one kind do not end up under another", async () => {
  const { cookie } = shop
  const picture = await createPictureRow(shop.actor.userId, "product")
  const written = createProductFields(picture, {
    title: "원목 접이식 사다리 의자",
    noticeFor: "household",
    noticeKind: "furniture",
    ...Object.fromEntries(DISCLOSURES.household.rows.map((label, at) => [`notice[${at}]`, `${label} 값`])),
  })
  const refused = await app.post("/shop/post", written, { cookie })
  const said = await refused.text()
  expect(refused.status).toBe(400)
  expect(said).toContain("주요 소재 항목을 입력해 주세요")
  expect(said).not.toContain("제조국 항목을 입력해 주세요")
  const row = DISCLOSURES.furniture.rows.indexOf("제조국")
  expect(said).toMatch(
    new RegExp(
      `name="notice\\[${row}\\]"[^>]*value="제조국 값"|value="제조국 값"[^>]*name="notice\\[${row}\\]"`,
    ),
  )
  const all = Object.fromEntries(
    DISCLOSURES.furniture.rows.map((label, at) => [`notice[${at}]`, `${label} 값`]),
  )
  expect(
    (await app.post("/shop/post", { ...written, ...all, noticeFor: "furniture" }, { cookie })).status,
  ).toBe(302)
  const [made] = await db().select().from(products).where(eq(products.title, "원목 접이식 사다리 의자"))
  expect(made?.notice).toEqual(DISCLOSURES.furniture.rows.map((label) => ({ label, value: `${label} 값` })))
})

test("empty lines of the notice are filled at once before scripts load, and nothing is saved", async () => {
  const press = async (filler: string) => {
    const fields = createProductFields("", {
      title: "아직 없는 상품",
      noticeKind: "furniture",
      noticeFor: "furniture",
      ...Object.fromEntries(DISCLOSURES.furniture.rows.map((_label, row) => [`notice[${row}]`, ""])),
    })
    const answer = await app.post(
      "/shop/post",
      { ...fields, "notice[0]": "우리 의자", intent: `empty:${filler}` },
      { cookie: shop.cookie },
    )
    return [answer.status, await answer.text()] as const
  }
  const countOf = (html: string, text: string) => html.split(`value="${text}"`).length - 1
  const [status, html] = await press("none")
  expect(status).toBe(200)
  expect(countOf(html, "우리 의자")).toBe(1)
  expect(countOf(html, "해당 없음")).toBe(DISCLOSURES.furniture.rows.length - 1)
  const half = Math.floor(DISCLOSURES.furniture.rows.length / 2)
  expect(countOf((await press("details"))[1], "상세 설명 참조")).toBe(half)
  expect(countOf((await press("nonsense"))[1], "우리 의자")).toBe(1)
  expect(await db().select().from(products).where(eq(products.title, "아직 없는 상품"))).toEqual([])
})

test("combinations are made of two lists of words, and what was typed stays", async () => {
  const answer = await app.post(
    "/shop/post",
    {
      ...createProductFields("x"),
      intent: "combine",
      "axes[0].name": "색상",
      "axes[0].values": "화이트, 블랙",
      "axes[1].name": "높이",
      "axes[1].values": "3단, 4단",
    },
    { cookie: shop.cookie },
  )
  const html = await answer.text()
  for (const name of ["화이트 / 3단", "화이트 / 4단", "블랙 / 3단", "블랙 / 4단"])
    expect(html).toContain(`value="${name}"`)
  expect(html).toContain('value="색상 / 높이"')
  // As a table, whose prices are filled and combinations taken out before scripts load.
  expect(html).toContain("옵션 조합의 가격과 재고")
  const fields = Object.fromEntries(
    ["화이트 / 3단", "화이트 / 4단", "블랙 / 3단", "블랙 / 4단"].flatMap((name, index) => [
      [`variants[${index}].name`, name],
      [`variants[${index}].priceWon`, "9,000"],
      [`variants[${index}].stock`, "1"],
    ]),
  )
  const press = async (intent: string, more: Record<string, string> = {}) =>
    (await app.post("/shop/post", { ...fields, ...more, intent }, { cookie: shop.cookie })).text()
  const filled = await press("fill", { fillWord: "블랙", allPriceWon: "19,900" })
  expect(filled.match(/value="19,900"/g)).toHaveLength(2)
  expect(await press("remove:variants:3")).toContain("팔지 않아요")
  const list = await press("view:list")
  expect(list).not.toContain("옵션 조합의 가격과 재고")
  expect(list).toContain("표로 고치기")
})
