/** The product on a home screen: when it is offered there, and the number on its icon. */
import type { Page } from "@playwright/test"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { notify } from "#app/areas/notifications/service/notify.server.ts"
import { expect, test, waitForHydration } from "../setup/journey.ts"

/** Opens home, and has the browser say that it can install the product. */
async function visit(page: Page): Promise<void> {
  await page.goto("/")
  await waitForHydration(page)
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => {
        localStorage.setItem("prompts", String(Number(localStorage.getItem("prompts")) + 1))
        return { outcome: "accepted" }
      },
    })
    dispatchEvent(offer)
  })
}
/** Puts the last page an hour back, so that the next begins another visit. */
const waitAnHour = (page: Page) =>
  page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem("installOffer") ?? "{}")
    localStorage.setItem(
      "installOffer",
      JSON.stringify({ ...record, lastSeenAt: record.lastSeenAt - 3_600_000 }),
    )
  })
const countVisits = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("installOffer") ?? "{}").visits)

test(
  "the second visit is offered to install, and a no is not asked again",
  { tag: "@phone" },
  async ({ page }) => {
    const offer = page.getByRole("region", { name: "바로일당을 홈 화면에 둘까요?" })
    await visit(page)
    await expect.poll(() => countVisits(page)).toBe(1)
    await expect(offer).toHaveCount(0)
    await waitAnHour(page)
    await visit(page)
    await expect(offer).toBeVisible()
    await offer.getByRole("button", { name: "나중에" }).click()
    await expect(offer).toHaveCount(0)
    await waitAnHour(page)
    await visit(page)
    await expect.poll(() => countVisits(page)).toBe(3)
    await expect(offer).toHaveCount(0)
  },
)

test("a yes opens the browser's own question", { tag: "@phone" }, async ({ page }) => {
  await visit(page)
  await expect.poll(() => countVisits(page)).toBe(1)
  await waitAnHour(page)
  await visit(page)
  await page.getByRole("button", { name: "설치하기" }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("prompts"))).toBe("1")
})

test(
  "the icon says how much waits, and nothing for a visitor",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      const shown: number[] = []
      Object.assign(window, { shown })
      Object.assign(Navigator.prototype, {
        setAppBadge: async (count: number) => void shown.push(count),
        clearAppBadge: async () => void shown.push(0),
      })
    })
    const readBadges = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown)
    await page.goto("/faq")
    await expect.poll(readBadges).toEqual([0])
    const person = await signIn(page)
    await db().transaction((tx) =>
      notify(tx, [
        {
          userId: person.actor.userId,
          kind: "order",
          title: "새 견적이 왔어요",
          text: "",
          href: "/orders",
          deduplicationKey: newId(),
        },
      ]),
    )
    await page.goto("/faq")
    await expect.poll(readBadges).toContain(1)
  },
)
