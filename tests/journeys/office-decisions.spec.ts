/** What the office decides about several things at once, and what content shows everybody for a time. */
import { eq, inArray } from "drizzle-orm"
import type { Page } from "@playwright/test"
import { adminCases } from "#app/areas/admin/schema.server.ts"
import { refreshCases } from "#app/areas/admin/service/cases.server.ts"
import { banners } from "#app/areas/campaigns/schema.server.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { products } from "#app/areas/shop/schema.server.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"
import { createPhoto, openAnotherWindow } from "../setup/paying.ts"

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}

async function createProposedProducts(titles: readonly string[]): Promise<string[]> {
  const shop = await createShop()
  const made: string[] = []
  for (const title of titles) {
    const values = { state: "proposed", title } as const
    made.push((await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 3 }], values)).productId)
  }
  await refreshCases()
  return made
}
const listStates = async (ids: readonly string[]) => {
  const rows = await db()
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}

test("of several products each is decided or left with its reason, and hiding is taken back", async ({
  page,
  browser,
  signIn,
}) => {
  const ids = await createProposedProducts(["첫째 접시", "둘째 접시", "셋째 접시"])
  await signIn(page, { role: "admin", officeRole: "reviewer", name: "한검토" })
  await open(page, "/admin/bulk/products?move=publish")
  await expect(page.getByText("고른 것이 없어요")).toBeVisible()

  await open(page, `/admin/bulk/products?move=publish&${ids.map((id) => `ids[]=${id}`).join("&")}`)
  await expect(page.getByText("바뀌어요")).toHaveCount(3)
  await expectNoViolations(page)
  // A colleague takes the first: the preview of who still reads it says so by itself.
  const colleague = await openAnotherWindow(browser, page)
  const { actor } = await signIn(colleague, { role: "admin", officeRole: "reviewer", name: "오나래" })
  await open(colleague, `/admin/products/${ids[0]}`)
  await colleague.getByRole("region", { name: "받은 일" }).getByRole("button", { name: "맡기" }).click()
  await expect(page.getByText("오나래님이 맡았어요")).toBeVisible()
  // What becomes a colleague's between the last look and the press is left, and shown with the reason.
  await db()
    .update(adminCases)
    .set({ holderId: actor.userId })
    .where(eq(adminCases.subjectId, ids[1] ?? ""))
  await page.getByRole("button", { name: "2개 승인" }).click()
  await expect(page.getByText("1개를 승인했어요. 2개는 그대로예요")).toBeVisible()
  await expect(page.getByRole("heading", { name: "그대로 둔 상품 2개" })).toBeVisible()
  await expect(page.getByText("오나래님이 맡았어요")).toHaveCount(2)
  await expectNoViolations(page)
  expect(await listStates(ids)).toEqual(["proposed", "proposed", "published"])

  await open(page, `/admin/bulk/products?move=hide&ids[]=${ids[2]}`)
  await page.getByRole("button", { name: "1개 숨기기" }).click()
  await expect(page.getByText("이유를 적어 주세요.")).toBeVisible()
  await page.getByLabel(/^이유/).fill("사진이 다른 가게의 것이에요.")
  await page.getByRole("button", { name: "1개 숨기기" }).click()
  await page.getByRole("link", { name: "되돌리기 (다시 보이기)" }).click()
  await page.getByRole("button", { name: "1개 다시 보이기" }).click()
  await expect(page.getByText("1개를 다시 보이게 했어요")).toBeVisible()
  expect((await listStates(ids))[2]).toBe("published")

  // One person's form about what is another's is refused within the frame, which can take it over.
  await db()
    .update(adminCases)
    .set({ holderId: null })
    .where(eq(adminCases.subjectId, ids[0] ?? ""))
  await open(page, `/admin/products/${ids[0]}`)
  await db()
    .update(adminCases)
    .set({ holderId: actor.userId })
    .where(eq(adminCases.subjectId, ids[0] ?? ""))
  await page.getByRole("button", { name: "승인하기" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "승인하기" }).click()
  await expect(page.getByText("오나래님이 맡은 일이에요")).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole("region", { name: "받은 일" }).getByRole("button", { name: "이어받기" }).click()
  await expect(page.getByText("내가 맡았어요")).toBeVisible()
  expect((await listStates(ids))[0]).toBe("proposed")
  await colleague.context().close()
})

