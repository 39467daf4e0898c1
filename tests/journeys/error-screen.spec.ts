/** What every page does when something around it is missing. */
import { newId } from "#app/basics/ids.ts"
import { expect, test, waitForHydration } from "../setup/journey.ts"

test(
  "scripts take over the answer to a form about what is gone, and leave the company's data as they are",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await signIn(page)
    await page.goto("/notices")
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.evaluate((action) => {
        const form = Object.assign(document.createElement("form"), { method: "post", action })
        form.append(Object.assign(document.createElement("input"), { name: "intent", value: "close" }))
        document.body.append(form)
        form.submit()
      }, `/jobs/hire/${newId()}`),
    ])
    expect(answer.status()).toBe(404)
    expect(await answer.text()).toContain("통신판매업 신고 제2026-서울서초-0412호")
    // Nothing was loaded for it, as for every page that a form was answered with by an error.
    await expect(page.locator("html[data-settings]")).toHaveCount(1)
    await waitForHydration(page)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("찾는 화면이 없어요")
    await expect(page.locator("footer")).toContainText("통신판매업 신고 제2026-서울서초-0412호")
  },
)

test("a page comes to life where the browser does not tell that it was painted", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(PerformanceObserver, "supportedEntryTypes", { value: [] })
  })
  await page.goto("/faq")
  await waitForHydration(page)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})
