/**
 * Every screen of app/routes.ts, as somebody who may see it, in both colour modes: axe finds nothing. A new
 * route joins by its line in access.ts. `npm test` looks at what people use on the way, on a phone;
 * `npm run test:screens` at every screen, on a desktop.
 */
import type { Page } from "@playwright/test"
import { expect, waitForHydration, test, findViolations } from "../setup/journey.ts"
import { newId } from "#app/basics/ids.ts"
import { ACCESS } from "../requests/access.ts"
import { listRoutes } from "../setup/routes.ts"
import { buildPath, createTestWorld, type Role, type TestWorld } from "../setup/test-world.ts"

/** Whoever comes first and may see a screen, looks at it. */
const LOOKERS = [
  "visitor",
  "owner",
  "expert",
  "seller",
  "stranger",
  "rival",
  "admin",
] as const satisfies readonly Role[]
/** What people use on the way. */
const MAIN_SCREENS = new Set([
  "/",
  "/login",
  "/signup",
  "/sitemap",
  "/search",
  "/category/:categoryId",
  "/orders/new",
  "/orders",
  "/orders/:orderId",
  "/orders/:orderId/proposals",
  "/orders/:orderId/propose",
  "/experts",
  "/expert/:expertId",
  "/expert-registration",
  "/expert-dashboard",
  "/jobs/hire",
  "/jobs/hire/:hireId",
  "/jobs/post/hire",
  "/jobs/hire/:hireId/applicants",
  "/marketplace",
  "/marketplace/:itemId",
  "/marketplace/post",
  "/shopping",
  "/shopping/product/:productId",
  "/cart",
  "/shopping/checkout",
  "/shopping/orders/:groupId",
  "/shopping/admin",
  "/chat",
  "/notifications",
  "/my-info",
  "/my-info/profile",
  "/my-info/login",
  "/my-info/consents",
  "/my-info/devices",
  "/my-info/second-factor",
  "/notices",
  "/faq",
  "/terms",
  "/expert-tools",
  "/admin/*",
  "/admin/experts",
  "/admin/expert/:expertId",
  "/admin/users",
  "/admin/users/:userId",
  "/admin/orders/:orderId",
  "/admin/purchases",
  "/admin/purchases/:groupId",
  "/admin/claims",
  "/admin/settings",
  "/admin/audit",
  "/admin/notice-manage",
])

const looks = listRoutes().flatMap(({ file, pattern, isScreen }, index, all) => {
  const line = ACCESS[pattern]
  const role = isScreen && line ? LOOKERS.find((each) => line.read[each] === "in") : undefined
  // The same screen at another address looks the same to whoever sees both; pages of content differ in their
  // texts.
  const again = !file.startsWith("areas/content/") && all.findIndex((route) => route.file === file) < index
  return line && role && !again ? [{ pattern, role, at: line.at ?? pattern }] : []
})

test.describe.configure({ mode: "parallel" })

let town: TestWorld
test.beforeAll(async () => {
  town = await createTestWorld(newId())
})

async function lookAt(page: Page, role: Role, screens: typeof looks): Promise<string[]> {
  test.setTimeout(600_000)
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" })
  const [name, value] = (await town.signIn(role))?.split("=") ?? []
  await page.goto("/")
  if (name && value) await page.context().addCookies([{ name, value, url: page.url() }])
  // What axe asks of a picture or a letter is in the document; a sixth of the time goes into drawing them.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.setBlockedURLs", { urls: ["*.woff2", "*/pictures/*"] })
  const found: string[] = []
  for (const { pattern, at } of screens) {
    const answer = await page.goto(buildPath(town, at), { waitUntil: "domcontentloaded" })
    await waitForHydration(page)
    if (answer?.status() !== 200) found.push(`${pattern} answers ${answer?.status()}`)
    for (const violation of await findViolations(page)) found.push(`${pattern}: ${violation}`)
    // What differs in the dark is the colours.
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"))
    for (const violation of await findViolations(page, ["color-contrast", "link-in-text-block"]))
      found.push(`${pattern} in the dark: ${violation}`)
  }
  return found
}

for (const role of LOOKERS) {
  const screens = looks.filter((look) => look.role === role)
  const mainScreens = screens.filter(({ pattern }) => MAIN_SCREENS.has(pattern))
  if (mainScreens.length > 0)
    test(`axe finds nothing on the main screens of the ${role}`, { tag: "@phone" }, async ({ page }) => {
      expect(await lookAt(page, role, mainScreens)).toEqual([])
    })
  if (screens.length > 0)
    test(
      `axe finds nothing on any screen of the ${role}`,
      { tag: ["@any-window", "@every-screen"] },
      async ({ page }) => {
        expect(await lookAt(page, role, screens)).toEqual([])
      },
    )
}
