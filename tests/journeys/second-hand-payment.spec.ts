/** Second-hand goods that are paid safely: one by parcel, one at a meeting, as their two people live it. */
import { type Page } from "@playwright/test"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createMeetingDeal, createSafeItem } from "#app/areas/market/fixtures.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"
import { openAnotherWindow, payHeldCharge } from "../setup/paying.ts"

const DEAL_URL = /\/marketplace\/deals\//

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

test("a parcel is paid, sent and confirmed, with its cards in the chat", async ({
  page,
  browser,
  signIn,
}) => {
  const [seller, buyer] = [await createPerson({ name: "박판매" }), await createPerson({ name: "최구매" })]
  const itemId = await createSafeItem(seller)
  await signIn(page, buyer)
  await open(page, `/marketplace/${itemId}`)
  await page.getByRole("link", { name: "안심결제", exact: true }).filter({ visible: true }).click()
  await expect(page.getByText("84,000원", { exact: true })).toBeVisible()
  await waitForHydration(page)
  await expectNoViolations(page)
  await page.getByLabel("받는 분").fill("최구매")
  await page.getByLabel("연락처").fill("01012345678")
  await page.getByLabel("우편번호").fill("06236")
  await page.getByLabel("기본주소").fill("서울 강남구 테헤란로 1")
  await page.getByLabel(/안심결제 안내를 확인했어요/).check()
  await page.getByLabel(/제3자 제공에 동의해요/).check()
  await page.getByRole("button", { name: /결제하러 가기/ }).click()
  await payHeldCharge(page, DEAL_URL)
  await expect(page.getByRole("heading", { name: "판매자가 보내기를 기다리고 있어요" })).toBeVisible()
  await expectNoViolations(page)

  const other = await openAnotherWindow(browser, page)
  await signIn(other, seller)
  await open(other, new URL(page.url()).pathname)
  await expect(other.getByText("서울 강남구 테헤란로 1")).toBeVisible()
  await other.getByRole("button", { name: "송장번호 입력" }).click()
  const sheet = other.getByRole("dialog")
  await sheet.getByLabel("택배사").selectOption("cj")
  await sheet.getByLabel("송장번호").fill("650123987412")
  await sheet.getByRole("button", { name: "보냈다고 알리기" }).click()
  await expect(other.getByRole("heading", { name: "구매자가 받기를 기다리고 있어요" })).toBeVisible()
  await expectNoViolations(other)

  // The other's page moves on by itself.
  await expect(page.getByRole("heading", { name: "물건이 오고 있어요" })).toBeVisible()
  await page.getByRole("button", { name: "받았어요" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "받았어요" }).click()
  await expect(page.getByRole("heading", { name: "거래가 끝났어요" })).toBeVisible()
  await expect(other.getByRole("heading", { name: "거래가 끝났어요" })).toBeVisible()

  await page.getByRole("button", { name: "채팅", exact: true }).click()
  await expect(page).toHaveURL(/\/chat\?room=/)
  for (const card of ["84,000원을 결제했어요", "물건을 보냈어요", "물건을 받고 거래를 마쳤어요"])
    await expect(page.getByText(card).last()).toBeVisible()
  await expect(page.getByText("합의한 가격 80,000원")).toBeVisible()
  await waitForHydration(page)
  await expectNoViolations(page)
  await other.context().close()
})

test(
  "at a meeting the code that the buyer shows releases the money",
  { tag: "@phone" },
  async ({ page, browser, signIn }) => {
    const { dealId, buyer, seller } = await createMeetingDeal()
    await signIn(page, buyer)
    await open(page, `/marketplace/deals/${dealId}`)
    await expect(page.getByRole("img", { name: "판매자가 찍을 QR 코드" })).toBeVisible()
    await expectNoViolations(page)
    const code = (await page.getByText(/^\d{6}$/).textContent()) ?? ""

    const other = await openAnotherWindow(browser, page)
    await signIn(other, seller)
    await open(other, `/marketplace/deals/${dealId}`)
    await other.getByLabel("구매자 코드").fill(code === "000000" ? "111111" : "000000")
    await other.getByRole("button", { name: /코드 확인하고/ }).click()
    await expect(other.getByText(/코드가 달라요.*4번 더/)).toBeVisible()
    await expectNoViolations(other)
    // What the QR code opens.
    await open(other, `/marketplace/deals/${dealId}?code=${code}`)
    await expect(other.getByLabel("구매자 코드")).toHaveValue(code)
    await other.getByRole("button", { name: /코드 확인하고/ }).click()
    await expect(other.getByRole("heading", { name: "거래가 끝났어요" })).toBeVisible()
    await expect(page.getByRole("heading", { name: "거래가 끝났어요" })).toBeVisible()
    await other.context().close()
  },
)
