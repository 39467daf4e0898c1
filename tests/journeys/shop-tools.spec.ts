/**
 * What a seller uses beside the daily work: products and stock by file, prices for a time, days off, keys,
 * webhooks, waybills and the figures of sales.
 */
import { type Page } from "@playwright/test"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { buildProductExamples, buildProductHeader } from "#app/areas/selling/product-file.ts"
import { runPriceSales } from "#app/areas/selling/service/price-sale-runs.server.ts"
import { findStockForFile } from "#app/areas/selling/service/stock-file.server.ts"
import { buildStockTable } from "#app/areas/selling/stock-file.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { formatCsv } from "#app/platform/spreadsheet.server.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}
const signIn = async (page: Page, { cookie }: Person) => {
  await page.goto("/")
  const [name, value] = cookie.split("=") as [string, string]
  await page.context().addCookies([{ name, value, url: page.url() }])
}
const sees = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).locator("visible=true").first()).toBeVisible()
const sendFile = (page: Page, label: string, rows: readonly (readonly (string | number)[])[]) =>
  page.getByLabel(label).setInputFiles({
    name: "파일.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(formatCsv(rows)),
  })

async function createStockedShop(): Promise<{ shop: Shop; productId: string; variantId: string }> {
  const shop = await createShop()
  const { productId, variantIds } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 9 }], {
    title: "접이식 작업 의자",
  })
  return { shop, productId, variantId: variantIds[0] ?? "" }
}

test(
  "products come from a file, which is refused as a whole where a cell is wrong",
  { tag: "@any-window" },
  async ({ page }) => {
    const { shop } = await createStockedShop()
    await signIn(page, shop)
    const header = buildProductHeader("household")
    const [example = []] = buildProductExamples("household")
    const priceAt = header.indexOf("판매가")
    await open(page, "/shopping/admin/products/file")
    await sendFile(page, "상품 파일", [header, example.with(priceAt, "싸게")])
    await page.getByRole("button", { name: "파일 확인하기" }).click()
    await sees(page, /고칠 칸을 1개 찾았어요/)
    await expectNoViolations(page)
    await sendFile(page, "상품 파일", [header, example])
    await page.getByRole("button", { name: "파일 확인하기" }).click()
    await sees(page, "상품 1개를 확인했어요")
    await page.getByRole("button", { name: "1개 올리기" }).click()
    await sees(page, "상품 1개를 올렸어요")
    await sees(page, "접이식 사다리")
  },
)

test(
  "stock is changed by the file that was downloaded, and not while a cell is wrong",
  { tag: "@any-window" },
  async ({ page }) => {
    const { shop } = await createStockedShop()
    await signIn(page, shop)
    const table = buildStockTable(await findStockForFile(shop.actor))
    const withStock = (stock: string) => table.map((row, index) => (index > 0 ? row.with(5, stock) : row))
    await open(page, "/shopping/admin/stock/file")
    await sendFile(page, "가격과 재고 파일", withStock("많이"))
    await page.getByRole("button", { name: "파일로 바꾸기" }).click()
    await sees(page, /고칠 칸을 1개 찾았어요/)
    await expectNoViolations(page)
    await sendFile(page, "가격과 재고 파일", withStock("70"))
    await page.getByRole("button", { name: "파일로 바꾸기" }).click()
    await sees(page, "옵션 1개의 가격과 재고를 바꿨어요")
    await expect(page.locator('input[name="stock"][value="70"]')).toHaveCount(1)
  },
)

test("a price goes down for a time, and a shop that is away says so", async ({ page }) => {
  const { shop, productId } = await createStockedShop()
  const today = toKstDateString(new Date())
  await signIn(page, shop)
  await open(page, `/shopping/admin/discounts/${productId}`)
  await page.getByLabel("시작하는 날").fill(today)
  await page.getByLabel("끝나는 날").fill(addDays(today, 3))
  await page.getByLabel("할인가").fill("15000")
  await page.getByRole("button", { name: "할인 예약하기" }).click()
  await sees(page, "할인을 예약했어요")
  await runPriceSales()
  await open(page, "/shopping/admin/discounts")
  await sees(page, "할인 중")
  await expectNoViolations(page)
  await open(page, "/shopping/admin/settings")
  await page.getByLabel("쉬기 시작하는 날").fill(today)
  await page.getByLabel("마지막으로 쉬는 날").fill(addDays(today, 2))
  await page.getByLabel("구매자에게 전할 말").fill("잠깐 쉬고 올게요.")
  await page.getByRole("button", { name: "쉬는 날 저장하기" }).click()
  await sees(page, "쉬는 날을 저장했어요")
  const buyer = await createPerson()
  await signIn(page, buyer)
  await open(page, `/shopping/product/${productId}`)
  await sees(page, "15,000원")
  await sees(page, "25%")
  await sees(page, "“잠깐 쉬고 올게요.”")
  await expect(page.getByRole("button", { name: "바로구매" })).toHaveCount(0)
  await expectNoViolations(page)
})

test(
  "a key is shown once and revoked, a webhook is added, and waybills and figures are there",
  { tag: "@any-window" },
  async ({ page }) => {
    const { shop, variantId } = await createStockedShop()
    await createPaidPurchase(await createPerson(), [{ variantId, quantity: 1 }])
    await signIn(page, shop)
    await open(page, "/shopping/admin/api")
    await page.getByLabel("이름", { exact: true }).fill("발송 프로그램")
    await page.getByLabel("주문 보기", { exact: true }).check()
    await page.getByRole("button", { name: "키 만들기" }).click()
    await expect(page.getByLabel("새 API 키")).toHaveValue(/^brd_[\w-]{32}$/)
    await expect(page.getByLabel("새 API 키")).toBeInViewport()
    await expectNoViolations(page)
    await open(page, "/shopping/admin/api")
    await expect(page.getByLabel("새 API 키")).toHaveCount(0)
    await page.getByText("폐기하기", { exact: true }).click()
    await page.getByRole("button", { name: "지금 폐기하기" }).click()
    await sees(page, "API 키를 폐기했어요")
    await open(page, "/shopping/admin/webhooks")
    await page.getByLabel("받을 주소").fill("https://hooks.example.kr/baro")
    await page.getByLabel("새 주문").check()
    await page.getByRole("button", { name: "추가하기" }).click()
    await sees(page, "웹훅을 추가했어요")
    await expectNoViolations(page)
    await open(page, "/shopping/admin/parcels")
    await expectNoViolations(page)
    await open(page, "/shopping/admin/sales")
    await sees(page, "접이식 작업 의자")
    await expectNoViolations(page)
  },
)
