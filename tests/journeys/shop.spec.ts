/**
 * The shop, as somebody new lives it: two sellers and a coupon, a card that is refused first, a virtual
 * account, a cancellation, a return.
 */
import { type Page } from "@playwright/test"
import { createProduct, createShop, findPurchaseLines, type Shop } from "#app/areas/shop/fixtures.ts"
import { coupons } from "#app/areas/shop/schema.server.ts"
import { deliverLine, shipLine } from "#app/areas/shop/service/after-sale.server.ts"
import { updateStock } from "#app/areas/selling/service/stock-changes.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { notifyRestocked } from "#app/areas/shop/service/product-alerts.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../setup/journey.ts"

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}
/** The button or link that can be seen: phones have theirs in the bar. */
const press = (page: Page, name: string | RegExp, role: "button" | "link" = "button") =>
  page.getByRole(role, { name }).locator("visible=true").first().click()
const groupIdOf = (page: Page) =>
  new URL(page.url()).searchParams.get("order") ?? page.url().split("/").at(-1) ?? ""

/** Opens the options, which phones have in a sheet. */
const openOptions = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 900) await press(page, "구매하기")
}
const chooseOption = async (page: Page, option: string) => {
  await openOptions(page)
  await press(page, new RegExp(option))
}

async function addToCart(page: Page, productId: string, option: string) {
  await open(page, `/shopping/product/${productId}`)
  await chooseOption(page, option)
  await press(page, "장바구니")
  await expect(page.getByText("장바구니에 담았어요")).toBeVisible()
}

