/** Lists that a page brings as HTML alone: their links, hearts and next pages, once scripts run. */
import type { Page } from "@playwright/test"
import { expect, test, waitForHydration } from "../setup/journey.ts"

const MARK = "stillTheSamePage"
const cards = (page: Page) => page.locator(".item-list .item-card")
const openMarket = async (page: Page) => {
  await page.goto("/marketplace")
  await waitForHydration(page)
  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK)
}
const expectNoPageLoad = async (page: Page) =>
  expect(await page.evaluate((mark) => mark in window, MARK)).toBe(true)

test(
  "a card leads on without a page load, and back to where one was",
  { tag: "@any-window" },
  async ({ page }) => {
    await openMarket(page)
    const link = cards(page).nth(13).getByRole("link")
    const title = await link.innerText()
    await link.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(0)
    await link.click()
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
    await page.goBack()
    await expect(cards(page).nth(13).getByRole("link")).toHaveText(title)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    await expectNoPageLoad(page)
  },
)

test(
  "a heart is sent once, says so, and keeps the keyboard when the list is drawn anew",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await signIn(page)
    await openMarket(page)
    const sent: string[] = []
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/marketplace/")) sent.push(request.url())
    })
    const heart = cards(page).nth(1).getByRole("button")
    await heart.focus()
    await page.keyboard.press("Enter")
    await expect(heart).toHaveAttribute("aria-pressed", "true")
    await expect(page.getByText("찜했어요")).toBeVisible()
    // By now the list has its data: the same heart is one of React's.
    await expect(heart).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(heart).toHaveAttribute("aria-pressed", "false")
    await expect(page.getByText("찜을 뺐어요")).toBeVisible()
    expect(sent).toHaveLength(2)
    await expectNoPageLoad(page)
  },
)

test("the list goes on behind what the page brought", { tag: "@any-window" }, async ({ page }) => {
  await openMarket(page)
  const first = await cards(page).getByRole("link").allInnerTexts()
  const asked: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/marketplace.data")) asked.push(request.url())
  })
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => cards(page).count()).toBeGreaterThan(first.length)
  const all = await cards(page).getByRole("link").allInnerTexts()
  expect(all.slice(0, first.length)).toEqual(first)
  expect(asked.every((url) => new URL(url).searchParams.has("after"))).toBe(true)
})
