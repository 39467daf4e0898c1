/**
 * promises.md, no injection: hostile words in everything that people write, shown on every screen in a real
 * browser with the scripts of the product; nothing of it may run. What the server writes alone:
 * tests/requests/hostile.test.ts.
 */
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { withChildServer } from "../setup/child-server.ts"
import { withDatabase } from "../setup/database.ts"
import { findIntruders, HOSTILE_SCREENS, PAYLOADS, poison } from "../setup/hostile-words.ts"
import { journeys } from "../setup/journeys-config.ts"
import { buildPath, createTestWorld, type Role, type TestWorld } from "../setup/test-world.ts"
import { ACCESS } from "../requests/access.ts"

const own = withDatabase()

type Seat = { page: Page; ran: string[] }

let town: TestWorld
let taken = 0
let shown = 0
let browser: Browser
const seats = new Map<Role, Promise<Seat>>()

beforeAll(async () => {
  town = await createTestWorld()
  taken = await poison(PAYLOADS)
  browser = await chromium.launch(journeys.use.launchOptions)
})
afterAll(() => browser?.close())
const child = withChildServer(own)

async function sitDown(role: Role): Promise<Seat> {
  const ran: string[] = []
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "ko-KR",
    serviceWorkers: "block",
  })
  const cookie = await town.signIn(role)
  const [name = "", value = ""] = cookie?.split(";")[0]?.split("=") ?? []
  if (name) await context.addCookies([{ name, value, url: child.url }])
  const page = await context.newPage()
  // Only scripts decide what runs. A route of Playwright's would do the same, and read every script anew for
  // every page.
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.setBlockedURLs", { urls: ["*.css", "*.woff2", "*/pictures/*"] })
  await page.exposeFunction("ran", () => void ran.push("ran"))
  // What was stopped by the policy alone had already come out of its text.
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) ran.push(message.text())
  })
  page.on("dialog", (dialog) => void (ran.push("dialog"), dialog.dismiss()))
  return { page, ran }
}

const seatOf = (role: Role) => {
  const seat = seats.get(role) ?? sitDown(role)
  seats.set(role, seat)
  return seat
}

test("the town is full of hostile words", () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(200)
  expect(taken).toBeGreaterThanOrEqual(60)
})

describe.each(HOSTILE_SCREENS)("$pattern as $role", ({ pattern, role }) => {
  test("runs nothing of what people wrote", async () => {
    const { page, ran } = await seatOf(role)
    const answer = await page.goto(child.url + buildPath(town, ACCESS[pattern]?.at ?? pattern), {
      waitUntil: "domcontentloaded",
    })
    expect(answer?.status()).toBeLessThan(500)
    await page.waitForFunction(() => document.documentElement.dataset.ready === "yes")
    const intruders = await page.evaluate(`(${findIntruders})(document)`)
    if (await page.evaluate(() => document.body.innerText.includes("ran()"))) shown += 1
    expect(intruders).toEqual([])
    expect(ran).toEqual([])
  })
})

test("most screens showed some of them", () => {
  expect(shown).toBeGreaterThanOrEqual(HOSTILE_SCREENS.length / 2)
})
