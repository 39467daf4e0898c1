/** Sharing a page: KakaoTalk's choice of friends where there is a key, the device's own sheet without. */
import type { Page } from "@playwright/test"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createOpenHire } from "#app/areas/jobs/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

// KakaoTalk's script is let in only where the server has its key; here the page alone is given one.
test.use({ bypassCSP: true })

/** Stands in for KakaoTalk's script, and keeps what was asked of it. */
const KAKAO_SCRIPT = `
  window.shared = []
  let key
  window.Kakao = {
    isInitialized: () => key !== undefined,
    init: (given) => { key = given },
    Share: { sendScrap: ({ requestUrl }) => { window.shared.push([key, requestUrl]) } },
  }`

async function openExpert(page: Page): Promise<void> {
  await page.goto("/experts")
  const href = await page.locator("main a[href^='/expert/']").first().getAttribute("href")
  await page.goto(href ?? "")
  await waitForHydration(page)
}
/** Keeps what is given to the device's own sheet. */
const keepShared = (page: Page) =>
  page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(Navigator.prototype, {
      share: async ({ title, url }: ShareData) => void shared.push([title, url]),
    })
  })
const openShare = async (page: Page, isMobile: boolean) => {
  if (isMobile) await page.getByRole("button", { name: "더 보기" }).click()
  await page.locator("main, dialog[open]").getByRole("button", { name: "공유하기", exact: true }).click()
}
const readShared = (page: Page) =>
  page.evaluate(() => (window as unknown as { shared: unknown }).shared ?? null)

test("a page is sent by KakaoTalk where there is a key, and its absence leaves a sentence", async ({
  page,
  isMobile,
}) => {
  await page.addInitScript(() =>
    addEventListener("readystatechange", () => (document.documentElement.dataset.kakaoKey = "a-key"), true),
  )
  await page.route("https://t1.kakaocdn.net/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: KAKAO_SCRIPT }),
  )
  await openExpert(page)
  if (isMobile) await page.getByRole("button", { name: "더 보기" }).click()
  else await openShare(page, isMobile)
  await expectNoViolations(page)
  await page.getByRole("button", { name: "카카오톡으로 공유하기" }).click()
  await expect.poll(() => readShared(page)).toEqual([["a-key", page.url()]])

  await page.unroute("https://t1.kakaocdn.net/**")
  await page.route("https://t1.kakaocdn.net/**", (route) => route.abort())
  await page.reload()
  await waitForHydration(page)
  if (isMobile) await page.getByRole("button", { name: "더 보기" }).click()
  else await openShare(page, isMobile)
  await page.getByRole("button", { name: "카카오톡으로 공유하기" }).click()
  await expect(page.getByText("카카오톡을 열지 못했어요", { exact: false })).toBeVisible()
})

test("without a key the device's own sheet opens", async ({ page, isMobile }) => {
  await keepShared(page)
  await openExpert(page)
  await openShare(page, isMobile)
  await expect.poll(() => readShared(page)).toEqual([[expect.stringContaining("전문가"), page.url()]])
  await expect(page.getByText("카카오톡으로 공유하기")).toHaveCount(0)
})

test("a post goes under its own title, not that of the bar", { tag: "@phone" }, async ({ page }) => {
  await keepShared(page)
  const title = `입주청소 ${newId().slice(-6)}`
  const hireId = await createOpenHire((await createPerson()).actor, { title })
  await page.goto(`/jobs/hire/${hireId}?from=list#pay`)
  await waitForHydration(page)
  await openShare(page, true)
  const url = new URL(`/jobs/hire/${hireId}`, page.url()).href
  await expect.poll(() => readShared(page)).toEqual([[expect.stringContaining(title), url]])
})