test(
  "a banner is refused for what is wrong with it, seen at its time, and gone after it",
  { tag: "@any-window" },
  async ({ page, browser, signIn }) => {
    const title = `첫눈 집수리 ${Date.now() % 10_000}`
    const today = toKstDateString(new Date())
    await signIn(page, { role: "admin", officeRole: "content", name: "정글" })
    await open(page, "/admin/banners/new")
    const visitor = await openAnotherWindow(browser, page)
    const expectOnHome = async (count: number) => {
      await expect
        .poll(
          async () => {
            await visitor.goto("/")
            return visitor.getByRole("link", { name: title }).count()
          },
          { timeout: 15_000 },
        )
        .toBe(count)
    }

    await page.getByLabel("제목").fill(title)
    await page.getByLabel("누르면 갈 곳").fill("https://evil.example")
    await page.getByLabel("시작일").fill(addDays(today, 1))
    await page.getByLabel("시작 시각").fill("25:00")
    await page.getByLabel("끝나는 날").fill(addDays(today, -1))
    await page.getByRole("button", { name: "저장", exact: true }).click()
    for (const sentence of ["시작해 적어 주세요. 예: /shopping", "시각은 09:00처럼"])
      await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel("제목")).toHaveValue(title)
    await expectNoViolations(page)
    await page.getByLabel("누르면 갈 곳").fill("/category/repair")
    await page.getByLabel("시작 시각").fill("09:00")
    await page.getByRole("button", { name: "저장", exact: true }).click()
    await expect(page.getByText("끝나는 때가 시작하는 때보다 빨라요")).toBeVisible()
    await page.getByLabel("끝나는 날").fill(addDays(today, 7))
    await page.getByRole("button", { name: "저장", exact: true }).click()
    await expect(page.getByText("배너에 보일 사진을 한 장 올려 주세요.")).toBeVisible()
    await page.getByLabel("배너 사진 고르기").setInputFiles([await createPhoto("눈.jpg", 120)])
    await expect(page.locator("input[name='pictureIds[]']")).toHaveCount(1)
    await page.getByRole("button", { name: "미리 보기" }).click()
    await expect(page.getByRole("region", { name: "미리 보기" }).getByText(title)).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole("button", { name: "저장", exact: true }).click()
    const row = page.getByRole("listitem").filter({ hasText: title })
    await expect(row.getByText("시작 전")).toBeVisible()
    await expectNoViolations(page)
    await expectOnHome(0)

    // Its time comes.
    const setTimes = (startsAt: Date, endsAt: Date) =>
      db().update(banners).set({ startsAt, endsAt }).where(eq(banners.title, title))
    await setTimes(addDays(new Date(), -1), addDays(new Date(), 1))
    await expectOnHome(1)
    await visitor.getByRole("link", { name: title }).click()
    await expect(visitor).toHaveURL(/\/category\/repair/)
    // And it goes.
    await setTimes(addDays(new Date(), -2), addDays(new Date(), -1))
    await expectOnHome(0)
    await visitor.context().close()

    await open(page, "/admin/banners")
    await row.getByRole("link", { name: title }).click()
    await page.getByLabel("시작일").fill(today)
    await page.getByLabel("시작 시각").fill("00:00")
    await page.getByLabel("끝나는 날").fill(addDays(today, 3))
    await page.getByRole("button", { name: "저장", exact: true }).click()
    await row.getByRole("button", { name: "내리기" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "내리기" }).click()
    await expect(page.getByText("배너를 내렸어요")).toBeVisible()
    await expect(row.getByRole("button", { name: "내리기" })).toHaveCount(0)
  },
)