/** Fills the checkout; nothing is agreed to before it is ticked. */
async function fillCheckout(page: Page) {
  await page.getByLabel("받는 분").fill("새봄이")
  await page.getByLabel("연락처").fill("01012345678")
  await page.getByLabel("우편번호").fill("06621")
  await page.getByLabel("기본주소").fill("서울 서초구 서초대로 1")
  await page.getByLabel("상세주소").fill("101동 1001호")
}
const agree = async (page: Page) => {
  for (const name of [/결제에 동의/, /제3자 제공/]) await page.getByRole("checkbox", { name }).check()
}
const toPay = async (page: Page) => {
  await press(page, /결제하기/)
  await expect(page).toHaveURL(/\/shopping\/pay\//)
}

async function twoShops(): Promise<{
  first: Shop
  second: Shop
  clock: string
  drill: string
  couponName: string
}> {
  const [first, second] = [
    await createShop({ name: "하루살림" }),
    await createShop({ name: "바로툴", shippingWon: 2_500, freeFromWon: null }),
  ]
  const clock = await createProduct(
    first.sellerId,
    [
      { priceWon: 20_000, stock: 9, name: "흰색 시계" },
      { priceWon: 22_000, stock: 9, name: "검정 시계" },
    ],
    { title: "무소음 탁상시계" },
  )
  const drill = await createProduct(
    second.sellerId,
    [
      { priceWon: 50_000, stock: 9, name: "10밀리 드릴" },
      { priceWon: 60_000, stock: 9, name: "13밀리 드릴" },
    ],
    { title: "가벼운 전동 드릴" },
  )
  const couponName = `새봄 쿠폰 ${newId().slice(-6)}`
  await db()
    .insert(coupons)
    .values({
      id: newId(),
      code: newId(),
      name: couponName,
      kind: "amount",
      value: 3_000,
      minWon: 30_000,
      startsAt: new Date(0),
      endsAt: new Date(Date.now() + 86_400_000),
    })
  return { first, second, clock: clock.productId, drill: drill.productId, couponName }
}

test("two products of two sellers are bought with a coupon; one is cancelled, one returned", async ({
  page,
  signIn,
  isMobile,
}) => {
  const { second, clock, drill, couponName } = await twoShops()
  await signIn(page, { name: "새봄이" })
  await addToCart(page, clock, "흰색 시계")
  if (!isMobile) await expectNoViolations(page)
  await addToCart(page, drill, "13밀리 드릴")
  // 20,000 + 3,000 parcel, 60,000 + 2,500 parcel.
  await open(page, "/shopping/cart")
  await expect(page.getByRole("link", { name: "장바구니" }).first()).toContainText("2")
  await expect(page.getByText("10,000원 더 담으면 무료배송")).toBeVisible()
  await expectNoViolations(page)
  await press(page, "85,500원 주문하기")
  await expect(page).toHaveURL(/\/shopping\/checkout/)
  await waitForHydration(page)
  await expectNoViolations(page)
  await expect(page.getByRole("checkbox", { name: /결제에 동의/ })).not.toBeChecked()
  await fillCheckout(page)
  await page.getByText(couponName).click()
  await press(page, "82,500원 결제하기")
  await expect(page.getByText("주문 내용 확인과 결제에 동의해 주세요.")).toBeVisible()
  await expect(page.getByText("개인정보 제3자 제공에 동의해 주세요.")).toBeVisible()
  await agree(page)
  await toPay(page)
  await expect(page.getByText("82,500원").first()).toBeVisible()
  await press(page, "결제 거절")
  await expect(page.getByRole("alert").filter({ hasText: "결제 승인이 거절되었습니다" })).toBeVisible()
  await agree(page)
  await toPay(page)
  await press(page, "결제하기")
  await expect(page.getByRole("heading", { name: "주문을 완료했어요" })).toBeVisible()
  await expect(page.getByText("82,500원").first()).toBeVisible()
  await expectNoViolations(page)
  const groupId = groupIdOf(page)

  await press(page, "주문 상세", "link")
  await expect(page.getByRole("heading", { name: "결제", exact: false }).first()).toBeVisible()
  await waitForHydration(page)
  await expectNoViolations(page)
  // The clock goes: its 20,000 and its parcel of 3,000, less its share of the coupon (3,000 × 20,000 / 80,000
  // = 750).
  const clockRow = page.getByRole("article").filter({ hasText: "무소음 탁상시계" })
  await clockRow.getByText("주문 취소").first().click()
  await expect(page.getByText("22,250원").locator("visible=true").first()).toBeVisible()
  await press(page, "취소하기")
  await expect(page.getByText("부분 취소").first()).toBeVisible()
  await expect(page.getByText("60,250원").locator("visible=true").first()).toBeVisible()

  const line = (await findPurchaseLines(groupId)).find((each) => each.title === "가벼운 전동 드릴")
  await shipLine(second.actor, line?.id ?? "", { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(second.actor, line?.id ?? "", "seller")
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole("link", { name: "택배사에서 보기" })).toHaveAttribute("href", /612345678901/)
  await press(page, "반품 신청", "link")
  await expect(page.getByRole("heading", { name: "반품 신청" })).toBeVisible()
  await waitForHydration(page)
  await expectNoViolations(page)
  await page.getByText("설명과 다른 상품이에요").click()
  await page.getByLabel("자세한 내용").fill("받아 보니 13밀리가 아니에요.")
  await press(page, "반품 신청하기")
  await expect(page.getByText("반품 신청", { exact: true }).first()).toBeVisible()

  // The same numbers wherever they stand.
  await open(page, `/shopping/orders/${groupId}/receipt`)
  for (const won of ["80,000원", "5,500원", "-3,000원", "-22,250원", "60,250원"])
    await expect(page.getByText(won, { exact: true }).first()).toBeVisible()
  await open(page, "/shopping/orders")
  await expect(page.getByText("환불 22,250원").first()).toBeVisible()
  await expectNoViolations(page)
  expect(await checkLedger()).toEqual([])
})

test("바로구매 by a virtual account: the money comes, three times told, and the order is paid once", async ({
  page,
  signIn,
  context,
}) => {
  const { drill } = await twoShops()
  await signIn(page, { name: "새봄이" })
  const other = await context.newPage()
  await open(other, "/shopping")
  await open(page, `/shopping/product/${drill}`)
  await chooseOption(page, "10밀리 드릴")
  await press(page, "장바구니")
  // The other tab hears of it.
  await expect(other.getByRole("link", { name: "장바구니" }).first()).toContainText("1")
  await other.close()
  await expect(page.getByText("장바구니에 담았어요")).toBeVisible()
  await openOptions(page)
  await press(page, "바로구매")
  await expect(page).toHaveURL(/\/shopping\/checkout/)
  await waitForHydration(page)
  await fillCheckout(page)
  await page.getByText("쿠폰 쓰지 않기").click()
  await page.getByText("가상계좌", { exact: true }).click()
  await agree(page)
  await toPay(page)
  await press(page, "가상계좌 받기")
  await expect(page.getByRole("heading", { name: "입금을 기다리고 있어요" })).toBeVisible()
  const groupId = groupIdOf(page)
  await press(page, "연습 입금하기", "link")
  await press(page, "입금 알림 여러 번 보내기")
  await expect(page.getByRole("heading", { name: "주문을 완료했어요" })).toBeVisible()
  await expect(page.getByText("52,500원").first()).toBeVisible()
  await press(page, "주문 상세", "link")
  await expect(page.getByText("결제완료").first()).toBeVisible()
  expect((await findPurchaseLines(groupId)).map((line) => line.state)).toEqual(["paid"])
  expect(await checkLedger()).toEqual([])
})

test(
  "what goes into the cart in one browser is counted in another of the same person without a reload",
  { tag: "@any-window" },
  async ({ browser, page, baseURL, signIn }) => {
    const { clock } = await twoShops()
    await signIn(page)
    const opened = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/live")
    await open(page, "/shopping")
    await opened
    const phone = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      locale: "ko-KR",
      serviceWorkers: "block",
      ...(baseURL ? { baseURL } : {}),
    })
    const elsewhere = await phone.newPage()
    await open(elsewhere, `/shopping/product/${clock}`)
    await chooseOption(elsewhere, "흰색 시계")
    const answered = elsewhere.waitForResponse(
      (answer) => answer.request().method() === "POST" && answer.url().includes("/shopping/product/"),
    )
    await press(elsewhere, "장바구니")
    await answered
    await expect(page.getByRole("banner").getByRole("link", { name: /장바구니.*1가지/ })).toBeVisible()
    await phone.close()
  },
)

