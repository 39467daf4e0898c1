/** What journeys do again and again to pay safely: the page of a charge, the provider's page, a photo. */
import { type Browser, type Page } from "@playwright/test"
import sharp from "sharp"
import { expect, expectNoViolations, waitForHydration } from "./journey.ts"

/** Pays the held charge that `page` shows, at the simulator or in the window of the provider's double. */
export async function payHeldCharge(page: Page, resultUrl = /\/orders\//): Promise<void> {
  await expect(page).toHaveURL(/\/pay\//)
  await waitForHydration(page)
  await expectNoViolations(page)
  await page.getByLabel(/안심결제 안내를 확인했어요/).check()
  await page.getByRole("button", { name: /원 결제하기/ }).click()
  const practice = page.getByRole("button", { name: "결제하기", exact: true })
  const providerWindow = page.getByRole("button", { name: "결제창 열기" })
  await waitForHydration(page)
  await expect(practice.or(providerWindow)).toBeVisible()
  if (await providerWindow.isVisible()) {
    await providerWindow.click()
    await page.getByRole("button", { name: "결제", exact: true }).click()
  } else await practice.click()
  await expect(page).toHaveURL(resultUrl)
  await waitForHydration(page)
  await expect(page.getByText(/보관 중|결제대행사가 맡고 있어요/).first()).toBeVisible()
}

/** An expert begins before the day that was agreed on, and says why. */
export async function startEarly(expert: Page): Promise<void> {
  await expert.getByRole("button", { name: "작업 시작하기" }).click()
  const dialog = expert.getByRole("dialog")
  await dialog.getByLabel("먼저 시작하는 이유").fill("고객이 오늘 와 달라고 했어요.")
  await expectNoViolations(expert)
  await dialog.getByRole("button", { name: "시작하기", exact: true }).click()
}

/** A picture file as a phone makes one. */
export async function createPhoto(name: string, red: number) {
  const background = { r: red, g: 150, b: 190 }
  const buffer = await sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: "image/jpeg", buffer }
}

/** A window of one's own, like the one of the test. */
export async function openAnotherWindow(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: new URL(page.url()).origin,
    locale: "ko-KR",
    timezoneId: "Asia/Seoul",
    colorScheme: "dark",
  })
  return context.newPage()
}
