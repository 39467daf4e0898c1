/**
 * The shop from the owner's side: it opens, sells, sends, answers, takes back and is paid; every amount
 * agrees wherever it stands.
 */
import { readFileSync } from "node:fs"
import { type Browser, type Page } from "@playwright/test"
import { eq } from "drizzle-orm"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createPaidPurchase, createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { coupons, sellers } from "#app/areas/shop/schema.server.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { runPayouts } from "#app/areas/money/service/payouts.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, expectNoViolations, expectLiveUpdate, waitForHydration, test } from "../setup/journey.ts"

const photo = (name: string) => `db/seed/pictures/${name}.webp`
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
}
/** The button or link that can be seen: phones have theirs in the bar. */
const press = (page: Page, name: string | RegExp, role: "button" | "link" = "button") =>
  page
    .getByRole("main")
    .getByRole(role, { name, exact: typeof name === "string" })
    .locator("visible=true")
    .first()
    .click()
const pressInDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()
const sees = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).locator("visible=true").first()).toBeVisible()
/** A window of somebody else at the same site. */
async function windowOf(browser: Browser, page: Page, person: Person): Promise<Page> {
  const origin = new URL(page.url()).origin
  const context = await browser.newContext({
    baseURL: origin,
    viewport: page.viewportSize(),
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    serviceWorkers: "block",
  })
  const [name, value] = person.cookie.split("=") as [string, string]
  await context.addCookies([{ name, value, url: origin }])
  return context.newPage()
}
/** A number that the check of business numbers accepts. */
function businessNumber(): string {
  const digits = [6, ...Array.from({ length: 8 }, () => Math.floor(Math.random() * 10))]
  const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5]
  const sum =
    digits.reduce((total, digit, place) => total + digit * (weights[place] ?? 0), 0) +
    Math.floor(((digits[8] ?? 0) * 5) / 10)
  return [...digits, (10 - (sum % 10)) % 10].join("").replace(/^(\d{3})(\d{2})/, "$1-$2-")
}

