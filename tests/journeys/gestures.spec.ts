/** What a hand does on a phone: Back, swipes, pinches, pulls. */
import { type CDPSession, type Page } from "@playwright/test"
import { expect, expectNoViolations, test, waitForHydration } from "../setup/journey.ts"

type Point = { x: number; y: number }

/** A hand on the screen of `page`: fingers go down, move in steps, and let go. */
async function takeInHand(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints })
  return {
    /** Moves fingers from where they are put down to where they let go. */
    async move(from: readonly Point[], to: readonly Point[], steps = 12) {
      await send("touchStart", [...from])
      for (let step = 1; step <= steps; step += 1)
        await send(
          "touchMove",
          from.map((start, finger) => ({
            x: start.x + (((to[finger]?.x ?? start.x) - start.x) * step) / steps,
            y: start.y + (((to[finger]?.y ?? start.y) - start.y) * step) / steps,
          })),
        )
      await send("touchEnd", [])
    },
    async tap(at: Point) {
      await send("touchStart", [at])
      await send("touchEnd", [])
    },
    async doubleTap(at: Point) {
      await this.tap(at)
      await this.tap(at)
    },
  }
}

const pathOf = (page: Page) => new URL(page.url()).pathname

async function openExperts(page: Page): Promise<void> {
  await page.goto("/")
  await waitForHydration(page)
  await page.getByRole("link", { name: "전문가" }).first().click()
  await expect(page).toHaveURL(/\/experts/)
  // The address changes a moment before the screen, and a screen that arrives closes what lies over it.
  await expect(page.getByRole("heading", { level: 1, name: "전문가 찾기" })).toBeVisible()
  // The search opens over the page once its panel is there; before, its icon is a link.
  await expect(page.locator('dialog[aria-label="검색"]')).toBeAttached()
}

/** Whether a ring stands around what has the focus. */
const hasRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0
  })

test("a tap leaves no ring, the keyboard has one", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/experts")
  await waitForHydration(page)
  // What a tap leaves the focus on: the button, what the sheet shows first, and the button again.
  await page.getByRole("button", { name: "필터" }).first().tap()
  const dialog = page.locator("dialog[open]")
  await expect(dialog).toHaveCount(1)
  expect(await hasRing(page)).toBe(false)
  await dialog.locator("label:visible").first().tap()
  expect(await hasRing(page)).toBe(false)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  expect(await hasRing(page)).toBe(false)
  await page.keyboard.press("Tab")
  expect(await hasRing(page)).toBe(true)
})

test("Back closes the sheet and the search before it leaves", { tag: "@phone" }, async ({ page }) => {
  await openExperts(page)
  const url = page.url()
  const readAnew: string[] = []
  // A link that comes to lie under the mouse may be looked ahead at.
  page.on("request", (request) => {
    if (pathOf(page) + ".data" === new URL(request.url()).pathname) readAnew.push(request.url())
  })
  for (const [name, role] of [
    ["검색", "link"],
    ["필터", "button"],
  ] as const) {
    await page.getByRole(role, { name }).first().click()
    const dialog = page.locator("dialog[open]")
    await expect(dialog).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => history.state?.layer === true)).toBe(true)
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    expect(page.url()).toBe(url)
    // Closed by its own button it is not in the way of Back either.
    await page.getByRole(role, { name }).first().click()
    await expect.poll(() => page.evaluate(() => history.state?.layer === true)).toBe(true)
    await dialog.getByRole("button", { name: "닫기" }).first().click()
    await expect(dialog).toHaveCount(0)
  }
  // The router heard of none of it.
  expect(readAnew).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test(
  "a dialog is drawn, then bars the page, and gives the focus back",
  { tag: "@phone" },
  async ({ page }) => {
    await openExperts(page)
    const search = page.locator('dialog[aria-label="검색"]')
    await search.evaluate((dialog) => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(dialog.matches(":modal") ? "modal" : "drawn")).observe(dialog, {
        attributeFilter: ["popover", "open"],
      })
    })
    const opener = page.locator('header a[aria-label="검색"]').filter({ visible: true })
    await opener.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog[open]")).toHaveCount(1)
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
      "drawn",
      "modal",
    ])
    await expect(search.getByRole("searchbox").or(search.getByRole("combobox")).first()).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog[open]")).toHaveCount(0)
    await expect(opener).toBeFocused()
  },
)

test(
  "a link in a sheet leads on, and Back from there to the page below",
  { tag: "@phone" },
  async ({ page }) => {
    await openExperts(page)
    await page.getByRole("link", { name: "검색" }).first().click()
    const search = page.locator("dialog[open]")
    await search.getByRole("searchbox").or(search.getByRole("combobox")).first().fill("도배")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/search/)
    await page.goBack()
    await expect(page).toHaveURL(/\/experts/)
    await expect(page.locator("dialog[open]")).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBeUndefined()
    await page.goBack()
    await expect.poll(() => pathOf(page)).toBe("/")
  },
)

