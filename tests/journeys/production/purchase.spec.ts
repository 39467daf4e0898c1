/**
 * A purchase in production: through TLS, with a mail that is really sent and a payment provider that stands
 * outside.
 */
import { eq } from "drizzle-orm"
import { createProduct, createShop, findPurchaseLines } from "#app/areas/shop/fixtures.ts"
import { checkLedger } from "#app/areas/money/service/ledger.server.ts"
import { db } from "#app/platform/db.server.ts"
import { PORTS, PRODUCTION_ORIGIN } from "../../setup/production-ports.ts"
import { expect, expectNoViolations, waitForHydration, test } from "../../setup/journey.ts"
import { signUp } from "../../setup/sign-up.ts"
import { payments } from "#app/areas/money/schema.server.ts"

/** What the provider has of the payment for `orderId`. */
async function atProvider(
  orderId: string,
): Promise<{ status: string; totalAmount: number; balanceAmount: number }> {
  const authorization = `Basic ${Buffer.from("test_sk_journeys:").toString("base64")}`
  const answer = await fetch(`http://127.0.0.1:${PORTS.toss}/v1/payments/orders/${orderId}`, {
    headers: { authorization },
  })
  return (await answer.json()) as { status: string; totalAmount: number; balanceAmount: number }
}

test("a new member is refused a card, pays with another, cancels; the provider agrees", async ({ page }) => {
  test.setTimeout(240_000)
  const { sellerId } = await createShop({ name: "하루살림" })
  const { productId } = await createProduct(sellerId, [{ priceWon: 20_000, stock: 9, name: "흰색 시계" }], {
    title: "무소음 탁상시계",
  })
  const press = (name: string | RegExp, role: "button" | "link" = "button") =>
    page.getByRole(role, { name }).locator("visible=true").first().click()

  const email = `buyer-${Date.now().toString(36)}@example.kr`
  await signUp(page, { kind: "일반회원", email, name: "새봄이", phone: "010-2345-6789" })
  expect(new URL(page.url()).origin).toBe(PRODUCTION_ORIGIN)
  const answer = await page.goto(`/shopping/product/${productId}`)
  expect(answer?.headers()["strict-transport-security"]).toMatch(/max-age=\d{8}/)
  const own = (await page.context().cookies()).filter((cookie) => cookie.name.includes("baroildang"))
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter((cookie) => !cookie.secure).map((cookie) => cookie.name)).toEqual([])
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toContain(PRODUCTION_ORIGIN)

  await waitForHydration(page)
  await press("구매하기")
  await press("바로구매")
  await expect(page).toHaveURL(/\/shopping\/checkout/)
  await waitForHydration(page)
  await page.getByLabel("받는 분").fill("새봄이")
  await page.getByLabel("연락처").fill("01012345678")
  await page.getByLabel("우편번호").fill("06621")
  await page.getByLabel("기본주소").fill("서울 서초구 서초대로 1")
  await page.getByLabel("상세주소").fill("101동 1001호")
  const pay = async (button: string) => {
    for (const name of [/결제에 동의/, /제3자 제공/]) await page.getByRole("checkbox", { name }).check()
    await press(/23,000원 결제하기/)
    await expect(page).toHaveURL(/\/shopping\/pay\//)
    await waitForHydration(page)
    await expectNoViolations(page)
    await press("결제창 열기")
    await expect(page.getByRole("heading", { name: "토스페이먼츠 결제창" })).toBeVisible()
    await press(button)
  }
  await pay("한도 초과 카드로 결제")
  await expect(page.getByRole("alert").filter({ hasText: "결제 승인이 거절되었습니다" })).toBeVisible()
  await waitForHydration(page)
  await pay("결제")
  await expect(page.getByRole("heading", { name: "주문을 완료했어요" })).toBeVisible()
  const purchaseId = new URL(page.url()).searchParams.get("order") ?? ""
  const [paid] = await db()
    .select()
    .from(payments)
    .where(eq(payments.groupId, purchaseId))
    .then((rows) => rows.filter((row) => row.state === "DONE"))
  expect(paid?.provider).toBe("toss")
  expect(await atProvider(paid?.id ?? "")).toMatchObject({
    status: "DONE",
    totalAmount: 23_000,
    balanceAmount: 23_000,
  })

  await press("주문 상세", "link")
  await waitForHydration(page)
  await page
    .getByRole("article")
    .filter({ hasText: "무소음 탁상시계" })
    .getByText("주문 취소")
    .first()
    .click()
  await press("취소하기")
  await expect(page.getByText(/취소(완료|됐어요| 완료)/).first()).toBeVisible()
  await expect.poll(async () => (await atProvider(paid?.id ?? "")).balanceAmount).toBe(0)
  expect((await findPurchaseLines(purchaseId)).map((line) => line.state)).toEqual(["cancelled"])
  expect(await checkLedger()).toEqual([])
})