test(
  "a shop is approved; a product with options is written, approved, found and bought",
  { tag: "@any-window" },
  async ({ browser, page, signIn }) => {
    await page.goto("/sitemap")
    const admin = await windowOf(browser, page, await createPerson({ role: "admin", name: "서지훈" }))
    const customer = await windowOf(browser, page, await createPerson({ name: "최구매" }))
    const owner = await signIn(page, { name: "새가게" })
    const shopName = `새가게 ${newId().slice(-6)}`

    await open(page, "/shopping")
    await press(page, "입점하기", "link")
    await expect(page).toHaveURL(/\/shop\/apply/)
    await waitForHydration(page)
    await expectNoViolations(page)
    await page.getByLabel("상점 이름").fill(shopName)
    await page.getByLabel("연락처").fill("01022223333")
    await page.getByLabel("사업장 주소").fill("서울 서초구 서초대로 10")
    await page.getByLabel("상호", { exact: true }).fill("새가게")
    await page.getByLabel("대표자").fill("새가게")
    await page.getByLabel("사업자등록번호").fill("123-45-67890")
    await page.getByLabel("통신판매업 신고번호").fill("2026-서울서초-0123")
    await page.getByLabel("서류 사진 고르기").setInputFiles([photo("document-business")])
    await expect(page.locator("input[name='documentIds[]']")).toHaveCount(1)
    await page.getByLabel("정산 은행").selectOption("우리은행")
    await page.getByLabel("예금주").fill("새가게")
    await page.getByLabel("정산 계좌번호").fill("1002-123-456789")
    await page.getByRole("checkbox", { name: /판매 약관/ }).check()
    await press(page, "입점 신청하기")
    await sees(page, /사업자등록번호를 확인해 주세요/)
    // What was typed and sent stays.
    await expect(page.getByLabel("상점 이름")).toHaveValue(shopName)
    await expect(page.locator("input[name='documentIds[]']")).toHaveCount(1)
    // What happens elsewhere meanwhile waits, as the sentences beside the fields would be gone with it.
    await expectLiveUpdate(page, owner, { reloads: false })
    await sees(page, /사업자등록번호를 확인해 주세요/)
    await page.getByLabel("사업자등록번호").fill(businessNumber())
    await press(page, "입점 신청하기")
    // Where the long form was sent from there is only the foot of the page now.
    await expect(page.getByRole("heading", { name: "입점 신청서를 잘 받았어요" })).toBeInViewport()

    await open(admin, "/admin/users/shop-owners")
    await admin.getByRole("main").getByRole("link", { name: shopName }).first().click()
    await sees(admin, "사업자등록번호")
    await waitForHydration(admin)
    await expectNoViolations(admin)
    await press(admin, "승인하기")
    await pressInDialog(admin, "승인하기")
    await sees(admin, "판매를 열었어요")

    await open(page, "/shop/post")
    const title = `접이식 수납함 ${newId().slice(-6)}`
    await page
      .getByLabel("상품 사진 고르기")
      .setInputFiles([photo("goods-basket-0-stage"), photo("thing-teapot")])
    await expect(page.locator("input[name='pictureIds[]']")).toHaveCount(2)
    await page.getByLabel("상품 이름").fill(title)
    await page.getByLabel("분류").selectOption("정리수납")
    await page.getByLabel("상품 설명").fill("접으면 두께가 3cm예요. 옷장과 베란다 어디에나 두기 좋아요.")
    await page.getByLabel("정가").fill("25000")
    await page.getByText("색상 × 크기처럼 조합 만들기").click()
    await page.getByLabel("옵션 1 이름").fill("색상")
    await page.getByLabel("옵션 1 값").fill("흰색, 회색")
    await page.getByLabel("옵션 2 이름").fill("크기")
    await page.getByLabel("옵션 2 값").fill("소, 대")
    await press(page, "조합 만들기")
    const names = page.locator("input[name^='variants'][name$='.name']")
    await expect(names).toHaveCount(4)
    expect(
      await names.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    ).toEqual(["흰색 / 소", "흰색 / 대", "회색 / 소", "회색 / 대"])
    await expect(page.getByLabel("상품 이름")).toHaveValue(title)
    await expect(page.locator("input[name='pictureIds[]']")).toHaveCount(2)
    await expectLiveUpdate(page, owner, { reloads: false })
    await expect(names).toHaveCount(4)
    for (const [place, [price, stock]] of [
      ["20000", "7"],
      ["24000", "5"],
      ["20000", "7"],
      ["24000", "0"],
    ].entries()) {
      await page.locator(`input[name='variants[${place}].priceWon']`).fill(price ?? "")
      await page.locator(`input[name='variants[${place}].stock']`).fill(stock ?? "")
    }
    await page.getByLabel("상품군").selectOption("생활용품·공구")
    await page.getByLabel("제조국").fill("대한민국")
    await press(page, /상세 설명 참조/)
    await press(page, /해당 없음/)
    // What lies half under the bar at the bottom is a small target for as long as it lies there.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoViolations(page)
    await press(page, "심사 요청하기")
    await expect(page).toHaveURL(/\/shopping\/admin\/products\?tab=proposed/)
    await sees(page, title)

    await open(admin, "/admin/products")
    await admin.getByRole("main").getByRole("link", { name: title }).first().click()
    await sees(admin, "흰색 / 대")
    await waitForHydration(admin)
    await expectNoViolations(admin)
    await press(admin, "승인하기")
    await pressInDialog(admin, "승인하기")
    await sees(admin, "판매를 시작했어요")

    await expect(async () => {
      await open(customer, `/search?type=shopping&q=${encodeURIComponent(title)}`)
      await customer.getByRole("article").getByRole("link", { name: title }).click({ timeout: 2_000 })
    }).toPass()
    await expect(
      customer.getByRole("heading", { level: 1, name: title }).locator("visible=true"),
    ).toBeVisible()
    await waitForHydration(customer)
    await sees(customer, "대한민국")
    // Phones have the options in a sheet.
    if ((customer.viewportSize()?.width ?? 0) < 900) await press(customer, "구매하기")
    await press(customer, /흰색 \/ 대/)
    await press(customer, "바로구매")
    await expect(customer).toHaveURL(/\/shopping\/checkout/)
    await waitForHydration(customer)
    for (const [label, text] of [
      ["받는 분", "최구매"],
      ["연락처", "01012345678"],
      ["우편번호", "06621"],
      ["기본주소", "서울 서초구 서초대로 1"],
    ] as const)
      await customer.getByLabel(label).fill(text)
    for (const name of [/결제에 동의/, /제3자 제공/]) await customer.getByRole("checkbox", { name }).check()
    await customer.getByText("쿠폰 쓰지 않기").click()
    await press(customer, "27,000원 결제하기")
    await press(customer, /결제하기/)
    await expect(customer.getByRole("heading", { name: "주문을 완료했어요" })).toBeVisible()

    await open(page, "/shopping/admin")
    await sees(page, "오늘 판매")
    await expectNoViolations(page)
    await open(page, "/shopping/admin/orders")
    await sees(page, title)
    await sees(page, "27,000원")
    await open(page, "/shopping/admin/stock?tab=all")
    await expect(page.locator("input[name=stock]").locator("visible=true").nth(1)).toHaveValue("4")
    for (const window of [admin, customer]) await window.context().close()
  },
)