test(
  "who waits for a sold-out product is told once when it is there again",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    const shop = await createShop({ name: "하루살림" })
    const { productId, variantIds } = await createProduct(
      shop.sellerId,
      [{ priceWon: 20_000, stock: 0, name: "" }],
      { title: "접이식 사다리" },
    )
    await signIn(page)
    await open(page, `/shopping/product/${productId}`)
    await press(page, "재입고 알림")
    await expect(page.getByRole("button", { name: "알림 신청됨" }).locator("visible=true")).toHaveCount(1)
    await expectNoViolations(page)
    const option = { variantId: variantIds[0] ?? "", priceWon: 20_000 }
    expect(await updateStock(shop.actor, { ...option, stock: 3, was: 0 })).toMatchObject({ ok: true })
    // Its job runs once a minute.
    await notifyRestocked()
    await open(page, "/notifications")
    await expect(page.getByRole("main").getByText(/접이식 사다리/)).toHaveCount(1)
    await page.getByRole("link", { name: "기다리던 상품이 다시 들어왔어요" }).click()
    await expect(page).toHaveURL(new RegExp(productId))
    await expect(page.getByRole("button", { name: "구매하기" }).locator("visible=true")).toBeVisible()
  },
)

test("a visitor takes two options, signs in to order, and finds them in the cart", async ({
  page,
  signIn,
}) => {
  const { clock } = await twoShops()
  await open(page, `/shopping/product/${clock}`)
  await chooseOption(page, "흰색 시계")
  await press(page, /검정 시계/)
  await press(page, "흰색 시계 수량 하나 더하기")
  await expect(page.getByText("62,000원").locator("visible=true").first()).toBeVisible()
  await press(page, "장바구니")
  await expect(page.getByText("장바구니에 담았어요")).toBeVisible()
  await press(page, "장바구니 보기", "link")
  await expect(page).toHaveURL(/\/shopping\/cart/)
  await waitForHydration(page)
  await expectNoViolations(page)
  await press(page, "62,000원 주문하기")
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fshopping%2Fcart/)
  await signIn(page, { name: "새봄이" })
  await open(page, "/shopping/cart")
  await press(page, "62,000원 주문하기")
  await expect(page).toHaveURL(/\/shopping\/checkout/)
})
