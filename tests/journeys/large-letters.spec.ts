/** Letters of 130 and 200 %, in narrow windows: nothing is cut, leaves the window or breaks within words. */
import type { Page } from "@playwright/test"
import { sql } from "drizzle-orm"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { addToCart } from "#app/areas/shop/service/cart.server.ts"
import { db } from "#app/platform/db.server.ts"
import { expect, test, waitForHydration } from "../setup/journey.ts"
import { findMisfits, type LetterSetting } from "../setup/large-letters.ts"

const SETTINGS: LetterSetting[] = [
  { by: "root", percent: 130, width: 390 },
  { by: "root", percent: 200, width: 320 },
  { by: "text", percent: 200, width: 390 },
]

const PUBLIC_PATHS = [
  "/",
  "/login",
  "/signup",
  "/sitemap",
  "/category/moving",
  "/orders/new?category=interior",
  "/experts",
  "/marketplace",
  "/shopping",
  "/jobs/hire",
  "/search?q=도배",
  "/notices",
  "/faq",
  "/terms",
  "/support",
  "/expert-signup",
]
/** Screens that lead to one thing each, and what leads there. */
const DETAIL_LINKS = [
  ["/experts", /^\/expert\/[0-9a-f-]{36}$/],
  ["/marketplace", /^\/marketplace\/[0-9a-f-]{36}$/],
  ["/shopping", /^\/shopping\/product\/[0-9a-f-]{36}$/],
  ["/jobs/hire", /^\/jobs\/hire\/[0-9a-f-]{36}$/],
] as const
const CUSTOMER_PATHS = [
  "/my-info",
  "/my-info/profile",
  "/my-info/login",
  "/my-info/devices",
  "/my-info/second-factor",
  "/my-info/notifications",
  "/notifications",
  "/orders",
  "/chat",
  "/experts",
  "/marketplace/post",
  "/shopping/cart",
  "/shopping/orders",
  "/my-info/coupons",
  "/jobs/post/hire",
  // Late wages: a name, an amount and days on one line.
  "/my-info/hiring",
  "/my-info/applications",
  "/my-info/wishes/restock",
]
const CUSTOMER_LINKS = [
  ["/orders", /^\/orders\/[0-9a-f-]{36}$/],
  ["/orders", /^\/orders\/[0-9a-f-]{36}\/proposals$/],
  ["/chat", /^\/chat\?room=/],
  ["/my-info/deals", /^\/marketplace\/deals\/[0-9a-f-]{36}$/],
  ["/my-info/hiring", /^\/jobs\/hire\/[0-9a-f-]{36}\/applicants$/],
  ["/my-info/tickets", /^\/my-info\/tickets\/[0-9a-f-]{36}$/],
  // Waits for a deposit: the name of a bank and a long number.
  ["/shopping/orders", /^\/shopping\/orders\/[0-9a-f-]{36}$/],
] as const
const EXPERT_PATHS = [
  "/expert-dashboard",
  "/expert-dashboard/requests",
  "/expert-dashboard/proposals",
  "/expert-dashboard/money",
]
const SELLER_PATHS = [
  "/shopping/admin",
  "/shopping/admin/orders",
  "/shopping/admin/parcels",
  "/shopping/admin/claims",
  "/shopping/admin/products",
  "/shopping/admin/stock",
  "/shopping/admin/questions",
  "/shopping/admin/reviews",
  "/shopping/admin/sales",
  "/shopping/admin/settlement",
  "/shopping/admin/settings",
  "/shop/post",
]
const PROPOSE_LINK = ["/expert-dashboard/requests", /^\/orders\/[0-9a-f-]{36}\/propose$/] as const

/** The misfits of the page at `path`, each with its setting. */
async function measureAt(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await waitForHydration(page)
  const found: string[] = []
  for (const setting of SETTINGS)
    for (const misfit of await findMisfits(page, setting))
      found.push(`${path} (${setting.by} ${setting.percent} %, ${setting.width} px) ${misfit}`)
  return found
}

