/**
 * How soon the screen answers the ten commonest taps: the longest from a tap to the next frame (INP), on a
 * phone's window with a processor slowed down to a quarter.
 */
import { chromium, type Page } from "@playwright/test"
import { createPerson } from "../app/areas/accounts/fixtures.ts"
import { median } from "./rate.ts"
import { noteFigure } from "./figures.ts"

const SLOWDOWN = 4
const ROUNDS = 3
const GOAL_MS = 100

/** `through`: a link of the page at `path`; the tap is measured on the page that it leads to. */
type Tap = { name: string; path: string; through?: string; tap: (page: Page) => Promise<void> }

const locateFirst = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).first()
const tapFirst = (selector: string) => (page: Page) => locateFirst(page, selector).tap()

const TAPS: readonly Tap[] = [
  { name: "검색 열기", path: "/", tap: tapFirst('header a[href="/search"], header button:has-text("검색")') },
  { name: "카테고리 열기", path: "/", tap: tapFirst('main a[href="/category/repair"]') },
  { name: "하단 메뉴", path: "/", tap: tapFirst('.bottom-nav a[href="/marketplace"]') },
  { name: "전체 메뉴", path: "/", tap: tapFirst('header a[href="/sitemap"]') },
  { name: "필터 열기", path: "/experts", tap: tapFirst('button:has-text("필터")') },
  { name: "정렬 바꾸기", path: "/experts", tap: tapFirst('nav[aria-label="정렬"] a:nth-child(2)') },
  { name: "전문가 열기", path: "/experts", tap: tapFirst('main a[href^="/expert/"]') },
  {
    name: "물건 찜하기",
    path: "/marketplace",
    through: 'main a[href^="/marketplace/0"]',
    tap: tapFirst('button[aria-label$=" 찜"]'),
  },
  { name: "상품 열기", path: "/shopping", tap: tapFirst('main a[href^="/shopping/product/"]') },
  {
    name: "견적 질문에 답하기",
    path: "/orders/new?category=repair&step=service",
    tap: tapFirst("main label:has(input)"),
  },
]

/** The longest event of the tap, in milliseconds; below what the browser reports (16 ms) it is 16. */
async function measureTap(page: Page, url: string, { path, through, tap }: Tap): Promise<number> {
  await page.goto(url + path, { waitUntil: "load" })
  const href = through && (await locateFirst(page, through).getAttribute("href"))
  if (href) await page.goto(url + href, { waitUntil: "load" })
  // All of its letters are in use: the page has come to life, and is at rest.
  await page.waitForFunction(() => document.body.dataset.fonts === "all")
  await page.evaluate(() => {
    const longest = { ms: 16 }
    Object.assign(window, { longest })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ("interactionId" in entry && Number(entry.interactionId) > 0)
          longest.ms = Math.max(longest.ms, entry.duration)
    }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    return new Promise((idle) => requestIdleCallback(idle, { timeout: 5_000 }))
  })
  // A link leads on without a new document, so the page and what it saw of the tap are still there.
  await tap(page)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300))))
  return page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms)
}

export async function measureTaps(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: "ko-KR",
      serviceWorkers: "block",
    })
    const { cookie } = await createPerson({ name: "측정" })
    const [name = "", value = ""] = cookie.split("=")
    await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    await (
      await context.newCDPSession(page)
    ).send("Emulation.setCPUThrottlingRate", {
      rate: SLOWDOWN,
    })
    console.log(`\n탭에서 다음 화면까지 (INP, 휴대폰 화면, 프로세서 1/${SLOWDOWN}, ${ROUNDS}번의 가운데 값)`)
    for (const tap of TAPS) {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureTap(page, url, tap))
      const ms = median(rounds)
      noteFigure(`taps.${tap.name}.ms`, ms, "less")
      console.log(`  ${tap.name.padEnd(12)} ${String(ms).padStart(4)} ms${ms > GOAL_MS ? "  > 100 ms" : ""}`)
    }
  } finally {
    await browser.close()
  }
}