test(
  "the search that is opened before the next screen is there stays open over it",
  { tag: "@phone" },
  async ({ page }) => {
    await openExperts(page)
    await page.evaluate(() => {
      const pushState = history.pushState.bind(history)
      // The address changes a moment before the screen: the finger is on the icon in that moment.
      history.pushState = (state, unused, url) => {
        pushState(state, unused, url)
        if (!String(url).endsWith("/")) return
        history.pushState = pushState
        document.querySelector<HTMLElement>('header a[aria-label="검색"]')?.click()
      }
    })
    await page.getByRole("link", { name: "홈", exact: true }).filter({ visible: true }).first().click()
    await expect(page.getByRole("heading", { level: 1, name: "전문가 찾기" })).toHaveCount(0)
    await expect(page.locator("dialog[open]")).toHaveAccessibleName("검색")
    await page.goBack()
    await expect(page.locator("dialog[open]")).toHaveCount(0)
    expect(pathOf(page)).toBe("/")
  },
)

test("Escape in the moment of opening closes a sheet", { tag: "@phone" }, async ({ page }) => {
  await openExperts(page)
  const sheet = page.getByRole("dialog", { name: "필터" })
  const openFilters = page.getByRole("button", { name: /^필터/ })
  for (let time = 0; time < 2; time += 1) {
    await openFilters.evaluate((button) => {
      if (button instanceof HTMLElement) button.click()
      button.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))
    })
    await expect(sheet).toBeHidden()
  }
  await openFilters.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(sheet).toBeHidden()
  expect(pathOf(page)).toBe("/experts")
})

test(
  "a price that is tapped in the filters keeps what was chosen beside it",
  { tag: "@phone" },
  async ({ page }) => {
    await openExperts(page)
    await page.getByRole("button", { name: /^필터/ }).click()
    const sheet = page.getByRole("dialog", { name: "필터" })
    await sheet.getByText("본인인증").click()
    await sheet.getByRole("link", { name: "5만원 이하" }).click()
    await expect(sheet.getByLabel("시작 가격")).toHaveValue("50,000")
    await sheet.getByRole("button", { name: /^전문가 .+ 보기$/ }).click()
    await expect(page).toHaveURL(/badge=identity.*price=50000/)
    await expect(sheet).toBeHidden()
  },
)

test(
  "a choice at the end of the filters leaves their title in its place",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/experts")
    await waitForHydration(page)
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "130%"))
    await page.getByRole("button", { name: "필터" }).click()
    const sheet = page.locator("dialog[open]")
    const readTop = () =>
      sheet.getByRole("heading", { name: "필터" }).evaluate((title) => title.getBoundingClientRect().top)
    await expect(sheet.getByRole("heading", { name: "필터" })).toBeInViewport()
    const top = await readTop()
    await sheet.getByText("1평", { exact: true }).tap()
    await expect(sheet.getByRole("radio", { name: "1평", exact: true })).toBeChecked()
    expect(await readTop()).toBe(top)
  },
)

test("초기화 takes every filter back, and the sheet stays", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/marketplace?method=parcel&condition=light&max=50000")
  await waitForHydration(page)
  await page.getByRole("button", { name: "필터" }).first().click()
  const sheet = page.locator("dialog[open]")
  const isCount = (url: string) => new URL(url).pathname === "/marketplace.data"
  const whenCounted = () => page.waitForResponse((answer) => isCount(answer.url()))
  const one = whenCounted()
  await sheet.getByText("가격 제안 가능").tap()
  await one
  await expect(sheet.getByRole("checkbox", { name: "가격 제안 가능" })).toBeChecked()
  const cap = sheet.getByRole("link", { name: "5만원 이하" })
  await expect(cap).toHaveAttribute("aria-current", "true")
  // Counted once, not for each field that it empties.
  const counted: string[] = []
  page.on("request", (request) => {
    if (isCount(request.url())) counted.push(request.url())
  })
  const all = whenCounted()
  await sheet.getByRole("button", { name: "초기화" }).tap()
  await all
  expect(counted.map((url) => new URL(url).search.replace(/[?&]_routes=[^&]*/, ""))).toEqual([""])
  await expect(sheet.locator("input[type=checkbox]:checked")).toHaveCount(0)
  await expect(sheet.getByRole("radio", { name: "택배거래" })).not.toBeChecked()
  await expect(cap).not.toHaveAttribute("aria-current", "true")
  expect(new URL(page.url()).search).toContain("method=parcel")
  await sheet.getByRole("button", { name: /물건 .*개.* 보기/ }).tap()
  await expect(sheet).toHaveCount(0)
  await expect.poll(() => page.url().split("/marketplace")[1]).toBe("")
})