async function findLink(page: Page, from: string, pattern: RegExp): Promise<string> {
  await page.goto(from)
  const hrefs = await page
    .locator("main a[href]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
  const found = hrefs.find((href) => pattern.test(href))
  expect(found, `${from} leads to ${pattern}`).toBeDefined()
  return found ?? from
}

/** The orders of the demo town that say `words` on their cards. */
async function findOrders(page: Page, words: string): Promise<string[]> {
  await page.goto("/orders")
  const cards = page.locator("main article, main li").filter({ hasText: words })
  const hrefs = await cards
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
  const found = [...new Set(hrefs.filter((href) => /^\/orders\/[0-9a-f-]{36}$/.test(href)))]
  expect(found, `an order says ${words}`).not.toEqual([])
  return found
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto("/login")
  await waitForHydration(page)
  await page.getByLabel("이메일").fill(email)
  await page.getByLabel("비밀번호", { exact: true }).fill("demo-1234!")
  await page.getByRole("button", { name: "로그인", exact: true }).last().click()
  await page.waitForURL("/")
}

test("public screens hold letters of 200 % in a window of 320 px", { tag: "@phone" }, async ({ page }) => {
  const paths: string[] = [...PUBLIC_PATHS]
  for (const [from, pattern] of DETAIL_LINKS) paths.push(await findLink(page, from, pattern))
  const misfits: string[] = []
  for (const path of paths) misfits.push(...(await measureAt(page, path)))
  expect(misfits).toEqual([])
})

test("the screens of customers hold them, too", { tag: ["@phone", "@every-screen"] }, async ({ page }) => {
  await signInAs(page, "customer@demo.kr")
  const paths: string[] = [...CUSTOMER_PATHS]
  for (const [from, pattern] of CUSTOMER_LINKS) paths.push(await findLink(page, from, pattern))
  // Two buttons beside each other at the bottom; then how what was held is to be divided.
  paths.push(...(await findOrders(page, "전문가 선택 완료")), ...(await findOrders(page, "분쟁 조정 중")))
  const misfits: string[] = []
  for (const path of paths) misfits.push(...(await measureAt(page, path)))
  expect(misfits).toEqual([])
})

test("the screens of experts hold them, too", { tag: ["@phone", "@every-screen"] }, async ({ page }) => {
  await signInAs(page, "expert@demo.kr")
  const misfits: string[] = []
  for (const path of [...EXPERT_PATHS, await findLink(page, ...PROPOSE_LINK)])
    misfits.push(...(await measureAt(page, path)))
  expect(misfits).toEqual([])
})

test("the desk of a seller holds them, too", { tag: ["@phone", "@every-screen"] }, async ({ page }) => {
  await signInAs(page, "shop@demo.kr")
  const misfits: string[] = []
  const discount = await findLink(page, "/shopping/admin/discounts", /\/discounts\/[0-9a-f-]{36}$/)
  for (const path of [...SELLER_PATHS, discount]) misfits.push(...(await measureAt(page, path)))
  expect(misfits).toEqual([])
})

test(
  "the tables of the office hold letters of 130 % at 1280 px",
  { tag: ["@any-window", "@every-screen"] },
  async ({ page }) => {
    await signInAs(page, "admin@demo.kr")
    const misfits: string[] = []
    for (const path of ["/admin/inbox", "/admin/invoices/months", "/admin/claims"]) {
      await page.goto(path)
      await waitForHydration(page)
      misfits.push(...(await findMisfits(page, { by: "root", percent: 130, width: 1280 })))
    }
    expect(misfits).toEqual([])
  },
)

test(
  "a finished order holds them with a name of eight letters",
  { tag: "@phone" },
  async ({ page, signIn }) => {
    const { orderId, customer, expert } = await createOrderInState("completed")
    await db().execute(
      sql`update experts set name = '바른손길인테리어' where user_id = ${expert.actor.userId}`,
    )
    await signIn(page, customer)
    expect(await measureAt(page, `/orders/${orderId}`)).toEqual([])
  },
)

test("a checkout holds them", { tag: "@phone" }, async ({ page, signIn }) => {
  const { sellerId } = await createShop({ name: "하루살림" })
  const { variantIds } = await createProduct(
    sellerId,
    [{ priceWon: 20_000, stock: 9, name: "큰 흰색 시계" }],
    { title: "소리 나지 않는 탁상시계" },
  )
  const buyer = await signIn(page)
  await addToCart(buyer.actor, [{ variantId: variantIds[0] ?? "", quantity: 1 }])
  await page.goto("/shopping/cart")
  await waitForHydration(page)
  await page
    .getByRole("button", { name: /주문하기/ })
    .locator("visible=true")
    .first()
    .click()
  await page.waitForURL(/checkout/)
  const { pathname, search } = new URL(page.url())
  expect(await measureAt(page, pathname + search)).toEqual([])
})

test(
  "with the largest letters in the narrowest window a visitor's header has two lines",
  { tag: "@phone" },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto("/")
    await waitForHydration(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
    const lines = await page.evaluate(
      () =>
        new Set(
          [...document.querySelectorAll(".top-nav a")]
            .map((link) => link.getBoundingClientRect())
            .filter(({ height }) => height > 0)
            .map(({ top, bottom }) => Math.round((top + bottom) / 64)),
        ).size,
    )
    expect(lines).toBe(2)
  },
)

test(
  "only what is seldom shown brings the file of such letters, or of such icons",
  { tag: "@phone" },
  async ({ page }) => {
    const files = new Set<string>()
    page.on("request", (request) => {
      const [, name] = /assets\/([a-z-]+)-[\w-]{8}\.(?:woff2|svg)/.exec(request.url()) ?? []
      if (name) files.add(name)
    })
    const open = async (path: string) => {
      files.clear()
      await page.goto(path)
      await page.waitForFunction(() => document.body.dataset.fonts === "all")
      return [...files].toSorted()
    }
    expect(await open("/faq")).toEqual(["common-icons", "first", "usual"])
    expect(await open(`/search?q=${encodeURIComponent("똠양꿍")}`)).toContain("rare")
    expect(await open("/expert-signup")).toContain("icons")
  },
)
