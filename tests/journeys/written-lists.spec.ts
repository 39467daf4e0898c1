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

test(
  "an expert's works and pictures open from what the page brought",
  { tag: "@any-window" },
  async ({ page }) => {
    await page.goto("/experts?sort=reviews")
    const first = page.locator(".expert-card a[href^='/expert/']").first()
    await page.goto((await first.getAttribute("href")) ?? "")
    await waitForHydration(page)
    const address = page.url()
    const opened = page.locator("dialog[open]")

    const work = page.locator(".portfolio summary").first()
    const title = await work.locator("b").innerText()
    await work.click()
    await expect(opened.getByRole("heading", { name: title })).toBeVisible()
    // The entry that Back takes away comes a moment after the sheet.
    await expect.poll(() => page.evaluate(() => history.state?.layer === true)).toBe(true)
    await page.goBack()
    await expect(opened).toHaveCount(0)
    await work.focus()
    await page.keyboard.press("Enter")
    await expect(opened.getByRole("heading", { name: title })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(opened).toHaveCount(0)

    const pictures = page.locator("#reviews [data-pictures] a")
    // The router must not ask for routes of them.
    expect(await pictures.evaluateAll((links) => links.filter((link) => "discover" in link.dataset))).toEqual(
      [],
    )
    await pictures.first().click()
    await expect(opened.locator(".pswp__img").first()).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(opened).toHaveCount(0)
    expect(page.url()).toBe(address)
  },
)

test(
  "a work that is tapped before scripts run unfolds, and becomes a sheet",
  { tag: "@any-window" },
  async ({ page }) => {
    await page.goto("/experts?sort=reviews")
    const path = (await page.locator(".expert-card a[href^='/expert/']").first().getAttribute("href")) ?? ""
    const scripts = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: "domcontentloaded" })
    await page.locator(".portfolio summary").first().click()
    await expect(page.locator(".portfolio details[open]")).toHaveCount(1)
    scripts.resolve()
    await waitForHydration(page)
    await expect(page.locator("dialog[open] .sheet-body")).toBeVisible()
    await expect(page.locator(".portfolio details[open]")).toHaveCount(0)
  },
)