test("a sheet follows the finger, and closes by a swipe", { tag: "@phone" }, async ({ page }) => {
  await openExperts(page)
  const hand = await takeInHand(page)
  await page.getByRole("button", { name: "필터" }).first().click()
  const sheet = page.locator("dialog[open]")
  await expect.poll(() => page.evaluate(() => history.state?.layer === true)).toBe(true)
  const box = await sheet.boundingBox()
  const top = { x: 190, y: (box?.y ?? 0) + 24 }
  // A little way down and back up again is no swipe.
  await hand.move([top], [{ x: 190, y: top.y + 60 }], 40)
  await expect(sheet).toHaveCount(1)
  await expect.poll(async () => Math.round((await sheet.boundingBox())?.y ?? 0)).toBe(Math.round(box?.y ?? 0))
  await hand.move([top], [{ x: 190, y: top.y + 420 }])
  await expect(sheet).toHaveCount(0)
  expect(pathOf(page)).toBe("/experts")
})

test(
  "pictures are pinched, tapped twice, and closed by a swipe or by Back",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/shopping")
    await waitForHydration(page)
    await page.locator("main a[href^='/shopping/product']").first().click()
    await expect(page).toHaveURL(/\/shopping\/product/)
    await waitForHydration(page)
    const hand = await takeInHand(page)
    const open = async () => {
      await page.getByRole("region", { name: /사진/ }).getByRole("link").first().click()
      await expect(page.locator("dialog[open] .pswp--open.pswp--ui-visible")).toHaveCount(1)
      await expect.poll(() => page.evaluate(() => history.state?.layer === true)).toBe(true)
    }
    await open()
    await expectNoViolations(page)
    const width = async () =>
      Math.round(
        (await page.locator("dialog[open] [aria-hidden=false] .pswp__img").last().boundingBox())?.width ?? 0,
      )
    const fitted = await width()
    await hand.move(
      [
        { x: 180, y: 400 },
        { x: 210, y: 400 },
      ],
      [
        { x: 100, y: 400 },
        { x: 290, y: 400 },
      ],
    )
    await expect.poll(width).toBeGreaterThan(fitted * 1.5)
    await hand.doubleTap({ x: 195, y: 400 })
    await expect.poll(width).toBeLessThan(fitted * 1.1)
    await hand.doubleTap({ x: 195, y: 400 })
    await expect.poll(width).toBeGreaterThan(fitted * 1.5)
    const url = page.url()
    await page.goBack()
    await expect(page.locator("dialog[open]")).toHaveCount(0)
    expect(page.url()).toBe(url)
    await open()
    await hand.move([{ x: 195, y: 350 }], [{ x: 195, y: 750 }])
    await expect(page.locator("dialog[open]")).toHaveCount(0)
    expect(page.url()).toBe(url)
  },
)

test("a list is read anew where it is pulled down", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn(page)
  await page.goto("/orders")
  await waitForHydration(page)
  let reads = 0
  page.on("request", (request) => (reads += request.url().includes("/orders.data") ? 1 : 0))
  const hand = await takeInHand(page)
  // Pulled before what follows the finger has come, the page would only scroll.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.overscrollBehaviorY))
    .toBe("contain")
  await hand.move([{ x: 195, y: 300 }], [{ x: 195, y: 380 }])
  expect(reads).toBe(0)
  await hand.move([{ x: 195, y: 300 }], [{ x: 195, y: 560 }])
  await expect.poll(() => reads).toBe(1)
})

test("a tap before the scripts are there is not lost", { tag: "@phone" }, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/assets/*.js", async (route) => {
    await released
    await route.continue()
  })
  await page.goto("/experts", { waitUntil: "commit" })
  await page.getByRole("link", { name: "필터" }).tap()
  await expect(page.getByRole("complementary", { name: "필터" })).toBeVisible()
  release()
  await waitForHydration(page)
  await expect(page.locator("dialog[open]")).toContainText("필터")
  await page.locator("dialog[open]").getByRole("button", { name: "닫기" }).tap()
  await expect(page.locator("dialog[open]")).toHaveCount(0)
})

test("a tap that was meant for the last question answers no other", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/category/repair")
  await waitForHydration(page)
  const service = page.getByRole("link", { name: /누수·배관/ }).first()
  await service.click()
  await expect(page).toHaveURL(/step=/)
  await waitForHydration(page)
  const heading = page.getByRole("heading", { level: 1 })
  const first = await heading.innerText()
  const answer = await page.locator("main label:has(input[type=radio])").nth(1).boundingBox()
  const hand = await takeInHand(page)
  const at = { x: (answer?.x ?? 0) + 40, y: (answer?.y ?? 0) + 20 }
  await hand.tap(at)
  await expect(heading).not.toHaveText(first)
  const second = await heading.innerText()
  // What stands there now is no answer to what was asked before.
  const isHeld = () =>
    page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest("label") === null, at)
  if (await isHeld()) await hand.tap(at)
  await expect.poll(isHeld).toBe(false)
  await expect(heading).toHaveText(second)
  await expect(page.locator("main input[type=radio]:checked")).toHaveCount(0)
})
