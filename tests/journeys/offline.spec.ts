/**
 * Without a connection the last seen stays readable, within limits, for the person alone; and what the page
 * warns of.
 */
import type { Page } from "@playwright/test"
import { createConversation, sendText } from "#app/areas/chat/fixtures.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { expect, waitForHydration, test } from "../setup/journey.ts"

test.use({ serviceWorkers: "allow" })
test.beforeAll(() => registerSubjects())

/** The worker has the page in hand and knows who is signed in. */
async function kept(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const facts = await (await caches.open("baroildang-facts-2")).match("/-/owner")
        return ((await facts?.json()) as { owner?: string } | undefined)?.owner
      }),
    )
    .toBeTruthy()
  await page.reload()
  await expect
    .poll(() =>
      page.evaluate(
        async (address) => (await (await caches.open("baroildang-own-2")).match(address)) !== undefined,
        path,
      ),
    )
    .toBe(true)
}

/** Cuts the connection once the worker has started: while its script loads, the browser would complain. */
async function goOffline(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
}

test(
  "orders and a chat are readable offline, and are gone after logging out",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    const talk = await createConversation()
    await sendText(talk.expert.actor, talk.roomId, "내일 아침 아홉 시에 갈게요")
    await signIn(page, talk.customer)
    const room = `/chat?room=${talk.roomId}`
    await kept(page, "/orders")
    await kept(page, room)

    await page.evaluate(() => localStorage.setItem("colorMode", "dark"))
    await goOffline(page)
    await page.reload()
    await expect(page.locator("[data-stale]")).toContainText("인터넷 연결이 끊겼어요")
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    await expect(page.getByRole("log").getByText("내일 아침 아홉 시에 갈게요")).toBeVisible()
    await page.goto("/orders")
    await expect(page.locator("[data-stale]")).toContainText("인터넷 연결이 끊겼어요")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    // What was never seen is not made up.
    await page.goto("/my-info/blocks")
    await expect(page.locator("[data-stale]")).toHaveCount(0)
    await expect(page.getByText(/연결/).first()).toBeVisible()

    // It is opened by itself when the connection is back.
    await page.context().setOffline(false)
    await waitForHydration(page)
    await page.goto("/orders")
    await waitForHydration(page)
    await page.evaluate(async () => {
      const form = document.querySelector<HTMLFormElement>('form[action="/logout"]')
      form?.requestSubmit()
    })
    await page.waitForFunction(() => document.querySelector('form[action="/logout"]') === null)
    await expect
      .poll(() =>
        page.evaluate(async () =>
          (await caches.has("baroildang-own-2"))
            ? (await (await caches.open("baroildang-own-2")).keys())
                .map((one) => one.url)
                .filter((url) => /\/(orders|chat)/.test(url))
            : [],
        ),
      )
      .toEqual([])
    await goOffline(page)
    await page.goto(room)
    await expect(page.getByText("내일 아침 아홉 시에 갈게요")).toHaveCount(0)
    await page.context().setOffline(false)
  },
)

/** With letters of any size, and the page scrolled, the header stands where the bar `selector` ends. */
async function expectHeaderBelow(page: Page, selector: string): Promise<void> {
  for (const fontSize of ["100%", "200%"]) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize)
    await page.evaluate(() => window.scrollTo(0, 200))
    await expect
      .poll(() =>
        page.evaluate((bar) => {
          const [top, bottom] = [".top-nav", bar].map((each) =>
            document.querySelector(each)?.getBoundingClientRect(),
          )
          return Math.round((top?.top ?? 0) - (bottom?.bottom ?? 0))
        }, selector),
      )
      .toBe(0)
  }
}

test(
  "the bar that says that there is no connection leaves the header in sight",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/faq")
    await waitForHydration(page)
    await goOffline(page)
    await expectHeaderBelow(page, "[data-connection]")
    await page.context().setOffline(false)
  },
)

test(
  "the first page of a first visit is there offline, as it looked",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/faq")
    await waitForHydration(page)
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const cache = await caches.open("baroildang-public-2")
          const [stylesheet] = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
          const found = await Promise.all([cache.match("/faq"), cache.match(stylesheet?.href ?? "/faq")])
          return found.every((each) => each !== undefined)
        }),
      )
      .toBe(true)
    await goOffline(page)
    await page.reload()
    await expect(page.locator("[data-stale]")).toContainText("인터넷 연결이 끊겼어요")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expectHeaderBelow(page, "[data-stale]")
    await page.context().setOffline(false)
  },
)

test(
  "at most sixty pages and twenty megabytes are kept, the oldest go first",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    await signIn(page)
    await kept(page, "/orders")
    await page.evaluate(async () => {
      const cache = await caches.open("baroildang-own-2")
      for (let number = 0; number < 70; number += 1)
        await cache.put(
          `/notices/${number}`,
          new Response("<html></html>", {
            headers: { "X-Cached-At": String(1_000 + number), "Content-Length": "13" },
          }),
        )
      const megabyte = "a".repeat(1_048_576)
      for (let number = 0; number < 25; number += 1)
        await cache.put(
          `/pictures/${number}`,
          new Response(megabyte, { headers: { "Content-Length": String(megabyte.length) } }),
        )
    })
    await page.goto("/notifications")
    await expect
      .poll(() =>
        page.evaluate(async () => {
          let [pages, bytes] = [0, 0]
          for (const name of ["baroildang-public-2", "baroildang-own-2"]) {
            const cache = await caches.open(name)
            for (const request of await cache.keys()) {
              if (/\/notices\//.test(request.url)) pages += 1
              bytes += (await (await cache.match(request))?.blob())?.size ?? 0
            }
          }
          return pages < 60 && bytes <= 20 * 1_048_576
        }),
      )
      .toBe(true)
    const oldest = await page.evaluate(
      async () => (await (await caches.open("baroildang-own-2")).match("/notices/0")) === undefined,
    )
    expect(oldest).toBe(true)
    expect(
      await page.evaluate(
        async () => (await (await caches.open("baroildang-own-2")).match("/notifications")) !== undefined,
      ),
    ).toBe(true)
  },
)

test(
  "a second page of the browser, and a browser that lacks something, are warned of in the console",
  { tag: "@any-window" },
  async ({ page, signIn }) => {
    const warnings: string[] = []
    page.context().on("console", (message) => message.type() === "warning" && warnings.push(message.text()))
    await signIn(page)
    await page.goto("/orders")
    await waitForHydration(page)
    const second = await page.context().newPage()
    await second.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"))
    await second.goto("/orders")
    await waitForHydration(second)
    await expect
      .poll(() => warnings.find((text) => text.includes("개의 탭이 열려 있어요")))
      .toContain("2개의 탭")
    expect(warnings.find((text) => text.includes("기능이 없어요"))).toContain("BroadcastChannel")
    await second.close()
  },
)