test(
  "a seller ships, answers, takes a return and is paid; the numbers agree to the won",
  { tag: "@any-window" },
  async ({ browser, page, signIn }) => {
    // A long way through many screens of two people.
    test.slow()
    const shop = await createShop({ name: "하루살림" })
    const { productId, variantIds } = await createProduct(
      shop.sellerId,
      [{ priceWon: 20_000, stock: 30, name: "흰색" }],
      { title: "무소음 탁상시계" },
    )
    const buyer = await createPerson({ name: "최구매" })
    const couponId = newId()
    await db()
      .insert(coupons)
      .values({
        id: couponId,
        code: couponId,
        name: "첫 구매 1,000원",
        kind: "amount",
        value: 1_000,
        minWon: 0,
        startsAt: new Date(0),
        endsAt: new Date(Date.now() + 86_400_000),
      })
    const [variantId = ""] = variantIds
    // 40,000, the parcel free, a coupon of the platform; and twice 20,000 with a parcel of 3,000.
    const kept = await createPaidPurchase(buyer, [{ variantId, quantity: 2 }], { couponId })
    const [back, third] = [
      await createPaidPurchase(buyer, [{ variantId, quantity: 1 }]),
      await createPaidPurchase(buyer, [{ variantId, quantity: 1 }]),
    ]
    expect([kept.totalWon, back.totalWon, third.totalWon]).toEqual([39_000, 23_000, 23_000])
    // The rate of a later day is nothing to what was sold before.
    await db().update(sellers).set({ commissionBps: 3_000 }).where(eq(sellers.userId, shop.sellerId))
    await signIn(page, shop)
    await page.goto("/sitemap")
    const customer = await windowOf(browser, page, buyer)

    // The customer asks, the owner sends and answers.
    await open(customer, `/shopping/product/${productId}`)
    await customer.getByText("상품 문의하기").click()
    await customer.getByLabel("문의 내용").fill("건전지는 들어 있나요?")
    await press(customer, "문의 남기기")
    await sees(customer, "문의를 남겼어요")
    await open(page, "/shopping/admin/orders")
    await sees(page, "39,000원")
    await expectNoViolations(page)
    await press(page, "고른 상품 준비 시작")
    await sees(page, "3건을 준비하기 시작했어요")
    const order = page.getByRole("listitem").filter({ hasText: "39,000원" }).first()
    await order.getByRole("button", { name: "보내기", exact: true }).click()
    await page.getByRole("dialog").getByLabel("송장번호").fill("12")
    await pressInDialog(page, "보냈어요")
    await expect(
      page
        .getByRole("dialog")
        .getByText(/송장번호/)
        .last(),
    ).toBeVisible()
    await page.getByRole("dialog").getByLabel("송장번호").fill("612345678901")
    await expectNoViolations(page)
    await pressInDialog(page, "보냈어요")
    await sees(page, "보낸 것으로 표시했어요")

    await press(page, "송장 한꺼번에 올리기", "link")
    await waitForHydration(page)
    await expectNoViolations(page)
    const download = page.waitForEvent("download")
    await press(page, "CSV로", "link")
    const file = readFileSync(await (await download).path(), "utf8")
    const rows = file.trim().split(/\r?\n/)
    expect(rows).toHaveLength(3)
    const filled = [
      rows[0],
      ...rows.slice(1).map((row, index) => row.replace(/,[^,]*,[^,]*$/, `,한진택배,51234567890${index}`)),
    ].join("\r\n")
    await page
      .getByLabel("송장 파일")
      .setInputFiles({ name: "보낼주문.csv", mimeType: "text/csv", buffer: Buffer.from(filled) })
    await press(page, "파일 확인하기")
    await sees(page, "보낼 수 있는 상품 2건")
    await expectNoViolations(page)
    await press(page, "2건 보내기")
    await sees(page, "2건을 보냈어요")
    await open(page, "/shopping/admin/questions")
    await page.getByText("답변 쓰기", { exact: true }).click()
    await page.getByPlaceholder(/짧고 친절하게/).fill("네, AA 두 개가 들어 있어요.")
    await expectNoViolations(page)
    await press(page, "답변 올리기")
    await sees(page, "답변을 올렸어요")

    // The customer gets them, writes about one, keeps it, and sends another back.
    await open(customer, `/shopping/orders/${kept.groupId}`)
    await press(customer, "상품 받았어요")
    await press(customer, "후기 쓰기", "link")
    await expect(customer.getByRole("heading", { name: "상품은 어떠셨어요?" })).toBeVisible()
    await waitForHydration(customer)
    await expectNoViolations(customer)
    await customer.getByRole("radio", { name: /4/ }).check()
    await customer.getByLabel("후기", { exact: true }).fill("소리가 정말 안 나요. 침대 옆에 두었어요.")
    await press(customer, "후기 올리기")
    await sees(customer, "후기를 남겼어요")
    await waitForHydration(customer)
    await press(customer, "구매확정")
    await pressInDialog(customer, "구매확정하기")
    await sees(customer, "구매확정")
    await open(customer, `/shopping/orders/${back.groupId}`)
    await press(customer, "반품 신청", "link")
    await waitForHydration(customer)
    await customer.getByText("마음이 바뀌었어요").click()
    await press(customer, "반품 신청하기")
    await sees(customer, "반품 신청")

    await open(page, "/shopping/admin/reviews")
    await sees(page, "소리가 정말 안 나요.")
    await page.getByText("답글 쓰기").click()
    await page.getByPlaceholder(/짧고 친절하게/).fill("오래오래 편히 주무세요.")
    await press(page, "답글 올리기")
    await sees(page, "답글을 올렸어요")
    await open(page, "/shopping/admin/claims")
    await sees(page, "구매자 부담 · 반품비 6,000원")
    await expectNoViolations(page)
    await press(page, "승인")
    await pressInDialog(page, "승인하기")
    await press(page, "수거 시작")
    await press(page, "상품 받았어요")
    await press(page, "반품 마치고 환불하기")
    await expect(page.getByRole("dialog")).toContainText("반품비 6,000원을 빼고 14,000원을 환불해요")
    await page.getByRole("dialog").getByText("재고로 되돌리기").click()
    await pressInDialog(page, "환불하기")
    await sees(page, "처리할 신청이 없어요")

    // 20,000 less the way back of 6,000 went back; the parcels of 3,000 and 6,000 are the seller's. Of 40,000
    // the commission of that day is 8 %.
    const won = {
      kept: "39,000원",
      refund: "14,000원",
      left: "9,000원",
      sold: "40,000원",
      commission: "-3,200원",
      credited: "36,800원",
      balance: "45,800원",
      held: "23,000원",
    }
    await open(customer, `/shopping/orders/${back.groupId}/receipt`)
    for (const text of [
      "20,000원",
      "3,000원",
      `-${won.refund}`,
      won.left,
      "남은 금액에 반품 배송비 6,000원이 들어 있어요.",
    ])
      await sees(customer, text)
    await open(customer, `/shopping/orders/${back.groupId}`)
    for (const text of [won.refund, won.left, "부분 취소"]) await sees(customer, text)
    await open(customer, `/shopping/orders/${kept.groupId}/receipt`)
    for (const text of [won.sold, "-1,000원", won.kept]) await sees(customer, text)
    await expectNoViolations(customer)
    await open(customer, `/shopping/product/${productId}`)
    await sees(customer, "네, AA 두 개가 들어 있어요.")
    await sees(customer, "오래오래 편히 주무세요.")
    await open(page, "/shopping/admin/orders?tab=all")
    await sees(page, `환불 ${won.refund}`)
    await open(page, "/shopping/admin/settlement")
    for (const text of [won.balance, won.held, won.sold, won.commission, `+${won.credited}`, `+${won.left}`])
      await sees(page, text)
    await expectNoViolations(page)
    await open(page, "/shopping/admin")
    for (const text of [won.balance, won.held]) await sees(page, text)

    // It is paid, and comes back from the bank.
    await runPayouts()
    const admin = await windowOf(browser, page, await createPerson({ role: "admin", name: "서지훈" }))
    const payout = admin
      .getByRole("listitem")
      .filter({ hasText: won.balance })
      .filter({ has: admin.locator(`a[href="/admin/users/shop-owners/${shop.sellerId}"]`) })
    await open(admin, "/admin/payouts")
    await payout.getByRole("button", { name: "이체 시작" }).click()
    await expect(admin).toHaveURL(/state=processing/)
    await payout.getByRole("button", { name: "이체 완료" }).click()
    await expect(admin).toHaveURL(/state=paid/)
    await waitForHydration(admin)
    await expectNoViolations(admin)
    await open(page, "/shopping/admin/settlement")
    await sees(page, "지급 완료")
    await payout.getByRole("button", { name: "되돌아옴" }).click()
    await admin.getByRole("dialog").getByLabel("이유").fill("예금주가 달라요")
    await pressInDialog(admin, "실패로 바꾸기")
    await expect(admin).toHaveURL(/state=failed/)
    await open(page, "/shopping/admin/settlement")
    for (const text of ["지급 실패", "예금주가 달라요", "지급 실패로 되돌아옴", won.balance])
      await sees(page, text)
    expect(await checkLedger()).toEqual([])
    for (const window of [admin, customer]) await window.context().close()
  },
)
